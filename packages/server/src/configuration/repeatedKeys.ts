/**
 * A string, or a punctuation character. Everything else in a well-formed JSON text is irrelevant for its
 * keys.
 */
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g

interface Level {
  /** The keys seen so far; none in a list. */
  readonly keys: Set<string> | undefined
  readonly path: string
  /** The current key or index. */
  at: string
}

const inside = ({ at, path }: Level): string => (path === "" ? at : `${path}.${at}`)

/** The paths of repeated keys in a well-formed JSON text: a parser would silently take the last one. */
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
