import { assert } from "@effect/vitest"
import { Ids, type StorePorts } from "@quittance/core"
import {
  type PartnerId,
  TransitReader,
  type TransitWallet,
  transitWalletPrefix,
  walletList
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { transitWallet } from "../generators/transitGenerators.ts"
import { type Checks, forAll, suiteOf } from "../Suite.ts"
import { listed } from "./listed.ts"
import { adjusting, commit, newPartnerId } from "./StoreSamples.ts"
import { changingDeposit, newDeposit, newWallet, openingWallet, recordingDeposit } from "./TransitSamples.ts"

/** Transit wallets are read as they were opened, with what the commits of their deposits left in them. */

const open = (wallet: TransitWallet) => Effect.flatMap(openingWallet(wallet), commit)

const newOpened = Effect.fnUntraced(function* (partnerId: PartnerId, more: Partial<TransitWallet> = {}) {
  const wallet = yield* newWallet(partnerId, more)
  yield* open(wallet)
  return wallet
})

/** What a wallet stands at; its list has to say the same. */
const balanceOf = Effect.fnUntraced(function* ({ id, partnerId }: TransitWallet) {
  const transit = yield* TransitReader
  const found = Option.getOrThrow(yield* transit.wallet(partnerId, id))
  const { items } = yield* listed(walletList, { partnerId })
  assert.deepStrictEqual(
    items.find(({ wallet }) => wallet.id === id),
    found
  )
  return found.balanceMinor
})

const standing = (wallet: TransitWallet, balanceMinor = 0n) => ({ _tag: "wallet", wallet, balanceMinor })

export const transitWalletChecks = {
  "a wallet is read as it was opened, with nothing in it": Effect.gen(function* () {
    const transit = yield* TransitReader
    const ids = yield* Ids
    const partnerId = yield* newPartnerId
    yield* forAll(transitWallet(partnerId), (any) =>
      Effect.gen(function* () {
        const id = yield* ids.prefixed(transitWalletPrefix)
        const wallet = { ...any, id, address: `${any.address} of ${id}` }
        yield* open(wallet)
        assert.deepStrictEqual(yield* transit.wallet(partnerId, id), Option.some(standing(wallet)))
      })
    )
  }),

  "a wallet stands at what is credited to it, and at less when a deposit is reversed": Effect.gen(
    function* () {
      const partnerId = yield* newPartnerId
      const [wallet, neighbour] = [yield* newOpened(partnerId), yield* newOpened(partnerId)]
      const seen = yield* newDeposit(wallet, { amountMinor: 9_007_199_254_740_993n })
      yield* commit(yield* recordingDeposit(seen))
      assert.strictEqual(yield* balanceOf(wallet), 0n)
      const credited = { ...seen, _tag: "credited", confirmations: 12 } as const
      yield* commit(yield* changingDeposit(seen, credited, 1))
      yield* commit(yield* recordingDeposit({ ...(yield* newDeposit(wallet)), _tag: "credited" }))
      assert.strictEqual(yield* balanceOf(wallet), 9_007_199_264_740_993n)
      const reversed = { ...seen, _tag: "reversed", confirmations: 0 } as const
      yield* commit(yield* changingDeposit(credited, reversed, 2))
      assert.strictEqual(yield* balanceOf(wallet), 10_000_000n)
      yield* commit(yield* changingDeposit(reversed, credited, 3))
      assert.strictEqual(yield* balanceOf(wallet), 9_007_199_264_740_993n)
      assert.strictEqual(yield* balanceOf(neighbour), 0n)
    }
  ),

  "deposits of one wallet conflict with nothing: all that is credited at once counts": Effect.gen(
    function* () {
      const wallet = yield* newOpened(yield* newPartnerId)
      const deposits = yield* Effect.forEach(Array.from({ length: 40 }), (_, index) =>
        newDeposit(wallet, { amountMinor: BigInt(index + 1) })
      )
      yield* Effect.forEach(
        deposits,
        (deposit) => Effect.flatMap(recordingDeposit({ ...deposit, _tag: "credited" }), commit),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(yield* balanceOf(wallet), 820n)
    }
  ),

  "several deposits of one commit all count, and a refused commit counts nothing": Effect.gen(function* () {
    const wallet = yield* newOpened(yield* newPartnerId)
    const parts = yield* Effect.forEach([1n, 20n, 300n], (amountMinor) =>
      Effect.flatMap(newDeposit(wallet, { amountMinor }), (seen) =>
        recordingDeposit({ ...seen, _tag: "credited" })
      )
    )
    const whole = {
      aggregates: parts.flatMap(({ aggregates }) => aggregates),
      counters: parts.flatMap(({ counters }) => counters),
      events: parts.flatMap(({ events }) => events)
    }
    yield* Effect.flip(commit({ ...whole, entries: [adjusting(wallet.partnerId, -1n)] }))
    assert.strictEqual(yield* balanceOf(wallet), 0n)
    yield* commit(whole)
    assert.strictEqual(yield* balanceOf(wallet), 321n)
  }),

  "a partner sees only wallets of its own": Effect.gen(function* () {
    const transit = yield* TransitReader
    const [owner, other] = [yield* newPartnerId, yield* newPartnerId]
    const wallet = yield* newOpened(owner)
    assert.isTrue(Option.isSome(yield* transit.wallet(owner, wallet.id)))
    assert.isTrue(Option.isNone(yield* transit.wallet(other, wallet.id)))
    assert.isTrue(Option.isNone(yield* transit.wallet(owner, "wal_none")))
  })
} satisfies Checks<StorePorts | Ids>

export const transitWalletSuite = suiteOf<StorePorts>("transit wallets", transitWalletChecks)
