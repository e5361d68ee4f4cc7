import {
  AuditReader,
  bankPayment,
  cryptoInvoice,
  cryptoTransfer,
  invoice,
  kycSession,
  type PartnerId,
  payout,
  transitDeposit,
  webhookEndpoint
} from "@quittance/core/adapter"
import { Effect, Stream } from "effect"

/** What an audit sees of one partner. */

const belongsTo = (partnerId: PartnerId) => (item: { readonly partnerId: PartnerId }) =>
  item.partnerId === partnerId

/** Opens a snapshot, does something, and only then reads what the snapshot has of a partner. */
export const snapshotOf = Effect.fnUntraced(function* <E, R>(
  partnerId: PartnerId,
  meanwhile: Effect.Effect<void, E, R>
) {
  const audit = yield* AuditReader
  const snapshot = yield* audit.snapshot
  yield* meanwhile
  const isOwn = belongsTo(partnerId)
  return {
    balances: (yield* Stream.runCollect(snapshot.balances)).filter(isOwn),
    entries: (yield* Stream.runCollect(snapshot.entries)).filter(isOwn),
    payouts: (yield* Stream.runCollect(snapshot.states(payout))).filter(({ order }) => isOwn(order)),
    cryptoInvoices: (yield* Stream.runCollect(snapshot.states(cryptoInvoice))).filter(({ order }) =>
      isOwn(order)
    ),
    cryptoTransfers: (yield* Stream.runCollect(snapshot.states(cryptoTransfer))).filter(({ order }) =>
      isOwn(order)
    ),
    invoices: (yield* Stream.runCollect(snapshot.states(invoice))).filter(({ order }) => isOwn(order)),
    bankPayments: (yield* Stream.runCollect(snapshot.states(bankPayment))).filter(({ order }) =>
      isOwn(order)
    ),
    kycSessions: (yield* Stream.runCollect(snapshot.states(kycSession))).filter(({ order }) => isOwn(order)),
    transitWallets: (yield* Stream.runCollect(snapshot.transitWallets)).filter(({ wallet }) => isOwn(wallet)),
    transitDeposits: (yield* Stream.runCollect(snapshot.states(transitDeposit))).filter(({ order }) =>
      isOwn(order)
    ),
    outbox: (yield* Stream.runCollect(snapshot.outbox)).filter(isOwn),
    deliveries: (yield* Stream.runCollect(snapshot.pendingDeliveries)).filter(({ order }) => isOwn(order)),
    endpoints: (yield* Stream.runCollect(snapshot.states(webhookEndpoint))).filter(({ order }) =>
      isOwn(order)
    ),
    counters: (yield* Stream.runCollect(snapshot.counters)).filter(({ sum }) => isOwn(sum)),
    claims: (yield* Stream.runCollect(snapshot.claims)).filter(isOwn),
    jobs: (yield* Stream.runCollect(snapshot.jobs)).filter(isOwn),
    storageFaults: snapshot.storageFaults
  }
}, Effect.scoped)
