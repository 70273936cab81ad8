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

/** What is kept as JSON; null for nothing, or for what is none of ours. */
export const keptJson = (name) => {
  try {
    return JSON.parse(kept(name))
  } catch {
    return null
  }
}

/** The same where it is a list of what is ours. */
export const keptList = (name, isOurs) => {
  const found = keptJson(name)
  return Array.isArray(found) ? found.filter(isOurs) : []
}

export const kept = (name) => {
  try {
    return localStorage.getItem(name) ?? here.get(name) ?? null
  } catch {
    return here.get(name) ?? null
  }
}
