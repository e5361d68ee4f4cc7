import { Clock, Effect, Option, Stream } from "effect"
import { clockSkewMillisMax } from "../../kernel/ports/Guard.ts"
import { indexedPages, StateReader } from "../../kernel/ports/StateReader.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { type Instant, millisPerMinute } from "../../kernel/time/Instant.ts"
import { leaseMillis } from "../../kernel/work/JobHandler.ts"
import type { RecordedTransaction } from "../chain/ChainTransaction.ts"
import { ChainWallets } from "../chain/ChainWallets.ts"
import { partner } from "../partner/Partner.ts"
import { transferStatusOf } from "./ChainProcessor.ts"
import { payout, payoutStatus, type RecordedPayout } from "./PayoutRecord.ts"

/**
 * An outcome is recorded so long after the instant that it bears, at most: by a process of another clock, under its
 * lease.
 */
const recordedLateMillis = leaseMillis + clockSkewMillisMax

/** After so long without a turn it is cheaper to ask what the open payouts wait for than what was settled meanwhile. */
const recentMillis = 10 * millisPerMinute

/** How many transactions of open payouts are looked for at the same time. */
const lookedAtOnce = 32

/** Up to where a network's outcomes were told, and which of the latest ones. */
interface Noticed {
  readonly through: Instant
  readonly latest: ReadonlyMap<string, Instant>
}

/**
 * Tells payouts what became of their transactions. The commit of an outcome belongs to the network and that of its
 * payout to a partner, so between the two a process may end, lose its lease or find no store. What was told is
 * remembered by this process only, so it begins by asking which open payouts have an outcome, and again after each
 * failure and each longer pause. In between it reads what was settled since the last turn, by whichever process.
 */
export const makeSettlementNotices = Effect.gen(function* () {
  const states = yield* StateReader
  const wallets = yield* ChainWallets
  const noticedOf = new Map<string, Noticed>()

  /** What the transaction of an open payout says, and the payout does not. */
  const newsOf = ({ order, processingId }: RecordedPayout) =>
    Effect.map(wallets.transaction(order.network, order.reference), (found) =>
      Option.filter(found, (transaction) => {
        const status = transferStatusOf(transaction)
        return (
          status._tag !== "Accepted" ||
          (status.processingId !== "" && !Option.contains(processingId, status.processingId))
        )
      })
    )

  const ofOpenPayouts = (network: string) =>
    states.all(partner).pipe(
      Stream.flatMap(({ id }) =>
        indexedPages(states, payout, "by_status", { equal: [id, "PENDING"] }, ({ order }) => order.createdAt)
      ),
      Stream.filter((open) => open.order.network === network && payoutStatus(open) === "PENDING"),
      Stream.mapEffect(newsOf, { concurrency: lookedAtOnce }),
      Stream.filter(Option.isSome),
      Stream.map(({ value }) => value),
      Stream.runCollect
    )

  const settledSince = (network: string, { latest, through }: Noticed) =>
    Effect.map(wallets.settledAfter(network, through - recordedLateMillis), (settled) =>
      settled.filter(({ order }) => !latest.has(order.id))
    )

  /** Tells what changed in this turn, and then what else is not told yet. */
  return Effect.fnUntraced(function* <E>(
    network: string,
    changed: ReadonlyArray<RecordedTransaction>,
    tell: (transactions: ReadonlyArray<RecordedTransaction>) => Effect.Effect<void, E>
  ): Effect.fn.Return<void, E | StoreUnavailable> {
    const before = noticedOf.get(network)
    // If anything fails from here on, everything is asked for again.
    noticedOf.delete(network)
    const now = yield* Clock.currentTimeMillis
    yield* tell(changed)
    const latest = new Map(before?.latest)
    for (const transaction of changed)
      if ("settledAt" in transaction) latest.set(transaction.order.id, transaction.settledAt)
    const isRecent = before !== undefined && Math.abs(now - before.through) < recentMillis
    const unnoticed = isRecent
      ? yield* settledSince(network, { ...before, latest })
      : yield* ofOpenPayouts(network)
    yield* tell(unnoticed)
    for (const transaction of unnoticed)
      if ("settledAt" in transaction) latest.set(transaction.order.id, transaction.settledAt)
    for (const [id, at] of latest) if (at <= now - recordedLateMillis) latest.delete(id)
    noticedOf.set(network, { through: now, latest })
  })
})
