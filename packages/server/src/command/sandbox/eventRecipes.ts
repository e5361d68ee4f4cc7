import { Ids, Operations, Settings } from "@quittance/core"
import { dateAt, type WebhookEventType } from "@quittance/core/adapter"
import { Clock, Effect } from "effect"
import { UsageError } from "../../cli/UsageError.ts"
import { earlier } from "./earlierClock.ts"

/** What an event is about, once it was caused. */
export interface Caused {
  readonly resourceId: string
  /** What became of it so far, where that is kept: it tells that the event happened. */
  readonly history?: Effect.Effect<{ readonly history: ReadonlyArray<{ readonly type: string }> }, unknown>
}

/** Makes an event happen for a partner. */
export type Recipe = (partnerId: string) => Effect.Effect<Caused, unknown, Operations | Ids>

const addresses = {
  tron: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
  evm: "0x52908400098527886E0F7030069857D2E4169EE7"
} as const

/** So much, in whole units of any currency. */
const amount = 25

/** How long before its expiry an invoice is made, where something else has to happen before. */
const soonMillis = 500
const roomMillis = 3_000

/** The simulated network of a crypto invoice, a wallet or a payout. */
const networkFor = (use: "invoices" | "wallets" | "payouts") =>
  Effect.flatMap(Settings, ({ networks }) => {
    const found = networks.find((each) => each[use])
    return found === undefined
      ? Effect.fail(new UsageError(`EVENT needs a network for ${use}, and this sandbox offers none.`))
      : Effect.succeed(found)
  })

const newCryptoInvoice = Effect.fnUntraced(function* (partnerId: string) {
  const { cryptoInvoices } = yield* Operations
  const { name: network } = yield* networkFor("invoices")
  const externalId = yield* Effect.flatMap(Ids, ({ token }) => token(12))
  const { expiresInMinutesMin } = (yield* Settings).invoice
  return yield* cryptoInvoices.create(partnerId, {
    amount,
    network,
    externalId,
    expiresInMinutes: expiresInMinutesMin
  })
})

/** An invoice of the shortest life that began so long ago that it ends after this time. */
const endingCryptoInvoice = (partnerId: string, millis: number) =>
  Effect.flatMap(Settings, ({ invoice }) =>
    earlier(invoice.expiresInMinutesMin * 60_000 - millis, newCryptoInvoice(partnerId))
  )

interface Addressed {
  readonly address: string
  readonly network: string
}

/** Money on the simulated chain, read at once. */
const transfer = Effect.fnUntraced(function* (
  partnerId: string,
  { address, network }: Addressed,
  sent: number,
  confirmations?: number
) {
  const { deposits, sandbox } = yield* Operations
  const { txHash } = yield* sandbox.deposit(partnerId, {
    address,
    network,
    amount: sent,
    confirmations
  })
  yield* deposits.refresh(network, address)
  return txHash
})

const aboutCryptoInvoice = (partnerId: string, { id }: { readonly id: string }) =>
  Effect.map(Operations, ({ cryptoInvoices }) => ({
    resourceId: id,
    history: cryptoInvoices.history(partnerId, id)
  }))

/** To the cent. */
const shareOf = ({ expectedAmount }: { readonly expectedAmount: number }, share: number): number =>
  Math.round(expectedAmount * share * 100) / 100

/** A crypto invoice that gets this share of what it expects. */
const paidShare = (share: number, confirmations?: number) => (partnerId: string) =>
  Effect.gen(function* () {
    const invoice = yield* newCryptoInvoice(partnerId)
    const txHash = yield* transfer(partnerId, invoice, shareOf(invoice, share), confirmations)
    return { ...(yield* aboutCryptoInvoice(partnerId, invoice)), txHash }
  })

const droppedAfter =
  <E, R>(before: (partnerId: string) => Effect.Effect<Caused & { readonly txHash: string }, E, R>) =>
  (partnerId: string) =>
    Effect.gen(function* () {
      const caused = yield* before(partnerId)
      const { sandbox } = yield* Operations
      yield* sandbox.drop(partnerId, { txHash: caused.txHash })
      return caused
    })

const newWallet = Effect.fnUntraced(function* (partnerId: string) {
  const { transit } = yield* Operations
  const { name: network } = yield* networkFor("wallets")
  return yield* transit.wallets.create(partnerId, { label: "Triggered", network })
})

const toWallet = (confirmations?: number) => (partnerId: string) =>
  Effect.gen(function* () {
    const wallet = yield* newWallet(partnerId)
    const txHash = yield* transfer(partnerId, wallet, amount, confirmations)
    return { resourceId: wallet.id, txHash }
  })

const newPayout = (partnerId: string, note?: string) =>
  Effect.gen(function* () {
    const { payouts, sandbox } = yield* Operations
    const { addressFormat, name: network } = yield* networkFor("payouts")
    // Enough for the payout and its fee, whatever the balance is.
    yield* sandbox.credit(partnerId, { amount: 2 * amount, reason: "for a triggered payout" })
    const key = yield* Effect.flatMap(Ids, ({ token }) => token(12))
    const payout = yield* payouts.create(partnerId, key, {
      amount,
      address: addresses[addressFormat],
      network,
      ...(note === undefined ? {} : { note })
    })
    const history = payouts.history(partnerId, payout.id)
    return { resourceId: payout.id, history }
  })

const newInvoice = Effect.fnUntraced(function* (partnerId: string, expiresAt?: string) {
  const { invoices } = yield* Operations
  const { id } = yield* invoices.create(partnerId, {
    amount,
    currency: "EUR",
    description: "Triggered",
    expiresAt
  })
  return { resourceId: id, history: invoices.history(partnerId, id) }
})

const kycSession = (outcome: "completed" | "failed") => (partnerId: string) =>
  Effect.gen(function* () {
    const { kyc, sandbox } = yield* Operations
    const { id } = yield* kyc.create(partnerId, { level: "basic" })
    const reasons = outcome === "failed" ? ["document_unreadable"] : undefined
    yield* sandbox.decide(partnerId, id, { outcome, reasons })
    return { resourceId: id, history: kyc.history(partnerId, id) }
  })

/** How each event is caused. */
export const eventRecipes: { readonly [E in WebhookEventType]: Recipe } = {
  "invoice.created": (partnerId) => newInvoice(partnerId),
  "invoice.paid": (partnerId) =>
    Effect.gen(function* () {
      const caused = yield* newInvoice(partnerId)
      yield* (yield* Operations).sandbox.pay(partnerId, caused.resourceId)
      return caused
    }),
  "invoice.expired": (partnerId) =>
    Effect.gen(function* () {
      const { lifeMillisMin } = (yield* Settings).fiatInvoice
      const now = yield* Clock.currentTimeMillis
      const expiresAt = new Date(now + soonMillis).toISOString()
      return yield* earlier(lifeMillisMin, newInvoice(partnerId, expiresAt))
    }),
  "invoice.cancelled": (partnerId) =>
    Effect.gen(function* () {
      const caused = yield* newInvoice(partnerId)
      yield* (yield* Operations).invoices.cancel(partnerId, caused.resourceId)
      return caused
    }),
  "invoice.payment_unresolved": (partnerId) =>
    Effect.gen(function* () {
      const caused = yield* newInvoice(partnerId)
      const { invoices, sandbox } = yield* Operations
      yield* invoices.cancel(partnerId, caused.resourceId)
      yield* sandbox.pay(partnerId, caused.resourceId)
      return caused
    }),
  "invoice.payment_reversed": (partnerId) =>
    Effect.gen(function* () {
      const caused = yield* newInvoice(partnerId)
      const { bankPayments, sandbox } = yield* Operations
      yield* sandbox.pay(partnerId, caused.resourceId)
      const today = dateAt(yield* Clock.currentTimeMillis, "UTC")
      for (const { id } of yield* bankPayments.ofInvoice(partnerId, caused.resourceId))
        yield* bankPayments.recall(partnerId, id, today)
      return caused
    }),
  "kyc.completed": kycSession("completed"),
  "kyc.failed": kycSession("failed"),
  "payment.received": toWallet(0),
  "payment.success": toWallet(),
  "payment.failed": droppedAfter(toWallet(0)),
  "payout.completed": (partnerId) => newPayout(partnerId),
  "payout.failed": (partnerId) => newPayout(partnerId, "sandbox:reject"),
  "payout.approval_required": (partnerId) =>
    Effect.gen(function* () {
      const { rosters } = yield* Operations
      const { rules } = yield* rosters.get(partnerId)
      if (rules.some(({ tiers }) => tiers.some(({ from }) => from <= amount)))
        return yield* newPayout(partnerId)
      // A rule for this one payout.
      yield* rosters.setTier(partnerId, { from: amount, approvers: 1 })
      return yield* Effect.ensuring(
        newPayout(partnerId),
        Effect.ignore(rosters.setTier(partnerId, { from: amount, approvers: 0 }))
      )
    }),
  "payout.late_settlement": (partnerId) =>
    Effect.gen(function* () {
      const caused = yield* newPayout(partnerId, "sandbox:no-answer")
      const { payouts } = yield* Operations
      yield* payouts.resolve(caused.resourceId, "failed", "triggered: nobody answers")
      yield* payouts.resolve(caused.resourceId, "completed", "triggered: it arrived after all")
      return caused
    }),
  "wallet.created": (partnerId) => Effect.map(newWallet(partnerId), ({ id }) => ({ resourceId: id })),
  "crypto.invoice.confirming": paidShare(1, 0),
  "crypto.invoice.paid": paidShare(1),
  "crypto.invoice.overpaid": paidShare(1.2),
  "crypto.invoice.credited": paidShare(0.4),
  "crypto.invoice.reversed": droppedAfter(paidShare(1)),
  "crypto.invoice.reorganised": droppedAfter(paidShare(1, 0)),
  "crypto.invoice.cancelled": (partnerId) =>
    Effect.gen(function* () {
      const invoice = yield* newCryptoInvoice(partnerId)
      yield* (yield* Operations).cryptoInvoices.cancel(partnerId, invoice.id)
      return yield* aboutCryptoInvoice(partnerId, invoice)
    }),
  "crypto.invoice.expired": (partnerId) =>
    Effect.flatMap(endingCryptoInvoice(partnerId, soonMillis), (invoice) =>
      aboutCryptoInvoice(partnerId, invoice)
    ),
  "crypto.invoice.underpaid": (partnerId) =>
    Effect.gen(function* () {
      const invoice = yield* endingCryptoInvoice(partnerId, roomMillis)
      yield* transfer(partnerId, invoice, shareOf(invoice, 0.4))
      return yield* aboutCryptoInvoice(partnerId, invoice)
    }),
  "balance.adjusted": (partnerId) =>
    Effect.gen(function* () {
      const { sandbox } = yield* Operations
      yield* sandbox.credit(partnerId, { amount, reason: "triggered" })
      return { resourceId: partnerId }
    })
}
