import { assert, describe, it } from "@effect/vitest"
import { MemoryStore } from "@quittance/core"
import { ChainWallets, emptyMemoryState, payoutList, payoutStatus } from "@quittance/core/adapter"
import { Effect, Layer, References } from "effect"
import { TestClock } from "effect/testing"
import {
  areAnnounced,
  drain,
  prepare,
  processOn,
  ScriptedNetwork
} from "../src/simulator/stories/settlementStory.ts"
import { listed } from "../src/store/listed.ts"

const store = () => MemoryStore.layerOver(emptyMemoryState())

const statuses = (partnerId: string) =>
  Effect.map(listed(payoutList, { partnerId }), ({ items }) => items.map(payoutStatus))

/** Processes end in these tests. */
const quiet = Layer.succeed(References.MinimumLogLevel, "None")

const turn = Effect.andThen(TestClock.adjust("16 seconds"), drain)

describe("what became of payouts", () => {
  it.effect("is told in the turn that settles them, also if the turn is cut off by a node", () => {
    const network = new ScriptedNetwork()
    return Effect.gen(function* () {
      const partnerId = yield* prepare
      network.isFinal = network.isCutOff = true
      yield* turn
      yield* areAnnounced(partnerId)
    }).pipe(Effect.provide(processOn(store(), network)))
  })

  it.effect("is told in the next turn if nobody was told in this one", () => {
    const network = new ScriptedNetwork()
    return Effect.gen(function* () {
      const partnerId = yield* prepare
      network.isFinal = network.isDeadly = true
      yield* turn
      assert.deepStrictEqual(yield* statuses(partnerId), ["PENDING", "PENDING", "PENDING"])
      yield* turn
      yield* areAnnounced(partnerId)
    }).pipe(Effect.provide(processOn(store(), network)), Effect.provide(quiet))
  })

  it.effect("is told by a process that had the lease before and gets it again", () => {
    const network = new ScriptedNetwork()
    const deadly = Object.assign(new ScriptedNetwork(), { isFinal: true, isDeadly: true })
    const shared = store()
    return Effect.gen(function* () {
      const partnerId = yield* prepare
      yield* turn
      yield* Effect.provide(turn, processOn(shared, deadly))
      assert.lengthOf(yield* Effect.flatMap(ChainWallets, (wallets) => wallets.open("ethereum")), 0)
      assert.deepStrictEqual(yield* statuses(partnerId), ["PENDING", "PENDING", "PENDING"])
      yield* turn
      yield* areAnnounced(partnerId)
    }).pipe(Effect.provide(processOn(shared, network)), Effect.provide(quiet))
  })
})
