// The case files that the Python tests read too.
import { readFileSync } from 'node:fs'

const text = (name) => readFileSync(new URL(`../cases/${name}`, import.meta.url), 'utf8')

export const json = (name) => JSON.parse(text(name))

export const rows = (name) => text(name).trimEnd().split('\n').map((line) => line.split('\t'))

/** The cases of a file: a title, then so many parts, each between lines that hold a single dot. */
export const cases = (name, parts) => {
  const lines = text(name).split('\n')
  const dots = lines.flatMap((line, number) => (line === '.' ? [number] : []))
  const found = []
  for (let first = 0; first < dots.length; first += parts + 1) {
    const marks = dots.slice(first, first + parts + 1)
    const between = marks.slice(1).map((end, part) => lines.slice(marks[part] + 1, end).join('\n'))
    found.push({ title: lines[marks[0] - 1], parts: between })
  }
  return found
}
