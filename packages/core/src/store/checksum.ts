/**
 * 32-bit FNV-1a over one value after the other. It is computed for every written row, so it builds no text of
 * the row and stays in JavaScript. It detects edits and is no proof against a forger.
 */
export const checksumStart = 0x811c9dc5

export const checksumWith = (before: number, text: string): number => {
  let sum = before
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    // An unpaired surrogate is stored as the replacement character.
    sum = Math.imul(sum ^ ((code & 0xf800) === 0xd800 ? 0xfffd : code), prime)
  }
  // Marks the end of a value, so that different rows never give the same text.
  return Math.imul(sum ^ 0x10000 ^ text.length, prime)
}

const prime = 0x01000193

/** Seven letters of five bits each; several times as fast as a number's own text. */
export const checksumText = (sum: number): string =>
  String.fromCharCode(
    first + (sum & 31),
    first + ((sum >>> 5) & 31),
    first + ((sum >>> 10) & 31),
    first + ((sum >>> 15) & 31),
    first + ((sum >>> 20) & 31),
    first + ((sum >>> 25) & 31),
    first + (sum >>> 30)
  )

/** "A" */
const first = 65
