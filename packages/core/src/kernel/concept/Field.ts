import { Option, Schema } from "effect"
import { Currency, FiatCurrency } from "../money/Currency.ts"
import type { Instant } from "../time/Instant.ts"

/** The value of a table column, in any engine. Money is a bigint; counts and instants are numbers. */
export type Cell = string | number | bigint | null

/** A value as an engine returns it: it may return every integer as a bigint. */
type ReadCell = unknown

/**
 * A field of a concept: its type, and its mapping to one column.
 *
 * Tables contain the types they declare, so a cell of another type means a damaged file. It is decoded as the
 * nearest harmless value, and the audit's own file check reports it.
 */
export interface Field<A> {
  /** Determines how sample values are generated. */
  readonly kind: "text" | "oneOf" | "flag" | "count" | "instant" | "money" | "packed"
  readonly column: "text" | "integer"
  readonly isOptional: boolean
  /** Every text the column may contain, if these are known. */
  readonly oneOf: ReadonlyArray<string> | undefined
  readonly schema: Schema.Schema<A>
  /** The column's name, if it differs from the field's name. */
  readonly columnName: string | undefined
  /**
   * Whether the digest that detects a changed row covers it. Sealed fields and fields that change without a
   * version are not covered.
   */
  readonly isDigested: boolean
  /** Changes without a new version: a commit writes it only when it inserts the row. */
  readonly isNoted: boolean
  /** The value that remains after a redaction; a field without one is not personal. */
  readonly erased: { readonly value: A } | undefined
  /** The version of the stored schema that added it; undefined if the first version had it. */
  readonly addedIn: number | undefined
  toCell(value: A): Cell
  fromCell(cell: ReadCell): A
}

const textOf = (cell: ReadCell): string => (typeof cell === "string" ? cell : String(cell))

const kept = {
  isOptional: false,
  oneOf: undefined,
  columnName: undefined,
  isDigested: true,
  isNoted: false,
  erased: undefined,
  addedIn: undefined
} as const

/** Any text. */
export const text: Field<string> = {
  ...kept,
  kind: "text",
  column: "text",
  schema: Schema.String,
  toCell: (value) => value,
  fromCell: textOf
}

/** A secret sealed by the vault. It may be sealed again under another key. */
export const sealed: Field<string> = { ...text, isDigested: false }

/** One of these texts. */
export const oneOf = <const Texts extends ReadonlyArray<string>>(texts: Texts): Field<Texts[number]> => ({
  ...kept,
  kind: "oneOf",
  column: "text",
  oneOf: texts,
  schema: Schema.Literals(texts),
  toCell: (value) => value,
  fromCell: (cell) => textOf(cell)
})

/** The currency of the money fields of the same concept. */
export const currency: Field<Currency> = { ...oneOf(Currency.literals), oneOf: undefined }

export const fiatCurrency: Field<FiatCurrency> = { ...oneOf(FiatCurrency.literals), oneOf: undefined }

/** A boolean: 1 or 0 in its column. */
export const flag: Field<boolean> = {
  ...kept,
  kind: "flag",
  column: "integer",
  schema: Schema.Boolean,
  toCell: (value) => (value ? 1 : 0),
  fromCell: (cell) => Number(cell) === 1
}

/** A non-negative integer that is not money. */
export const count: Field<number> = {
  ...kept,
  kind: "count",
  column: "integer",
  schema: Schema.Int,
  toCell: (value) => value,
  fromCell: Number
}

/** Milliseconds since 1970, UTC. */
export const instant: Field<Instant> = { ...count, kind: "instant" }

/** Integer minor units. */
export const money: Field<bigint> = {
  ...kept,
  kind: "money",
  column: "integer",
  schema: Schema.BigInt,
  toCell: (value) => value,
  fromCell: (cell) => (typeof cell === "bigint" ? cell : 0n)
}

/**
 * A value with several parts, stored as JSON text. `pack` and `unpack` replace the schema's encoding if
 * given.
 */
export const packed = <A>(
  schema: Schema.Codec<A, unknown>,
  codec: { readonly pack: (value: A) => string; readonly unpack: (text: string) => A } = jsonOf(schema)
): Field<A> => ({
  ...kept,
  kind: "packed",
  column: "text",
  schema,
  toCell: rememberingLast(codec.pack),
  fromCell: (cell) => codec.unpack(textOf(cell))
})

/** A commit asks twice for each cell: for the row, and for its checksum. */
const rememberingLast = <A>(pack: (value: A) => string): ((value: A) => string) => {
  let last: { readonly value: A; readonly text: string } | undefined
  return (value) => {
    if (last?.value !== value) last = { value, text: pack(value) }
    return last.text
  }
}

const jsonOf = <A>(schema: Schema.Codec<A, unknown>) => {
  const json = Schema.toCodecJson(schema)
  const encode = Schema.encodeSync(json)
  const decode = Schema.decodeSync(json)
  return {
    pack: (value: A): string => JSON.stringify(encode(value)),
    unpack: (text: string): A => decode(JSON.parse(text))
  }
}

/** The same field, or none: null in its column. */
export const optional = <A>(field: Field<A>): Field<Option.Option<A>> => {
  const { fromCell, schema, toCell } = field
  return {
    ...field,
    isOptional: true,
    schema: Schema.Option(schema),
    erased: undefined,
    toCell: (value) => (Option.isNone(value) ? null : toCell(value.value)),
    fromCell: (cell) => (cell === null ? Option.none() : Option.some(fromCell(cell)))
  }
}

/** The same field with another column name, because SQL reserves the field's name. */
export const named = <A>(columnName: string, field: Field<A>): Field<A> => ({ ...field, columnName })

/** A field that is updated outside commits, without a new version of its row. */
export const noted = <A>(field: Field<A>): Field<A> => ({ ...field, isDigested: false, isNoted: true })

/** Personal data: sealed together with all personal data of the same row. A redaction replaces it by `value`. */
export const erasable = <A>(field: Field<A>, value: A): Field<A> => ({ ...field, erased: { value } })

/** A value with several parts, each in its own column, named after the part. */
export interface Parts<A> {
  readonly parts: { readonly [name: string]: Field<unknown> }
  readonly isOptional: boolean
  readonly schema: Schema.Schema<A>
  readonly addedIn: number | undefined
}

export const parts = <const Fields extends { readonly [name: string]: Field<unknown> }>(
  fields: Fields
): Parts<{ readonly [Name in keyof Fields]: ValueOf<Fields[Name]> }> => ({
  parts: fields,
  isOptional: false,
  addedIn: undefined,
  schema: Schema.Struct(
    Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]))
  ) as never
})

/** The same value, or none: null in all its columns. */
export const optionalParts = <A>({ parts, schema }: Parts<A>): Parts<Option.Option<A>> => ({
  parts,
  isOptional: true,
  addedIn: undefined,
  schema: Schema.Option(schema)
})

/**
 * A field that was added in a later version of the stored schema, by the step with that number. Rows from before have
 * null in its columns, so it is optional, or only states have it that the same version adds; its docstring says what
 * its absence means in an old row. A null column is in no digest, so the digests of old rows stay valid.
 */
export const added = <F extends Pick<Parts<unknown>, "addedIn">>(version: number, field: F): F => ({
  ...field,
  addedIn: version
})

/** A value of a field, or of several parts. */
export type ValueOf<F> = F extends Field<infer A> ? A : F extends Parts<infer A> ? A : never

/** Fields by their names. */
export interface Fields {
  readonly [name: string]: Field<unknown> | Parts<unknown>
}
