import { Clock, Effect, Option } from "effect"
import { StoreHold } from "../../kernel/ports/StoreHold.ts"
import { WorkQueue } from "../../kernel/ports/WorkQueue.ts"
import { millisPerHour } from "../../kernel/time/Instant.ts"
import type { JobHandler } from "../../kernel/work/JobHandler.ts"
import { keepLease } from "../../kernel/work/keepLease.ts"
import { ChainNetworks } from "../chain/ChainNetworks.ts"
import type { RecordedTransaction } from "../chain/ChainTransaction.ts"
import { chainJobs } from "../chain/chainNames.ts"
import { transferStatusOf } from "./ChainProcessor.ts"
import { Payouts, type WorkCommand } from "./Payouts.ts"
import { makeSettlementNotices } from "./SettlementNotices.ts"

/** Each is recorded in its own commit; a store writes commits that wait at the same time together. */
const recordedAtOnce = 32

/**
 * Does the work of networks' wallets: one process at a time for each network. Payouts learn their transactions and
 * outcomes at once.
 */
export const makeChainSender = Effect.gen(function* () {
  const chains = yield* ChainNetworks
  const payouts = yield* Payouts
  const queue = yield* WorkQueue
  const hold = yield* StoreHold
  const tellAll = yield* makeSettlementNotices

  const record = Effect.fnUntraced(function* (transaction: RecordedTransaction) {
    const { payoutId, payoutPartnerId, purpose } = transaction.order
    if (purpose !== "payout") return
    const command = commandOf(transaction, yield* Clock.currentTimeMillis)
    yield* payouts.apply(payoutPartnerId, payoutId, command).pipe(
      Effect.catchTags({
        NotFound: () => Effect.void,
        // An operator has decided meanwhile, or its submission is not recorded yet.
        PayoutCommandRefused: () => Effect.void
      })
    )
  })

  const tell = (transactions: ReadonlyArray<RecordedTransaction>) =>
    Effect.forEach(transactions, record, { concurrency: recordedAtOnce, discard: true })

  const handler: JobHandler = {
    kind: chainJobs.send,
    concurrency: 8,
    isHeld: Effect.map(hold.current, Option.isSome),
    handle: Effect.fnUntraced(function* (job) {
      const network = job.subjectId
      const isOffered = chains.networks.includes(network)
      const { againMillis, changed } = isOffered
        ? yield* chains.send(network, job)
        : { changed: [], againMillis: millisPerHour }
      // There may be many open payouts.
      if (isOffered) yield* Effect.raceFirst(tellAll(network, changed, tell), keepLease(queue, job))
      const now = yield* Clock.currentTimeMillis
      yield* queue.release(job, now + againMillis)
    })
  }
  return handler
})

const commandOf = (transaction: RecordedTransaction, at: number): WorkCommand => {
  const status = transferStatusOf(transaction)
  switch (status._tag) {
    case "Accepted":
      return { _tag: "Accept", processingId: identifier(status.processingId), at }
    case "Completed":
      return { _tag: "Confirm", processingId: identifier(status.processingId), at }
    case "Rejected":
      return { _tag: "Reject", reason: status.reason, at }
  }
}

const identifier = (processingId: string): Option.Option<string> =>
  processingId === "" ? Option.none() : Option.some(processingId)
