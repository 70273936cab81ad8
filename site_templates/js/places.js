/** What readers call the places to paste into, by the name that `kb cite --as` gives each. */
export const LABELS = {
  markdown: 'Markdown',
  bbcode: 'BBCode',
  bgg: 'BoardGameGeek',
  reddit: 'Reddit',
  discord: 'Discord',
  html: 'HTML',
  plain: 'Plain text',
}
