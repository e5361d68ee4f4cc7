import { Effect, Option, Schema, SchemaGetter } from "effect"

/**
 * One setting, or a group, declared once. From the declaration follow the form in a program, the form in a
 * configuration file, the default, and the JSON Schema of the file.
 */
export interface Setting<A> {
  /** Decodes a program's value, in the units of the code. */
  readonly given: Schema.Codec<A, unknown>
  /** Decodes a file's value, in the notation for people. A setting for programs only is not in the file. */
  readonly written: Schema.Codec<A, unknown> | undefined
  /** The default. */
  readonly standard: A
}

/**
 * A setting whose schemas are made when they are first asked for. A program decodes few settings, and importing the
 * core makes none.
 */
export const settingOf = <A>(
  standard: A,
  schemas: () => Pick<Setting<A>, "given" | "written">
): Setting<A> => {
  let made: Pick<Setting<A>, "given" | "written"> | undefined
  const all = () => (made ??= schemas())
  return {
    standard,
    get given() {
      return all().given
    },
    get written() {
      return all().written
    }
  }
}

export type Fields = { readonly [name: string]: Setting<unknown> }

/** The values of a group. */
export type ValuesOf<F extends Fields> = { readonly [K in keyof F]: F[K]["standard"] }

/** A program's settings: omitted or undefined values keep their default. Lists are given as a whole. */
export type Given<A> = A extends ReadonlyArray<unknown> | { readonly _tag: string }
  ? A
  : A extends object
    ? { readonly [K in keyof A]?: Given<A[K]> | undefined }
    : A

/** Names that differ in the file. */
const peoplesNames = new Map([
  ["basisPoints", "percent"],
  ["perSecond", "rate"],
  ["capacity", "burst"]
])

/** The name in the file: without the unit, because the value contains it. */
const writtenName = (name: string): string => peoplesNames.get(name) ?? name.replace(/Millis|Minor/, "")

interface GroupFacts<Name extends string> {
  readonly description?: string
  /** Each of these must be at least as large as the one before it. */
  readonly ascending?: ReadonlyArray<ReadonlyArray<Name>>
}

type Values = { readonly [name: string]: unknown }

/** The compiler cannot follow computed names: a group decodes a value for each of its fields. */
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

/** Settings by name. Giving one leaves the others unchanged; unknown names are refused. */
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
  const given = () =>
    structOf(
      Object.fromEntries(
        entries.map(([name, setting]) => [
          name,
          setting.given.pipe(Schema.withDecodingDefaultTypeKey(Effect.succeed(setting.standard)))
        ])
      ),
      (name) => name
    )
  const written = () =>
    structOf(
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
  return settingOf(standard as ValuesOf<F>, () => ({
    given: typed<ValuesOf<F>>(given()),
    written: typed<ValuesOf<F>>(written())
  }))
}

const depthMax = 8

const isPlain = (value: unknown): value is Values =>
  typeof value === "object" &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value))

/** Removes undefined values, which count as omitted. */
export const withoutUndefined = (given: unknown, depth = 0): unknown =>
  isPlain(given) && depth < depthMax
    ? Object.fromEntries(
        Object.entries(given).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, withoutUndefined(value, depth + 1)]]
        )
      )
    : given

/** A setting that only a program can give. */
export const programOnly = <A>(setting: Setting<A>): Setting<A> =>
  settingOf(setting.standard, () => ({ given: setting.given, written: undefined }))

/** The setting with another default. */
export const withDefault = <A>(setting: Setting<A>, standard: A): Setting<A> =>
  settingOf(standard, () => setting)

/** A setting that is undefined by default. */
export const optional = <A>(setting: Setting<A>): Setting<A | undefined> =>
  settingOf<A | undefined>(undefined, () => ({
    given: Schema.UndefinedOr(setting.given),
    written: setting.written
  }))
