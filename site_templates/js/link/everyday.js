/** Which words mean mostly what they mean everywhere? What scripts need of `kb/link/everyday.py`. */

import { words } from './patterns.js'

export const isCommon = (word) => words('everyday').has(word)
