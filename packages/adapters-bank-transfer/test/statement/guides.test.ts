/** The pages about formats for operators: their files are read, and their sentences are those that people see. */
import { readFileSync } from "node:fs"
import { closes, statementFileBytesMax, strictDecoderOf } from "@quittance/core/adapter"
import { Option, Result } from "effect"
import { describe, expect, it } from "vitest"
import { NamedAccounts } from "../../src/account/NamedAccounts.ts"
import { statementAccountOf } from "../../src/statement/StatementAccount.ts"
import { entriesOf, itemsOf, refusalOf } from "./reading.ts"

const guides = new URL("../../../../docs/guides/", import.meta.url)
const decode = strictDecoderOf(NamedAccounts)

const pageOf = (name: string) => {
  const text = readFileSync(new URL(`bank-statements/${name}.md`, guides), "utf8")
  const blocks = (language: string): ReadonlyArray<string> =>
    [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(([, block = ""]) => block)
  const [configuration = ""] = blocks("json")
  const { main } = Result.getOrThrow(decode(JSON.parse(configuration).banks))
  if (main === undefined) throw new Error(`${name} configures no account main`)
  return { text, blocks, account: statementAccountOf(main) }
}

/** What the sample of a page is read as, and what is refused when one thing of it is changed. */
interface Page {
  readonly name: string
  readonly language: string
  readonly amountMinor: bigint
  readonly payer: RegExp
  readonly bank?: string
  readonly keyKind: string
  readonly isClosed: true | undefined
  readonly notBooked: ReadonlyArray<string>
  readonly refused: ReadonlyArray<readonly [from: string | RegExp, to: string]>
}

const pages: ReadonlyArray<Page> = [
  {
    name: "camt",
    language: "xml",
    amountMinor: 7550n,
    payer: /^Ann Payer$/,
    bank: "GIBAATWWXXX",
    keyKind: "bankReference",
    isClosed: true,
    notBooked: ["debit"],
    refused: [
      ["camt.053.001.08", "camt.052.001.08"],
      ["camt.053.001.08", "camt.053.001.12"],
      ["camt.053.001.08", "pain.001.001.09"],
      ['<Amt Ccy="EUR">75.50</Amt>\n            <Rltd', '<Amt Ccy="EUR">75.00</Amt>\n            <Rltd'],
      ["75.50", "75,50"],
      ["</Document>", ""],
      ["<Document", "<!DOCTYPE Document>\n<Document"]
    ]
  },
  {
    name: "mt940",
    language: "text",
    amountMinor: 7550n,
    payer: /^ANN PAYER$/,
    bank: "GIBAATWWXXX",
    keyKind: "mt940Reference",
    isClosed: true,
    notBooked: ["debit"],
    refused: [
      [":62F:C261126EUR1065,50", ":34F:EUR0,00\n:62F:C261126EUR1065,50"],
      [/:62F:.*/s, ""],
      ["CR75,50NTRFNONREF//2026112600417", "CR"],
      ["CR75,50", "CR75.50"],
      ["2611261126CR", "2611991126CR"]
    ]
  },
  {
    name: "1c",
    language: "text",
    amountMinor: 7550n,
    payer: /Покупатель/,
    bank: "044525974",
    keyKind: "document",
    isClosed: true,
    notBooked: ["debit"],
    refused: [
      ["КонецФайла\n", ""],
      [/$/, "1CClientBankExchange\n"],
      [/СекцияРасчСчет.*КонецРасчСчет\n/s, ""],
      ["1.03", "3.0"],
      ["26.11.2026\nНазн", "2026-11-26\nНазн"]
    ]
  },
  {
    name: "csv",
    language: "csv",
    amountMinor: 107_550n,
    payer: /^Ann Payer$/,
    keyKind: "bankReference",
    isClosed: undefined,
    notBooked: ["pending", "debit"],
    refused: [
      ['"Memo"', '"Notes"'],
      [",20.00", ""],
      ['"1,075.50"', '"1.075,50"'],
      ["\n11/26/2026", "\n2026-11-26"],
      ["RF4160511928374", '"RF4160511928374']
    ]
  }
]

for (const page of pages)
  describe(`the guide to ${page.name}`, () => {
    const { account, blocks, text } = pageOf(page.name)
    const [file = ""] = blocks(page.language)

    it("has a file that is read as it says", () => {
      const items = itemsOf(file, account)
      const [first, ...others] = entriesOf(file, account)
      expect(first).toMatchObject({
        ...{ amountMinor: page.amountMinor, direction: "credit", status: "booked", bookedOn: "2026-11-26" },
        key: { kind: page.keyKind }
      })
      expect(first && Option.getOrUndefined(first.payer.name)).toMatch(page.payer)
      expect(first && Option.getOrUndefined(first.payer.bankId)).toBe(page.bank)
      const said = [...(first?.structuredReferences ?? []), ...(first?.texts ?? [])].join("")
      expect(said.replace(/\s/g, "")).toContain("RF6648210035717")
      expect(others.map(({ direction, status }) => (status === "pending" ? status : direction))).toEqual(
        page.notBooked
      )
      for (const item of items) if (item._tag === "Section") expect(closes(item.section)).toBe(page.isClosed)
    })

    it("says in the program's words what is refused", () => {
      const told = text.slice(text.indexOf("## What is refused"))
      const sentences = [...told.matchAll(/^\| `(.*?)` \|/gm)].map(([, sentence]) => sentence)
      const refusals = page.refused.map(([from, to]) => {
        const changed = file.replace(from, to)
        expect(changed).not.toBe(file)
        return refusalOf(changed, account)?.message
      })
      expect(refusals).toEqual(sentences)
    })
  })

it("the guide to 1C reads the other dialect too", () => {
  const { account, blocks } = pageOf("1c")
  const [russian = "", kazakh = ""] = blocks("text")
  const head = russian.slice(0, russian.indexOf("СекцияДокумент"))
  const [entry] = entriesOf(`${head}${kazakh}КОНЕЦФАЙЛА\n`, account)
  expect(entry).toMatchObject({ amountMinor: 7550n, direction: "credit", bookedOn: "2026-11-26" })
  expect(entry?.key.kind).toBe("document")
})

it("the guide for every morning says in the program's words what is refused in every format", () => {
  const { account, blocks } = pageOf("camt")
  const [file = ""] = blocks("xml")
  const mt940 = pageOf("mt940").blocks("text")[0] ?? ""
  const { csv: _, ...plain } = account
  const bytes = (...start: ReadonlyArray<number>) => Uint8Array.from([...start, ...Array(40).fill(0)])
  const ofName = (name: string) =>
    Uint8Array.from(mt940.replace("ANN PAYER", name), (each) => each.charCodeAt(0))
  const joined = Buffer.concat([Buffer.from(mt940.replace("ANN PAYER", "Jörg")), ofName("J\u00f6rg")])
  const text = readFileSync(new URL("bank-transfers.md", guides), "utf8")
  const told = text.slice(text.indexOf("## A file that is refused"))
  const sentences = [...told.matchAll(/^\| `(.*?)` \|/gm)].map(([, sentence]) => sentence)
  const refusals = [
    file.replaceAll("DE89370400440532013000", "DE36000000000000000000"),
    file.replaceAll("EUR", "USD"),
    bytes(0x50, 0x4b, 3, 4),
    bytes(0x50, 0x4b, 3, 4, 20, 0, 1),
    bytes(0x1f, 0x8b),
    "%PDF-1.7",
    bytes(0xd0, 0xcf, 0x11, 0xe0),
    "-----BEGIN PGP MESSAGE-----",
    bytes(0xff, 0xfe),
    joined,
    "Account;Amount",
    "",
    new Uint8Array(statementFileBytesMax + 1)
  ].map((each) => refusalOf(each, each === joined ? pageOf("mt940").account : plain)?.message)
  expect(refusals).toEqual(sentences)
})

it("the guide for every morning configures an account in each currency", () => {
  const text = readFileSync(new URL("bank-transfers.md", guides), "utf8")
  const [, configuration = ""] = /^```json\n(.*?)^```/ms.exec(text) ?? []
  const accounts = Result.getOrThrow(decode(JSON.parse(configuration).banks))
  expect(Object.values(accounts).map(({ currency }) => currency)).toEqual(["EUR", "RUB", "KZT", "USD"])
})
