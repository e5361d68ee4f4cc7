import { assert, it } from "@effect/vitest"
import { Ids } from "@quittance/core"
import { Store, type VersionGuard } from "@quittance/core/adapter"
import { Context, Effect, Layer } from "effect"
import { watchedStore } from "../src/simulator/watchedStore.ts"
import { commit, newPartnerId } from "../src/store/StoreSamples.ts"
import { losing } from "./BrokenStore.ts"

it.effect("the simulator sees a commit that lands where what it guards has another version", () =>
  Effect.gen(function* () {
    const broken: Array<string> = []
    const store = watchedStore(
      yield* Layer.build(losing("guards")),
      () => [],
      (law) => broken.push(law)
    )
    yield* Effect.gen(function* () {
      const partnerId = yield* newPartnerId
      const guarding = (version: number): VersionGuard => ({
        _tag: "Partner",
        partnerId,
        id: partnerId,
        version
      })
      yield* commit({ guards: [guarding(1), { ...guarding(0), id: "another" }] })
      assert.deepStrictEqual(broken, [])
      yield* commit({ guards: [guarding(0)] })
      yield* commit({ guards: [guarding(2)] })
      assert.deepStrictEqual(
        broken,
        [0, 2].map(
          (version) =>
            `a commit that was decided on version ${version} of Partner ${partnerId} of ${partnerId} landed on 1`
        )
      )
    }).pipe(Effect.provideService(Store, Context.get(store, Store)))
  }).pipe(Effect.provide(Ids.layer), Effect.scoped)
)
