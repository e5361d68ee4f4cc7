import { assert, describe, it } from "@effect/vitest"
import { Ids, KycChecks } from "@quittance/core"
import type { KycOrder } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { type Deployment, deployed } from "./Deployment.ts"
import { drain, shop } from "./fiatInvoices.ts"
import { KycOutside, kycOutside } from "./KycOutside.ts"
import { checkNumbered, openKyc, passed, readKyc, showAll } from "./kyc.ts"

/** A session whose person shows everything, on a store that begins empty: the same seed makes the same session. */
const life = (outside: KycOutside["Service"], before: Effect.Effect<unknown, unknown, Deployment>) => {
  const lived = Effect.gen(function* () {
    const order: KycOrder = yield* openKyc(yield* shop())
    yield* before
    yield* showAll(order)
    yield* drain
    return { order, session: yield* readKyc(order) }
  })
  return <A>(then: (order: KycOrder) => Effect.Effect<A, unknown, Deployment>) =>
    deployed({ kyc: outside.providers })(
      Effect.provideService(
        Effect.flatMap(lived, (first) => Effect.map(then(first.order), (more) => ({ ...first, more }))),
        KycOutside,
        outside
      )
    )
}

describe("a session whose store lost what its person had shown", () => {
  it.effect("gets no verdict that was on other pictures, neither by a lookup nor by a callback", () =>
    Effect.gen(function* () {
      const outside = yield* kycOutside
      const first = yield* life(outside, Effect.void)(() => Effect.void)
      outside.verdicts.set(checkNumbered(first.order), passed)
      const known = outside.opened[0]?.checkId ?? ""
      outside.script.lookup = (honest) => (checkId) =>
        checkId === known ? Effect.succeed({ _tag: "Decided", checkId, verdict: passed }) : honest(checkId)
      outside.verdicts.clear()
      // The person of the second life shows other pictures in the same session.
      const shift = Effect.flatMap(Ids, (ids) => ids.token(8))
      const second = yield* life(
        outside,
        shift
      )((_order) =>
        Effect.flatMap(KycChecks, (checks) => Effect.option(Effect.flip(checks.confirm(known, passed))))
      )
      assert.strictEqual(second.order.id, first.order.id)
      assert.strictEqual(second.session._tag, "checking")
      assert.lengthOf(outside.opened, 2)
      assert.notStrictEqual(outside.opened[1]?.checkId, known)
      assert.strictEqual(Option.getOrThrow(second.more)._tag, "NotFound")
    })
  )
})
