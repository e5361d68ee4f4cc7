/**
 * The number of edits, each of one character (inserted, left out or changed) or of two neighbours that changed places,
 * that make one text the other.
 */
export const editsBetween = (one: string, other: string): number => {
  let twoAbove: ReadonlyArray<number> = []
  let above = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const changed = (above[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1)
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const swapped = isSwapped ? (twoAbove[column - 2] ?? 0) + 1 : changed
      current.push(Math.min(changed, swapped, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    twoAbove = above
    above = current
  }
  return above[other.length] ?? 0
}

/** A third of a word may be wrong: one edit of a short word, and of a single letter none. */
export const editsMaxOf = (word: string): number =>
  word.length < 2 ? 0 : Math.max(1, Math.floor(word.length / 3))

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
