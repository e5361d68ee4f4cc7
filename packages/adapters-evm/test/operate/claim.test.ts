import { assert, describe } from "@effect/vitest"
import { StoreUnavailable } from "@quittance/core"
import { ChainWallets } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { claim, claimAll, clear } from "../../src/operate/claim.ts"
import { evmSpelling } from "../../src/Spelling.ts"
import { type FakeMoves, moving, name } from "./FakeMoves.ts"
import { addPayout, addTransaction, orderOf } from "./FakePayouts.ts"

const network = { name, spelling: evmSpelling }
const { recipient } = orderOf(1)
const reasonOf = <A, R>(effect: Effect.Effect<A, { readonly reason: string }, R>) =>
  Effect.map(Effect.flip(effect), ({ reason }) => reason)

/** A payment to the recipient of the first payout that was read back. */
const addPaid = (
  fake: FakeMoves,
  hash: string,
  tag: "assumed" | "unclaimed" | "claimed" = "unclaimed",
  changes: object = {}
) => addTransaction(fake, orderOf(50, { id: `${name}/${hash}`, recipient, ...changes }), tag, { hash })

const tagOf = (id: string) =>
  Effect.flatMap(ChainWallets, (wallets) =>
    Effect.map(wallets.transaction(name, id), (found) =>
      Option.getOrUndefined(Option.map(found, ({ _tag }) => _tag))
    )
  )

describe("an operator says of a transaction that was read back", () => {
  moving("which payout it was, in whatever case its hash is written", (fake) =>
    Effect.gen(function* () {
      addPayout(fake, orderOf(1))
      addPaid(fake, "0xaa", "unclaimed", { recipient: orderOf(2).recipient })
      addPaid(fake, "0xbb")
      assert.deepStrictEqual(yield* claim(network, "0xBB", "payout-1"), {
        ...{ txHash: "0xbb", payoutId: "payout-1" }
      })
      assert.deepStrictEqual(
        [yield* tagOf("reference-1"), yield* tagOf(`${name}/0xbb`), yield* tagOf(`${name}/0xaa`)],
        ["completed", "claimed", "unclaimed"]
      )
    })
  )

  moving("not that it was a payout that is unknown, elsewhere or done", (fake) =>
    Effect.gen(function* () {
      addPaid(fake, "0xbb")
      addPayout(fake, orderOf(2, { partnerId: "bsc" }))
      addPayout(fake, orderOf(3), "confirmed")
      addPayout(fake, orderOf(4), "rejected")
      for (const [id, reason] of [
        ["payout-1", "payout-1 is not a payout on ethereum"],
        ["payout-2", "payout-2 is not a payout on ethereum"],
        ["payout-3", "payout payout-3 is COMPLETED already"],
        ["payout-4", "payout payout-4 is FAILED already"]
      ] as const)
        assert.strictEqual(yield* reasonOf(claim(network, "0xbb", id)), reason)
    })
  )

  moving("not that it was one if it is another's, does not wait, or moved something else", (fake) =>
    Effect.gen(function* () {
      addPayout(fake, orderOf(1))
      addPaid(fake, "0xaa", "assumed", { payoutId: "payout-7" })
      addPaid(fake, "0xbb", "claimed")
      addPaid(fake, "0xcc", "unclaimed", { amountMinor: 1n })
      addPaid(fake, "0xdd", "unclaimed", { recipient: orderOf(2).recipient })
      for (const [hash, reason] of [
        ["0xaa", "transaction 0xaa is already matched to payout payout-7"],
        ["0xbb", "0xbb is not a transaction of ethereum that waits to be matched"],
        ["0xee", "0xee is not a transaction of ethereum that waits to be matched"],
        ["0xcc", "transaction 0xcc has another recipient or amount than payout payout-1"],
        ["0xdd", "transaction 0xdd has another recipient or amount than payout payout-1"]
      ] as const)
        assert.strictEqual(yield* reasonOf(claim(network, hash, "payout-1")), reason)
    })
  )

  moving("not that it was one that has been signed", (fake) =>
    Effect.gen(function* () {
      addPayout(fake, orderOf(1))
      addTransaction(fake, orderOf(1), "sent")
      addPaid(fake, "0xbb")
      assert.strictEqual(
        yield* reasonOf(claim(network, "0xbb", "payout-1")),
        "transaction 0xbb cannot be payout payout-1: one of them is already sent"
      )
    })
  )

  moving("that it was no payout of this store", (fake) =>
    Effect.gen(function* () {
      addPaid(fake, "0xaa")
      addPaid(fake, "0xbb")
      yield* clear(network, "0xBB")
      assert.deepStrictEqual(
        [yield* tagOf(`${name}/0xaa`), yield* tagOf(`${name}/0xbb`)],
        ["unclaimed", "completed"]
      )
      assert.strictEqual(
        yield* reasonOf(clear(network, "0xbb")),
        "0xbb is not a transaction of ethereum that waits to be matched"
      )
    })
  )

  moving("nothing new if another operator was quicker", (fake) =>
    Effect.gen(function* () {
      addPaid(fake, "0xaa")
      const wallets = yield* ChainWallets
      const slow = ChainWallets.of({
        ...wallets,
        clear: (network, id) => Effect.andThen(wallets.clear(network, id), wallets.clear(network, id))
      })
      yield* Effect.provideService(clear(network, "0xaa"), ChainWallets, slow)
      assert.strictEqual(yield* tagOf(`${name}/0xaa`), "completed")
    })
  )

  moving("nothing while the store does not answer", () =>
    Effect.gen(function* () {
      const wallets = yield* ChainWallets
      const away = ChainWallets.of({
        ...wallets,
        doubtful: () => Effect.fail(new StoreUnavailable({ outcome: "unknown", reason: "away" }))
      })
      assert.strictEqual(
        yield* reasonOf(Effect.provideService(claimAll(network), ChainWallets, away)),
        "the store did not answer: away"
      )
    })
  )
})

describe("all payouts that wait for an operator", () => {
  moving("are the payments that look like them, each of one payout, and the others wait on", (fake) =>
    Effect.gen(function* () {
      for (const number of [1, 2, 3]) addTransaction(fake, orderOf(number, { recipient }), "queued")
      addTransaction(fake, orderOf(4), "queued")
      addPaid(fake, "0xaa", "assumed", { payoutId: "payout-7", createdAt: 1 })
      addPaid(fake, "0xbb", "unclaimed", { createdAt: 2 })
      addPaid(fake, "0xcc", "unclaimed", { createdAt: 3 })
      assert.deepStrictEqual(yield* claimAll(network), [
        { txHash: "0xbb", payoutId: "payout-1" },
        { txHash: "0xcc", payoutId: "payout-2" }
      ])
      const tags = yield* Effect.forEach([1, 2, 3, 4], (number) => tagOf(`reference-${number}`))
      assert.deepStrictEqual(tags, ["completed", "completed", "queued", "queued"])
      assert.deepStrictEqual(yield* claimAll(network), [])
    })
  )
})
