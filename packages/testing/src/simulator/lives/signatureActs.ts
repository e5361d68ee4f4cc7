import { type Guard, signatureExpiry, signatureSkewMillisMax } from "@quittance/core"
import { Clock, Effect } from "effect"
import type { Act } from "../Act.ts"
import type { SimulatedProcess } from "../SimulatedProcess.ts"
import type { World } from "../World.ts"

/** A request that was signed at an instant and taken, as somebody captured it. */
export interface CapturedSignature {
  readonly signature: string
  readonly signedAt: number
}

const keyId = "key_of_the_clients"

/** What a server does with a signed request before anything else; the guard is the store's. */
const take = (guard: Guard["Service"], { signature, signedAt }: CapturedSignature, binding: string) =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    if (Math.abs(now - signedAt) > signatureSkewMillisMax) return "out of range"
    return yield* guard.recordSignature({ keyId, signature, binding, expiresAt: signatureExpiry(signedAt) })
  })

/** A client signs a request by a clock that is right, and sends it. */
export const sendSigned = (
  process: SimulatedProcess,
  guard: Guard["Service"],
  world: World,
  captured: Array<CapturedSignature>
): Act => {
  const sent = { signature: `signature ${captured.length} at ${world.now}`, signedAt: world.now }
  return {
    process,
    name: `sign at ${sent.signedAt}`,
    effect: Effect.tap(take(guard, sent, "the client's key"), (taken) =>
      Effect.sync(() => {
        if (taken === "fresh") captured.push(sent)
      })
    ),
    refusals: []
  }
}

/** Somebody sends a captured request again, with another idempotency key: it may never be taken. */
export const replaySigned = (
  process: SimulatedProcess,
  guard: Guard["Service"],
  world: World,
  sent: CapturedSignature,
  isHeld: () => boolean
): Act => ({
  process,
  name: `replay of ${sent.signature}`,
  effect: Effect.tap(take(guard, sent, "the attacker's key"), (taken) =>
    Effect.sync(() => {
      // A store on hold makes nothing of what it takes down.
      if (taken === "fresh" && !isHeld()) world.faults.push(`${sent.signature} was taken a second time`)
    })
  ),
  refusals: []
})

/** Forgets what expired, by whatever the clock shows. */
export const pruneSignatures = (process: SimulatedProcess, guard: Guard["Service"]): Act => ({
  process,
  name: "prune signatures",
  effect: Effect.gen(function* () {
    return `${yield* guard.prune(yield* Clock.currentTimeMillis, 100)} forgotten`
  }),
  refusals: []
})
