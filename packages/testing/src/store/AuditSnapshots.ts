import {
  AuditReader,
  type Concept,
  concepts,
  type Ids,
  type PartnerId,
  type StorePorts
} from "@quittance/core"
import { Effect, Stream } from "effect"

/** What an audit sees of one partner. */

const belongsTo = (partnerId: PartnerId) => (item: { readonly partnerId: PartnerId }) =>
  item.partnerId === partnerId

/** Opens a snapshot, does something, and only then reads what the snapshot has of a partner. */
export const snapshotOf = Effect.fnUntraced(function* (
  partnerId: PartnerId,
  meanwhile: Effect.Effect<void, unknown, StorePorts | Ids> = Effect.void
) {
  const audit = yield* AuditReader
  const snapshot = yield* audit.snapshot
  yield* meanwhile
  const isOwn = belongsTo(partnerId)
  const states = yield* Effect.forEach(concepts, (each) =>
    Effect.map(Stream.runCollect<unknown, unknown, never>(snapshot.states(each)), (all) => {
      const { nameOf } = each as unknown as Concept<unknown>
      return [each.name, all.filter((state) => isOwn(nameOf(state)))] as const
    })
  )
  return {
    /** By the names of concepts; nothing of those that the partner has none of. */
    states: Object.fromEntries(states.filter(([name, all]) => name !== "Partner" && all.length > 0)),
    balances: (yield* Stream.runCollect(snapshot.balances)).filter(isOwn),
    entries: (yield* Stream.runCollect(snapshot.entries)).filter(isOwn),
    transitWallets: (yield* Stream.runCollect(snapshot.transitWallets)).filter(({ wallet }) => isOwn(wallet)),
    outbox: (yield* Stream.runCollect(snapshot.outbox)).filter(isOwn),
    deliveries: (yield* Stream.runCollect(snapshot.pendingDeliveries)).filter(({ order }) => isOwn(order)),
    counters: (yield* Stream.runCollect(snapshot.counters)).filter(({ sum }) => isOwn(sum)),
    claims: (yield* Stream.runCollect(snapshot.claims)).filter(isOwn),
    jobs: (yield* Stream.runCollect(snapshot.jobs)).filter(isOwn),
    storageFaults: snapshot.storageFaults
  }
}, Effect.scoped)
