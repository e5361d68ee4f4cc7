/**
 * FNV-1a of 32 bits, over one value after the other. Taken for every row that is written, so it makes no text of the row and
 * leaves JavaScript for nothing; it names what was edited, and is no proof against a forger.
 */
export const checksumStart = 0x811c9dc5

export const checksumWith = (before: number, text: string): number => {
  let sum = before
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    // Half a character is stored as the sign for one that is unknown.
    sum = Math.imul(sum ^ ((code & 0xf800) === 0xd800 ? 0xfffd : code), prime)
  }
  // The end of a value, so that no two rows are one text.
  return Math.imul(sum ^ 0x10000 ^ text.length, prime)
}

const prime = 0x01000193
