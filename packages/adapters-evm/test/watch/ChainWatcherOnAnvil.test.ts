import { assert, describe, it } from "vitest"
import type { Address } from "viem"
import { TestChain } from "../anvil/TestChain.ts"
import { accountOf } from "../anvil/Anvil.ts"
import { BoolToken } from "../contracts/BoolToken.ts"
import { watchedHost } from "./watchedHost.ts"

const units = 10n ** 18n

const setUp = async (options: { readonly confirmations?: number } = {}) => {
  const chain = await TestChain.start()
  const token = await chain.deploy(BoolToken)
  await chain.mint(token, accountOf(0).address, 1_000_000n * units)
  await chain.mine()
  const watched = await watchedHost({
    urls: [chain.anvil.url],
    chainId: 31_337,
    token: token.address,
    ...options
  })
  await watched.look()
  const pay = (to: string, amount: bigint) => chain.write(token, "transfer", [to as Address, amount * units])
  return { chain, token, pay, ...watched }
}

describe("on a real node", () => {
  it("an invoice is paid at its depth, and each block's confirmations are told at once", async () => {
    const { chain, invoice, invoiceNow, look, pay } = await setUp({ confirmations: 3 })
    const { address, expectedAmount, id } = await invoice(10)
    assert.strictEqual(expectedAmount, 10)
    await pay(address, 10n)
    const told: Array<readonly [string, number, number]> = []
    for (let block = 0; block < 4; block++) {
      await chain.mine()
      await look()
      const { confirmations, paidAmount, status } = await invoiceNow(id)
      told.push([status, confirmations, paidAmount])
    }
    assert.deepStrictEqual(told, [
      ["confirming", 1, 0],
      ["confirming", 2, 0],
      ["paid", 3, 10],
      ["paid", 3, 10]
    ])
  })
})
