import { beforeEach, expect, it } from "vitest"
import { genesisMillis } from "./Block.ts"
import { TronChain, token } from "./TronChain.ts"
import { coinTransfer, tokenTransfer } from "./tronweb.ts"
import { holder, minedAs, payer, startSun, startWorld, stranger } from "./world.ts"

let { chain, node } = startWorld()

beforeEach(() => {
  ;({ chain, node } = startWorld())
})

it("blocks are three seconds apart, and each has the id of the one before", () => {
  const [, first, second] = chain.blocks
  expect(first?.timestamp).toBe(genesisMillis + 3_000)
  expect(second?.parentId).toBe(first?.id)
  expect(second?.id.slice(0, 18)).toBe("0x0000000000000002")
})

it("time passes in slots in which no block is produced", () => {
  const { head } = chain
  const block = chain.produce({ missed: 4 })
  expect(block.number).toBe(head.number + 1)
  expect(block.timestamp).toBe(head.timestamp + 15_000)
})

it("equal histories have equal blocks, and other branches other ones", () => {
  const other = new TronChain()
  other.produceMany(3)
  expect(other.head.id).toBe(chain.head.id)
  other.reorganise(1)
  expect(other.at(3).id).not.toBe(chain.at(3).id)
  expect(other.at(2).id).toBe(chain.at(2).id)
})

it("a block is solid when 19 of 27 witnesses have built upon it, not sooner", () => {
  chain.produceMany(15)
  expect(chain.head.number).toBe(18)
  expect(chain.solid.number).toBe(0)
  chain.produceMany(100)
  expect(chain.head.number - chain.solid.number).toBe(18)
})

it("one of few witnesses makes blocks solid sooner", () => {
  const short = new TronChain({ witnesses: 4 })
  short.produceMany(20)
  expect(short.head.number - short.solid.number).toBe(2)
})

it("nothing becomes solid while one witness produces alone, and what is solid stays so", () => {
  chain.produceMany(60)
  const solid = chain.solid.number
  for (let i = 0; i < 30; i++) chain.produce({ missed: 26 })
  expect(chain.solid.number).toBe(solid)
})

it("a block takes what is wanted, and the rest waits", async () => {
  const first = node.broadcast(await tokenTransfer(chain, payer, holder.address, 5n))
  const second = node.broadcast(await tokenTransfer(chain, payer, holder.address, 6n))
  chain.produce({ takes: ({ id }) => id === second.id })
  expect(chain.found(first.id)).toBeUndefined()
  expect(chain.waiting.map(({ id }) => id)).toEqual([first.id])
  chain.produce()
  expect(minedAs(chain, first.id).block.number).toBe(minedAs(chain, second.id).block.number + 1)
})

it("a reorganisation undoes what the blocks did; what comes back is in another block", async () => {
  const { id } = node.broadcast(await tokenTransfer(chain, payer, stranger.address, 5n))
  chain.produce()
  const first = minedAs(chain, id)
  expect(chain.state.holding(token, stranger.address)).toBe(5n)
  const { head } = chain
  chain.reorganise(1)
  expect(chain.head.number).toBe(head.number + 1)
  expect(chain.withId(head.id)).toBeUndefined()
  expect(chain.found(id)).toBeUndefined()
  expect(chain.state.holding(token, stranger.address)).toBe(0n)
  expect(chain.state.accounts.get(payer.address)?.balance).toBe(startSun)
  chain.produce()
  expect(minedAs(chain, id).block.number).toBe(first.block.number + 2)
})

it("a reorganisation loses what does not come back, and puts into its blocks what it shall", async () => {
  const lost = node.broadcast(await tokenTransfer(chain, payer, holder.address, 5n))
  const kept = node.broadcast(await tokenTransfer(chain, payer, holder.address, 6n))
  chain.produce()
  const { number } = chain.head
  chain.reorganise(1, { comesBack: ({ id }) => id === kept.id, takes: (_, place) => place === 1 })
  expect(minedAs(chain, kept.id).block.number).toBe(number + 1)
  expect(chain.found(lost.id)).toBeUndefined()
  expect(chain.waiting).toEqual([])
})

it("blocks that are solid cannot be replaced", () => {
  chain.produceMany(40)
  expect(() => chain.reorganise(19)).toThrow("the last 19 blocks cannot be replaced")
  chain.reorganise(18)
  expect(chain.head.number).toBe(44)
})

it("what a test changes holds on every branch", async () => {
  chain.produceMany(2)
  chain.setHolding(stranger.address, 7n)
  chain.reorganise(2)
  expect(chain.state.holding(token, stranger.address)).toBe(7n)
})

it("what expired waits no more", async () => {
  const expiration = chain.head.timestamp + 6_000
  const { id } = node.broadcast(await coinTransfer(chain, payer, stranger.address, 1, { expiration }))
  chain.produce({ takes: () => false })
  expect(chain.waiting).toHaveLength(1)
  chain.produce({ takes: () => false })
  expect(chain.waiting).toHaveLength(0)
  expect(chain.found(id)).toBeUndefined()
})
