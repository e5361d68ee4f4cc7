import { assert, describe, it } from "@effect/vitest"
import { transactionFor } from "../../src/send/transactionFor.ts"
import { token } from "../node/TronChain.ts"
import { payer } from "./Paying.ts"
import { blockOf } from "./toldNodes.ts"

const reference = { head: blockOf(1_000), solid: blockOf(981) }
const timesOf = (nonce: number) => {
  const { expiration, timestamp } = transactionFor({ to: token, data: "0x" }, payer, nonce, reference, 1n)
  return { expiration, timestamp }
}

describe("a transaction of TRON", () => {
  it("was made before it expires, whatever its slot", () => {
    for (const nonce of [0, 99_999, 100_000, 179_999, 180_000, 199_999, 1_000_000]) {
      const { expiration, timestamp } = timesOf(nonce)
      assert.isAtLeast(timestamp, reference.head.timestamp)
      assert.isBelow(timestamp, expiration)
    }
  })

  it("differs from that of another slot with the same newest block", () => {
    const times = Array.from({ length: 100_000 }, (_, nonce) => timesOf(nonce).timestamp)
    assert.strictEqual(new Set(times).size, times.length)
  })
})
