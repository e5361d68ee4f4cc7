import { Guard, signatureExpiry, signatureSkewMillisMax } from "@quittance/core/adapter"
import { Clock, Context, Effect } from "effect"
import type { Choice } from "../Part.ts"
import type { Run } from "../Run.ts"

/** A request that was signed and accepted, as somebody captured it. */
interface CapturedSignature {
  readonly signature: string
  readonly signedAt: number
}

/**
 * Clients sign requests by a clock that is right. Somebody sends a captured request again under another idempotency
 * key, which must never be accepted. Expired signatures are forgotten, whatever the clock shows.
 */
export const signatureActs = (run: Run, isHeld: () => boolean): (() => ReadonlyArray<Choice>) => {
  const { chance, world } = run
  const guard = Context.get(run.store, Guard)
  const captured: Array<CapturedSignature> = []
  let count = 0

  /** What a server checks of a signed request before anything else. */
  const take = Effect.fnUntraced(function* ({ signature, signedAt }: CapturedSignature, binding: string) {
    const now = yield* Clock.currentTimeMillis
    if (Math.abs(now - signedAt) > signatureSkewMillisMax) return "out of range"
    const expiresAt = signatureExpiry(signedAt)
    return yield* guard.recordSignature({ keyId: "key_of_the_clients", signature, binding, expiresAt })
  })

  const send = () => {
    count += 1
    const sent = { signature: `signature ${count} at ${world.now}`, signedAt: world.now }
    return {
      name: `sign at ${sent.signedAt}`,
      effect: Effect.tap(take(sent, "the client's key"), (taken) =>
        Effect.sync(() => {
          if (taken === "fresh") captured.push(sent)
        })
      )
    }
  }

  const replay = (sent: CapturedSignature) => ({
    name: `replay of ${sent.signature}`,
    effect: Effect.tap(take(sent, "the attacker's key"), (taken) =>
      Effect.sync(() => {
        // A store on hold makes nothing of what it takes down.
        if (taken === "fresh" && !isHeld()) run.say(`${sent.signature} was taken a second time`)
      })
    )
  })

  const prune = {
    name: "prune signatures",
    effect: Effect.gen(function* () {
      return `${yield* guard.prune(yield* Clock.currentTimeMillis, 100)} forgotten`
    })
  }

  return () => {
    const sent = chance.happens(0.6) ? captured.at(-1) : chance.oneOfAny(captured)
    return [
      [4, send],
      [4, () => sent && replay(sent)],
      [2, () => prune]
    ]
  }
}
