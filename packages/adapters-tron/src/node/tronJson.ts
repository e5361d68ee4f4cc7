/**
 * JSON as java-tron writes it: 64-bit integers are numbers, and some, such as the sum of all accounts, are too large
 * for an exact JavaScript number. Those become bigints; `JSON.parse` reads everything else. Undefined if the text is
 * not JSON.
 */
export const parseTronJson = (text: string): unknown => {
  try {
    return longNumber.test(text) ? JSON.parse(text, exact) : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Few answers have one, and checking each value of a long answer takes time. */
const longNumber = /[:,[]\s*-?\d{16}/

/** With the text of the value, which TypeScript's library does not know yet. */
const exact = (_: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? "")
    ? BigInt(context?.source ?? "")
    : value
