import { Result, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { WrittenNumber } from "../money/WrittenNumber.ts"
import { faultSentence, reportedFaults } from "./Faults.ts"

export const issueCodes = [
  "required",
  "invalid_type",
  "invalid_value",
  "invalid_email",
  "invalid_url",
  "out_of_range",
  "too_long"
] as const

/** One invalid field. `field` is a path such as `metadata.a`; empty means the whole input. */
export interface InputIssue {
  readonly field: string
  readonly code: (typeof issueCodes)[number]
  readonly message: string
}

/**
 * Whether the field is well-formed and only breaks a rule: a bound, a length, the form of an e-mail address
 * or URL. A missing field, a wrong type or an unknown enum value is malformed instead.
 */
export const breaksRule = ({ code }: InputIssue): boolean => {
  switch (code) {
    case "required":
    case "invalid_type":
    case "invalid_value":
      return false
    case "invalid_email":
    case "invalid_url":
    case "out_of_range":
    case "too_long":
      return true
  }
}

/** The input is malformed or breaks a rule. Lists every wrong field, up to `faultsMax`. */
export class InvalidInput extends Schema.TaggedError<InvalidInput>()("InvalidInput", {
  issues: Schema.Array(
    Schema.Struct({ field: Schema.String, code: Schema.Literals(issueCodes), message: Schema.String })
  ),
  /** Number of faults beyond those in `issues`. */
  more: Schema.optionalKey(Schema.Int)
}) {
  get code() {
    return "invalid_input" as const
  }

  override get message(): string {
    return this.sentence("the input")
  }

  /** The message, with a name for the whole input. */
  sentence(whole: string): string {
    const sayings = this.issues.map(({ field, message }) => `${field === "" ? whole : field} ${message}`)
    return faultSentence(sayings, this.more)
  }

  /** Formats only the faults that are reported. */
  static ofAll<Fault>(all: ReadonlyArray<Fault>, issueOf: (fault: Fault) => InputIssue): InvalidInput {
    const { issues, ...more } = reportedFaults(all)
    return new InvalidInput({ issues: issues.map(issueOf), ...more })
  }

  static of(field: string, code: InputIssue["code"], message: string): InvalidInput {
    return new InvalidInput({ issues: [{ field, code, message }] })
  }
}

/** The fault of one text. */
export type TextFault = Pick<InputIssue, "code" | "message">

/** The message of a failed check: its code, a colon, and what would be right. */
export const coded = ({ code, message }: TextFault) => ({ message: `${code}:${message}` })

export const tooLong = (max: number): TextFault => ({
  code: "too_long",
  message: `must have at most ${max} characters`
})

/**
 * The rule of `textUpTo`, for code that checks thousands of texts: a schema's failure costs a hundred times
 * as much.
 */
export const textFault = (text: string, max: number): TextFault | undefined => {
  // A character has at most two units, so a text that is far too long need not be counted.
  if (text.length > 2 * max || (text.length > max && [...text].length > max)) {
    return tooLong(max)
  }
  // Not every database can store a NUL.
  if (text.includes("\0")) return { code: "invalid_value", message: "must not have NUL characters" }
  return text.isWellFormed() ? undefined : { code: "invalid_value", message: "must be valid Unicode text" }
}

/** Text of bounded length, counted in Unicode code points: an emoji is one character. */
export const textUpTo = (max: number) =>
  Schema.String.check(
    Schema.makeFilter(
      (text: string) => {
        const fault = textFault(text, max)
        return fault && coded(fault).message
      },
      { toJsonSchema: () => [{ maxLength: max }, true] }
    )
  ).annotate({ description: `At most ${max} characters.` })

/** Text of bounded length that has a rule of its own for no text at all; the description of the API says that. */
export const someTextUpTo = (max: number) =>
  textUpTo(max).check(Schema.makeFilter(() => undefined, { toJsonSchema: () => ({ minLength: 1 }) }))

/** One line of 1 to `max` characters without control characters, and no space at either end. */
export const oneLine = (max: number) =>
  Schema.String.check(
    Schema.isPattern(
      new RegExp(`^(?!\\s)[^\\p{C}\\p{Zl}\\p{Zp}]{1,${max}}(?<!\\s)$`, "u"),
      coded({
        code: "invalid_value",
        message: `must have 1 to ${max} characters on one line, with no space at either end`
      })
    )
  )

/** 1 to `max` printable ASCII characters. */
export const printableAscii = (max: number) =>
  Schema.String.check(
    Schema.isPattern(
      new RegExp(`^[\\x20-\\x7e]{1,${max}}$`, "u"),
      coded({ code: "invalid_value", message: `must be 1 to ${max} printable ASCII characters` })
    )
  )

export const integerBetween = (minimum: number, maximum: number) =>
  Schema.Number.check(
    Schema.isInt(coded({ code: "invalid_value", message: "must be a whole number" })),
    Schema.isBetween(
      { minimum, maximum },
      coded({ code: "out_of_range", message: `must be from ${minimum} to ${maximum}` })
    )
  )

const urlLengthMax = 2048

const noUrl = (protocols: WebProtocols): TextFault => ({
  code: "invalid_url",
  message: `must be an absolute URL that starts with ${protocols.map((each) => `${each}//`).join(" or ")}`
})

export type WebProtocols = ReadonlyArray<"https:" | "http:">

/**
 * A URL parser would accept spaces, control characters and missing slashes. A URL that is shown and opened
 * later must not have them: a browser follows `https:a.example` as a path of the current page.
 */
const isUrl = (text: string, protocols: ReadonlyArray<string>): boolean =>
  /^[a-z]+:\/\/[^\s\p{C}]+$/iu.test(text) && URL.canParse(text) && protocols.includes(new URL(text).protocol)

/** The rule of `webUrl`, as `textFault` is the rule of `textUpTo`. */
export const webUrlFault = (text: string, protocols: WebProtocols): TextFault | undefined => {
  if (text.length > urlLengthMax) return tooLong(urlLengthMax)
  return isUrl(text, protocols) ? undefined : noUrl(protocols)
}

/** An absolute https URL; http is allowed only in a sandbox. */
export const webUrl = (protocols: WebProtocols) =>
  Schema.String.check(
    Schema.isMaxLength(urlLengthMax, coded(tooLong(urlLengthMax))).abort(),
    Schema.makeFilter(
      (text: string) => (isUrl(text, protocols) ? undefined : coded(noUrl(protocols)).message),
      { toJsonSchema: () => ({ format: "uri" }) }
    )
  )

const isList = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)

/**
 * A list of at most `max` items. Its length is checked before any item: a list that is far too long costs
 * nothing, and is one fault instead of one per item. `facts` are further keywords of its JSON Schema.
 */
export const listUpTo = <Item extends Schema.Constraint>(
  item: Item,
  max: number,
  facts: {
    readonly description?: string
    readonly examples?: readonly [ReadonlyArray<string>]
    readonly minItems?: number
  } = {}
) => {
  const described = Schema.Array(Schema.Unknown).check(
    Schema.makeFilter(() => undefined, {
      toJsonSchema: () => ({ items: Schema.toJsonSchemaDocument(item).schema, maxItems: max, ...facts })
    })
  )
  // `Schema.Array` would validate every item before this check.
  const list = Schema.declare(isList, {
    expected: "array",
    toCodecJson: () => Schema.link<ReadonlyArray<unknown>>()(described, SchemaTransformation.passthrough())
  })
  const fits = Schema.makeFilter((items: ReadonlyArray<unknown>) =>
    items.length <= max
      ? undefined
      : coded({ code: "too_long", message: `must have at most ${max} items` }).message
  )
  return list.check(fits).pipe(Schema.decodeTo(Schema.Array(item)))
}

const isAmount = (value: unknown): value is number | WrittenNumber =>
  typeof value === "number" || value instanceof WrittenNumber

/** What a description of the API says of a field and no decoder checks. */
type Facts = {
  readonly description: string
  readonly examples: readonly [number]
  readonly minimum?: number
  readonly maximum?: number
}

/** An amount as a JSON number, exactly as written; the input of `parseMinor`. */
export const amountField = (facts: Facts) =>
  Schema.declare(isAmount, {
    expected: "number",
    toCodecJson: () =>
      Schema.link<number | WrittenNumber>()(
        Schema.Finite.check(Schema.makeFilter(() => undefined, { toJsonSchema: () => facts })),
        SchemaTransformation.transform<number | WrittenNumber, number>({
          decode: (double) => double,
          encode: Number
        })
      )
  })

/** A text that is checked later, with these keywords of JSON Schema. */
export const textField = (facts: {
  readonly description: string
  readonly examples?: readonly [string]
  readonly format?: string
  readonly maxLength?: number
}) => Schema.String.check(Schema.makeFilter(() => undefined, { toJsonSchema: () => facts }))

/** A whole number whose bounds are checked later, against what is configured by then. */
export const integerField = (facts: Facts) =>
  Schema.Int.check(Schema.makeFilter(() => undefined, { toJsonSchema: () => facts }))

/** A field that may be omitted or null; both become `null`. */
export const optionalField = <S extends Schema.Constraint>(schema: S) =>
  Schema.optional(Schema.NullOr(schema))

const formatter = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) =>
    issue._tag === "MissingKey"
      ? "required:is required"
      : issue._tag === "InvalidType"
        ? `invalid_type:${SchemaIssue.defaultLeafHook(issue)
            .replace(/^Expected /, "must be ")
            .replace(/, got .*$/s, "")}`
        : coding(SchemaIssue.defaultLeafHook(issue).replace(/^Expected /, "must be "))
})

/** A message from a check within a value already has its code. */
const coding = (text: string): string => (codeIn(text) === undefined ? `invalid_value:${text}` : text)

const codeIn = (text: string) => issueCodes.find((each) => each === text.slice(0, text.indexOf(":")))

/** The formatter's message for a union of types or texts, which no hook can change. */
const unionMessage = /^Expected (.*?)(?: \| undefined)?(?:, got .*)?$/s

/** Splits the `code:message` that the checks above carry. */
const splitMessage = (text: string): Pick<InputIssue, "code" | "message"> => {
  const code = codeIn(text)
  if (code !== undefined) return { code, message: text.slice(code.length + 1) }
  const expected = unionMessage.exec(text)?.[1]
  if (expected === undefined) return { code: "invalid_value", message: text }
  const message = `must be ${expected.replaceAll(" | ", " or ")}`
  return { code: expected.includes('"') ? "invalid_value" : "invalid_type", message }
}

type Path = ReadonlyArray<PropertyKey>

const valueAt = (input: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
    input
  )

/** What a sender calls the types of JSON; the keys are those of the formatter. */
const typeNames: Readonly<Record<string, string>> = {
  number: "a number",
  string: "a text",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  null: "null"
}

/** A number from here on may be a time in seconds or milliseconds. */
const unixTimeMin = 1_000_000_000

/** The type of a sent value, and how the expected one would be written instead. */
const sentType = (sent: unknown, expected: string): string => {
  if (typeof sent === "string" && /\bnumber\b/.test(expected))
    return ", but is a text: write it without quotes and thousands separators, such as 1250.5"
  if (typeof sent === "string" && /\bboolean\b/.test(expected))
    return ", but is a text: write it without quotes"
  const isNumber = typeof sent === "number" || sent instanceof WrittenNumber
  if (isNumber && /\bstring\b/.test(expected))
    return Number(sent) >= unixTimeMin
      ? ", but is a number: write it in quotes, and a time as 2026-01-31T12:00:00Z"
      : ", but is a number: write it in quotes"
  const type = Array.isArray(sent) ? "array" : sent === null ? "null" : isNumber ? "number" : typeof sent
  const name = type === "boolean" ? "a boolean" : typeNames[type]
  return name === undefined ? "" : `, but is ${name}`
}

/** A message about a type in the words of the sender, with what was sent. */
const inSendersWords = (fault: TextFault, sent: unknown): TextFault => {
  // A client that sent a number must not read "must be a number" but that the number cannot be represented.
  if (sent instanceof WrittenNumber && fault.message.startsWith("must be number"))
    return { code: "invalid_value", message: "must be a number of fewer digits" }
  const [, expected] =
    /^must be ((?:number|string|boolean|array|object|null)(?: or \w+)*)$/.exec(fault.message) ?? []
  if (fault.code !== "invalid_type" || expected === undefined) return fault
  const right = expected.replace(/\w+/g, (word) => typeNames[word] ?? word)
  return { ...fault, message: `must be ${right}${sentType(sent, expected)}` }
}

type FormattedIssue = ReturnType<typeof formatter>["issues"][number]

/** The faults of an input, in the terms of its sender. */
const issueIn =
  (input: unknown) =>
  (each: FormattedIssue): InputIssue => {
    const path = (each.path ?? []).map((part) => (typeof part === "object" ? part.key : part))
    const fault = splitMessage(each.message)
    return { field: path.map(String).join("."), ...inSendersWords(fault, valueAt(input, path)) }
  }

/** A decoder of untrusted input that reports every wrong field. Unknown fields are ignored. */
export const decoderOf = <S extends Schema.ConstraintDecoder<unknown>>(schema: S) => {
  const decode = Schema.decodeUnknownResult(schema, { errors: "all" })
  return (input: unknown): Result.Result<S["Type"], InvalidInput> =>
    Result.mapError(decode(input), ({ issue }) => InvalidInput.ofAll(formatter(issue).issues, issueIn(input)))
}

/** A decoder of an operator's input: an unknown field is a fault, and all faults are reported. */
export const strictDecoderOf = <S extends Schema.ConstraintDecoder<unknown>>(schema: S) => {
  const decode = Schema.decodeUnknownResult(schema, { errors: "all", onExcessProperty: "error" })
  return (input: unknown): Result.Result<S["Type"], ReadonlyArray<InputIssue>> =>
    Result.mapError(decode(input), ({ issue }) => formatter(issue).issues.map(issueIn(input)))
}

/** The faults of a part of a larger input, as a refusal of the whole; `within` is the part's name. */
export const invalidWithin = (within: string, issues: ReadonlyArray<InputIssue>): InvalidInput =>
  InvalidInput.ofAll(issues, ({ field, ...fault }) => ({
    ...fault,
    field: field === "" ? within : `${within}.${field}`
  }))
