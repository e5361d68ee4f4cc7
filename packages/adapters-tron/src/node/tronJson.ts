/**
 * JSON as java-tron writes it: 64-bit integers are numbers, and some, such as what all accounts have, are larger than a number of JavaScript
 * can say exactly. Those become bigints; everything else is what `JSON.parse` makes of it. Undefined if the text is no JSON.
 */
export const parseTronJson = (text: string): unknown => {
  try {
    return longNumber.test(text) ? JSON.parse(text, exact) : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Few answers have one, and to look at each value takes time in long ones. */
const longNumber = /[:,[]\s*-?\d{16}/

/** With the text of the value, which TypeScript's library does not know yet. */
const exact = (_: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? "")
    ? BigInt(context?.source ?? "")
    : value
