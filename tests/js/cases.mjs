// The case files that the Python tests read too.
import { readFileSync } from 'node:fs'

const text = (name) => readFileSync(new URL(`../cases/${name}`, import.meta.url), 'utf8')

export const json = (name) => JSON.parse(text(name))

export const rows = (name) => text(name).trimEnd().split('\n').map((line) => line.split('\t'))
