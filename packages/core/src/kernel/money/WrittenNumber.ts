/**
 * A number from a JSON text that no double represents exactly: `1.9999999999999999999`, `1e400`. Amounts are
 * read from its text. Elsewhere it counts as the nearest double.
 */
export class WrittenNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** The double nearest to it; infinite where there is none. */
  get nearest(): number {
    return Number(this.text)
  }

  toString(): string {
    return this.text
  }

  toJSON(): number {
    return this.nearest
  }
}

/** The double of a literal, or the literal itself if the double is another number. */
export const writtenNumber = (text: string, double: number): number | WrittenNumber =>
  decimalOf(text) === decimalOf(String(double)) ? double : new WrittenNumber(text)

/** A reviver for `JSON.parse`: keeps the text of numbers that no double represents. */
export const writtenNumberReviver = (
  _key: string,
  value: unknown,
  context?: { readonly source?: string }
): unknown =>
  typeof value === "number" && context?.source !== undefined ? writtenNumber(context.source, value) : value

const decimalText = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** One spelling for each number. */
const decimalOf = (text: string): string => {
  const match = decimalText.exec(text)
  if (match === null) return text
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match
  const digits = whole + fraction
  const start = firstFigure(digits)
  const end = endOfFigures(digits)
  if (start >= end) return "0"
  return `${sign}${digits.slice(start, end)}e${Number(exponent) - fraction.length + digits.length - end}`
}

const firstFigure = (digits: string): number => {
  let at = 0
  while (digits[at] === "0") at += 1
  return at
}

/** Counted by hand: a pattern such as `0+$` takes quadratic time for a text with many zeros. */
const endOfFigures = (digits: string): number => {
  let at = digits.length
  while (digits[at - 1] === "0") at -= 1
  return at
}
