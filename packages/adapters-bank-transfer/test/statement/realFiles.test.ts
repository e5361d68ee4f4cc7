import { readFileSync } from "node:fs"
import { closes } from "@quittance/core/adapter"
import { Option } from "effect"
import { describe, expect, it } from "vitest"
import { entriesOf, itemsOf, refusalOf } from "./reading.ts"

/** What a file has, in figures that its bank or its project gives, or that were counted in it by hand. */
interface Figures {
  readonly currency: string
  readonly entries: number
  /** The sum of credits that are no reversals. */
  readonly creditsMinor: bigint
  readonly reversals: number
  readonly statements: number
  /** How many of them close; others were trimmed by those who published them. */
  readonly closing: number
}

const figures = (
  currency: string,
  entries: number,
  creditsMinor: bigint,
  statements: number,
  closing: number,
  reversals = 0
): Figures => ({ currency, entries, creditsMinor, reversals, statements, closing })

const files: Readonly<Record<string, Figures>> = {
  "asn.txt": figures("EUR", 8, 282_890n, 31, 31),
  "camt053.v2.five.decimals.xml": figures("EUR", 1, 885n, 1, 0),
  "camt053.v2.multi.statement.xml": figures("EUR", 2, 885n, 2, 2),
  "camt054.v8-with-financial-institution.xml": figures("SEK", 1, 0n, 1, 0),
  "deutschebank.txt": figures("EUR", 1, 0n, 1, 0),
  "knab.txt": figures("EUR", 3, 100_000n, 2, 1),
  "mbank.sta": figures("PLN", 3, 3n, 1, 1),
  "postfinance.txt": figures("CHF", 4, 23_930n, 2, 1),
  "rabobank-iban.txt": figures("EUR", 4, 0n, 2, 2),
  "sberbank.sta": figures("HUF", 3, 0n, 1, 1),
  // It closes only because reversals of credits are debits, and of debits credits.
  "sepa_mt9401.sta": figures("EUR", 97, 518_847_494n, 26, 26, 2),
  "sparkasse2.txt": figures("EUR", 1, 0n, 1, 0, 1),
  "sparkasse3.txt": figures("EUR", 1, 0n, 1, 0, 1),
  "volksbankenraiffeisenbanken.txt": figures("EUR", 12, 74_500n, 8, 8)
}

const real = (name: string): Uint8Array => readFileSync(new URL(`real/${name}`, import.meta.url))

/** The accounts that a file names, as if all were ours. */
const accountIn = (name: string) => {
  const text = new TextDecoder("latin1").decode(real(name))
  const named = text.matchAll(/<Acct>\s*<Id>\s*<IBAN>([^<]+)|^:25P?:(.+?)\s*$/gm)
  const numbers = Array.from(named, ([, iban, account]) => iban ?? account ?? "")
  return { currency: files[name]?.currency ?? "", numbers, timeZone: "Europe/Berlin" }
}

describe("a real file", () => {
  for (const [name, expected] of Object.entries(files))
    it(`is read: ${name}`, () => {
      const items = itemsOf(real(name), accountIn(name))
      const entries = items.flatMap((item) => (item._tag === "Entry" ? [item.entry] : []))
      const sections = items.flatMap((item) => (item._tag === "Section" ? [item.section] : []))
      const credits = entries.filter(({ direction, isReversal }) => direction === "credit" && !isReversal)
      expect({
        currency: expected.currency,
        entries: entries.length,
        creditsMinor: credits.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
        reversals: entries.filter(({ isReversal }) => isReversal).length,
        statements: sections.length,
        closing: sections.filter((section) => closes(section) === true).length
      }).toEqual(expected)
      const keys = new Set(entries.map(({ key }) => key.value))
      expect(keys.size).toBe(entries.length)
      expect(refusalOf(real(name), { ...accountIn(name), numbers: ["other"] })?.message).toContain(
        "and must be of other;"
      )
    })

  it("says who paid, with which text, though lines end within words", () => {
    const [, , third] = entriesOf(
      real("volksbankenraiffeisenbanken.txt"),
      accountIn("volksbankenraiffeisenbanken.txt")
    )
    expect(third).toMatchObject({
      payer: {
        name: Option.some("Antonio Sueto"),
        account: Option.some("DE83500105179219844142"),
        bankId: Option.some("SBCRDE66")
      },
      amountMinor: 8000n
    })
    expect(third?.texts.join("")).toContain("Musical Emilio CD")
    const returned = entriesOf(real("deutschebank.txt"), accountIn("deutschebank.txt"))[0]
    expect(returned?.endToEndId).toEqual(Option.some("A1.200080779.400143254.4961336"))
    expect(returned?.payer.account).toEqual(Option.some("DE50712345600200691329"))
  })

  it("of a bank of Kazakhstan has keys in capitals and one section for each day", () => {
    const own = "KZ86125KZT5004100100"
    const section = (day: string, opening: string, closing: string) =>
      [
        "СЕКЦИЯРАСЧСЧЕТ",
        `ДатаНачала=${day}`,
        `РасчСчет=${own}`,
        `НачальныйОстаток=${opening}`,
        `КонечныйОстаток=${closing}`,
        "КОНЕЦРАСЧСЧЕТ"
      ].join("\r\n")
    const document = (day: string, amount: string) =>
      [
        "СЕКЦИЯДОКУМЕНТ=Выписка",
        "НомерДокумента=95022",
        `ДатаДокумента=${day}`,
        "ВидДокумента=ПлатежноеПоручение",
        amount,
        `ПолучательИИК=${own}`,
        'ПлательщикНаименование=АО ""БАНК""',
        "ПлательщикБИН_ИИН=971240001315",
        "ПлательщикИИК=KZ81722S000001159377",
        `ДатаОперации=${day}`,
        "НазначениеПлатежа=Принятые платежи за 02.01.2026",
        "Общая сумма платежей 7820.00",
        "КонецДокумента"
      ].join("\r\n")
    const file = [
      "1CClientBankExchange\r\nКодировка=windows-1251\r\nВерсияФормата=2.00",
      section("03.01.2026", "100", "7845.7"),
      section("04.01.2026", "7845.70", "7840.7"),
      document("03.01.2026", "СуммаПриход=7745.7"),
      document("04.01.2026", "СуммаРасход=5"),
      "КонецФайла"
    ].join("\r\n")
    const items = itemsOf(file, { currency: "KZT", numbers: [own], timeZone: "Asia/Almaty" })
    expect(items).toMatchObject([
      {
        entry: {
          direction: "credit",
          amountMinor: 774_570n,
          bookedOn: "2026-01-03",
          texts: ["Принятые платежи за 02.01.2026\nОбщая сумма платежей 7820.00"],
          key: { kind: "document" }
        }
      },
      { entry: { direction: "debit", amountMinor: 500n } },
      { _tag: "Section" }
    ])
    expect(items.map((item) => item._tag === "Section" && closes(item.section))).toEqual([false, false, true])
  })
})
