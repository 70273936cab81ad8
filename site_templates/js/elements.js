// Elements of a page.

export const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

/** A button that does something when it is pressed. */
export const button = (className, act, ...children) => {
  const element = make('button', { type: 'button', class: className }, ...children)
  element.addEventListener('click', act)
  return element
}
