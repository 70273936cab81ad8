// What a reader wishes, kept on this device only; where storage is switched off it lasts for this page.

const here = new Map()

export const keep = (name, value) => {
  here.set(name, value)
  try {
    localStorage.setItem(name, value)
  } catch {
    // Not kept, then.
  }
}

export const kept = (name) => {
  try {
    return localStorage.getItem(name) ?? here.get(name) ?? null
  } catch {
    return here.get(name) ?? null
  }
}
