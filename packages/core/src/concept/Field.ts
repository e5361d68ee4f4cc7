import { Option, Schema } from "effect"
import { Currency, FiatCurrency } from "../money/Currency.ts"
import type { Instant } from "../time/Instant.ts"

/** What a column of a table holds, in any engine. Money comes as a bigint, whatever is a count or an instant as a number. */
export type Cell = string | number | bigint | null

/** A value as a row gives it: an engine may give every integer as a bigint. */
type ReadCell = unknown

/**
 * A field of a concept: what a value of it is, and how it lies in one column.
 *
 * Tables hold what they declare, so a cell of another type is a damaged file. It is read as the nearest harmless value, and the
 * audit's own check of the file reports it.
 */
export interface Field<A> {
  /** What a sample of it is made like. */
  readonly kind: "text" | "oneOf" | "flag" | "count" | "instant" | "money" | "packed"
  readonly column: "text" | "integer"
  readonly isOptional: boolean
  /** Every text that the column may hold, where these are known. */
  readonly oneOf: ReadonlyArray<string> | undefined
  readonly schema: Schema.Schema<A>
  /** Its column, where that is not the name of the field. */
  readonly columnName: string | undefined
  /** Whether the digest that tells a tampered row covers it: not what is sealed, nor what changes without a version. */
  readonly isDigested: boolean
  /** Changes beside the versions: a commit writes it once, when it inserts the row. */
  readonly isNoted: boolean
  /** What a redaction leaves; of a field without one nothing is personal. */
  readonly erased: { readonly value: A } | undefined
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
  erased: undefined
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

/** A secret as the vault sealed it. It may be sealed anew, under another key. */
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

/** The currency that the money of the same concept is in. */
export const currency: Field<Currency> = { ...oneOf(Currency.literals), oneOf: undefined }

export const fiatCurrency: Field<FiatCurrency> = { ...oneOf(FiatCurrency.literals), oneOf: undefined }

/** Yes or no: 1 or 0 in its column. */
export const flag: Field<boolean> = {
  ...kept,
  kind: "flag",
  column: "integer",
  schema: Schema.Boolean,
  toCell: (value) => (value ? 1 : 0),
  fromCell: (cell) => Number(cell) === 1
}

/** An integer that is no money, from 0. */
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

/** A value of several parts, as JSON text. `pack` and `unpack` stand in for the encoding of the schema, where they are given. */
export const packed = <A>(
  schema: Schema.Codec<A, unknown>,
  codec: { readonly pack: (value: A) => string; readonly unpack: (text: string) => A } = jsonOf(schema)
): Field<A> => ({
  ...kept,
  kind: "packed",
  column: "text",
  schema,
  toCell: codec.pack,
  fromCell: (cell) => codec.unpack(textOf(cell))
})

const jsonOf = <A>(schema: Schema.Codec<A, unknown>) => {
  const json = Schema.toCodecJson(schema)
  const encode = Schema.encodeSync(json)
  const decode = Schema.decodeSync(json)
  return {
    pack: (value: A): string => JSON.stringify(encode(value)),
    unpack: (text: string): A => decode(JSON.parse(text))
  }
}

/** The same, or nothing: null in its column. */
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

/** The same, under another name: that of the field means something to SQL. */
export const named = <A>(columnName: string, field: Field<A>): Field<A> => ({ ...field, columnName })

/** Noted between the versions of its row, by whoever needs no commit for it. */
export const noted = <A>(field: Field<A>): Field<A> => ({ ...field, isDigested: false, isNoted: true })

/** Personal: it lies sealed with everything personal of the same row, and a redaction leaves `value` of it. */
export const erasable = <A>(field: Field<A>, value: A): Field<A> => ({ ...field, erased: { value } })

/** A value of several parts, each in a column of its own, which bears the name of the part. */
export interface Parts<A> {
  readonly parts: { readonly [name: string]: Field<unknown> }
  readonly isOptional: boolean
  readonly schema: Schema.Schema<A>
}

export const parts = <const Fields extends { readonly [name: string]: Field<unknown> }>(
  fields: Fields
): Parts<{ readonly [Name in keyof Fields]: ValueOf<Fields[Name]> }> => ({
  parts: fields,
  isOptional: false,
  schema: Schema.Struct(
    Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]))
  ) as never
})

/** The same, or nothing: null in all its columns. */
export const optionalParts = <A>({ parts, schema }: Parts<A>): Parts<Option.Option<A>> => ({
  parts,
  isOptional: true,
  schema: Schema.Option(schema)
})

/** A value of a field, or of several parts. */
export type ValueOf<F> = F extends Field<infer A> ? A : F extends Parts<infer A> ? A : never

/** Fields by their names. */
export interface Fields {
  readonly [name: string]: Field<unknown> | Parts<unknown>
}
