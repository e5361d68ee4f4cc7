import { assert, describe, it } from "@effect/vitest"
import { millisPerHour } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { Rpc } from "../../src/rpc/Rpc.ts"
import { CallReverted, RpcUnavailable } from "../../src/rpc/RpcFailure.ts"
import { withReason } from "../../src/send/failureReason.ts"
import { isKept } from "../../src/send/overtaking.ts"
import { makeQueueLook } from "../../src/send/QueueLook.ts"
import { transferCall } from "../../src/tokenCalls.ts"
import { payoutOrder } from "./Paying.ts"
import { token, wallet } from "./SlotChain.ts"

describe("what a payout waits for", () => {
  it("is kept for it from an hour on if it is a limit, and every other hour if it is money", () => {
    const kept = (lack: "limit" | "money") =>
      [
        0,
        1,
        millisPerHour - 1,
        millisPerHour,
        2 * millisPerHour - 1,
        2 * millisPerHour,
        3 * millisPerHour
      ].map((waited) => isKept(lack, waited))
    assert.deepStrictEqual(kept("limit"), [false, false, false, true, true, true, true])
    assert.deepStrictEqual(kept("money"), [false, false, false, true, true, false, true])
  })
})

describe("a look into a long queue", () => {
  it("begins at the start, and goes on for each wallet where it ended", () => {
    const look = makeQueueLook()
    assert.strictEqual(look.since(wallet), 0)
    look.next(wallet, 7)
    assert.deepStrictEqual([look.since(wallet), look.since("another")], [7, 0])
    look.next(wallet, 0)
    assert.strictEqual(look.since(wallet), 0)
  })
})

describe("the reason of a payout that failed", () => {
  const failed = { _tag: "failed", hash: "0x", blockNumber: 9, costWei: 1n, reason: "it failed" } as const
  const asked: Array<unknown> = []
  const answering = (answer: Effect.Effect<"0x", CallReverted | RpcUnavailable>) =>
    ({
      call: (...question: ReadonlyArray<unknown>) => {
        asked.push(...question)
        return answer
      }
    }) as unknown as Rpc["Service"]
  const reverted = Effect.fail(new CallReverted({ host: "one", reason: "blocked" }))
  const order = payoutOrder(1)
  const explained = (
    rpc: Rpc["Service"],
    outcome: Parameters<typeof withReason>[4] = failed,
    purpose: "payout" | "sweep" = "payout"
  ) => withReason(rpc, { token }, wallet, { ...order, purpose }, outcome)

  it.effect("is what the same call says on the state before its block", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* explained(answering(reverted)), {
        ...failed,
        reason: "it failed: blocked"
      })
      const data = transferCall(order.recipient, order.amountMinor)
      assert.deepStrictEqual(asked, [{ from: wallet, to: token.address, data }, 8])
    })
  )

  it.effect("is missing when the call succeeds now or no node answers, and is asked for nothing else", () =>
    Effect.gen(function* () {
      const away = Effect.fail(new RpcUnavailable({ host: "", method: "", kind: "timeout", reason: "away" }))
      for (const answer of [Effect.succeed("0x" as const), away])
        assert.deepStrictEqual(yield* explained(answering(answer)), failed)
      assert.deepStrictEqual(yield* explained(answering(reverted), failed, "sweep"), failed)
      const completed = { ...failed, _tag: "completed" as const, reason: "" }
      assert.deepStrictEqual(yield* explained(answering(reverted), completed), completed)
    })
  )
})
