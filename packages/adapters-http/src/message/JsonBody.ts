import { isUtf8 } from "node:buffer"
import { jsonFault, WrittenNumber, writtenNumberReviver } from "@quittance/core/adapter"
import { Effect } from "effect"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"
import { type ApiRequest, headerOf } from "./ApiMessage.ts"
import { mediaParameter, sentType } from "./mediaType.ts"

/** The maximum size of a JSON body. */
export const jsonLimitBytes = 256 * 1024

const nothing = new Uint8Array()

/** What is read of a request before its caller is counted: not a form or a file, which are large. */
export const readEarlyBody = (
  request: ApiRequest,
  { file, form }: { readonly file?: unknown; readonly form?: unknown }
) => (form === undefined && file === undefined ? request.readBody(jsonLimitBytes) : Effect.succeed(nothing))

/** Deeper than any valid request; prevents recursive code from running out of stack. */
const depthMax = 32

/**
 * More values than any valid request: metadata of 16 KiB has about eight thousand at most. Limits the cost of
 * a body.
 */
const nodesMax = 10_000

/**
 * Limits numbers that are read from their text, which costs more: metadata of 16 KiB has about two thousand
 * at most.
 */
const longNumbersMax = 3_000

const isJson = (contentType: string): boolean =>
  contentType === "application/json" || /^application\/json[ \t]*(?:;|$)/i.test(contentType)

/** JSON is UTF-8 (RFC 8259, 8.1): a body that declares another charset would be misread. */
const isOtherCharset = (contentType: string): boolean =>
  mediaParameter(contentType, "charset").some((charset) => charset.toLowerCase() !== "utf-8")

/** What curl's option -d sends by itself. */
const curlHint = (contentType = ""): string =>
  /^application\/x-www-form-urlencoded/i.test(contentType)
    ? ", as curl -d does by itself: add -H 'Content-Type: application/json', and write the body in JSON"
    : ""

/** Why the headers do not allow a body to be read as JSON, and what would be right. */
const mediaFault = (request: ApiRequest, bytes: Uint8Array): string | undefined => {
  const contentType = headerOf(request, "content-type")
  if (contentType === undefined ? bytes.length > 0 : !isJson(contentType))
    return `the Content-Type must be application/json; ${sentType(contentType)}${curlHint(contentType)}`
  if (contentType?.includes(";") && isOtherCharset(contentType))
    return "the charset of the Content-Type must be utf-8, or left out; another was sent"
  const encoding = headerOf(request, "content-encoding")
  if (encoding !== undefined && encoding.trim().toLowerCase() !== "identity")
    return "the body must be sent as it is, without a Content-Encoding or with identity; another was sent"
  return undefined
}

const refuse = (message: string) => new ApiRefusal({ code: "invalid_json", message })

const tooMuch = (message: string) => new ApiRefusal({ code: "invalid_request", message })

const notAnObject = (found: string) => {
  const message = `must be a JSON object, but is ${found}`
  return new ApiRefusal({
    code: "invalid_request",
    message: `the body ${message}`,
    details: [{ field: "", code: "invalid_type", message }]
  })
}

/** What a JSON value that is no object is. */
const kindOf = (value: unknown): string => {
  if (Array.isArray(value)) return "a list"
  if (value === null) return "null"
  if (typeof value === "string") return "a text: it may have been encoded twice"
  return typeof value === "boolean" ? "true or false" : "a number"
}

const byteOrderMark = [0xef, 0xbb, 0xbf]

/** A parser may ignore a byte order mark (RFC 8259, 8.1); some clients put one. */
const withoutMark = (bytes: Uint8Array): Uint8Array =>
  byteOrderMark.every((byte, index) => bytes[index] === byte) ? bytes.subarray(byteOrderMark.length) : bytes

/** The byte order marks of UTF-16, which editors and shells of Windows write. */
const otherEncoding = ([first, second]: Uint8Array): string =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) ? "in UTF-16" : "not in UTF-8"

const isArray = (bytes: Uint8Array): boolean => /^[ \t\r\n]*\[/.test(textOf(bytes))

const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8")

/** The parsed text, or the reason for a refusal. Numbers that no double represents keep their text. */
const parse = (bytes: Uint8Array): unknown => {
  const { depth, longNumbers, nodes } = measureJson(bytes, { depthMax, longNumbersMax, nodesMax })
  if (depth > depthMax)
    return isArray(bytes)
      ? notAnObject("a list")
      : refuse(`the body is nested deeper than ${depthMax} levels`)
  if (nodes > nodesMax)
    return tooMuch(`the body must have at most ${nodesMax} values, those in lists and objects included`)
  if (longNumbers > longNumbersMax)
    return tooMuch(`the body must have at most ${longNumbersMax} numbers of more than 15 digits`)
  const text = textOf(bytes)
  try {
    return JSON.parse(text, longNumbers > 0 ? writtenNumberReviver : undefined)
  } catch {
    const fault = jsonFault(text)
    const place = fault === undefined ? "" : `: line ${fault.line}, column ${fault.column}: ${fault.message}`
    return refuse(`the body is not well-formed JSON${place}`)
  }
}

/** The JSON object in a request's body. Its fields are not validated here. */
export const decodeJsonBody = (
  request: ApiRequest,
  bytes: Uint8Array
): Effect.Effect<{ readonly [field: string]: unknown }, ApiRefusal> => {
  const fault = mediaFault(request, bytes)
  if (fault !== undefined)
    return Effect.fail(new ApiRefusal({ code: "unsupported_media_type", message: fault }))
  if (bytes.length === 0) return Effect.fail(refuse("the body is empty; it must be a JSON object"))
  if (!isUtf8(bytes)) return Effect.fail(refuse(`the body is ${otherEncoding(bytes)}; JSON must be in UTF-8`))
  const value = parse(withoutMark(bytes))
  if (value instanceof ApiRefusal) return Effect.fail(value)
  return typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof WrittenNumber)
    ? Effect.succeed(value as { readonly [field: string]: unknown })
    : Effect.fail(notAnObject(kindOf(value)))
}

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
