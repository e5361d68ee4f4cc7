import fc from "fast-check"
import type { Hex } from "viem"
import { assert, it } from "vitest"
import { ForwarderFactory } from "../src/contracts/ForwarderFactory.ts"
import { createAddress, depositAddress, saltWord } from "../src/depositAddress.ts"
import { TestChain } from "./anvil/TestChain.ts"
import { BlockingToken } from "./contracts/BlockingToken.ts"

const treasury = "0x00000000000000000000000000000000000000aa"
const salts = Array.from({ length: 6 }, (_, index) => `${index + 1}`.repeat(32))

const index = fc.nat({ max: salts.length - 1 })
const step = fc.oneof(
  fc.record({ kind: fc.constant("mint" as const), index, amount: fc.bigInt({ min: 1n, max: 10n ** 12n }) }),
  fc.record({ kind: fc.constant("refuse" as const), index, refusal: fc.nat({ max: 3 }) }),
  fc.record({ kind: fc.constant("sweep" as const), indexes: fc.array(index, { maxLength: 8 }) })
)

it("any history of money, refusals and sweeps leaves each amount at its address or in the treasury", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const chain = await TestChain.start()
      const factory = await chain.deploy(ForwarderFactory, [treasury])
      const token = await chain.deploy(BlockingToken)
      const deposits = salts.map((salt) =>
        depositAddress(factory.address, createAddress(factory.address, 1), salt)
      )
      const at = (index: number): Hex => deposits[index] ?? "0x"
      const balances = salts.map(() => 0n)
      const refusals = salts.map(() => 0)
      let swept = 0n
      for (const step of steps) {
        if (step.kind === "mint") {
          await chain.mined(await chain.mint(token, at(step.index), step.amount))
          balances[step.index] = (balances[step.index] ?? 0n) + step.amount
        } else if (step.kind === "refuse") {
          await chain.mined(await chain.write(token, "refuse", [at(step.index), step.refusal]))
          refusals[step.index] = step.refusal
        } else {
          const asked = step.indexes.map((index) => saltWord(salts[index] ?? ""))
          const { logs, status } = await chain.mined(
            await chain.write(factory, "sweep", [token.address, asked])
          )
          assert.strictEqual(status, "0x1")
          let events = 0
          for (const index of step.indexes) {
            const amount = balances[index] ?? 0n
            if (amount > 0n) events++
            if (refusals[index] !== 0) continue
            swept += amount
            balances[index] = 0n
          }
          assert.lengthOf(logs, events)
        }
      }
      const found = await Promise.all(deposits.map((deposit) => chain.balanceOf(token, deposit)))
      assert.deepStrictEqual(found, balances)
      assert.strictEqual(await chain.balanceOf(token, treasury), swept)
      await chain.anvil.stop()
    }),
    { numRuns: 5 }
  )
})
