import { beforeEach, expect, it } from "vitest"
import { hexOf } from "./bytes.ts"
import { Refusal } from "./Refusal.ts"
import { genesisMillis } from "./Block.ts"
import { token, TronChain } from "./TronChain.ts"
import { TronNode } from "./TronNode.ts"
import { coinTransfer, keyOf, tokenTransfer } from "./tronweb.ts"

const payer = keyOf(1)
const holder = keyOf(2)
const stranger = keyOf(3)

let chain: TronChain
let node: TronNode

beforeEach(() => {
  chain = new TronChain()
  node = new TronNode(chain)
  chain.giveCoin(payer.address, 1_000_000_000n)
  chain.giveToken(payer.address, 1_000_000_000n)
  chain.giveToken(holder.address, 1n)
  chain.produceMany(3)
})

const refusal = (run: () => unknown): Refusal => {
  try {
    run()
  } catch (refused) {
    if (refused instanceof Refusal) return refused
    throw refused
  }
  throw new Error("nothing was refused")
}

it("a transfer of the token is in the next block, costs what the sources say, and moves the token", async () => {
  const { id } = node.broadcast(await tokenTransfer(chain, payer, holder.address, 5n))
  chain.produce()
  const { outcome } = chain.found(id) ?? expect.fail("it is in no block")
  expect(outcome).toMatchObject({
    ...{ result: "SUCCESS", energyTotal: 64_285n, energyFee: 6_428_500n, fee: 6_428_500n, netFee: 0n },
    netUsage: 345n
  })
  expect(chain.state.holding(token, holder.address)).toBe(6n)
  expect(chain.state.accounts.get(payer.address)?.balance).toBe(1_000_000_000n - 6_428_500n)
})

it("who holds none of the token yet costs twice as much", async () => {
  const { id } = node.broadcast(await tokenTransfer(chain, payer, stranger.address, 5n))
  chain.produce()
  expect(chain.found(id)?.outcome.energyTotal).toBe(130_285n)
})

it("a transfer of TRX activates an account, for a fee", async () => {
  const { id } = node.broadcast(await coinTransfer(chain, payer, stranger.address, 2_000_000))
  chain.produce()
  expect(chain.found(id)?.outcome).toMatchObject({ fee: 1_100_000n, result: "SUCCESS" })
  expect(chain.state.accounts.get(stranger.address)?.balance).toBe(2_000_000n)
})

it("a block is solid when 19 of 27 witnesses have built upon it", () => {
  chain.produceMany(100)
  expect(chain.head.number - chain.solid.number).toBe(18)
  expect(chain.head.timestamp).toBe(genesisMillis + 103 * 3_000)
})

it("equal histories have equal blocks", () => {
  const other = new TronChain()
  other.produceMany(3)
  expect(other.head.id).toBe(chain.head.id)
})

it("the same transaction is refused while it waits, and when it is in a block", async () => {
  const bytes = await tokenTransfer(chain, payer, holder.address, 5n)
  node.broadcast(bytes)
  expect(refusal(() => node.broadcast(bytes)).code).toBe("DUP_TRANSACTION_ERROR")
  chain.produce()
  expect(refusal(() => node.broadcast(bytes)).code).toBe("DUP_TRANSACTION_ERROR")
})

it("the fetch answers a broadcast in hex", async () => {
  const bytes = await tokenTransfer(chain, payer, holder.address, 5n)
  const response = await node.fetch("http://node/wallet/broadcasthex", {
    method: "POST",
    body: JSON.stringify({ transaction: hexOf(bytes).slice(2) })
  })
  expect(await response.json()).toMatchObject({ result: true, code: "SUCCESS", message: "" })
})
