import type { Effect } from "effect"
import type { CallReverted, RpcUnavailable } from "../rpc/RpcFailure.ts"
import type { NoToken } from "../tokenCalls.ts"

/**
 * One node's simulations of transfers out of a wallet, after its newest block. Addresses are in the spelling of core.
 */
export interface Trial {
  readonly host: string
  /** The number of its newest block. */
  readonly head: Effect.Effect<number, RpcUnavailable>
  /** `value` is in units of the token. */
  readonly transfer: (
    wallet: string,
    recipient: string,
    value: bigint
  ) => Effect.Effect<unknown, CallReverted | RpcUnavailable>
  /** What a wallet has of the token, in its units. */
  readonly tokens: (wallet: string) => Effect.Effect<bigint, NoToken | RpcUnavailable>
}
