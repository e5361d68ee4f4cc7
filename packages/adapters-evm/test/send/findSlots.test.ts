import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Rpc } from "../../src/rpc/Rpc.ts"
import { findSlots } from "../../src/send/findSlots.ts"
import { transferCall } from "../../src/tokenCalls.ts"
import { accountOf } from "../anvil/Anvil.ts"
import { BlockingToken } from "../contracts/BlockingToken.ts"
import { payer, startNetwork } from "../networks/ownNetwork.ts"

/** A wallet with payments, and other transactions before, between, beside and after them. */
const { chain, network, token } = await startNetwork(BlockingToken, 6)
const from = payer.address
const pay = (amount: bigint) => chain.write(token, "transfer", [accountOf(5).address, amount], { from })
const give = () => chain.send({ from, to: accountOf(6).address, value: 1n })
const fail = () => {
  const data = transferCall(accountOf(5).address, 10n ** 60n)
  return chain.send({ from, to: token.address, data, gas: 200_000n })
}
const hashes = [await give()]
await chain.mine(9)
hashes.push(await pay(1n))
await chain.mine()
hashes.push(await give(), await pay(2n), await fail())
await chain.mine(30)
hashes.push(await give(), await give())
await chain.mine(2)
hashes.push(await chain.send({ from, data: "0x00" }))
await chain.mine(20)
hashes.push(await pay(3n), await fail())
await chain.mine(5)
const last = await chain.head()
await pay(4n)
await chain.mine()

interface Question {
  readonly method: string
  readonly params: ReadonlyArray<unknown>
}

/** A node that answers some questions by itself; undefined is asked of the real one. */
const nodeThat =
  (answers: (question: Question) => object | undefined): typeof fetch =>
  async (url, init) => {
    const { id, ...question } = JSON.parse(String(init?.body)) as Question & { readonly id: number }
    const own = answers(question)
    return own === undefined ? fetch(url, init) : Response.json({ jsonrpc: "2.0", id, ...own })
  }

const found = Effect.fnUntraced(function* (
  answers: Parameters<typeof nodeThat>[0],
  nonces = hashes.map((_, nonce) => nonce)
) {
  const asked: Array<string> = []
  const rpc = yield* Rpc.make({
    urls: [chain.anvil.url],
    chainId: chain.anvil.chainId,
    fetch: nodeThat((question) => {
      asked.push(question.method)
      return answers(question)
    })
  })
  const slots = yield* findSlots(rpc, from, network.token.address, new Set(nonces), { after: 0, last })
  const inOrder = [...slots.values()].sort((a, b) => a.nonce - b.nonce)
  return { asked, slots: inOrder.map(({ nonce, transaction }) => [nonce, transaction.hash]) }
})

const expected = hashes.map((hash, nonce) => [nonce, hash])
const isOld = ([, block]: Question["params"]) => /^0x/.test(String(block))
const refused = { error: { code: -32_000, message: "missing trie node" } }

describe("the transactions that have slots of a wallet", () => {
  it.effect("are found without reading more than their blocks", () =>
    Effect.gen(function* () {
      const { asked, slots } = yield* found(() => undefined)
      assert.deepStrictEqual(slots, expected)
      const blocksRead = asked.filter((method) => method === "eth_getBlockByNumber").length
      assert.isBelow(blocksRead, last)
    })
  )

  it.effect("are found at a node that has not kept what wallets had made at old blocks", () =>
    Effect.gen(function* () {
      const { slots } = yield* found(({ method, params }) =>
        method === "eth_getTransactionCount" && isOld(params) ? refused : undefined
      )
      assert.deepStrictEqual(slots, expected)
    })
  )

  it.effect("are found at a node that says for old blocks what is so at the newest", () =>
    Effect.gen(function* () {
      const { slots } = yield* found(({ method, params }) =>
        method === "eth_getTransactionCount" && isOld(params)
          ? { result: `0x${(hashes.length + 1).toString(16)}` }
          : undefined
      )
      assert.deepStrictEqual(slots, expected)
    })
  )

  it.effect("are found at a node that gives no logs", () =>
    Effect.gen(function* () {
      for (const answer of [refused, { result: [] }]) {
        const { slots } = yield* found(({ method }) => (method === "eth_getLogs" ? answer : undefined))
        assert.deepStrictEqual(slots, expected)
      }
    })
  )

  it.effect("are found at a node that answers for few blocks at once", () =>
    Effect.gen(function* () {
      const { slots } = yield* found(({ method, params: [filter] }) => {
        if (method !== "eth_getLogs") return undefined
        const { fromBlock, toBlock } = filter as { readonly fromBlock: string; readonly toBlock: string }
        return Number(toBlock) - Number(fromBlock) < 10
          ? undefined
          : { error: { code: -32_005, message: "block range is too wide" } }
      })
      assert.deepStrictEqual(slots, expected)
    })
  )

  it.effect("are left out if they are of blocks behind, of others, or not asked for", () =>
    Effect.gen(function* () {
      const { slots } = yield* found(() => undefined, [1, 4, hashes.length, 99])
      assert.deepStrictEqual(slots, [expected[1], expected[4]])
    })
  )

  it.effect("are not believed without a block of the chain that has them", () =>
    Effect.gen(function* () {
      const { slots } = yield* found(({ method, params: [hash] }) =>
        method === "eth_getTransactionReceipt" && hash === hashes[3] ? { result: null } : undefined
      )
      assert.deepStrictEqual(
        slots,
        expected.filter(([nonce]) => nonce !== 3)
      )
    })
  )
})
