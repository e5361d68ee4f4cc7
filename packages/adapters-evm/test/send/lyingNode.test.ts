import { assert, describe } from "@effect/vitest"
import { ChainWallets } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { Fetch } from "../../src/rpc/NodeHttp.ts"
import { finality, network, paying, payoutOrder, startSender } from "./Paying.ts"

interface Answer {
  readonly id: number
  readonly result?: unknown
}

/** The first node's answers to one method, bent while it lies. */
const bending = (method: string, bend: (result: object) => object) => {
  const node = { lies: true }
  const fetch: Fetch = async (url, request) => {
    const response = await globalThis.fetch(url, request)
    if (!node.lies || new URL(url).hostname !== "127.0.0.1") return response
    const asked: ReadonlyArray<{ readonly id: number; readonly method: string }> = [
      JSON.parse(String(request.body))
    ].flat()
    const bent = new Set(asked.filter((each) => each.method === method).map(({ id }) => id))
    const answered: Answer | ReadonlyArray<Answer> = await response.json()
    const all = [answered]
      .flat()
      .map((answer) =>
        bent.has(answer.id) && typeof answer.result === "object" && answer.result !== null
          ? { ...answer, result: bend(answer.result) }
          : answer
      )
    return Response.json(Array.isArray(answered) ? all : all[0])
  }
  return { fetch, node }
}

const lies = {
  "says that it failed": bending("eth_getTransactionReceipt", (receipt) => ({
    ...receipt,
    status: "0x0",
    logs: []
  })),
  "says that it moved nothing": bending("eth_getTransactionReceipt", (receipt) => ({ ...receipt, logs: [] })),
  "says that another block has it": bending("eth_getTransactionReceipt", (receipt) => ({
    ...receipt,
    blockHash: `0x${"11".repeat(32)}`
  })),
  "says that another account sent it": bending("eth_getTransactionByHash", (transaction) => ({
    ...transaction,
    from: `0x${"11".repeat(20)}`
  }))
}

/** Programs differ in what they write of a receipt that has nothing to say there. */
const terse = bending("eth_getTransactionReceipt", (receipt) => {
  const {
    contractAddress: _,
    logs = [],
    ...rest
  } = receipt as { logs?: ReadonlyArray<object> } & {
    contractAddress?: unknown
  }
  return { ...rest, logs: logs.map((log) => ({ ...log, removed: undefined })) }
})

describe("a payout that is in a final block", () => {
  paying(
    "is completed where one of two nodes leaves out what the other writes as null or false",
    [],
    ({ chain, options, wallets }) =>
      Effect.gen(function* () {
        const other = chain.anvil.url.replace("127.0.0.1", "localhost")
        const sender = yield* startSender(chain, { ...options, agreeing: 2 }, terse.fetch, undefined, [other])
        const order = payoutOrder(1)
        yield* wallets.queue(order)
        yield* sender.turn
        yield* Effect.promise(() => chain.mine(1 + finality))
        yield* sender.turn
        const found = Option.getOrThrow(yield* wallets.transaction(network, order.id))
        assert.strictEqual(found._tag, "completed")
      })
  )

  for (const [what, { fetch, node }] of Object.entries(lies))
    paying(`is not failed because one of two nodes ${what}`, [], ({ chain, options, wallets }) =>
      Effect.gen(function* () {
        const other = chain.anvil.url.replace("127.0.0.1", "localhost")
        const sender = yield* startSender(chain, { ...options, agreeing: 2 }, fetch, undefined, [other])
        const order = payoutOrder(1)
        yield* wallets.queue(order)
        yield* sender.turn
        yield* Effect.promise(() => chain.mine(1 + finality))
        yield* sender.turn
        const state = Effect.map(
          Effect.flatMap(ChainWallets, (all) => all.transaction(network, order.id)),
          (found) => Option.getOrThrow(found)._tag
        )
        assert.include(["sent", "completed"], yield* state)
        node.lies = false
        yield* sender.turn
        assert.strictEqual(yield* state, "completed")
      })
    )
})
