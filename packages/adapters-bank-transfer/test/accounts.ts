import { strictDecoderOf } from "@quittance/core/adapter"
import { Result } from "effect"
import { BankAccount } from "../src/account/BankAccount.ts"

/** Accounts as a configuration has them, with numbers of test accounts. */
export const writtenAccounts = {
  EUR: {
    currency: "EUR",
    beneficiary: "Beispiel GmbH",
    iban: "DE89 3704 0044 0532 0130 00",
    bic: "COBADEFFXXX",
    bank: "Commerzbank"
  },
  RUB: {
    currency: "RUB",
    beneficiary: "ООО «Ромашка»",
    account: "40702810438000060473",
    bic: "044525225",
    correspondentAccount: "30101810400000000225",
    bank: "ПАО Сбербанк",
    inn: "7707083893",
    kpp: "773601001"
  },
  KZT: {
    currency: "KZT",
    beneficiary: "ТОО «Ромашка»",
    iban: "KZ86 125K ZT50 0410 0100",
    bic: "KCJBKZKX",
    bin: "971240001315",
    kbe: "17",
    knp: "859"
  },
  USD: {
    currency: "USD",
    beneficiary: "Example Inc.",
    account: "000123456789",
    routing: "021000021",
    bank: "JPMorgan Chase"
  }
} as const

const decode = strictDecoderOf(BankAccount)

/** What is wrong with an account of the configuration. */
export const faultsOf = (written: unknown) =>
  Result.match(decode(written), { onSuccess: () => [], onFailure: (issues) => issues })

export const accountOf = (written: unknown): BankAccount => Result.getOrThrow(decode(written))
