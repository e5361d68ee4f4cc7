import { generators } from "@quittance/testing"
import * as fc from "fast-check"
import Papa from "papaparse"
import { assert, describe, it } from "vitest"
import { type CsvCell, csvLines, csvOf } from "../../../src/kernel/input/Csv.ts"
import { holds } from "../../holds.ts"

const text = fc.oneof(
  fc.constantFrom(
    "=1+1",
    "+7 701",
    "-",
    "@a",
    "\t=1",
    "\r=1",
    "\n=1",
    "\n",
    "＝1+1",
    "＋7 701",
    "－1",
    "＠a",
    "\0=1",
    "\ufeff=1",
    "\u200b\u0001＝1",
    "=1\n=2",
    "'=1",
    '"=1"',
    " =1",
    "a,b",
    "a\r\nb",
    "😀",
    "\ufeff"
  ),
  fc.string({ unit: generators.scalarValue, maxLength: 30 }),
  fc
    .tuple(fc.constantFrom(..."=+-@＝＋－＠\t\r\n\0\u200b"), fc.string({ maxLength: 10 }))
    .map((parts) => parts.join(""))
)

/** Two columns and more: a line of one empty cell would be an empty line. */
const sheet = fc
  .integer({ min: 2, max: 5 })
  .chain((width) =>
    fc.tuple(
      fc.array(text, { minLength: width, maxLength: width }),
      fc.array(fc.array(text, { minLength: width, maxLength: width }), { maxLength: 6 })
    )
  )

const formulaStarts = ["=", "+", "-", "@", "＝", "＋", "－", "＠"]
const dropped = /[\p{Cc}\p{Cf}]/u
const lineStarts = ["\t", "\r", "\n"]

const isFormula = (cell: string): boolean => {
  // A spreadsheet reads it as the figure that it is.
  if (/^-\d+(\.\d+)?$/.test(cell)) return false
  const characters = [...cell]
  const first = characters.find((each) => !dropped.test(each))
  return lineStarts.includes(characters[0] ?? "") || formulaStarts.includes(first ?? "")
}

const read = (csv: string): ReadonlyArray<ReadonlyArray<string>> => {
  const { data, errors } = Papa.parse<ReadonlyArray<string>>(csv, { delimiter: ",", newline: "\r\n" })
  assert.isEmpty(errors)
  assert.deepStrictEqual(data.at(-1), [""], "the last line ends too")
  return data.slice(0, -1)
}

describe("a sheet", () => {
  it("has CRLF after every line and quotes where they are needed", () =>
    assert.strictEqual(
      csvOf(
        ["id", "note"],
        [
          ["1", 'say "hi", twice'],
          ["2", "two\nlines"]
        ]
      ),
      'id,note\r\n1,"say ""hi"", twice"\r\n2,"two\nlines"\r\n'
    ))

  it("shows numbers, truth and nothing plainly", () => {
    const row: ReadonlyArray<CsvCell> = [10.5, -2, true, false, null, ""]
    assert.strictEqual(csvLines([row]), "10.5,-2,true,false,,\r\n")
  })

  it.each(["-1+1", "--1", "-", "-1e5", "-1 ", "\n=1", "＝1", "＋1", "－1", "＠a", "\ufeff=1", "\0=1"])(
    "guards %j",
    (text) => assert.strictEqual(csvLines([["x", text]]).includes(`'${text}`), true)
  )

  it.each([" =1", "a=1", "1-2", "é@b", "-10.500000", "-3"])("leaves %j as it is", (text) =>
    assert.strictEqual(csvLines([["x", text]]), `x,${text === " =1" ? '" =1"' : text}\r\n`)
  )

  it("can be written a few lines at a time", () =>
    holds(
      fc.property(sheet, fc.nat(6), ([header, rows], cut) => {
        const parts = csvOf(header, rows.slice(0, cut)) + csvLines(rows.slice(cut))
        assert.strictEqual(parts, csvOf(header, rows))
      })
    ))

  it("has no text that a spreadsheet would run, and is otherwise read back as it was", () =>
    holds(
      fc.property(sheet, ([header, rows]) => {
        fc.pre(!header[0]?.startsWith("\ufeff"))
        const cells = [header, ...rows]
        const back = read(csvOf(header, rows))
        for (const cell of back.flat()) assert.isFalse(isFormula(cell), JSON.stringify(cell))
        assert.deepStrictEqual(
          back,
          cells.map((line) => line.map((cell) => (isFormula(cell) ? `'${cell}` : cell)))
        )
      })
    ))
})
