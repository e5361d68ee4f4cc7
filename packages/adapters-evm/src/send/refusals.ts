import type { StoreUnavailable } from "@quittance/core"
import {
  type ChainTransactionOrder,
  ChainWallets,
  type LeasedJob,
  type LeaseLost,
  plainReason,
  type RecordedTransaction,
  raiseAlert
} from "@quittance/core/adapter"
import { Clock, Effect, Option } from "effect"
import type { CallReverted } from "../rpc/RpcFailure.ts"
import { makeJudge } from "./judgeRefusal.ts"
import type { RaiseOnce } from "./repeatedAlert.ts"
import { refusedMillisMax } from "./SenderOptions.ts"
import type { Trial } from "./Trial.ts"

/**
 * Orders that cannot be signed, and are ended unsigned. The process keeps them: after a restart they are found again.
 */
export interface Refusals {
  /**
   * It is ended if it is found for two minutes: what only an operator or another program can have ordered, or a sweep.
   */
  readonly refused: (order: ChainTransactionOrder, reason: string) => Effect.Effect<void>
  /** It is ended now. */
  readonly end: (order: ChainTransactionOrder, reason: string) => void
  /**
   * The token refuses a payout. It is ended as soon as that is proven to be its own fault. Returns whether the token
   * refuses everything: then others need not be tried.
   */
  readonly judged: (
    wallet: string,
    order: ChainTransactionOrder,
    value: bigint,
    failure: CallReverted
  ) => Effect.Effect<boolean>
  /** Why what is signed is cancelled, as far as it was refused; empty otherwise. */
  readonly reasonOf: (order: ChainTransactionOrder) => string
  /** It was signed. */
  readonly forget: (order: ChainTransactionOrder) => void
  /** Ends what is to be ended, if it still waits, and alerts. Returns what changed. */
  readonly endAll: (
    job: LeasedJob
  ) => Effect.Effect<ReadonlyArray<RecordedTransaction>, LeaseLost | StoreUnavailable>
}

export const makeRefusals = Effect.fnUntraced(function* (
  network: string,
  trials: ReadonlyArray<Trial>,
  treasury: string,
  raise: RaiseOnce
) {
  const wallets = yield* ChainWallets
  const { forget: forgetJudged, judge } = makeJudge(trials, treasury)
  /** Since when, by the id of the order. */
  const since = new Map<string, { readonly at: number; readonly reason: string }>()
  /** Those that were found in this turn: what was refused once, and not again, is not ended. */
  const foundNow = new Set<string>()
  /** By the id of what is cancelled; it stays for as long as the process. */
  const cancelled = new Map<string, string>()
  const ending = new Map<string, { readonly order: ChainTransactionOrder; readonly reason: string }>()

  const judged: Refusals["judged"] = Effect.fnUntraced(function* (wallet, order, value, failure) {
    const { payoutId } = order
    const verdict = yield* judge(wallet, order, value, failure)
    switch (verdict._tag) {
      case "unproven":
        return false
      case "refused":
        ending.set(order.id, { order, reason: `the token refuses the transfer: ${verdict.reason}` })
        return false
      case "general":
        yield* raise(
          "chain.refused",
          `payouts on ${network} wait: the token refuses every transfer out of wallet ${wallet}: ${plainReason(verdict.reason)}`
        )
        return true
      case "disputed":
        yield* raise(
          "chain.disputed",
          `payout ${payoutId} on ${network} waits: ${failure.host} says that the token refuses it (${plainReason(failure.reason)}), and ${verdict.host} does not`
        )
        return false
    }
  })

  const endAll: Refusals["endAll"] = Effect.fnUntraced(function* (job) {
    const now = yield* Clock.currentTimeMillis
    const ended: Array<RecordedTransaction> = []
    for (const [id, { at, reason }] of since) {
      if (now - at < refusedMillisMax || !foundNow.has(id)) continue
      since.delete(id)
      const found = Option.getOrUndefined(yield* wallets.transaction(network, id))
      if (found?._tag === "queued") ending.set(id, { order: found.order, reason })
      // What is signed is cancelled: only its slot's outcome ends it.
      else if (found !== undefined) {
        cancelled.set(id, plainReason(reason))
        ended.push(yield* wallets.abandon(found.order))
        yield* raiseAlert(
          "payout.refused",
          `payout ${found.order.payoutId} on ${network} is refused and cancelled: ${plainReason(reason)}`
        )
      }
    }
    foundNow.clear()
    for (const [id, { order, reason }] of ending) {
      const plain = plainReason(reason)
      const refused = Option.getOrUndefined(yield* wallets.refuse(order, plain, job))
      ending.delete(id)
      forgetJudged(id)
      if (refused === undefined) continue
      ended.push(refused)
      yield* order.purpose === "payout"
        ? raiseAlert(
            "payout.refused",
            `payout ${order.payoutId} on ${network} is refused and ends, and its debit is returned: ${plain}`
          )
        : raiseAlert("chain.refused", `${order.purpose} ${id} on ${network} is given up: ${plain}`)
    }
    return ended satisfies ReadonlyArray<RecordedTransaction>
  })

  return {
    refused: ({ id }, reason) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        foundNow.add(id)
        if (!since.has(id)) since.set(id, { at: now, reason })
      }),
    end: (order, reason) => {
      ending.set(order.id, { order, reason })
    },
    judged,
    reasonOf: ({ id }) => cancelled.get(id) ?? "",
    forget: ({ id }) => {
      since.delete(id)
      ending.delete(id)
      forgetJudged(id)
    },
    endAll
  } satisfies Refusals
})
