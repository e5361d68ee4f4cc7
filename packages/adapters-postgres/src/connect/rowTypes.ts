import { types } from "pg"
import { textOf } from "./storedText.ts"

const int8 = 20
const int8Array = 1016
const text = 25
const textArray = 1009

/**
 * Every `bigint` of a row is read exactly, as a JavaScript bigint, also within arrays; a `text` is the text that was
 * given, also within arrays; other types are read as pg does.
 */
export const rowTypes = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    (format === "binary" ? undefined : parsers.get(oid)) ??
    types.getTypeParser(oid, format)) as typeof types.getTypeParser
}

type Texts = ReadonlyArray<string | null>

const textsOf = (types.getTypeParser as (oid: number) => (literal: string) => Texts)(textArray)

const parsers = new Map<number, (value: string) => unknown>([
  [int8, BigInt],
  [int8Array, (literal) => textsOf(literal).map((each) => (each === null ? null : BigInt(each)))],
  [text, textOf],
  [
    textArray,
    (literal) =>
      literal.includes("\u0001")
        ? textsOf(literal).map((each) => (each === null ? null : textOf(each)))
        : textsOf(literal)
  ]
])
