import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { camtText } from "../../src/written/camtText.ts"
import { clientBankFile, windows1251Bytes } from "../../src/written/clientBankFile.ts"
import { csvFile, csvFileMapping } from "../../src/written/csvFile.ts"
import { mt940File } from "../../src/written/mt940File.ts"
import type { WrittenStatement } from "../../src/written/WrittenStatement.ts"
import { bytesOf, entriesOf, itemsOf, ownAccount, readingAccount, refusalOf } from "./reading.ts"
import { formats } from "./statements.ts"

const payment = {
  amountMinor: 1250n,
  payer: "Пётр Ёлкин",
  payerAccount: "DE02120300000000202051",
  payerBank: "BYLADEM1001",
  text: "Оплата"
}
const entry = { direction: "credit", isReversal: false, status: "booked", bookedOn: "2026-11-27" } as const
const statement: WrittenStatement = {
  account: ownAccount,
  currency: "EUR",
  openingMinor: 100n,
  day: "2026-11-28",
  entries: [
    { ...entry, payments: [payment, { ...payment, amountMinor: 99n }] },
    { ...entry, payments: [payment] }
  ]
}
const camt = camtText(statement, { message: "053", version: "08" })
const mt940 = mt940File(statement)
const russian = clientBankFile(statement, "russian")
const csv = csvFile(statement)

const joined = (...parts: ReadonlyArray<string | Uint8Array>): Uint8Array => Buffer.concat(parts.map(bytesOf))

describe("a file that is not to be trusted", () => {
  const cases: ReadonlyArray<readonly [string, string | Uint8Array, string]> = [
    ["an empty one", "", "the file is empty"],
    ["one that begins with NUL bytes", new Uint8Array(16), "has a NUL byte"],
    ["a workbook", Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0]), "ZIP archive or a workbook"],
    [
      "an archive with a password",
      Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0, 1, 0]),
      "ZIP archive with a password"
    ],
    [
      "an Excel file with a password",
      Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0]),
      "Excel file, or one with a password"
    ],
    ["a PDF", "%PDF-1.7", "is a PDF"],
    ["UTF-16", Uint8Array.from([0xff, 0xfe, 0x3c, 0]), "is UTF-16, and must be UTF-8"],
    [
      "another account",
      camt.replaceAll(ownAccount, "NL91ABNA0417164300"),
      "is of the account NL91ABNA0417164300"
    ],
    ["another account in MT940", mt940.replaceAll(ownAccount, "12345678/1"), "is of the account 12345678/1"],
    ["another account in 1C", russian.replaceAll(ownAccount, "40702810"), "is of the account 40702810"],
    ["another account in CSV", csv.replaceAll(ownAccount, "40702810"), "is of the account 40702810"],
    ["another currency", camt.replaceAll("EUR", "USD"), "is in USD, and the account is in EUR"],
    ["another currency in MT940", mt940.replaceAll("EUR", "USD"), "is in USD, and the account is in EUR"],
    ["another currency in CSV", csv.replaceAll("EUR", "USD"), "is in USD, and the account is in EUR"],
    [
      "another currency of one entry",
      camt.replace('<Ntry><Amt Ccy="EUR"', '<Ntry><Amt Ccy="USD"'),
      "is in USD"
    ],
    ["a report within the day", camt.replaceAll("camt.053", "camt.052"), "camt.052, a report within the day"],
    [
      "an order of payments",
      camt.replaceAll("camt.053.001.08", "pain.001.001.09"),
      "no camt.053 or camt.054"
    ],
    ["a future version", camt.replaceAll("001.08", "001.14"), "only versions 02, 04, 08 are read"],
    ["a future version of 1C", russian.replace("1.03", "3.00"), "is version 3.00 of the format"],
    ["a DOCTYPE", camt.replace("<Document", "<!DOCTYPE Document []><Document"), "has a DOCTYPE"],
    ["an unknown entity", camt.replace("CRDT", "&credit;"), "undefined entity"],
    ["deep nesting", camt.replace("<Id>", "<a>".repeat(70)), "nested deeper than 64"],
    ["an endless element", camt.replace("<Id>", `<Id>${"a".repeat(3_000_000)}`), "an element has more than"],
    ["an endless line", mt940.replace("?30", "a".repeat(70_000)), "the line has more than"],
    ["a sum that is another", camt.replace(">13.49<", ">13.48<"), "sum to 13.49, and the entry is 13.48"],
    ["a comma in an amount", camt.replace(">13.49<", ">13,49<"), "“13,49” must be digits with a point"],
    ["a comma in an amount of 1C", russian.replace("12.50", "12,50"), "“12,50” must be digits with a point"],
    [
      "a point in an amount of MT940",
      mt940.replace("C12,50N", "C12.50N"),
      "“12.50” must be digits with a comma"
    ],
    ["a point in an amount of CSV", csv.replace("12,50", "12.50"), "“12.50” must be digits with a comma"],
    ["an amount that is none", camt.replace(">13.49<", "><"), "the amount “”"],
    ["half a cent", camt.replace(">13.49<", ">13.495<"), "at most 2 decimals"],
    [
      "a direction that is none",
      camt
        .replace("</Bal><Ntry>", "</Bal><Ntry>")
        .replace("<CdtDbtInd>CRDT</CdtDbtInd><Sts>", "<CdtDbtInd>CR</CdtDbtInd><Sts>"),
      "“CR” must be CRDT or DBIT"
    ],
    [
      "a day that is none",
      camt.replace("<BookgDt><Dt>2026-11-27", "<BookgDt><Dt>2026-11-31"),
      "must be a day of the calendar"
    ],
    [
      "entries of no account",
      camt.replace(/<Acct>.*<\/Acct>/, ""),
      "must name its account before its entries"
    ],
    [
      "payment orders of 1C",
      russian.replace(/СекцияРасчСчет[\s\S]*КонецРасчСчет\r\n/, ""),
      "payment orders for a bank"
    ],
    ["two joined files of 1C", russian + russian, "goes on after КонецФайла"],
    [
      "two encodings",
      joined(windows1251Bytes(russian.slice(0, 400)), russian.slice(400)),
      "export the file again in one encoding"
    ],
    [
      "two encodings, UTF-8 first",
      joined(russian.slice(0, 400), windows1251Bytes(russian.slice(400))),
      "export the file again in one encoding"
    ],
    ["an encoding that is another", windows1251Bytes(camt), "is not in utf-8, which it says it is in"],
    [
      "a document with two amounts",
      clientBankFile(statement, "kazakh").replace("СуммаПриход=", "СуммаРасход=1\r\nСуммаПриход="),
      "has both СуммаПриход and СуммаРасход"
    ],
    [
      "a row that lacks columns",
      csv.replace(/;[^;\r]*\r\n$/, "\r\n"),
      "the row has 9 columns, and the header has 10"
    ],
    ["an interim report", mt940.replace(":60F:", ":34F:EUR0,\r\n:60F:"), "is MT942, a report within the day"],
    [
      "an entry that is none",
      mt940.replace(":61:261127", ":61:27.11.2026"),
      "must be an entry as MT940 has them"
    ],
    ["a quote that never closes", `${csv}"${"\n".repeat(200)}`, "a quote may never close"],
    ["a text without a form", "hello", "has no header with the columns"]
  ]
  for (const [name, file, message] of cases)
    it(`is refused in one sentence: ${name}`, () => {
      const refusal = refusalOf(file)
      expect(refusal?.message).toContain(message)
      expect(refusal?.message).not.toMatch(/[\n]|\. /)
    })

  it("is refused with the place of the fault", () => {
    expect(refusalOf(camt.replace(">13.49<", ">13.48<"))).toMatchObject({ line: 2, path: "Stmt[1]/Ntry[1]" })
    const inSecond = camt.replace(/(.*)>12\.50</, "$1>12,50<")
    expect(refusalOf(inSecond)?.path).toBe("Stmt[1]/Ntry[2]/NtryDtls/TxDtls[1]/Amt")
    expect(refusalOf(mt940.replace("C12,50N", "C12.50N"))).toMatchObject({ line: 5, path: "" })
  })

  it("is no statement for an account that declares no csv", () => {
    const { csv: mapping, ...account } = readingAccount
    expect(mapping).toBe(csvFileMapping)
    expect(refusalOf(csv, account)?.message).toContain("and the account declares no csv")
  })

  it("says nothing when it is cut off: it is refused, or in MT940 ends after a whole statement", () => {
    const single = { ...statement, entries: statement.entries.slice(1) }
    for (const [name, format] of Object.entries(formats)) {
      // Rows of CSV have no end; a row that is cut off lacks columns.
      if (name === "CSV") continue
      const bytes = bytesOf(format.file(single))
      const whole = entriesOf(bytes)
      // What comes after the last mark of a format is an end of line; in MT940 the closing balance ends it.
      const isWhole = (part: Uint8Array): boolean => {
        const text = new TextDecoder("latin1").decode(part)
        return name === "MT940"
          ? /:62F:C\d{6}EUR\d+(?:,\d*)?/.test(text)
          : part.length >= bytes.length - (name.startsWith("camt") ? 1 : 2)
      }
      for (let length = 0; length < bytes.length; length++) {
        const part = bytes.subarray(0, length)
        if (isWhole(part)) expect(entriesOf(part)).toEqual(whole)
        else expect(refusalOf(part), `${name}, ${length} bytes`).toBeDefined()
      }
    }
  })

  it("is read or refused, whatever byte of it is another one", () => {
    const files = Object.values(formats).map(({ file }) => bytesOf(file(statement)))
    fc.assert(
      fc.property(fc.constantFrom(...files), fc.nat(), fc.nat({ max: 255 }), (file, at, byte) => {
        const changed = file.slice()
        changed[at % file.length] = byte
        expect([undefined, "StatementRefused"]).toContain(refusalOf(changed)?._tag)
      }),
      { numRuns: 300 }
    )
  })
})

describe("a large file", () => {
  it("gives its entries while it is read", () => {
    const single = camt.slice(camt.indexOf("<Ntry>"), camt.indexOf("</Ntry>") + 7)
    const many = camt.replace("<Ntry>", `${single.repeat(100)}<Ntry>`)
    expect(itemsOf(many).length).toBe(2 * 101 + 1 + 1)
    const half = bytesOf(many.slice(0, many.length / 2))
    expect(() => itemsOf(half)).toThrow("unclosed tag")
  })
})
