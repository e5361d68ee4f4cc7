import type { ChainTransactionOrder } from "@quittance/core/adapter"
import { Effect, Result } from "effect"
import type { CallReverted } from "../rpc/RpcFailure.ts"
import type { Trial } from "./Trial.ts"

/** Whose fault it is that the token refuses a payout. */
export type Verdict =
  /** Its recipient's or its amount's: the same wallet can move something else. */
  | { readonly _tag: "refused"; readonly reason: string }
  /** Not the payout's: the token moves nothing out of this wallet, for example because its issuer has paused it. */
  | { readonly _tag: "general"; readonly reason: string }
  /** Another node would carry it out. */
  | { readonly _tag: "disputed"; readonly host: string }
  /** Nothing is proven yet. */
  | { readonly _tag: "unproven" }

const unproven: Verdict = { _tag: "unproven" }

/** The least that a token can move. */
const least = 1n

/**
 * Decides whether a refused simulation is final. One answer proves nothing: the same must come from another node or, if
 * no other node answers, after a later block. Nothing is signed for the payout meanwhile.
 */
export const makeJudge = (trials: ReadonlyArray<Trial>, treasury: string) => {
  /** By the id of an order: the newest block, read after its first refusal. */
  const refusedAt = new Map<string, number>()

  const judgeOn = Effect.fnUntraced(function* (
    { host, tokens, transfer }: Trial,
    wallet: string,
    recipient: string,
    value: bigint
  ): Effect.fn.Return<Verdict | "away"> {
    const balance = yield* Effect.result(tokens(wallet))
    if (Result.isFailure(balance)) return "away"
    // The node is behind or ahead of the one that was asked for the balance.
    if (balance.success < value) return unproven
    const again = yield* Effect.result(transfer(wallet, recipient, value))
    if (Result.isSuccess(again)) return { _tag: "disputed", host }
    if (again.failure._tag === "RpcUnavailable") return "away"
    const { reason } = again.failure
    for (const other of [wallet, treasury]) {
      const control = yield* Effect.result(transfer(wallet, other, least))
      if (Result.isSuccess(control)) return { _tag: "refused", reason }
      if (control.failure._tag === "RpcUnavailable") return "away"
    }
    return { _tag: "general", reason }
  })

  const judge = Effect.fnUntraced(function* (
    wallet: string,
    { id, recipient }: ChainTransactionOrder,
    value: bigint,
    { host }: CallReverted
  ): Effect.fn.Return<Verdict> {
    for (const trial of trials) {
      if (trial.host === host) continue
      const verdict = yield* judgeOn(trial, wallet, recipient, value)
      if (verdict !== "away") return verdict
    }
    const same = trials.find((each) => each.host === host)
    const head = same === undefined ? undefined : yield* Effect.option(same.head)
    if (same === undefined || head?._tag !== "Some") return unproven
    const first = refusedAt.get(id)
    if (first === undefined) refusedAt.set(id, head.value)
    if (first === undefined || head.value <= first) return unproven
    const verdict = yield* judgeOn(same, wallet, recipient, value)
    return verdict === "away" || verdict._tag === "disputed" ? unproven : verdict
  })

  return { judge, forget: (id: string) => refusedAt.delete(id) }
}
