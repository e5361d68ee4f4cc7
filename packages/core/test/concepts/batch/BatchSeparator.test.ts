import { assert, describe, it } from "vitest"
import { fileOf, malformedOf } from "./batchFiles.ts"

const separators = { ";": "semicolons", "\t": "tabs", "|": "vertical bars" }

const hint = (name: string) => `the columns must be separated by commas, but are separated by ${name}`

const assertHint = (content: string | Uint8Array, name: string, what: string, rest = "") => {
  const { message, reason } = malformedOf(content)
  assert.deepStrictEqual([reason, message], ["separator", hint(name) + rest], what)
}

describe.each(Object.entries(separators))("a file separated by %j", (separator, name) => {
  const line = (...cells: ReadonlyArray<string>) => `${cells.join(separator)}\r\n`
  const header = line("amount", "currency", "description")

  const contents = {
    "with rows": header + line("10", "USD", "tea"),
    "with decimal commas": header + line("10,50", "USD", "tea, green"),
    "with quoted cells": header + line("10", "USD", '"tea ""green"""'),
    "with a quote that never closes": header + line("10", "USD", '"tea'),
    "with text after a closing quote": header + line("10", "USD", '"tea" green'),
    "with PHP's quotes": header + line("10", "USD", '"tea \\"green\\""'),
    "with all cells quoted": line('"amount"', '"currency"') + line('"10"', '"USD"'),
    "with only a header": header,
    "with only a header and no line end": header.trimEnd(),
    "with a quoted header and nothing else": line('"amount"', '"currency"'),
    "with more than 1000 rows": header + line("10", "USD", "tea").repeat(1001),
    "with a quote in its header that never closes": line('"amount', "currency") + line("10", "USD, tea"),
    "with a header that is too long": line("amount", "currency", "x".repeat(70_000)) + line("10", "USD"),
    "with a header twice": line("amount", "currency", "amount") + line("10", "USD", "10"),
    "without the amount": line("currency", "description") + line("USD", "tea"),
    "with names in another language": line("сумма", "валюта") + line("10", "USD"),
    "with its own separator in a quoted name":
      line("amount", `"a${separator}b"`, "currency") + line("1", "x", "USD"),
    "with many commas in a name": line("amount", '"a,b,c,d,e"', "currency") + line("10", "x", "USD"),
    "after a line that says commas": `sep=,\r\n${header}${line("10", "USD", "tea")}`,
    "with a comma in a name": line("id,of", "currency", "amount") + line("1", "USD", "10"),
    "with a name of two lines": line('"note\n(for us)"', "amount", "currency") + line("x", "10", "USD"),
    "after empty rows": line("", "", "") + line("\u00a0", "", "") + header + line("10", "USD", "tea"),
    "after empty lines": `\r\n \r\n${header}${line("10", "USD", "tea")}`,
    "after a byte order mark": `\ufeff${header}${line("10", "USD", "tea")}`,
    "after a byte order mark, with quotes": `\ufeff${line('"amount"', '"currency"')}${line("10", "USD")}`,
    "with zero-width spaces in its names": line("\u200bamount", "currency\u200b") + line("10", "USD"),
    "after a line that says so": `sep=${separator}\r\n${header}${line("10", "USD", "tea")}`,
    "after a quoted line that says so": `"sep=${separator}"\r\n${header}${line("10", "USD", "tea")}`,
    "after such a line, with nothing else": `sep=${separator}`
  }
  for (const [what, content] of Object.entries(contents))
    it(`${what} is told so before anything else`, () => assertHint(content, name, what))

  const russian = header + line("10", "USD", "чай")
  const windows1251 = Uint8Array.from(russian, (character) => {
    const code = character.charCodeAt(0)
    return code < 0x80 ? code : code - 0x350
  })
  const little = Buffer.from(`\ufeff${russian}`, "utf16le")
  const utf16 = "; the file is also UTF-16, and must be UTF-8"
  const encodings: ReadonlyArray<readonly [string, Uint8Array, string]> = [
    ["in UTF-16, as Excel saves Unicode text,", little, utf16],
    ["in UTF-16 with the other byte first", Buffer.from(little).swap16(), utf16],
    ["in UTF-16 without a byte order mark", little.subarray(2), utf16],
    ["in windows-1251", windows1251, "; the file is also not UTF-8: save it as “CSV UTF-8”"],
    [
      "with a NUL byte",
      Buffer.from(`${russian}\0`),
      "; the file also has a NUL byte, and must be a text in UTF-8"
    ]
  ]
  for (const [what, content, rest] of encodings)
    it(`${what} is told both at once`, () => assertHint(content, name, what, rest))
})

describe("a file that is separated by commas", () => {
  const right = {
    "has other separators in a name": "amount,currency,a;b|c\td\n10,USD,1;2",
    "has other separators in its values": 'amount,currency,description\n10,USD,"a;b|c\td"\n10,USD,a;b|c',
    "says so in its first line": "sep=,\namount,currency\n10,USD",
    "says so in capitals": "SEP=,\r\namount,currency\r\n10,USD",
    "says so in quotes": '"sep=,"\namount,currency\n10,USD',
    "says so after a byte order mark": "\ufeffsep=,\namount,currency\n10,USD",
    "says so in a row that a spreadsheet made longer": "sep=,,,,\namount,currency\n10,USD",
    "says so in a row whose cells are all quoted": '"sep=","",""\namount,currency\n10,USD',
    "says so after an empty row": ",,\nsep=,\namount,currency\n10,USD"
  }
  for (const [what, content] of Object.entries(right)) {
    it(`${what}`, () =>
      assert.deepStrictEqual(
        fileOf(content).rows.map(({ row }) => row),
        content.includes("description") ? [1, 2] : [1]
      ))
  }

  it("is told of its encoding alone", () => {
    const utf16 = Buffer.from("\ufeffamount,currency\n10,USD", "utf16le")
    for (const bytes of [utf16, utf16.subarray(2)]) {
      const { message, reason } = malformedOf(bytes)
      assert.deepStrictEqual([reason, message], ["encoding", "the file is UTF-16, and must be UTF-8"])
    }
  })

  it("has no line about its separator but the first", () =>
    assert.deepStrictEqual(
      fileOf("amount,currency\nsep=,\n10,USD").errors.map(({ row }) => row),
      [1]
    ))

  it("is refused where its first line says something else", () =>
    assertHint("sep=;\namount,currency\n10,USD", "semicolons", "sep=;"))
})

it("a file of unknown columns is told which are missing, and nothing of separators", () => {
  for (const content of ["a,b\n1,2", "a,b;c\n1,2", "currency,description;email\nUSD,x"])
    assert.throws(() => fileOf(content), /the column amount is missing/)
})
