/**
 * Which banks a customer means by what they type: those whose name has each word somewhere, whatever its case, accents
 * and punctuation. `browser/banks.js` has the same rule for who types with scripts; a test holds them together.
 */
const folded = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()

/** A list that is longer can be searched. */
export const banksSeenAtOnce = 8

/** Whether a name is found by what was typed. Nothing typed finds every name. */
export const findsBank = (typed: string): ((name: string) => boolean) => {
  const words = folded(typed)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
  return (name) => {
    const squeezed = folded(name).replace(/[^\p{L}\p{N}]+/gu, "")
    return words.every((word) => squeezed.includes(word))
  }
}
