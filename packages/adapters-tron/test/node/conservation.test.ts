import fc from "fast-check"
import { expect, it } from "vitest"
import type { Hex } from "./bytes.ts"
import { token } from "./TronChain.ts"
import { keyOf, tokenTransfer } from "./tronweb.ts"
import { startWorld } from "./world.ts"

const people = [keyOf(1), keyOf(2), keyOf(3)]

const step = fc.oneof(
  fc.record({
    kind: fc.constant("pays" as const),
    from: fc.nat({ max: 2 }),
    to: fc.nat({ max: 2 }),
    value: fc.integer({ min: 1, max: 600 }),
    feeLimit: fc.constantFrom(1_000_000, 7_000_000, 100_000_000)
  }),
  fc.record({ kind: fc.constant("produces" as const), missed: fc.nat({ max: 3 }), isEmpty: fc.boolean() }),
  fc.record({
    kind: fc.constant("reorganises" as const),
    depth: fc.integer({ min: 1, max: 4 }),
    isLost: fc.boolean()
  })
)

it("whatever happens, no token appears or vanishes, every sun that is missing was a fee, and nothing is done twice", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const { chain, node } = startWorld()
      for (const { address } of people) {
        chain.setAccount(address, { balance: 100_000_000n })
        chain.setHolding(address, 1_000n)
      }
      for (const [at, each] of steps.entries()) {
        switch (each.kind) {
          case "pays": {
            const [from = keyOf(1), to = keyOf(2)] = [people[each.from], people[each.to]]
            const frame = { feeLimit: each.feeLimit, timestamp: at + 1 }
            node.broadcast(await tokenTransfer(chain, from, to.address, BigInt(each.value), frame))
            break
          }
          case "produces":
            chain.produce({ missed: each.missed, takes: () => !each.isEmpty })
            break
          case "reorganises":
            if (chain.head.number - each.depth > chain.solid.number)
              chain.reorganise(each.depth, { comesBack: () => !each.isLost })
        }
      }
      const mined = chain.blocks.flatMap((block) => block.mined)
      const ids = mined.map(({ transaction }) => transaction.id)
      const fees = mined.reduce((sum, { outcome }) => sum + outcome.fee, 0n)
      const sumOf = (value: (address: Hex) => bigint) =>
        people.reduce((sum, { address }) => sum + value(address), 0n)
      expect(sumOf((address) => chain.state.holding(token, address))).toBe(3_000n)
      expect(sumOf((address) => chain.state.accounts.get(address)?.balance ?? 0n)).toBe(300_000_000n - fees)
      expect(new Set(ids).size).toBe(ids.length)
      for (const { transaction } of mined) expect(chain.found(transaction.id)?.transaction).toBe(transaction)
    }),
    { numRuns: 40 }
  )
})
