/** What stands on a page of a book? The twin of `kb/cite/books.py` and of `Contents` in `kb/link/pages.py`. */

import { nameKey } from '../analyse.js'
import { Patterns, words } from '../link/patterns.js'

const BOOKS = Patterns('books')

const MOST_OF_ONE_PAGE = 20

export class Books {
  constructor(books, entries) {
    this.books = books.filter(([, pages]) => pages.length)
    this.entries = entries
  }

  /** Ids of the entries on a page of the book so called; "rulebook" is the only one whose pages are known. */
  on(book, page) {
    const wanted = nameKey(BOOKS.bracketed.sub('', book))
    const named = this.books.filter(([title]) => isCalled(title, wanted))
    const isOnly = this.books.length === 1 && words('books').has(wanted)
    const fitting = named.length ? named : isOnly ? this.books : []
    return fitting.length === 1 ? this.begun(fitting[0][1], page) : []
  }

  /** What begins on a page, or runs over it; after the last one nothing is sure. */
  begun(marks, page) {
    const here = marks.filter(([number]) => number === page)
    const after = marks.findIndex(([number]) => number > page)
    const found = here.length ? here.slice(0, MOST_OF_ONE_PAGE) : after > 0 ? [marks[after - 1]] : []
    return [...new Set(found.map(([, entry]) => this.entries[entry - 1].id))]
  }
}

const isCalled = (title, wanted) => (
  title === wanted || (wanted.includes(' ') && title.endsWith(` ${wanted}`)) || wanted.endsWith(` ${title}`))
