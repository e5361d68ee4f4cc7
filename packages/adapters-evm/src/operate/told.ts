import type { LeaseLost, StoreUnavailable } from "@quittance/core"
import { Effect } from "effect"
import { ChainRefused } from "../ChainOperators.ts"
import type { BlockUnknown, RpcUnavailable, TooMuch } from "../rpc/RpcFailure.ts"
import type { SignerUnavailable } from "../send/Signer.ts"
import type { NoToken } from "../tokenCalls.ts"

type Failure =
  | BlockUnknown
  | LeaseLost
  | NoToken
  | RpcUnavailable
  | SignerUnavailable
  | StoreUnavailable
  | TooMuch

/** Why it could not be done, in a sentence for operators. */
export const told = <A, E extends Failure | ChainRefused, R>(
  done: Effect.Effect<A, E, R>
): Effect.Effect<A, ChainRefused, R> =>
  Effect.mapError(done, (failure: Failure | ChainRefused) => {
    switch (failure._tag) {
      case "ChainRefused":
        return failure
      case "LeaseLost":
        return new ChainRefused({ reason: "another process has taken over this work" })
      case "BlockUnknown":
        return new ChainRefused({ reason: `no node has block ${failure.block}` })
      case "RpcUnavailable":
      case "TooMuch":
        return new ChainRefused({ reason: `the node ${failure.host} did not answer: ${failure.reason}` })
      case "NoToken":
      case "SignerUnavailable":
        return new ChainRefused({ reason: failure.reason })
      case "StoreUnavailable":
        return new ChainRefused({ reason: `the store did not answer: ${failure.reason}` })
    }
  })
