import { gzipSync } from "node:zlib"
import { assert, describe, it } from "vitest"
import { fileOf, header, malformedOf } from "./batchFiles.ts"

const latin1 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "latin1"))

/** A ZIP archive as far as its reader looks: the heads of its first parts. */
const zipOf = (...parts: ReadonlyArray<readonly [name: string, content: string]>): Uint8Array =>
  latin1(
    parts
      .map(([name, content]) => {
        const head = Buffer.alloc(30)
        head.write("PK\x03\x04", "latin1")
        head.writeUInt32LE(content.length, 18)
        head.writeUInt16LE(name.length, 26)
        return head.toString("latin1") + name + content
      })
      .join("")
  )

const ole = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(504)])
const csv = `${header}\n10,USD`
const save = "save it as “CSV UTF-8”"
const unpack = "unpack it, and send the CSV file in it"

describe("a file of another kind is told what it is, and what to do", () => {
  it.each<readonly [what: string, content: Uint8Array | string, says: ReadonlyArray<string>]>([
    ["a workbook of Excel", zipOf(["[Content_Types].xml", "<Types/>"]), ["a workbook (.xlsx)", save]],
    ["a workbook of a library", zipOf(["xl/workbook.xml", "<workbook/>"]), ["a workbook (.xlsx)", save]],
    [
      "a workbook of LibreOffice",
      zipOf(["mimetype", "application/vnd.oasis.opendocument.spreadsheet"], ["content.xml", ""]),
      ["a workbook (.ods)", save]
    ],
    ["a workbook of Numbers", zipOf(["Index/Document.iwa", ""]), ["a workbook (.numbers)", save]],
    ["an old workbook", ole, ["a workbook (.xls)", save]],
    ["a packed file", zipOf(["invoices.csv", csv]), ["a compressed archive", unpack]],
    ["an empty archive", latin1(`PK\x05\x06${"\0".repeat(18)}`), ["a compressed archive", unpack]],
    ["a file of gzip", gzipSync(csv), ["compressed with gzip", unpack]],
    ["a file of 7-Zip", latin1("7z\xbc\xaf\x27\x1c\0\x04"), ["a compressed archive", unpack]],
    ["a PDF", "%PDF-1.7\n", ["a document in PDF", "export the table"]],
    ["a picture", latin1("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), ["a picture", "must be a text in CSV"]],
    ["a table of a web page", "\ufeff\r\n<table><tr><td>amount</td></tr></table>", ["is HTML", save]],
    ["a page", "<!DOCTYPE html>\n<html></html>", ["is HTML", save]],
    ["a sheet in XML", '<?xml version="1.0"?><Workbook/>', ["is XML", save]],
    ["invoices in JSON", '[\n  { "amount": 10, "currency": "USD" }\n]', ["is JSON", "must be a text in CSV"]],
    ["a document of Word", String.raw`{\rtf1\ansi amount,currency}`, ["a document in RTF", save]]
  ])("%s", (_what, content, says) => {
    const { message, reason } = malformedOf(content)
    assert.strictEqual(reason, "format", message)
    assert.match(message, /^the file is .*, and must be a text in CSV/)
    for (const said of says) assert.include(message, said)
  })

  it.each([
    ["amount,currency,<table>", "10,USD,x"],
    ["PK,amount,currency", "x,10,USD"],
    ["[note],amount,currency", "x,10,USD"],
    ["<id>,amount,currency", "x,10,USD"]
  ])("but not a CSV file with a column such as %s", (names, row) => {
    assert.lengthOf(fileOf(`${names}\n${row}`).rows, 1)
  })
})
