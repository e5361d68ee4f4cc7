import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { againMillis } from "../../src/send/TronSenderOptions.ts"
import { fetchFrom, paidTo, paying, payoutOrder, solidBlocks, startSender, stateOf } from "./Paying.ts"

type Info = { readonly receipt?: object }

const lies: Readonly<Record<string, (info: Info) => object>> = {
  "says that it failed": (info) => ({
    ...info,
    result: "FAILED",
    receipt: { ...info.receipt, result: "REVERT" },
    log: []
  }),
  "says that it moved nothing": (info) => ({ ...info, log: [] }),
  "says that another block has it": (info) => ({ ...info, blockNumber: 1 })
}

describe("a payout on TRON that is in a solid block", () => {
  for (const [what, bend] of Object.entries(lies))
    paying(`is not failed because one of two nodes ${what}`, [], ({ chain, nodes, options, wallets }) =>
      Effect.gen(function* () {
        let isLying = true
        const honest = fetchFrom(nodes)
        const sender = yield* startSender(chain, { ...options, agreeing: 2 }, nodes, async (url, request) => {
          const response = await honest(url, request)
          const isBent = isLying && /^https:\/\/one\..*gettransactioninfobyid$/.test(url)
          if (!isBent) return response
          const info: Info = await response.json()
          return Response.json("receipt" in info ? bend(info) : info)
        })
        const order = payoutOrder(1)
        yield* wallets.queue(order)
        yield* sender.turn
        chain.produceMany(1 + solidBlocks)
        assert.strictEqual(paidTo(chain, 1), order.amountMinor)
        yield* TestClock.adjust(againMillis)
        yield* sender.turn
        assert.strictEqual((yield* stateOf(order))._tag, "sent")
        isLying = false
        yield* TestClock.adjust(againMillis)
        yield* sender.turn
        assert.strictEqual((yield* stateOf(order))._tag, "completed")
      })
    )
})
