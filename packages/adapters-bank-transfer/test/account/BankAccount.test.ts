import { describe, expect, it } from "vitest"
import { accountOf, faultsOf, writtenAccounts } from "../accounts.ts"

const { EUR, KZT, RUB, USD } = writtenAccounts

describe("BankAccount", () => {
  it("takes an account of each currency, and has the days of its country", () => {
    for (const written of Object.values(writtenAccounts)) expect(faultsOf(written)).toEqual([])
    expect(accountOf(EUR)).toMatchObject({ iban: "DE89370400440532013000", timeZone: "Europe/Berlin" })
    expect(accountOf(RUB)).toMatchObject({ timeZone: "Europe/Moscow", settlementDays: 5 })
    expect(accountOf(KZT)).toMatchObject({ iban: "KZ86125KZT5004100100", timeZone: "Asia/Almaty" })
    expect(accountOf({ ...USD, timeZone: "america/chicago" })).toMatchObject({ timeZone: "America/Chicago" })
  })

  it("names the field that is wrong, and says what would be right", () => {
    const cases: ReadonlyArray<readonly [unknown, string, string]> = [
      [{ ...EUR, iban: "DE88 3704 0044 0532 0130 00" }, "iban", "check digits fit"],
      [{ ...EUR, iban: "DE89 3704 0044 0532 0130" }, "iban", "has 20 characters"],
      [{ ...EUR, iban: "12345678" }, "iban", "must be an IBAN, which begins with the letters of a country"],
      [{ ...EUR, bic: "COBADEFFXX" }, "bic", "must be a BIC of 8 or 11 characters"],
      [{ ...EUR, beneficiary: "" }, "beneficiary", "must have 1 to 70 characters"],
      [{ ...EUR, beneficiary: "Shop 🛒" }, "beneficiary", "no emoji"],
      [{ ...EUR, settlementDays: 31 }, "settlementDays", "must be from 0 to 30"],
      [{ ...EUR, timeZone: "Berlin" }, "timeZone", "must be the name of a time zone"],
      [{ ...RUB, account: "40702810438000060474" }, "account", "must fit the BIC"],
      [{ ...RUB, account: "40702840438000060473" }, "account", "must be an account in roubles"],
      [{ ...RUB, account: "4070281043800006047" }, "account", "20 digits"],
      [{ ...RUB, correspondentAccount: "30101810400000000226" }, "correspondentAccount", "must fit the BIC"],
      [{ ...RUB, bic: "44525225" }, "bic", "9 digits that begin with 0"],
      [{ ...RUB, inn: "7707083894" }, "inn", "check digits fit"],
      [{ ...RUB, kpp: "77360100" }, "kpp", "9 characters"],
      [{ ...RUB, beneficiary: "Ё".repeat(160) }, "beneficiary", "must be shorter"],
      [{ ...KZT, iban: EUR.iban }, "iban", "begins with KZ"],
      [{ ...KZT, bin: "971240001316" }, "bin", "check digit fits"],
      [{ ...KZT, kbe: "7" }, "kbe", "2 digits"],
      [{ ...KZT, knp: "85" }, "knp", "3 digits"],
      [{ ...USD, routing: "021000022" }, "routing", "check digit fits"],
      [{ ...USD, account: "12 3" }, "account", "4 to 17 characters"],
      [{ ...USD, iban: EUR.iban }, "iban", ""],
      [{ ...USD, bank: undefined }, "bank", ""]
    ]
    for (const [written, field, message] of cases) {
      const faults = faultsOf(written)
      expect(faults.map((each) => each.field)).toEqual([field])
      expect(faults[0]?.message).toContain(message)
    }
  })

  it("takes a person's tax number, and one of Kazakhstan that needs the second weights", () => {
    expect(faultsOf({ ...RUB, inn: "500100732259", kpp: undefined })).not.toEqual([])
    const { kpp, ...person } = RUB
    expect(kpp).toBe("773601001")
    expect(faultsOf({ ...person, inn: "500100732259" })).toEqual([])
    expect(faultsOf({ ...KZT, bin: "910308400020" })).toEqual([])
  })

  it("takes a mapping of CSV columns with one kind of amount", () => {
    const csv = {
      separator: ";",
      decimalMark: ",",
      dateFormat: "DD.MM.YYYY",
      columns: { bookedOn: "Buchungstag", amount: "Betrag", texts: ["Verwendungszweck"] }
    }
    expect(faultsOf({ ...EUR, csv })).toEqual([])
    expect(faultsOf({ ...EUR, csv: { ...csv, thousandsMark: "," } })[0]?.field).toBe("csv.thousandsMark")
    expect(
      faultsOf({ ...EUR, csv: { ...csv, columns: { ...csv.columns, credit: "Haben" } } })[0]?.field
    ).toBe("csv.columns")
    expect(faultsOf({ ...EUR, csv: { ...csv, bookedStatus: "done" } })[0]?.field).toBe("csv.bookedStatus")
  })
})
