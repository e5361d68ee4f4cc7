/**
 * A number as a JSON text writes it, where no double is exactly that number: `1.9999999999999999999`, `1e400`. Amounts are
 * read from its text. Where it only passes through, it is the double nearest to it.
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

/** The double that a literal was read as, or the literal where the double is another number. */
export const writtenNumber = (text: string, double: number): number | WrittenNumber =>
  decimalOf(text) === decimalOf(String(double)) ? double : new WrittenNumber(text)

/** A reviver for `JSON.parse`: numbers that no double is are kept as they are written. */
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

/** Counted by hand: a pattern such as `0+$` takes the square of the length of a text with many zeros. */
const endOfFigures = (digits: string): number => {
  let at = digits.length
  while (digits[at - 1] === "0") at -= 1
  return at
}
