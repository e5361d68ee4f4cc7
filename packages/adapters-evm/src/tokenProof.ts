import type { StoreUnavailable } from "@quittance/core"
import { millisPerMinute } from "@quittance/core/adapter"
import { Clock, Effect, Result } from "effect"
import { type Delivery, shortText } from "./delivery.ts"
import type { LiveNetwork } from "./LiveNetwork.ts"
import type { RpcUnavailable } from "./rpc/RpcFailure.ts"
import { makeRaiseOnce } from "./send/repeatedAlert.ts"
import { NoToken, tokenDecimals } from "./tokenCalls.ts"

type ProofFailure = NoToken | RpcUnavailable | StoreUnavailable

/** How soon the contract is asked again while something is wrong with it. */
const retryMillis = 5_000

/** The owner of a token may make it keep a part of each transfer at any time, so this is tried again. */
const triedMillisMax = millisPerMinute

/**
 * Proves that the contract is a token with the decimals of the configuration, because with others every amount would be
 * credited and paid a power of ten too large or too small, and that it delivers all that is sent: otherwise each payout
 * would arrive short.
 */
const makeTokenProof = <R>(
  { name, rpc, spelling, token: { address, decimals } }: LiveNetwork,
  delivery: Effect.Effect<Delivery, ProofFailure, R>
) => {
  const raise = makeRaiseOnce()
  let isProven = false
  let known: Delivery | undefined
  let triedAt = 0
  let wasWhole = false

  const proven = Effect.gen(function* () {
    if (isProven) return
    const contract = spelling.hexOfAddress(address)
    const found = yield* Effect.catchTag(tokenDecimals(rpc, contract), "NoToken", (failure) =>
      Effect.flatMap(rpc.code(contract, "latest"), (code) =>
        Effect.fail(
          code === "0x"
            ? new NoToken({
                reason: `there is no contract at ${address} on ${name}: set networks.${name}.token to the token of this chain`
              })
            : failure
        )
      )
    )
    if (found !== decimals)
      return yield* new NoToken({
        reason: `the token ${address} on ${name} has ${found} decimals, and the configuration says ${decimals}`
      })
    isProven = true
  })

  const tried = Effect.gen(function* () {
    const before = known
    known = yield* delivery
    triedAt = yield* Clock.currentTimeMillis
    wasWhole ||= known._tag === "whole"
    if (known._tag === "unknown" && (before?._tag !== "unknown" || before.reason !== known.reason))
      yield* Effect.logWarning(
        `whether the token ${address} on ${name} delivers all that is sent is unknown: ${known.reason}. It is tried again before payouts are signed`
      )
  })

  const refuseShort = Effect.suspend(() => {
    if (known?._tag !== "short") return Effect.void
    const reason = `the token ${address} on ${name} ${shortText(known, decimals)}`
    return Effect.andThen(raise("chain.token", reason), Effect.fail(new NoToken({ reason })))
  })

  /** For signing: as of now. */
  const current = Effect.gen(function* () {
    yield* proven
    const now = yield* Clock.currentTimeMillis
    if (known?._tag !== "whole" || Math.abs(now - triedAt) >= triedMillisMax) yield* tried
    return yield* refuseShort
  })
  /** For crediting: deposits are what arrived, so a token that was whole at first is still credited. */
  const initial = Effect.gen(function* () {
    yield* proven
    if (known === undefined) yield* tried
    if (!wasWhole) yield* refuseShort
  })
  return { proven, current, initial }
}

/** Work on a network that waits for the proof. The reason is reported once. */
export const afterProof = <R>(network: LiveNetwork, delivery: Effect.Effect<Delivery, ProofFailure, R>) => {
  const { name } = network
  const { current, initial, proven: isToken } = makeTokenProof(network, delivery)
  let fault: string | undefined

  /** Why something fails; undefined if it does not. */
  const faultOf = <S>(proof: Effect.Effect<void, ProofFailure, S>, stops: string) =>
    Effect.flatMap(Effect.result(proof), (found) => {
      const before = fault
      fault = Result.isSuccess(found) ? undefined : reasonOf(found.failure)
      return fault === undefined || fault === before
        ? Effect.succeed(fault)
        : Effect.as(Effect.logWarning(`${stops} on ${name}: ${fault}`), fault)
    })

  const after =
    <S>(proof: Effect.Effect<void, ProofFailure, S>, stops: string) =>
    <A, E, Q>(
      work: Effect.Effect<A, E, Q>,
      waiting: (againMillis: number) => A
    ): Effect.Effect<A, E, Q | S> =>
      Effect.flatMap(
        faultOf(proof, stops),
        (found): Effect.Effect<A, E, Q> => (found === undefined ? work : Effect.succeed(waiting(retryMillis)))
      )

  return {
    /** That it is a token with these decimals. */
    isToken,
    /** The same, and that it delivers all that is sent. */
    proof: current,
    proven: after(initial, "nothing is credited or paid"),
    provenNow: after(current, "nothing is swept"),
    /** Whether payouts may be signed now. */
    mayPay: Effect.map(faultOf(current, "nothing is paid"), (found) => found === undefined),
    /** Why there is no proof; undefined if there is one, or if it was not needed yet. */
    fault: Effect.sync(() => fault)
  }
}

const reasonOf = (failure: ProofFailure): string => {
  switch (failure._tag) {
    case "NoToken":
      return failure.reason
    case "RpcUnavailable":
      return `${failure.host}: ${failure.reason}`
    case "StoreUnavailable":
      return `the store did not answer: ${failure.reason}`
  }
}
