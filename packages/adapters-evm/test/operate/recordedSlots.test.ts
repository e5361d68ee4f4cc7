import { assert, describe } from "@effect/vitest"
import { ChainWallets, millisPerDay, millisPerHour } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import type { Deed } from "../../src/operate/Deed.ts"
import { type Found, readBack } from "../../src/operate/readBack.ts"
import { type FakeMoves, moving, name, wallet } from "./FakeMoves.ts"
import { addPayout, addTransaction, deed, orderOf } from "./FakePayouts.ts"

const addWallet = (address = wallet) =>
  Effect.flatMap(ChainWallets, (wallets) =>
    wallets.addWallet({ address, partnerId: name, sealedKey: "", nextNonce: 0 })
  )

const reading = (
  { network }: FakeMoves,
  deeds: ReadonlyArray<Deed>,
  purpose: "compare" | "import",
  open: ReadonlyArray<string> = []
) =>
  readBack(
    network,
    (each) =>
      Effect.succeed({ wallet: each, deeds: deeds.filter((deed) => deed.wallet === each.address), open }),
    purpose
  )

const recorded = Effect.gen(function* () {
  const wallets = yield* ChainWallets
  const all = yield* wallets.transactionsAfter(name, -1)
  return all.map((each) => [each.order.id, each._tag, "nonce" in each ? each.nonce : undefined])
})

const theWallet = Effect.gen(function* () {
  const [found] = yield* (yield* ChainWallets).wallets(name)
  return found
})

describe("what a wallet did without the journal", () => {
  moving("is compared with payouts up to the last final block, and not recorded", (fake) =>
    Effect.gen(function* () {
      yield* addWallet()
      addPayout(fake, orderOf(1))
      const asked: Array<number> = []
      const found = { deeds: [deed(0, orderOf(1)), deed(1, orderOf(9))], open: ["who knows"] }
      const back = yield* readBack(
        fake.network,
        (each, finalBlock) =>
          Effect.sync(() => {
            asked.push(finalBlock)
            return { wallet: each, ...found } satisfies Found
          }),
        "compare"
      )
      assert.deepStrictEqual(asked, [90])
      assert.deepStrictEqual(back.open, ["who knows"])
      const common = { wallet, amountMinor: 5_000_000n }
      assert.deepStrictEqual(back.transactions, [
        {
          ...{ ...common, nonce: 0, txHash: "0xd0", blockNumber: 10, did: "did 0" },
          ...{ recipient: orderOf(1).recipient, payoutId: "payout-1" }
        },
        {
          ...{ ...common, nonce: 1, txHash: "0xd1", blockNumber: 11, did: "did 1" },
          ...{ recipient: orderOf(9).recipient, payoutId: "" }
        }
      ])
      assert.deepStrictEqual([yield* recorded, (yield* theWallet)?.nextNonce], [[], 0])
    })
  )

  moving("is matched if it is one transaction, and no payouts are read if it is none", (fake) =>
    Effect.gen(function* () {
      yield* addWallet()
      addPayout(fake, orderOf(1))
      const { transactions } = yield* reading(fake, [deed(0, orderOf(1))], "compare")
      assert.deepStrictEqual(
        transactions.map(({ payoutId }) => payoutId),
        ["payout-1"]
      )
      const wallets = yield* ChainWallets
      const without = ChainWallets.of({ ...wallets, queued: () => Effect.die("nobody asks") })
      const none = yield* Effect.provideService(reading(fake, [], "compare"), ChainWallets, without)
      assert.deepStrictEqual(none.transactions, [])
    })
  )

  moving("is recorded in its slots, as the payouts that it fits and at the time of its block", (fake) =>
    Effect.gen(function* () {
      yield* addWallet()
      addPayout(fake, orderOf(1))
      addTransaction(fake, orderOf(2), "queued")
      const failed = { ...deed(3, orderOf(4)).outcome, _tag: "failed" } as const
      const deeds = [
        deed(0, orderOf(1)),
        deed(1, orderOf(2)),
        deed(2, orderOf(3)),
        deed(3, orderOf(4), { outcome: failed, isPayment: false })
      ]
      yield* reading(fake, deeds, "import")
      assert.sameDeepMembers(yield* recorded, [
        ["reference-1", "assumed", 0],
        ["reference-2", "assumed", 1],
        [`${name}/0xd2`, "unclaimed", 2],
        [`${name}/0xd3`, "failed", 3]
      ])
      const made = yield* (yield* ChainWallets).transaction(name, "reference-1")
      assert.strictEqual(Option.getOrThrow(made).order.createdAt, 1_000)
      assert.strictEqual((yield* theWallet)?.nextNonce, 4)
    })
  )

  moving("counts as spent in the hour of its block, if it paid and that was in the last day", (fake) =>
    Effect.gen(function* () {
      const now = 100 * millisPerDay
      yield* TestClock.setTime(now)
      yield* addWallet()
      const hour = now - 3 * millisPerHour
      yield* reading(
        fake,
        [
          deed(0, orderOf(1), { at: now - 2 * millisPerDay }),
          deed(1, orderOf(2), { at: hour + 1 }),
          deed(2, orderOf(3), { at: hour + 2, isPayment: false }),
          deed(3, orderOf(4), { at: hour + 3 })
        ],
        "import"
      )
      assert.deepStrictEqual((yield* theWallet)?.spent, [{ from: hour, minor: 10_000_000n }])
    })
  )

  moving("is recorded fifty slots at once, all of it", (fake) =>
    Effect.gen(function* () {
      yield* addWallet()
      const wallets = yield* ChainWallets
      const sizes: Array<number> = []
      const counting = ChainWallets.of({
        ...wallets,
        importSlots: (network, address, slots, spent) => {
          sizes.push(slots.length)
          return wallets.importSlots(network, address, slots, spent)
        }
      })
      const deeds = Array.from({ length: 101 }, (_, nonce) => deed(nonce, orderOf(nonce)))
      yield* Effect.provideService(reading(fake, deeds, "import"), ChainWallets, counting)
      assert.deepStrictEqual(sizes, [50, 50, 1])
      assert.strictEqual((yield* theWallet)?.nextNonce, 101)
      // Nothing new is no commit.
      yield* Effect.provideService(reading(fake, [], "import"), ChainWallets, counting)
      assert.lengthOf(sizes, 3)
    })
  )

  moving("is not recorded when another process was quicker", (fake) =>
    Effect.gen(function* () {
      yield* addWallet()
      const failure = yield* Effect.flip(reading(fake, [deed(1, orderOf(1))], "import"))
      assert.propertyVal(
        failure,
        "reason",
        `another process recorded transactions of wallet ${wallet} meanwhile: reconcile again`
      )
      assert.deepStrictEqual(yield* recorded, [])
    })
  )
})
