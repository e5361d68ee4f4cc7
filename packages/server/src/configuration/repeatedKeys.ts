/** A text, or a sign of punctuation. What lies between them, in a well-formed JSON text, tells nothing of its keys. */
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g

interface Level {
  /** The keys seen so far; none in a list. */
  readonly keys: Set<string> | undefined
  readonly path: string
  /** The key or index that is being read. */
  at: string
}

const inside = ({ at, path }: Level): string => (path === "" ? at : `${path}.${at}`)

/** The paths of keys that stand twice in an object of a well-formed JSON text: a parser would take the last one silently. */
export const repeatedKeys = (text: string): ReadonlyArray<string> => {
  const repeated: Array<string> = []
  const levels: Array<Level> = []
  let word = ""
  for (const [token] of text.matchAll(tokens)) {
    const level = levels.at(-1)
    if (token === "{" || token === "[") {
      const path = level === undefined ? "" : inside(level)
      levels.push(token === "{" ? { keys: new Set(), path, at: "" } : { keys: undefined, path, at: "0" })
    } else if (token === "}" || token === "]") levels.pop()
    else if (token === "," && level?.keys === undefined && level !== undefined)
      level.at = String(Number(level.at) + 1)
    else if (token === ":" && level?.keys !== undefined) {
      level.at = JSON.parse(word)
      if (level.keys.has(level.at)) repeated.push(inside(level))
      level.keys.add(level.at)
    } else word = token
  }
  return repeated
}
