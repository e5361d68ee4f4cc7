import { assert, it } from "@effect/vitest"
import { ChainNetworks, ChainProcessor } from "@quittance/core/adapter"
import { Effect } from "effect"
import { hexOfAddress } from "../../src/address.ts"
import { onTron } from "./onTron.ts"
import { startTron } from "./ownTron.ts"

it.effect("what deposit addresses delegate to is known while a node answers, and from then on", () =>
  Effect.gen(function* () {
    const { chain, deployFactory, network, nodes } = yield* Effect.promise(() => startTron())
    const factory = deployFactory()
    const behaviour = chain.state.contracts.get(hexOfAddress(factory))?.behaviour
    assert.isTrue(behaviour?.kind === "factory")
    if (behaviour?.kind !== "factory") return
    const found = Effect.gen(function* () {
      const chains = yield* ChainNetworks
      const contracts = (yield* chains.contracts?.(network.name) ?? Effect.succeed([])).map(hexOfAddress)
      return contracts
    })
    yield* Effect.gen(function* () {
      for (const node of nodes) node.isDown = true
      assert.deepStrictEqual(yield* found, [])
      for (const node of nodes) node.isDown = false
      const expected = [hexOfAddress(factory), behaviour.implementation]
      assert.deepStrictEqual(yield* found, expected)
      for (const node of nodes) node.isDown = true
      assert.deepStrictEqual(yield* found, expected)
    }).pipe(Effect.provide(onTron(network, factory, ChainProcessor.layer)))
  })
)
