/**
 * Which banks a customer means by what they type: those whose name has each word somewhere, whatever its case, accents
 * and punctuation. `browser/banks.js` has the same rule for who types with scripts; a test holds them together.
 */
const wordsOf = (text: string): ReadonlyArray<string> =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** So much of what was typed is looked for. */
export const bankSearchLengthMax = 60

/** A list that is longer can be searched. */
export const banksSeenAtOnce = 8

/** Whether a name is found by what was typed. Nothing typed finds every name. */
export const findsBank = (typed: string): ((name: string) => boolean) => {
  const words = wordsOf(typed)
  return (name) => {
    const squeezed = wordsOf(name).join("")
    return words.every((word) => squeezed.includes(word))
  }
}
