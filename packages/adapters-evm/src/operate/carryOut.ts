import {
  type ChainNetworks,
  ChainWallets,
  type ChainTransactionOrder,
  type LeasedJob,
  type RecordedTransaction,
  WorkQueue
} from "@quittance/core"
import { Clock, Effect, Option } from "effect"
import { ChainRefused, type Tell } from "../ChainOperators.ts"
import type { Execution, LiveNetwork } from "../LiveNetwork.ts"
import { told } from "./told.ts"

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
  for (const order of orders) yield* told(wallets.queue(order))

  const takeTurn = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const claimed = { kind: "chain.send", owner: "command", now, leaseUntil: now + 30_000, limit: 8 } as const
    for (const job of yield* queue.claim(claimed)) {
      if (job.subjectId === orders[0]?.partnerId) yield* send(job)
      yield* queue.release(job, now)
    }
  })

  const minedOf = Effect.fnUntraced(function* ({ id, partnerId }: ChainTransactionOrder) {
    const found = yield* wallets.transaction(partnerId, id)
    if (Option.isNone(found) || !("forms" in found.value)) return yield* given(found)
    for (const { hash, isCancel } of found.value.forms.toReversed()) {
      const execution = yield* executionOf(hash)
      if (Option.isSome(execution) && !isCancel) return { hash, execution: execution.value } satisfies Mined
    }
    return undefined
  })

  /** What the command waits for, each time it changes. */
  const waitingFor = Effect.fnUntraced(function* ({ id, partnerId, purpose }: ChainTransactionOrder) {
    const found = yield* wallets.transaction(partnerId, id)
    const forms = Option.isSome(found) && "forms" in found.value ? found.value.forms : []
    const hash = forms.at(-1)?.hash
    return hash === undefined
      ? `The ${purpose} waits until it is signed: quittance chain status --network ${partnerId} shows what the wallets have.`
      : `The ${purpose} was sent as transaction ${hash}, and waits for a block.`
  })
  let lastTold = ""
  const tellWaiting = Effect.fnUntraced(function* (order: ChainTransactionOrder) {
    const sentence = yield* waitingFor(order)
    if (sentence !== lastTold) yield* tell(sentence)
    lastTold = sentence
  })

  const until = (yield* Clock.currentTimeMillis) + waitMillisMax
  while (true) {
    yield* told(takeTurn)
    const mined = yield* told(Effect.forEach(orders, minedOf))
    const waiting = orders.find((_, index) => mined[index] === undefined)
    if (waiting === undefined) return mined.flatMap((each) => each ?? [])
    yield* told(tellWaiting(waiting))
    if ((yield* Clock.currentTimeMillis) > until)
      return yield* new ChainRefused({
        reason:
          "no block has taken the transaction in three minutes. It stays queued: quittance chain status shows what the wallet lacks"
      })
    yield* Effect.sleep(lookMillis)
  }
})

/** Undefined while it waits. */
const given = (found: Option.Option<RecordedTransaction>): Effect.Effect<undefined, ChainRefused> =>
  Option.match(found, {
    onNone: () => Effect.succeed(undefined),
    onSome: (transaction) =>
      transaction._tag === "abandoned"
        ? Effect.fail(
            new ChainRefused({
              reason: `this transaction was given up: ${Option.getOrElse(transaction.refusal, () => "somebody decided so")}`
            })
          )
        : Effect.succeed(undefined)
  })
