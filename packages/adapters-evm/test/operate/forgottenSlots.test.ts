import { assert, describe } from "@effect/vitest"
import type { ChainWallet } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { EvmNetwork } from "../../src/EvmNetwork.ts"
import { forgottenSlots } from "../../src/operate/forgottenSlots.ts"
import { type Arrived, Says } from "../rpc/fakeNodes.ts"
import { other, SlotChain, stranger, wallet } from "../send/SlotChain.ts"
import { fakeToken, genesisMillis, hashOfText, hex } from "../watch/FakeChain.ts"
import { moving, name } from "./FakeMoves.ts"
import { addTransaction, orderOf } from "./FakePayouts.ts"

const network: EvmNetwork = {
  ...{ name, rpcUrls: ["https://one.example"], chainId: 1, token: { address: fakeToken, decimals: 6 } },
  ...{ confirmations: 3, finality: 2, treasury: stranger }
}

const forgotten = Effect.fnUntraced(function* (chain: SlotChain, nextNonce: number, finalBlock = chain.head) {
  const state = {
    ...{ id: `${name}/${wallet}`, partnerId: name, address: wallet, createdAt: 0, sealedKey: "" },
    ...{ nextNonce, spent: [], updatedAt: genesisMillis }
  } satisfies ChainWallet
  const { deeds, open } = yield* forgottenSlots(network, yield* chain.rpc, state, finalBlock)
  return { nonces: deeds.map(({ nonce }) => nonce), open }
})

/** Five blocks with one transaction each, from the second block on. */
const used = (count = 5): SlotChain => {
  const chain = new SlotChain()
  for (let nonce = 0; nonce < count; nonce++) chain.mine(other(nonce))
  return chain
}

/** A node that says how many transactions it knows that no block contains. */
const pending =
  (answer: unknown) =>
  ({ method, params }: Arrived): unknown =>
    method === "eth_getTransactionCount" && params[1] === "pending" ? answer : undefined

const waiting = (what: string) => `wallet ${wallet} has ${what} not final yet: reconcile again later`
const one = "a transaction on ethereum that this store does not know and that is"
const two = "2 transactions on ethereum that this store does not know and that are"

describe("the slots that a wallet used without the journal", () => {
  moving("are those after its next one, up to the last final block", () =>
    Effect.gen(function* () {
      const chain = used()
      assert.deepStrictEqual(yield* forgotten(chain, 2), { nonces: [2, 3, 4], open: [] })
      assert.deepStrictEqual(yield* forgotten(chain, 4), { nonces: [4], open: [] })
      assert.deepStrictEqual(yield* forgotten(chain, 2, 4), { nonces: [2, 3], open: [waiting(one)] })
      assert.deepStrictEqual(yield* forgotten(chain, 2, 3), { nonces: [2], open: [waiting(two)] })
      // The journal may know more than the final block.
      assert.deepStrictEqual(yield* forgotten(chain, 4, 2), { nonces: [], open: [waiting(one)] })
    })
  )

  moving("are none if nothing was made that the journal does not know, and nothing is looked for", () =>
    Effect.gen(function* () {
      for (const nextNonce of [5, 6]) {
        const chain = used()
        assert.deepStrictEqual(yield* forgotten(chain, nextNonce), { nonces: [], open: [] })
        assert.isTrue(chain.asked.every(({ params }) => ["latest", "pending"].includes(String(params[1]))))
      }
    })
  )

  moving("wait while only the memory of a node has them, and a node may not answer for that", () =>
    Effect.gen(function* () {
      const chain = used()
      chain.says = pending(hex(7))
      assert.deepStrictEqual(yield* forgotten(chain, 5), { nonces: [], open: [waiting(two)] })
      chain.says = pending(new Says(-32601, "the method does not exist"))
      assert.deepStrictEqual(yield* forgotten(chain, 4), { nonces: [4], open: [] })
    })
  )

  moving("end with the first that no node can find", () =>
    Effect.gen(function* () {
      const chain = used()
      const hidden = hashOfText("other 3")
      chain.says = ({ method, params }) =>
        method === "eth_getTransactionReceipt" && params[0] === hidden ? null : undefined
      assert.deepStrictEqual(yield* forgotten(chain, 2), {
        nonces: [2],
        open: [
          `no node says which transaction has slot 3 of wallet ${wallet}, and nothing after it is read back: add a node that keeps the state of old blocks to rpcUrls`
        ]
      })
    })
  )

  moving("are looked for from the block of the last one that the journal knows", (fake) =>
    Effect.gen(function* () {
      const firstAsked = Effect.fnUntraced(function* () {
        const chain = used()
        assert.deepStrictEqual((yield* forgotten(chain, 2)).nonces, [2, 3, 4])
        const logs = chain.asked.filter(({ method }) => method === "eth_getLogs")
        return logs.map(({ params }) => Object(params[0]).fromBlock)[0]
      })
      const before = yield* firstAsked()
      const last = { wallet, nonce: 1, blockNumber: 2 }
      for (const [number, changes] of [
        [1, { wallet: stranger }],
        [2, { nonce: 0 }],
        [3, { nonce: 2 }]
      ] as const)
        addTransaction(fake, orderOf(number), "completed", { ...last, ...changes })
      addTransaction(fake, orderOf(4, { partnerId: "bsc" }), "completed", last)
      addTransaction(fake, orderOf(5), "sent", { wallet, nonce: 1 })
      assert.strictEqual(yield* firstAsked(), before)
      addTransaction(fake, orderOf(6), "completed", last)
      assert.notStrictEqual(before, "0x2")
      assert.strictEqual(yield* firstAsked(), "0x2")
    })
  )
})
