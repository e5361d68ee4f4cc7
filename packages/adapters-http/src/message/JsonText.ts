/** The size of a JSON text, measured before it is parsed. */
export interface JsonText {
  /** Opening brackets and commas outside strings: at least the number of values and keys after the first. */
  readonly nodes: number
  readonly depth: number
  /** Numbers that a double may not represent exactly. */
  readonly longNumbers: number
}

export interface JsonBounds {
  readonly nodesMax: number
  readonly depthMax: number
  readonly longNumbersMax: number
}

/** Every decimal of up to 15 significant digits has a double that prints back as it (IEEE 754: DBL_DIG). */
const safeLengthMax = 15

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39

/** A byte that continues a number: a digit, a point, a sign, an exponent. */
const isOfNumber = (byte: number | undefined): boolean =>
  isDigit(byte) || byte === 0x2e || byte === 0x2b || byte === 0x2d || byte === 0x65 || byte === 0x45

/** With at most two digits of exponent no double overflows, and none loses digits. */
const exponentDigitsMax = 2

const isExponent = (byte: number | undefined): boolean => byte === 0x65 || byte === 0x45

/**
 * Measures a JSON text in one pass, and stops at more than `nodesMax` nodes or below `depthMax`. For a
 * malformed text the measures only show that they are within the bounds.
 */
export const measureJson = (
  bytes: Uint8Array,
  { depthMax, longNumbersMax, nodesMax }: JsonBounds
): JsonText => {
  let nodes = 0
  let depth = 0
  let deepest = 0
  let longNumbers = 0
  let at = 0
  while (at < bytes.length && nodes <= nodesMax && deepest <= depthMax && longNumbers <= longNumbersMax) {
    const byte = bytes[at]
    if (byte === quote) {
      at = endOfText(bytes, at + 1)
    } else if (isDigit(byte)) {
      const end = endOfNumber(bytes, at)
      if (end - at > safeLengthMax || exponentDigits(bytes, at, end) > exponentDigitsMax) longNumbers += 1
      at = end
      continue
    } else if (byte === comma) {
      nodes += 1
    } else if (byte === openBracket || byte === openBrace) {
      nodes += 1
      depth += 1
      if (depth > deepest) deepest = depth
    } else if (byte === closeBracket || byte === closeBrace) {
      depth -= 1
    }
    at += 1
  }
  return { nodes, depth: deepest, longNumbers }
}

/** The position of the closing quote of a string, or the end of the bytes. */
const endOfText = (bytes: Uint8Array, start: number): number => {
  let at = start
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
  return at
}

const endOfNumber = (bytes: Uint8Array, start: number): number => {
  let at = start
  while (isOfNumber(bytes[at])) at += 1
  return at
}

const exponentDigits = (bytes: Uint8Array, start: number, end: number): number => {
  let digits = 0
  let at = end - 1
  for (; at >= start && isDigit(bytes[at]); at -= 1) digits += 1
  if (at >= start && (bytes[at] === 0x2b || bytes[at] === 0x2d)) at -= 1
  return at >= start && isExponent(bytes[at]) ? digits : 0
}
