import { generators } from "@quittance/testing"
import { Option } from "effect"
import * as fc from "fast-check"
import Papa from "papaparse"
import { assert, describe, it } from "vitest"
import type { BatchFile } from "../../../src/concepts/batch/BatchFile.ts"
import { formatMinor } from "../../../src/kernel/money/Money.ts"
import { holds } from "../../holds.ts"
import { fileOf } from "./batchFiles.ts"

const text = fc
  .oneof(
    fc.constantFrom(
      '"',
      '""',
      ",",
      "\r",
      "\n",
      "\r\n",
      " ",
      "\t",
      '",\n"',
      "=1+1",
      "😀",
      "\u202e",
      "\ufeff",
      'a"b'
    ),
    fc.string({ unit: generators.scalarValue, maxLength: 60 }),
    fc
      .array(fc.constantFrom('"', ",", "\r", "\n", " ", "a", "ж"), { maxLength: 12 })
      .map((each) => each.join(""))
  )
  // A backslash before a closing quote may be meant for the quote.
  .map((value) => value.replaceAll("\0", "").replace(/\\$/, "/").toWellFormed())

const columns = [
  "amount",
  "currency",
  "description",
  "email",
  "externalId",
  "redirectUrl",
  "cancelUrl",
  "note"
] as const
type Cells = { readonly [column in (typeof columns)[number]]: string }

const cells: fc.Arbitrary<Cells> = fc.record({
  amount: fc.bigInt(50n, 5_000_000n).map((minor) => formatMinor(minor, "USD")),
  currency: fc.constantFrom("USD", "EUR"),
  description: text,
  email: fc.constantFrom("", "anna@example.com"),
  externalId: fc.constant(""),
  redirectUrl: fc.constantFrom("", "https://shop.example/a?b=1,2"),
  cancelUrl: fc.constantFrom("", "https://shop.example/cart"),
  note: text
})

/** External ids are unique: the text of one, and the number of its row. */
const rowsOfCells = fc
  .array(fc.tuple(cells, fc.option(text)), { minLength: 1, maxLength: 12 })
  .map((rows) =>
    rows.map(([row, id], index) => ({ ...row, externalId: id === null ? "" : `${id}#${index}` }))
  )

const optional = (value: string) => (value === "" ? Option.none() : Option.some(value))

const expected = (rows: ReadonlyArray<Cells>) =>
  rows.map((cell, index) => ({
    row: index + 1,
    amountMinor: BigInt(Math.round(Number(cell.amount) * 100)),
    currency: cell.currency,
    description: optional(cell.description),
    email: optional(cell.email),
    externalId: optional(cell.externalId),
    redirectUrl: optional(cell.redirectUrl),
    cancelUrl: optional(cell.cancelUrl)
  }))

/** Not typed as rows, so that what was written may be compared as it is. */
const rowsOf = (file: BatchFile): ReadonlyArray<unknown> => file.rows

interface Style {
  readonly order: ReadonlyArray<keyof Cells>
  readonly lineEnd: string
  readonly emptyLines: ReadonlyArray<string>
  readonly mark: string
  readonly quotes: ReadonlyArray<number>
}

const style: fc.Arbitrary<Style> = fc.record({
  order: fc.shuffledSubarray([...columns], { minLength: columns.length }),
  lineEnd: fc.constantFrom("\n", "\r\n", "\r"),
  emptyLines: fc.array(fc.constantFrom("", "", " ", "\t "), { maxLength: 3 }),
  mark: fc.constantFrom("", "\ufeff"),
  quotes: fc.array(fc.nat(2), { minLength: 1, maxLength: 20 })
})

/** A CSV writer that quotes what it must and sometimes what it need not. */
const written = (rows: ReadonlyArray<Cells>, { order, quotes, ...chosen }: Style): string => {
  let cell = 0
  const field = (value: string): string => {
    const always = quotes[cell++ % quotes.length] === 0
    return always || /^"|[,\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
  }
  const between = [chosen.lineEnd, ...chosen.emptyLines.map((line) => `${line}${chosen.lineEnd}`)].join("")
  const lines = [order.join(","), ...rows.map((row) => order.map((column) => field(row[column])).join(","))]
  return `${chosen.mark}${lines.join(between)}${between}`
}

describe("whatever a CSV writer writes is read back", () => {
  it("by a writer of any style", () =>
    holds(
      fc.property(rowsOfCells, style, (rows, chosen) => {
        const file = fileOf(written(rows, chosen))
        assert.deepStrictEqual(file.errors, [])
        assert.deepStrictEqual(rowsOf(file), expected(rows))
      })
    ))

  it("by Papa Parse", () =>
    holds(
      fc.property(rowsOfCells, fc.constantFrom("\n", "\r\n"), fc.boolean(), (rows, newline, quotes) => {
        const content = Papa.unparse({ fields: [...columns], data: rows }, { newline, quotes })
        assert.deepStrictEqual(rowsOf(fileOf(content)), expected(rows))
      })
    ))
})

describe("whatever the bytes", () => {
  it("every row but an empty one is counted once: a row that is right or an error, in order", () =>
    holds(
      fc.property(fc.array(text, { maxLength: 8 }), (lines) => {
        const file = fileOf(`amount,currency,description\n10,USD\n${lines.join("\n").replaceAll('"', "")}`)
        const numbers = [...file.rows, ...file.errors].map(({ row }) => row)
        assert.deepStrictEqual([numbers.length, new Set(numbers).size], [file.total, file.total])
        for (const list of [file.rows, file.errors])
          assert.deepStrictEqual(
            list.map(({ row }) => row),
            list.map(({ row }) => row).toSorted((a, b) => a - b)
          )
      })
    ))
})
