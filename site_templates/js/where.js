// Where the site begins.

export const SITE = new URL('../../../', import.meta.url)
