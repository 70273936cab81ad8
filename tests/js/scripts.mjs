// The scripts of the site as `python -m kb.site.translating FOLDER` writes them; KB_SCRIPTS tells where.

import { pathToFileURL } from 'node:url'

const folder = pathToFileURL(`${process.env.KB_SCRIPTS ?? 'build/scripts'}/`)

/** A script of the site. @param {string} path below the folder of scripts */
export const script = (path) => import(new URL(path, folder))
