import { Option } from "effect"
import { concept } from "../../kernel/concept/Concept.ts"
import type { OrderOf, StateOf } from "../../kernel/concept/Definition.ts"
import {
  added,
  count,
  currency,
  erasable,
  instant,
  money,
  named,
  oneOf,
  optional,
  parts,
  text
} from "../../kernel/concept/Field.ts"
import { FeePayer } from "../../kernel/money/Fee.ts"
import { cryptoInvoiceTally } from "./CryptoInvoiceTally.ts"

/** UUIDv7. */
export type CryptoInvoiceId = string

/** The stored fields of a crypto invoice. */
export const cryptoInvoice = concept({
  name: "CryptoInvoice",
  noun: "crypto invoice",
  table: "crypto_invoices",
  order: {
    id: text,
    partnerId: text,
    /** Unique per partner by a claim. */
    externalId: text,
    /** The unguessable end of the payment link: 128 bits. */
    token: text,
    network: text,
    currency,
    /** Unique per network by a claim. */
    address: text,
    /** The salt from which the address was derived. */
    addressSalt: text,
    amountMinor: money,
    expectedMinor: money,
    /** With `netMinor`: the quote for a payment of exactly `expectedMinor`. */
    feeMinor: money,
    netMinor: money,
    /** By how much less than `expectedMinor` still pays it. None where nothing less does, as before tolerances. */
    toleranceMinor: added(13, optional(money)),
    feePayer: oneOf(FeePayer.literals),
    feeTerms: parts({
      basisPoints: named("fee_basis_points", count),
      fixedMinor: named("fee_fixed_minor", money),
      minMinor: named("fee_min_minor", money),
      maxMinor: named("fee_max_minor", optional(money))
    }),
    requiredConfirmations: count,
    description: erasable(optional(text), Option.none()),
    customerName: erasable(optional(text), Option.none()),
    customerEmail: erasable(optional(text), Option.none()),
    successUrl: erasable(optional(text), Option.none()),
    /** None of an invoice from before there were any. */
    cancelUrl: erasable(optional(text), Option.none()),
    createdAt: instant,
    expiresAt: instant,
    /** Money seen until this instant can still complete the invoice; later money is only credited. */
    watchUntil: instant
  },
  recorded: {
    /** What its transfers come to. */
    tally: cryptoInvoiceTally,
    /**
     * By how much the version that webhooks tell is ahead of the row's, because commits told of several events. None is
     * 0, as before webhooks told it.
     */
    versionsAhead: added(13, optional(count)),
    /** When the personal data was erased. */
    redactedAt: optional(instant),
    updatedAt: instant
  },
  states: {
    /** No money seen. */
    pending: {},
    /** Money seen; the whole amount is not confirmed yet. */
    confirming: {},
    /** The whole amount is confirmed. Final; more money is still credited. */
    paid: { paidAt: instant },
    /** Expired with some money, but not enough. */
    underpaid: {},
    expired: {},
    cancelled: {}
  },
  indexes: {
    by_token: { on: ["token"], across: "lookup" },
    /** Invoices that will expire, and due ones whose expiry is not recorded yet. */
    expiring: {
      on: ["partnerId", "expiresAt", "id", "createdAt", "network"],
      where: { in: { state: ["pending", "confirming"] } }
    },
    /** For retention, the earliest ended first. */
    unredacted: {
      on: ["partnerId", "updatedAt", "id"],
      where: { in: { state: ["paid", "underpaid", "expired", "cancelled"] }, unset: ["redactedAt"] }
    }
  }
})

/** Fixed when the invoice is created. */
export interface CryptoInvoiceOrder extends OrderOf<typeof cryptoInvoice> {}

/** An invoice that exists. */
export type IssuedCryptoInvoice = StateOf<typeof cryptoInvoice>

declare module "../../kernel/ports/Store.ts" {
  interface StatesByConcept {
    readonly CryptoInvoice: IssuedCryptoInvoice
  }
}
