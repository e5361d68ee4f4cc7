import { types } from "pg"

const int8 = 20

/** Every `bigint` of a row is read exactly, as a JavaScript bigint; `float8` as a number; other types as pg does. */
export const rowTypes = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    oid === int8 && format !== "binary"
      ? BigInt
      : types.getTypeParser(oid, format)) as typeof types.getTypeParser
}
