import { type Condition, type Derived, deriving } from "../../kernel/concept/Derived.ts"
import { belowDue } from "../../kernel/money/Tolerance.ts"
import type { IssuedCryptoInvoice } from "./CryptoInvoiceRecord.ts"

/**
 * What follows from the stored figures of an invoice: its exception, and what its expiry makes of it. Lists are kept by
 * this, so it is said as values.
 */

/** Irregularities of the invoice, in addition to its status. */
export const cryptoInvoiceExceptions = ["none", "underpaid", "overpaid", "late", "reorganised"] as const
export type CryptoInvoiceException = (typeof cryptoInvoiceExceptions)[number]

export type CryptoInvoiceStatus = IssuedCryptoInvoice["_tag"]

const is = (status: CryptoInvoiceStatus) => ({ in: "state", texts: [status] }) as const

const isLive = { less: [0n, "liveMinor"] } as const

/** A transfer is gone. What is gone is not missed where the rest reaches the amount. */
const isReorganised = {
  any: [{ all: [{ less: [0n, "hasVanished"] }, belowDue("liveMinor")] }, { less: [0n, "reversedCount"] }]
} as const satisfies Condition

/** Confirming, and less was seen in time than pays the invoice. */
const isShort = {
  all: [is("confirming"), isLive, belowDue("countingLiveMinor")]
} as const satisfies Condition

const exception = {
  cases: [
    { when: isReorganised, text: "reorganised" },
    { when: is("underpaid"), text: "underpaid" },
    { when: { all: [is("cancelled"), isLive] }, text: "late" },
    { when: { less: [0n, "lateMinor"] }, text: "late" },
    { when: { less: ["expectedMinor", "creditedMinor"] }, text: "overpaid" }
  ],
  otherwise: "none"
} as const satisfies Derived<CryptoInvoiceException>

/** Under which status the clock puts an invoice from its expiry on. */
const expiry = {
  cases: [
    { when: is("pending"), text: "expired" },
    { when: isShort, text: "underpaid" },
    // Nothing is left to be confirmed.
    { when: { all: [is("confirming"), { less: ["liveMinor", 1n] }] }, text: "expired" }
  ],
  otherwise: undefined
} as const satisfies Derived<CryptoInvoiceStatus>

/** Under which exception the clock puts it then. */
const exceptionAtExpiry = {
  cases: [
    { when: isReorganised, text: undefined },
    { when: isShort, text: "underpaid" }
  ],
  otherwise: undefined
} as const satisfies Derived<CryptoInvoiceException>

/** For lists: how statuses and exceptions follow from what is stored. */
export const cryptoInvoiceStanding = { exception, expiry, exceptionAtExpiry } as const

const factsOf = ({ _tag, order, tally }: IssuedCryptoInvoice) => ({
  state: _tag,
  expectedMinor: order.expectedMinor,
  toleranceMinor: order.toleranceMinor,
  liveMinor: tally.liveMinor,
  creditedMinor: tally.creditedMinor,
  countingLiveMinor: tally.countingLiveMinor,
  lateMinor: tally.lateMinor,
  reversedCount: tally.reversedCount,
  hasVanished: tally.hasVanished
})

/** A wrong name in a condition is refused by the compiler. */
type FactName = keyof ReturnType<typeof factsOf>

const exceptionBy = deriving<CryptoInvoiceException, FactName>(exception)
const expiryBy = deriving<CryptoInvoiceStatus, FactName>(expiry)
const exceptionAtExpiryBy = deriving<CryptoInvoiceException, FactName>(exceptionAtExpiry)

export const exceptionOf = (invoice: IssuedCryptoInvoice): CryptoInvoiceException =>
  exceptionBy(factsOf(invoice)) ?? "none"

/** Of an invoice as it is recorded; undefined if its expiry changes no status. */
export const statusAtExpiry = (invoice: IssuedCryptoInvoice): CryptoInvoiceStatus | undefined =>
  expiryBy(factsOf(invoice))

export const exceptionChangedAtExpiry = (invoice: IssuedCryptoInvoice): CryptoInvoiceException | undefined =>
  exceptionAtExpiryBy(factsOf(invoice))
