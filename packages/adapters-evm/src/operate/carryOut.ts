import {
  type ChainNetworks,
  type ChainTransactionOrder,
  ChainWallets,
  chainJobs,
  type LeasedJob,
  type RecordedTransaction,
  WorkQueue
} from "@quittance/core/adapter"
import { Clock, Effect, Option } from "effect"
import { ChainRefused, type Tell } from "../ChainOperators.ts"
import type { Execution, LiveNetwork } from "../LiveNetwork.ts"
import { orRefused } from "./orRefused.ts"

/** A turn of the work for the wallets of one network. */
export type Send = (job: LeasedJob) => ReturnType<ChainNetworks["Service"]["send"]>

/** How long a command waits for a block. */
const waitMillisMax = 180_000
const lookMillis = 500

/** A transaction of an operator in a block; not final. */
export interface Mined {
  readonly hash: string
  readonly execution: Execution
}

/**
 * Queues transactions and waits until blocks contain them. Whoever has the turn does the work: a server on the same
 * store, or this command.
 */
export const carryOut = Effect.fnUntraced(function* (
  { executionOf }: LiveNetwork,
  send: Send,
  orders: ReadonlyArray<ChainTransactionOrder>,
  tell: Tell = () => Effect.void
): Effect.fn.Return<ReadonlyArray<Mined>, ChainRefused, ChainWallets | WorkQueue> {
  const wallets = yield* ChainWallets
  const queue = yield* WorkQueue
  for (const order of orders) yield* orRefused(wallets.queue(order))

  const takeTurn = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const claimed = {
      kind: chainJobs.send,
      owner: "command",
      now,
      leaseUntil: now + 30_000,
      limit: 8
    } as const
    for (const job of yield* queue.claim(claimed)) {
      if (job.subjectId === orders[0]?.partnerId) yield* send(job)
      yield* queue.release(job, now)
    }
  })

  /** Whether a block has it, or what the command waits for. */
  const look = Effect.fnUntraced(function* ({ id, partnerId, purpose }: ChainTransactionOrder) {
    const found = yield* wallets.transaction(partnerId, id)
    if (Option.isNone(found) || !("forms" in found.value)) {
      yield* refuseAbandoned(found)
      return `The ${purpose} waits until it is signed: quittance chain status --network ${partnerId} shows what the wallets have.`
    }
    const { forms } = found.value
    for (const { hash, isCancel } of forms.toReversed()) {
      const execution = yield* executionOf(hash)
      if (Option.isSome(execution) && !isCancel) return { hash, execution: execution.value } satisfies Mined
    }
    return `The ${purpose} was sent as transaction ${forms.at(-1)?.hash}, and waits for a block.`
  })
  let lastSentence = ""
  /** Each time it changes. */
  const tellOnce = Effect.fnUntraced(function* (sentence: string) {
    if (sentence !== lastSentence) yield* tell(sentence)
    lastSentence = sentence
  })

  const until = (yield* Clock.currentTimeMillis) + waitMillisMax
  while (true) {
    yield* orRefused(takeTurn)
    const found = yield* orRefused(Effect.forEach(orders, look))
    const mined = found.flatMap((each) => (typeof each === "string" ? [] : [each]))
    const waiting = found.find((each) => typeof each === "string")
    if (waiting === undefined) return mined
    yield* tellOnce(waiting)
    if ((yield* Clock.currentTimeMillis) > until)
      return yield* new ChainRefused({
        reason:
          "no block has taken the transaction in three minutes. It stays queued: quittance chain status shows what the wallet lacks"
      })
    yield* Effect.sleep(lookMillis)
  }
})

const refuseAbandoned = (found: Option.Option<RecordedTransaction>): Effect.Effect<void, ChainRefused> =>
  Option.isSome(found) && found.value._tag === "abandoned"
    ? Effect.fail(
        new ChainRefused({
          reason: `this transaction was given up: ${Option.getOrElse(found.value.refusal, () => "somebody decided so")}`
        })
      )
    : Effect.void
