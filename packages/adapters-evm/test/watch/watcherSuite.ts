import type { Address } from "viem"
import { assert, describe, it } from "vitest"
import { accountOf } from "../anvil/Anvil.ts"
import { TestChain } from "../anvil/TestChain.ts"
import { BoolToken } from "../contracts/BoolToken.ts"
import { FeeToken } from "../contracts/FeeToken.ts"
import { type WatchedKind, watchedHost } from "./watchedHost.ts"

const units = 10n ** 18n
const confirmations = 3

/** A chain and a token with 18 decimals, a deployment that has seen its head, and an invoice of 10 USDT. */
const setUpOn = async (kind: WatchedKind, contract: typeof BoolToken | typeof FeeToken = BoolToken) => {
  const chain = await TestChain.start()
  const token = await chain.deploy(contract)
  const other = await chain.deploy(BoolToken)
  for (const each of [token, other]) await chain.mint(each, accountOf(0).address, 1_000_000n * units)
  await chain.mine()
  const watched = await watchedHost(kind, {
    ...{ urls: [chain.anvil.url], chainId: 31_337, token: token.address, confirmations }
  })
  await watched.look()
  const { address: given, id } = await watched.invoice(10)
  const address = kind.spelling.hexOfAddress(given)
  const transfer = (from: typeof token, to: string, amount: bigint) =>
    chain.write({ ...from, abi: BoolToken.abi }, "transfer", [to as Address, amount])
  return {
    ...{ chain, token, other, address, transfer },
    ...watched,
    pay: (amount: bigint) => transfer(token, address, amount * units),
    /** Makes blocks, each of which is looked at. */
    mineAndLook: async (blocks: number) => {
      for (let block = 0; block < blocks; block++) {
        await chain.mine()
        await watched.look()
      }
    },
    invoiceNow: async () => {
      const { confirmations, exception, paidAmount, status } = await watched.invoiceNow(id)
      return [status, confirmations, paidAmount, exception]
    }
  }
}

/** Reads a network of one kind from a real node of Ethereum: what every kind that is watched must do. */
export const watcherSuite = (kind: WatchedKind): void => {
  const setUp = (contract?: typeof BoolToken | typeof FeeToken) => setUpOn(kind, contract)

  describe(`${kind.network} on a real node`, () => {
    it("an invoice is paid at its depth, and each block's confirmations are told at once", async () => {
      const { invoiceNow, mineAndLook, pay } = await setUp()
      await pay(10n)
      const seen: Array<unknown> = []
      for (let block = 0; block < 4; block++) {
        await mineAndLook(1)
        seen.push(await invoiceNow())
      }
      assert.deepStrictEqual(seen, [
        ["confirming", 1, 0, "none"],
        ["confirming", 2, 0, "none"],
        ["paid", 3, 10, "none"],
        ["paid", 3, 10, "none"]
      ])
    })

    it("two transfers in one transaction both count, at their places", async () => {
      const { address, chain, invoiceNow, mineAndLook, token, transfers } = await setUp()
      const to = [accountOf(5).address, address as Address, address as Address]
      await chain.write({ ...token, abi: BoolToken.abi }, "transferToAll", [to, 5n * units])
      await mineAndLook(confirmations)
      assert.deepStrictEqual(await invoiceNow(), ["paid", 3, 10, "none"])
      assert.deepStrictEqual(
        (await transfers()).map(({ amountMinor, position }) => [position, amountMinor]),
        [
          [1, 5_000_000n],
          [2, 5_000_000n]
        ]
      )
    })

    it("another token and nothing are not money, and less than a minor unit is none by itself", async () => {
      const { address, invoiceNow, mineAndLook, other, token, transfer, transfers } = await setUp()
      await transfer(other, address, 10n * units)
      await transfer(token, address, 0n)
      await mineAndLook(confirmations)
      assert.deepStrictEqual([await invoiceNow(), await transfers()], [["pending", 0, 0, "none"], []])
      await transfer(token, address, 10n ** 12n - 1n)
      await mineAndLook(confirmations)
      assert.deepStrictEqual(await invoiceNow(), ["pending", 0, 0, "none"])
      await transfer(token, address, 10n * units - 10n ** 12n + 1n)
      await mineAndLook(confirmations)
      assert.deepStrictEqual(await invoiceNow(), ["paid", 3, 10, "none"])
      assert.deepStrictEqual(
        (await transfers()).map(({ amountMinor }) => amountMinor).sort(),
        [0n, 9_999_999n].sort()
      )
    })

    it("parts of 18 decimals pay what they come to together", async () => {
      const { address, invoiceNow, mineAndLook, token, transfer } = await setUp()
      const third = 3_333_333_333_330_000_000n
      for (const value of [third, third, 10n * units - 2n * third]) await transfer(token, address, value)
      await mineAndLook(confirmations)
      assert.deepStrictEqual(await invoiceNow(), ["paid", 3, 10, "none"])
    })

    it("of a token that keeps a fee, what arrives counts, rounded down", async () => {
      const { address, mineAndLook, token, transfer, transfers } = await setUp(FeeToken)
      await transfer(token, address, 10n * units + 1n)
      await mineAndLook(confirmations)
      const [arrived, ...rest] = await transfers()
      assert.isEmpty(rest)
      assert.deepInclude(arrived, { amountMinor: 9_900_000n, value: String((99n * units) / 10n + 1n) })
    })

    it("blocks of a time when the deployment was stopped are read", async () => {
      const { chain, invoiceNow, look, pay } = await setUp()
      await chain.mine(30)
      await pay(10n)
      await chain.mine(90)
      await look()
      assert.deepStrictEqual(await invoiceNow(), ["paid", 3, 10, "none"])
    })
  })

  describe(`${kind.network} after a reorganisation on a real node`, () => {
    for (const depth of [1, 2, 3, 7, 12])
      it(`of ${depth} blocks, money that does not come back is written off, with an alert if it was credited`, async () => {
        const { chain, invoiceNow, look, mineAndLook, pay, reversals } = await setUp()
        await mineAndLook(3)
        await pay(10n)
        await mineAndLook(depth)
        const isCredited = depth >= confirmations
        assert.deepStrictEqual((await invoiceNow())[0], isCredited ? "paid" : "confirming")
        await chain.reorganise(depth)
        await look()
        assert.deepStrictEqual(
          await invoiceNow(),
          isCredited ? ["paid", 0, 0, "reorganised"] : ["pending", 0, 0, "reorganised"]
        )
        assert.strictEqual(await reversals(), isCredited ? 1 : 0)
      })

    it.each([2, 5])(
      "of %i blocks, money that comes back in another block is not written off",
      async (depth) => {
        const { chain, invoiceNow, look, mineAndLook, pay, reversals, transfers } = await setUp()
        const hash = await pay(10n)
        const bytes = await chain.signedBytes(hash)
        await mineAndLook(depth)
        const before = await transfers()
        await chain.reorganise(depth, [[bytes, depth - 1]])
        await look()
        await mineAndLook(confirmations)
        const after = await transfers()
        assert.deepStrictEqual(await invoiceNow(), ["paid", 3, 10, "none"])
        assert.lengthOf(after, 1)
        assert.strictEqual(after[0]?.blockNumber, (before[0]?.blockNumber ?? 0) + depth - 1)
        assert.strictEqual(await reversals(), 0)
      }
    )
  })
}
