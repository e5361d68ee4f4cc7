import { Effect, Option, Schema, SchemaGetter } from "effect"

/**
 * One setting, or a group of them, declared once. From the declaration follow how a program gives it, how a configuration file
 * writes it, what it is where nobody says anything, and the JSON Schema of the file.
 */
export interface Setting<A> {
  /** Reads what a program gives, in the units of the code. */
  readonly given: Schema.Codec<A, unknown>
  /** Reads what a file has, in the notation of people. What only a program decides has no place in the file. */
  readonly written: Schema.Codec<A, unknown> | undefined
  /** What it is unless something else is said. */
  readonly standard: A
}

export type Fields = { readonly [name: string]: Setting<unknown> }

/** The values of a group. */
export type ValuesOf<F extends Fields> = { readonly [K in keyof F]: F[K]["standard"] }

/** What a program may say of them: what is left out, or undefined, stays as it is. Lists are given whole. */
export type Given<A> = A extends ReadonlyArray<unknown> | { readonly _tag: string }
  ? A
  : A extends object
    ? { readonly [K in keyof A]?: Given<A[K]> | undefined }
    : A

/** What people call differently. */
const peoplesNames = new Map([
  ["basisPoints", "percent"],
  ["perSecond", "rate"],
  ["capacity", "burst"]
])

/** The name in the file: without the unit, which the value has there. */
const writtenName = (name: string): string => peoplesNames.get(name) ?? name.replace(/Millis|Minor/, "")

interface GroupFacts<Name extends string> {
  readonly description?: string
  /** Each of these must be at least the one before it. */
  readonly ascending?: ReadonlyArray<ReadonlyArray<Name>>
}

type Values = { readonly [name: string]: unknown }

/** The compiler cannot follow names that are made: what a group reads has a value for each of its fields. */
const typed = <A>(schema: Schema.Codec<unknown, unknown>): Schema.Codec<A, unknown> =>
  schema as Schema.Codec<A, unknown>

const bound = (value: unknown): unknown => (Option.isOption(value) ? Option.getOrUndefined(value) : value)

const isDescending = (lower: unknown, upper: unknown): boolean => {
  const [low, high] = [bound(lower), bound(upper)]
  return (
    (typeof low === "number" && typeof high === "number" && low > high) ||
    (typeof low === "bigint" && typeof high === "bigint" && low > high)
  )
}

/** Settings under their names. Whoever says something of one leaves the others as they are; there are no others. */
export const group = <F extends Fields>(
  fields: F,
  { ascending = [], description }: GroupFacts<keyof F & string> = {}
): Setting<ValuesOf<F>> => {
  const structOf = (
    members: { readonly [name: string]: Schema.Codec<unknown, unknown> },
    nameOf: (name: string) => string
  ) =>
    Schema.Struct(members)
      .annotate({
        messageUnexpectedKey: `invalid_value:is not a setting; the settings are ${Object.keys(members).join(", ")}`,
        ...(description === undefined ? {} : { description })
      })
      .check(
        Schema.makeFilter((values: Values) =>
          ascending.flatMap((chain) => {
            const names = chain.map(nameOf)
            return names.flatMap((name, index) => {
              const before = names[index - 1]
              return before !== undefined && isDescending(values[before], values[name])
                ? [{ path: [name], issue: `out_of_range:must be at least ${before}` }]
                : []
            })
          })
        )
      )
  const entries = Object.entries(fields)
  const given = structOf(
    Object.fromEntries(
      entries.map(([name, setting]) => [
        name,
        setting.given.pipe(Schema.withDecodingDefaultTypeKey(Effect.succeed(setting.standard)))
      ])
    ),
    (name) => name
  )
  const written = structOf(
    Object.fromEntries(
      entries.flatMap(([name, setting]) =>
        setting.written === undefined ? [] : [[writtenName(name), Schema.optionalKey(setting.written)]]
      )
    ),
    writtenName
  ).pipe(
    Schema.decodeTo(Schema.Unknown, {
      decode: SchemaGetter.transform((values: Values) =>
        Object.fromEntries(
          entries.map(([name, { standard }]) => [name, values[writtenName(name)] ?? standard])
        )
      ),
      encode: SchemaGetter.forbidden(() => "a file is only read")
    })
  )
  const standard = Object.fromEntries(entries.map(([name, setting]) => [name, setting.standard]))
  return { given: typed(given), written: typed(written), standard: standard as ValuesOf<F> }
}

const depthMax = 8

const isPlain = (value: unknown): value is Values =>
  typeof value === "object" &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value))

/** What a program leaves undefined, it does not say. */
export const withoutUndefined = (given: unknown, depth = 0): unknown =>
  isPlain(given) && depth < depthMax
    ? Object.fromEntries(
        Object.entries(given).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, withoutUndefined(value, depth + 1)]]
        )
      )
    : given

/** What only a program decides. */
export const programOnly = <A>(setting: Setting<A>): Setting<A> => ({ ...setting, written: undefined })

/** The setting with something else where nobody says anything. */
export const withDefault = <A>(setting: Setting<A>, standard: A): Setting<A> => ({ ...setting, standard })

/** Nothing unless somebody says something. */
export const optional = <A>({ given, written }: Setting<A>): Setting<A | undefined> => ({
  given: Schema.UndefinedOr(given),
  written,
  standard: undefined
})
