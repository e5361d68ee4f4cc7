/** The number of edits, each of one character (inserted, left out or changed), that make one text the other. */
export const editsBetween = (one: string, other: string): number => {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const changed = (above[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1)
      current.push(Math.min(changed, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    above = current
  }
  return above[other.length] ?? 0
}

/** Two letters of a word may be wrong, and in a long one a third of them. */
export const editsMaxOf = (word: string): number => Math.max(2, Math.floor(word.length / 3))

/** The offered text with the fewest edits, at most `editsMax` of them; the first of several. */
export const nearest = (
  given: string,
  offered: Iterable<string>,
  editsMax = editsMaxOf(given)
): string | undefined => {
  let found: string | undefined
  let least = editsMax + 1
  for (const each of offered) {
    if (Math.abs(each.length - given.length) >= least) continue
    const edits = editsBetween(given, each)
    if (edits < least) [found, least] = [each, edits]
  }
  return found
}
