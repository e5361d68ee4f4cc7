import { Effect } from "effect"
import type { LiveNetwork } from "./LiveNetwork.ts"
import type { RpcUnavailable } from "./rpc/RpcFailure.ts"
import { NoToken, tokenDecimals } from "./tokenCalls.ts"

/**
 * Proves once for each process that the contract is a token with the decimals of the configuration: with others every amount
 * would be credited and paid a power of ten too large or too small.
 */
const makeTokenProof = ({
  name,
  rpc,
  spelling,
  token: { address, decimals }
}: LiveNetwork): Effect.Effect<void, NoToken | RpcUnavailable> => {
  let isProven = false
  return Effect.gen(function* () {
    if (isProven) return
    const found = yield* tokenDecimals(rpc, spelling.hexOfAddress(address))
    if (found !== decimals)
      return yield* new NoToken({
        reason: `the token ${address} on ${name} has ${found} decimals, and the configuration says ${decimals}`
      })
    isProven = true
  })
}

/** How soon the contract is asked again. */
const retryMillis = 5_000

/** Work on a network that waits for the proof. The reason is reported once. */
export const afterProof = (network: LiveNetwork) => {
  const { name } = network
  const proof = makeTokenProof(network)
  let fault: string | undefined
  const proven = <A, E, R>(
    work: Effect.Effect<A, E, R>,
    waiting: (againMillis: number) => A
  ): Effect.Effect<A, E, R> =>
    Effect.flatMap(Effect.result(proof), (found) => {
      const before = fault
      if (found._tag === "Success") {
        fault = undefined
        return work
      }
      const { failure } = found
      fault = failure._tag === "NoToken" ? failure.reason : `${failure.host}: ${failure.reason}`
      const telling =
        fault === before ? Effect.void : Effect.logWarning(`nothing is credited or paid on ${name}: ${fault}`)
      return Effect.as(telling, waiting(retryMillis))
    })
  /** Why there is no proof; undefined if there is one, or if it was not needed yet. */
  return { proof, proven, fault: Effect.sync(() => fault) }
}
