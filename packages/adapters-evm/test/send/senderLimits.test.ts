import { assert, describe, it } from "@effect/vitest"
import * as limits from "../../src/send/SenderOptions.ts"

describe("a sender", () => {
  it("keeps to these limits, which are part of what it promises", () => {
    assert.deepStrictEqual(
      { ...limits },
      {
        usualGas: 80_000n,
        waitingMax: 1_000,
        signedAtOnceMax: 100,
        signingMillisMax: 5_000,
        lookedAtOnceMax: 1_000,
        estimatedAtOnceMax: 50,
        rebroadcastMillis: 15_000,
        raiseMillis: 90_000,
        refusedMillisMax: 120_000,
        signedMillisMax: 8_000
      }
    )
  })
})
