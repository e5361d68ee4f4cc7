import type { StoreUnavailable } from "@quittance/core"
import type { LeaseLost } from "@quittance/core/adapter"
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

/** What a node did, as far as anybody knows: some of them answered, and are not away. */
const saidBy = (failure: RpcUnavailable | TooMuch): string => {
  if (failure._tag === "TooMuch") return "cannot answer that much at once"
  switch (failure.kind) {
    case "unreachable":
    case "timeout":
    case "cutOff":
      return "did not answer"
    case "wrongChain":
      return "belongs to another network than the configuration says"
    case "login":
    case "limited":
    case "malformed":
    case "refused":
    case "status":
    case "tooLarge":
    case "unsupported":
      return "gave no answer that can be used"
  }
}

/** Why it could not be done, in a sentence for operators. */
export const orRefused = <A, E extends Failure | ChainRefused, R>(
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
        return new ChainRefused({ reason: `the node ${failure.host} ${saidBy(failure)}: ${failure.reason}` })
      case "NoToken":
      case "SignerUnavailable":
        return new ChainRefused({ reason: failure.reason })
      case "StoreUnavailable":
        return new ChainRefused({ reason: `the store did not answer: ${failure.reason}` })
    }
  })
