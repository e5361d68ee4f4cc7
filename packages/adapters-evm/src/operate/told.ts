import type { LeaseLost, StoreUnavailable } from "@quittance/core"
import { Effect } from "effect"
import { ChainRefused } from "../EvmOperators.ts"
import type { RpcUnavailable } from "../rpc/RpcFailure.ts"
import type { SignerUnavailable } from "../send/Signer.ts"
import type { NoToken } from "../tokenCalls.ts"

type Failure = LeaseLost | NoToken | RpcUnavailable | SignerUnavailable | StoreUnavailable

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
      case "RpcUnavailable":
        return new ChainRefused({ reason: `the node ${failure.host} did not answer: ${failure.reason}` })
      case "NoToken":
      case "SignerUnavailable":
        return new ChainRefused({ reason: failure.reason })
      case "StoreUnavailable":
        return new ChainRefused({ reason: `the store did not answer: ${failure.reason}` })
    }
  })
