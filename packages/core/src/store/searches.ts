import { bankPaymentSearch } from "../concepts/bankPayment/bankPaymentSearch.ts"
import { batchSearch } from "../concepts/batch/batchSearch.ts"
import { cryptoInvoiceSearch } from "../concepts/cryptoInvoice/cryptoInvoiceSearch.ts"
import { invoiceSearch } from "../concepts/invoice/invoiceSearch.ts"
import { kycSearch } from "../concepts/kyc/kycSearch.ts"
import { payoutSearch } from "../concepts/payout/payoutSearch.ts"
import type { SoughtValue } from "../concepts/search/SoughtValue.ts"
import { walletSearch } from "../concepts/transit/walletSearch.ts"
import { type EndingWay, endingsOf, type Searched } from "../kernel/search/Searched.ts"
import type { AnyConcept } from "./concepts.ts"

/** How the records of each concept are found by an exact value, or why they are not. None can be left out. */
export const searches = {
  Payout: payoutSearch,
  CryptoInvoice: cryptoInvoiceSearch,
  TransitWallet: walletSearch,
  Invoice: invoiceSearch,
  Batch: batchSearch,
  KycSession: kycSearch,
  BankPayment: bankPaymentSearch,
  StatementEntry: "of the operator's account: its list is searched by id and reference",
  CryptoTransfer: "its transaction finds the invoice",
  TransitDeposit: "its transaction finds the wallet",
  WebhookEndpoint: "a setting",
  Partner: "whoever searches is one",
  ApiKey: "a setting",
  ChainCursor: "of the deployment",
  ChainSetup: "of the deployment",
  ChainTransfer: "of the deployment",
  ChainTransaction: "of the deployment",
  ChainWallet: "of the deployment",
  ChainUpkeep: "of the deployment",
  Subscriber: "of the deployment",
  Roster: "a setting",
  User: "its own, of no partner",
  Invitation: "a setting",
  Credentials: "of a person, of no partner",
  Session: "of a person, of no partner",
  Branding: "a setting",
  Logo: "a setting"
} as const satisfies {
  readonly [Name in AnyConcept["name"]]: Pick<Searched<never, SoughtValue>, "type"> | string
}

/** For code that serves all kinds. Such code passes a kind only its own items. */
export type AnySearched = Searched<unknown, SoughtValue>

export const allSearches: ReadonlyArray<AnySearched> = Object.values(searches).flatMap((each) =>
  typeof each === "string" ? [] : [each as unknown as AnySearched]
)

/** The indexes of ends of fields that a concept's table has for searches. */
export const endingsOfConcept = (name: string): ReadonlyArray<EndingWay<SoughtValue>> =>
  allSearches.flatMap(({ items, ways }) => (items.tag === name ? endingsOf(ways) : []))
