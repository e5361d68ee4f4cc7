/** What the payment page of a fiat invoice shows of bank transfers, with what accounts of each currency ask for. */
import { BankAccount, transferInstructions } from "@quittance/adapters-bank-transfer"
import { creditorReferenceOf, settlesUntil, strictDecoderOf } from "@quittance/core/adapter"
import { Result } from "effect"
import type { BankPaymentView } from "../../src/pages/BankPaymentView.ts"

/** Accounts as a configuration has them, with numbers of test accounts. */
export const accounts = {
  EUR: {
    currency: "EUR",
    beneficiary: "Bäckerei Müller GmbH",
    iban: "DE89370400440532013000",
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
    iban: "KZ86125KZT5004100100",
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

const reference = creditorReferenceOf("order 1042", 0)
const decode = strictDecoderOf(BankAccount)

/** What a customer is told to transfer to such an account, as the adapter of bank transfers says it. */
const instructionsFor = (account: unknown, amountMinor: bigint, description: string) =>
  transferInstructions(Result.getOrThrow(decode(account)), { amountMinor, description, reference })

/** With names, amounts and purposes as long as they may be. */
export const longestInstructions = {
  EUR: instructionsFor(
    { ...accounts.EUR, beneficiary: "€".repeat(70), iban: "MT84MALT011000012345MTLCAST001S" },
    99_999_999_999n,
    ""
  ),
  RUB: instructionsFor(
    { ...accounts.RUB, beneficiary: "Ж".repeat(60), bank: "Щ".repeat(43) },
    99_999_999_999n,
    "Ы".repeat(200)
  )
}

const bank = { id: "transfer", name: "transfer", collects: "transfer" } as const

/** The views of an invoice of which nothing is chosen, to be paid by transfer. */
export const transferViewsOf = (choosing: BankPaymentView) => {
  const { expiresAtMillis } = choosing
  const settlementIn = (timeZone: string) => ({
    ...{ days: 5, timeZone },
    untilMillis: settlesUntil({ settlementDays: 5, timeZone }, expiresAtMillis)
  })
  const transferring = (currency: keyof typeof accounts, timeZone: string) => {
    const instructions = instructionsFor(accounts[currency], 1_250_050n, "Order 1042")
    return {
      ...{ ...choosing, currency, settlement: settlementIn(timeZone) },
      banks: [...(choosing.banks ?? []), bank],
      chosen: { step: "awaiting", bank, link: null, instructions } as const
    }
  }
  const euros = transferring("EUR", "Europe/Berlin")
  return {
    onlyTransfer: { ...euros, banks: [bank], chosen: null },
    preparing: { ...euros, chosen: { ...euros.chosen, step: "contacting", instructions: null } },
    transferEuros: euros,
    transferRoubles: transferring("RUB", "Europe/Moscow"),
    transferTenge: { ...transferring("KZT", "Asia/Almaty"), banks: [bank] },
    transferDollars: { ...transferring("USD", "America/New_York"), banks: null },
    expiredTransfer: { ...euros, status: "expired", chosen: null },
    expiredLongAgo: {
      ...{ ...euros, status: "expired", chosen: null },
      nowMillis: euros.settlement.untilMillis + 1
    }
  } satisfies Readonly<Record<string, BankPaymentView>>
}
