/** An element with properties and children; what is text stays text. */
export const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}
