import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { DepositAddresses } from "../../src/concepts/chain/DepositAddresses.ts"
import { PayoutProcessor } from "../../src/concepts/payout/PayoutProcessor.ts"
import { depositAddressesLayer, payoutProcessorLayer } from "../../src/host/Providers.ts"

/** What plain JavaScript may answer whatever the type says. */
const answering = (answer: unknown) => async () => JSON.parse(JSON.stringify(answer))

const processorAnswering = (answer: unknown) => {
  const same = answering(answer)
  return payoutProcessorLayer({ submit: same, lookup: same, abandon: same })
}

describe("a host's providers in Promises", () => {
  it.effect("an answer of another shape is as unclear as none", () =>
    Effect.gen(function* () {
      const processor = yield* PayoutProcessor
      const looked = yield* Effect.flip(processor.lookup("payout", "tron"))
      const abandoned = yield* Effect.flip(processor.abandon("payout", "tron"))
      assert.deepStrictEqual([looked._tag, abandoned._tag], Array(2).fill("PayoutProcessorUnavailable"))
    }).pipe(Effect.provide(processorAnswering({ _tag: "ok", id: 7 })))
  )

  it.effect("an answer of the right shape passes as it is", () =>
    Effect.gen(function* () {
      const processor = yield* PayoutProcessor
      assert.deepStrictEqual(yield* processor.lookup("payout", "tron"), {
        _tag: "Accepted",
        processingId: ""
      })
    }).pipe(Effect.provide(processorAnswering({ _tag: "Accepted", processingId: "" })))
  )

  it.effect("a transfer with an amount that is no bigint is no answer", () =>
    Effect.gen(function* () {
      const addresses = yield* DepositAddresses
      const failure = yield* Effect.flip(addresses.transfers("tron", "T"))
      assert.strictEqual(failure._tag, "DepositAddressesUnavailable")
    }).pipe(
      Effect.provide(
        depositAddressesLayer({
          derive: async () => "T",
          transfers: answering([
            { txHash: "a", logIndex: 0, amountMinor: 5, confirmations: 1, seenAt: 0, dropped: false }
          ])
        })
      )
    )
  )
})
