import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Rpc } from "../../src/rpc/Rpc.ts"
import { currentFees } from "../../src/send/currentFees.ts"
import { expectedFeeWei, isExcessive, raisedFees, suggestedFees } from "../../src/send/fees.ts"
import { fakeNodes } from "../rpc/fakeNodes.ts"

const hex = (wei: number) => `0x${wei.toString(16)}`

describe("fees", () => {
  it("offer twice the base fee and the tip, of which the network takes about half", () => {
    const fees = suggestedFees({ baseFeeWei: 100n, tipWei: 6n })
    assert.deepStrictEqual(fees, { maxFeeWei: 206n, maxTipWei: 6n })
    assert.strictEqual(expectedFeeWei(fees), 106n)
  })

  it("rise by an eighth and one wei, or to what is offered now if that is more", () => {
    const low = { maxFeeWei: 1n, maxTipWei: 1n }
    const before = { maxFeeWei: 800n, maxTipWei: 80n }
    assert.deepStrictEqual(raisedFees(before, low), { maxFeeWei: 901n, maxTipWei: 91n })
    const now = { maxFeeWei: 902n, maxTipWei: 92n }
    assert.deepStrictEqual(raisedFees(before, now), now)
  })

  it("are excessive above three times what is offered now", () => {
    const now = { maxFeeWei: 100n, maxTipWei: 1n }
    assert.isFalse(isExcessive({ maxFeeWei: 300n, maxTipWei: 1n }, now))
    assert.isTrue(isExcessive({ maxFeeWei: 301n, maxTipWei: 1n }, now))
  })

  it.effect("of now come from the next block's base fee and the largest median tip of five blocks", () =>
    Effect.gen(function* () {
      const { arrived, fetch } = fakeNodes({
        "one.example": {
          eth_feeHistory: {
            oldestBlock: "0x1",
            baseFeePerGas: [900, 800, 700, 600, 500, 100].map(hex),
            reward: [[3], [9], [5], [4], [2]].map((tips) => tips.map(hex))
          }
        }
      })
      const rpc = yield* Rpc.make({ urls: ["https://one.example"], chainId: 1, fetch })
      assert.deepStrictEqual(yield* currentFees(rpc), { maxFeeWei: 209n, maxTipWei: 9n })
      assert.deepStrictEqual(
        arrived.map(({ params }) => params),
        [["0x5", "latest", [50]]]
      )
    })
  )

  it.effect("of now have no tip where no block had one", () =>
    Effect.gen(function* () {
      const { fetch } = fakeNodes({
        "one.example": {
          eth_feeHistory: { oldestBlock: "0x1", baseFeePerGas: ["0x1", "0x2"], reward: [["0x0"]] }
        }
      })
      const rpc = yield* Rpc.make({ urls: ["https://one.example"], chainId: 1, fetch })
      assert.deepStrictEqual(yield* currentFees(rpc), { maxFeeWei: 4n, maxTipWei: 0n })
    })
  )
})
