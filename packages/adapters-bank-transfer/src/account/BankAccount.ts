import { type FiatCurrency, integerBetween, TimeZoneName } from "@quittance/core/adapter"
import { Effect, Schema } from "effect"
import { gostBlockBytesMax, gostRequired } from "../instructions/gostPayload.ts"
import { CsvMapping } from "../statement/csv/CsvMapping.ts"
import { bankText, bic, digitsThat, iban, ibanOf } from "./accountTexts.ts"
import { fitsCentralBank, fitsRussianBank, isBin, isInn, isRoutingNumber } from "./checkDigits.ts"

/**
 * An account of ours at a bank, as the configuration names it: who customers transfer to, and whose statements are
 * read. An account has one currency.
 */

const heldUnder = "The name that the account is held under."
const bankName = "The name of the bank."

const partsOf = (zone: string) => ({
  beneficiary: bankText(70, heldUnder),
  timeZone: Schema.String.annotate({
    description: "The time zone whose days the bank's statements count.",
    default: zone
  }).pipe(Schema.decodeTo(TimeZoneName), Schema.withDecodingDefaultTypeKey(Effect.succeed(zone))),
  settlementDays: integerBetween(0, 30)
    .annotate({
      description:
        "How many days after the end of an invoice a transfer may be booked that was sent before it.",
      default: 5
    })
    .pipe(Schema.withDecodingDefaultTypeKey(Effect.succeed(5))),
  statementAccounts: Schema.Array(bankText(70, "The account as statements write it."))
    .annotate({
      description:
        "How else the bank's statements write the account, such as 12345678/1020304050 for an IBAN.",
      default: []
    })
    .pipe(Schema.withDecodingDefaultTypeKey(Effect.succeed<ReadonlyArray<string>>([]))),
  csv: Schema.optionalKey(CsvMapping)
})

/** The fields of an account in one currency. */
const accountIn = <F extends Schema.Struct.Fields & { readonly currency: Schema.Literal<FiatCurrency> }>(
  fields: F
) =>
  Schema.Struct(fields).annotate({
    messageUnexpectedKey: `invalid_value:is not a setting of an account in ${fields.currency.literal}; the settings are ${Object.keys(fields).join(", ")}`
  })

const EuroAccount = accountIn({
  currency: Schema.Literal("EUR"),
  ...partsOf("Europe/Berlin"),
  iban,
  bic: Schema.optionalKey(bic),
  bank: Schema.optionalKey(bankText(70, bankName))
})

const digits20 = (text: string): boolean => /^\d{20}$/.test(text)

const RoubleAccount = accountIn({
  currency: Schema.Literal("RUB"),
  ...partsOf("Europe/Moscow"),
  beneficiary: bankText(160, heldUnder),
  account: digitsThat(digits20, "must be an account of 20 digits"),
  bic: digitsThat((text) => /^0\d{8}$/.test(text), "must be a Russian BIC: 9 digits that begin with 0"),
  correspondentAccount: digitsThat(digits20, "must be a correspondent account of 20 digits"),
  bank: bankText(45, bankName),
  inn: digitsThat(isInn, "must be an INN of 10 or 12 digits whose check digits fit"),
  kpp: Schema.optionalKey(
    digitsThat((text) => /^\d{4}[\dA-Z]{2}\d{3}$/.test(text), "must be a KPP of 9 characters")
  )
}).check(
  Schema.makeFilter((account) => {
    const fault = (path: string, message: string) => ({ path: [path], issue: `invalid_value:${message}` })
    if (!["810", "643"].includes(account.account.slice(5, 8)))
      return fault("account", "must be an account in roubles, whose digits 6 to 8 are 810")
    if (!fitsRussianBank(account.account, account.bic))
      return fault("account", "must fit the BIC: a digit of one of them is wrong")
    if (!fitsCentralBank(account.correspondentAccount, account.bic))
      return fault("correspondentAccount", "must fit the BIC: a digit of one of them is wrong")
    const bytes = new TextEncoder().encode(gostRequired(account).join("|")).length
    return bytes <= gostBlockBytesMax
      ? undefined
      : fault(
          "beneficiary",
          `must be shorter: with the bank and the numbers it has ${bytes} bytes, and a QR code holds ${gostBlockBytesMax}`
        )
  })
)

const TengeAccount = accountIn({
  currency: Schema.Literal("KZT"),
  ...partsOf("Asia/Almaty"),
  iban: ibanOf("KZ"),
  bic,
  bank: Schema.optionalKey(bankText(70, bankName)),
  bin: digitsThat(isBin, "must be a BIN or IIN of 12 digits whose check digit fits"),
  kbe: digitsThat((text) => /^[12]\d$/.test(text), "must be a KBe of 2 digits, such as 17"),
  knp: digitsThat((text) => /^\d{3}$/.test(text), "must be a KNP of 3 digits, such as 859")
})

const DollarAccount = accountIn({
  currency: Schema.Literal("USD"),
  ...partsOf("America/New_York"),
  account: digitsThat((text) => /^[\dA-Z]{4,17}$/.test(text), "must be an account of 4 to 17 characters"),
  routing: digitsThat(isRoutingNumber, "must be a routing number of 9 digits whose check digit fits"),
  bank: bankText(70, bankName)
})

/** The IBAN, or the number of an account that has none. */
export const accountNumber = (account: BankAccount): string =>
  "iban" in account ? account.iban : account.account

export const BankAccount = Schema.Union([EuroAccount, RoubleAccount, TengeAccount, DollarAccount]).annotate({
  expected: 'an account whose currency is "EUR", "RUB", "KZT" or "USD"'
})
export type BankAccount = typeof BankAccount.Type
