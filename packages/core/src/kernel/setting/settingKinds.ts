import { Effect, Result, Schema, SchemaGetter, SchemaIssue, SchemaTransformation } from "effect"
import type { Currency } from "../money/Currency.ts"
import { formatMinor, parseMinor } from "../money/Money.ts"
import { millisPerDay, millisPerHour, millisPerMinute, millisPerSecond } from "../time/Instant.ts"
import { optional, type Setting, settingOf } from "./Setting.ts"

/**
 * The kinds of settings. `standard` is in the notation of the file, `description` is for the published JSON
 * Schema, and bounds are inclusive.
 */

/** Annotations for the JSON Schema of a value. */
type Annotations = { readonly description?: string; readonly default?: string }

/** A check that returns what would be right, with its JSON Schema keywords. */
export const rule = <A>(
  faultOf: (value: A) => string | undefined,
  keywords: { readonly [name: string]: unknown } = {}
) => Schema.makeFilter(faultOf, { toJsonSchema: () => [keywords, true] })

/** A kind with the same notation in file and code. */
const plain = <A>(schema: () => Schema.Codec<A, A>, standard: A, description: string): Setting<A> =>
  settingOf<A>(standard, () => {
    const given = schema()
    return { given, written: given.annotate({ description, default: standard }) }
  })

const between = (min: number, max: number) =>
  rule(
    (value: number) =>
      value >= min && value <= max ? undefined : `out_of_range:must be from ${min} to ${max}`,
    { minimum: min, maximum: max }
  )

export const wholeNumber = (expected: string) =>
  Schema.Number.annotate({ message: `must be ${expected}` }).check(
    Schema.isInt({ message: `invalid_value:must be ${expected}` }).abort()
  )

export const count = (standard: number, description: string, min: number, max: number): Setting<number> =>
  plain(() => wholeNumber("a whole number").check(between(min, max)), standard, description)

export const ratio = (standard: number, description: string, min: number, max: number): Setting<number> =>
  plain(
    () => Schema.Finite.annotate({ message: "must be a number" }).check(between(min, max)),
    standard,
    description
  )

/** `refusedTrue` says what would be right if `true` is not allowed. */
export const flag = (standard: boolean, description: string, refusedTrue?: string): Setting<boolean> =>
  plain(
    () =>
      Schema.Boolean.annotate({ message: "must be true or false" }).check(
        rule((value: boolean) =>
          value && refusedTrue !== undefined ? `invalid_value:${refusedTrue}` : undefined
        )
      ),
    standard,
    description
  )

export const choice = <const C extends ReadonlyArray<string>>(
  choices: C,
  standard: C[number],
  description: string
): Setting<C[number]> => plain<C[number]>(() => Schema.Literals(choices), standard, description)

/** A text without a fault by `faultOf`. */
export const text = (
  standard: string,
  description: string,
  faultOf: (text: string) => string | undefined
): Setting<string> =>
  plain(
    () =>
      Schema.String.check(
        rule((value: string) => {
          const fault = faultOf(value)
          return fault === undefined ? undefined : `invalid_value:${fault}`
        })
      ),
    standard,
    description
  )

const units = { d: millisPerDay, h: millisPerHour, m: millisPerMinute, s: millisPerSecond, ms: 1 } as const

const isUnit = (name: string): name is keyof typeof units => Object.hasOwn(units, name)

/** The name of a thing that the configuration declares. */
export const plainName = (standard: string): Setting<string> =>
  text(standard, "", (name) =>
    /^[a-z][a-z0-9-]{0,39}$/.test(name)
      ? undefined
      : "must be a name of 1 to 40 lower-case letters, digits and hyphens that begins with a letter"
  )

const durationText = /^([0-9]{1,15})(ms|s|m|h|d)$/

const isDurationText = rule(
  (value: string) =>
    durationText.test(value)
      ? undefined
      : "invalid_value:must be a whole number with its unit: ms, s, m, h or d, such as 15s",
  { pattern: "^[0-9]{1,15}(ms|s|m|h|d)$" }
)

const millisOf = (value: string): number => {
  const [, figures = "", unit = ""] = durationText.exec(value) ?? []
  return isUnit(unit) ? Number(figures) * units[unit] : Number.NaN
}

/** A duration in the file's notation: `7d`, `90m`, `0s`. */
export const durationWords = (millis: number): string => {
  const [unit, size] = Object.entries(units).find(([, each]) => millis % each === 0) ?? ["ms", 1]
  return millis === 0 ? "0s" : `${millis / size}${unit}`
}

const durationSchemas = (min: string, max: string) => {
  const [minMillis, maxMillis] = [millisOf(min), millisOf(max)]
  const isWithin = (millis: number) =>
    millis >= minMillis && millis <= maxMillis ? undefined : `out_of_range:must be from ${min} to ${max}`
  const given = wholeNumber("a whole number of milliseconds").check(rule(isWithin))
  const written = Schema.String.annotate({ message: "must be a duration such as 15s, 90m or 7d" })
    .check(isDurationText.abort())
    .check(rule((value: string) => isWithin(millisOf(value))))
  const asMillis = SchemaTransformation.transform({ decode: millisOf, encode: durationWords })
  return {
    given,
    written: (annotations: Annotations) =>
      written.annotate(annotations).pipe(Schema.decodeTo(Schema.Number, asMillis))
  }
}

/** A length of time: milliseconds in a program, a number with its unit in the file. */
export const duration = (
  standard: string,
  description: string,
  min = "1ms",
  max = "3650d"
): Setting<number> => {
  return settingOf(millisOf(standard), () => {
    const { given, written } = durationSchemas(min, max)
    return { given, written: written({ description, default: standard }) }
  })
}

/** A duration that may be unset. */
export const optionalDuration = (description: string, min: string): Setting<number | undefined> => {
  return optional(
    settingOf(0, () => {
      const { given, written } = durationSchemas(min, "3650d")
      return { given, written: written({ description }) }
    })
  )
}

/** A list of durations, at least one. */
export const durations = (
  standard: ReadonlyArray<string>,
  description: string,
  max = "30d"
): Setting<ReadonlyArray<number>> => {
  const listed = <S extends Schema.Constraint>(item: S) =>
    Schema.Array(item).check(
      rule(
        (items: ReadonlyArray<unknown>) =>
          items.length >= 1 && items.length <= 100 ? undefined : "out_of_range:must have from 1 to 100 items",
        { minItems: 1, maxItems: 100 }
      )
    )
  return settingOf<ReadonlyArray<number>>(standard.map(millisOf), () => {
    const { given, written } = durationSchemas("0s", max)
    return { given: listed(given), written: listed(written({})).annotate({ description }) }
  })
}

const rateText = /^([0-9]{1,9})\/(s|m|h|d)$/

const perSecondOf = (value: string): number => {
  const [, figures = "", unit = ""] = rateText.exec(value) ?? []
  return isUnit(unit) ? (Number(figures) * millisPerSecond) / units[unit] : 0
}

/** A rate: a number per second in a program, `100/s` or `6/m` in the file. */
export const rate = (standard: string, description: string): Setting<number> =>
  settingOf(perSecondOf(standard), () => ({
    written: Schema.String.annotate({ message: "must be a rate such as 100/s or 6/m" })
      .check(
        rule(
          (value: string) =>
            perSecondOf(value) > 0
              ? undefined
              : "invalid_value:must be a whole number from 1 and its unit: /s, /m, /h or /d, such as 100/s",
          { pattern: "^[0-9]{1,9}/(s|m|h|d)$" }
        )
      )
      .annotate({ description, default: standard })
      .pipe(
        Schema.decodeTo(
          Schema.Number,
          SchemaTransformation.transform({ decode: perSecondOf, encode: (perSecond) => `${perSecond}/s` })
        )
      ),
    given: Schema.Finite.annotate({ message: "must be a number" }).check(between(1e-9, 1e9))
  }))

const isDecimal = (value: unknown): value is number | string =>
  typeof value === "number" || typeof value === "string"

/** A decimal in the file's notation, exact: a number by its text, or a text. */
export const decimal = (what: string, annotations: Annotations) =>
  Schema.declare(isDecimal, {
    expected: `${what}, as a number or in quotes`,
    toCodecJson: () =>
      Schema.link<number | string>()(
        Schema.Union([Schema.Finite, Schema.String]).annotate(annotations),
        SchemaTransformation.transform<number | string, number | string>({
          decode: (value) => value,
          encode: String
        })
      )
  })

/** Decodes a decimal by a rule that returns the value or what would be right. */
export const readDecimal = <A>(read: (value: number | string) => Result.Result<A, string>) => ({
  decode: SchemaGetter.transformEffect((value: number | string) =>
    Effect.mapError(
      Effect.fromResult(read(value)),
      (message) => new SchemaIssue.InvalidValue({ message: `invalid_value:${message}` })
    )
  ),
  encode: SchemaGetter.forbidden<number | string, A>(() => "a file is only read")
})

/** Amounts from `min` to `max` in both notations, as decimals. */
export const amountSchemas = (currency: Currency, min: string, max: string) => {
  const exact = (value: number | string) =>
    Result.mapError(parseMinor(value, currency), ({ message }) => message)
  const [minMinor, maxMinor] = [min, max].map((each) => Result.getOrElse(exact(each), () => 0n))
  const given = Schema.BigInt.annotate({ message: "must be a bigint of minor units" }).check(
    rule((minor: bigint) =>
      minor >= (minMinor ?? 0n) && minor <= (maxMinor ?? 0n)
        ? undefined
        : `out_of_range:must be from ${min} to ${max} ${currency}`
    )
  )
  const written = (annotations: Annotations) =>
    decimal(`an amount of ${currency}`, annotations).pipe(Schema.decodeTo(given, readDecimal(exact)))
  return { given, written }
}

/** The largest bound that a deployment may set: far below the limit of amounts on the wire. */
const amountMax = "1000000000"

/** An amount greater than zero: minor units in a program, a decimal in the file. */
export const amount = (currency: Currency, standardMinor: bigint, description: string): Setting<bigint> => {
  return settingOf<bigint>(standardMinor, () => {
    const { given, written } = amountSchemas(currency, formatMinor(1n, currency), amountMax)
    return { given, written: written({ description, default: formatMinor(standardMinor, currency) }) }
  })
}

/** An amount that may be unset. */
export const optionalAmount = (currency: Currency, description: string): Setting<bigint | undefined> => {
  return optional(
    settingOf(0n, () => {
      const { given, written } = amountSchemas(currency, formatMinor(1n, currency), amountMax)
      return { given, written: written({ description }) }
    })
  )
}

/** Ports of TCP. */
export const ports = (description: string): Setting<ReadonlyArray<number>> =>
  plain<ReadonlyArray<number>>(
    () => Schema.Array(wholeNumber("a port").check(between(1, 65_535))),
    [],
    description
  )
