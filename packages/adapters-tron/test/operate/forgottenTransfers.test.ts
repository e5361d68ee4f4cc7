import { assert, describe } from "@effect/vitest"
import {
  addressOf,
  blockMillis,
  type FakeMoves,
  genesisMillis,
  hashOfText,
  moving,
  name,
  outside,
  wallet
} from "@quittance/adapters-evm/testing"
import { type ChainWallet, ChainWallets, readBackId } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { forgottenTransfers, makeIsKnown } from "../../src/operate/forgottenTransfers.ts"

const second = addressOf(22)
const finalBlock = 90

const found = (fake: FakeMoves, change: object = {}) =>
  forgottenTransfers({ ...fake.network, ...change })(
    { address: wallet, createdAt: 0, nextNonce: 3 } as ChainWallet,
    finalBlock
  )

/** A form that was signed. */
const forms = (hash: string) => [{ hash }] as never

describe("what a wallet paid that the journal does not know", () => {
  moving("gets the next slots, in the order of its blocks, each as it was", (fake) =>
    Effect.gen(function* () {
      const first = fake.move(1, wallet, outside, 1_500_000n)
      const last = fake.move(90, wallet, second, 2_000_000n)
      const executionOf = (hash: string) =>
        Effect.succeed(Option.map(fake.execution(hash), (each) => ({ ...each, costWei: 11n })))
      const { deeds, open } = yield* found(fake, { executionOf })
      assert.deepStrictEqual(open, [])
      const at = genesisMillis + blockMillis
      assert.deepStrictEqual(deeds[0], {
        ...{ wallet, nonce: 3, at, transactionIndex: 0, isPayment: true },
        outcome: { _tag: "completed", hash: first, blockNumber: 1, costWei: 11n, reason: "" },
        order: {
          ...{
            id: readBackId(name, first),
            partnerId: name,
            payoutId: "",
            payoutPartnerId: "",
            sendBefore: Option.none()
          },
          ...{ purpose: "payout", recipient: outside, amountMinor: 1_500_000n },
          ...{ contract: "", data: "", createdAt: at }
        },
        did: `moves 1.5 USDT to ${outside}`
      })
      assert.deepInclude(deeds[1], { nonce: 4, transactionIndex: 1, did: `moves 2 USDT to ${second}` })
      assert.deepInclude(deeds[1]?.outcome, { hash: last, blockNumber: 90 })
    })
  )

  moving("is no payout where one transaction moved twice, or less than whole minor units", (fake) =>
    Effect.gen(function* () {
      fake.move(5, wallet, outside, 100n, "both")
      fake.move(5, wallet, second, 200n, "both")
      fake.move(6, wallet, outside, 99n, "dust")
      fake.move(7, wallet, outside, 100n, "whole")
      fake.move(8, wallet, outside, 150n, "more")
      const token = { ...fake.network.token, decimals: 8 }
      const { deeds } = yield* found(fake, { token })
      assert.deepStrictEqual(
        deeds.map(({ did, isPayment, order }) => [
          did,
          isPayment,
          order.purpose,
          order.recipient,
          order.amountMinor
        ]),
        [
          [`moves 0.000001 USDT to ${outside}, 0.000002 USDT to ${second}`, false, "other", "", 0n],
          [`moves 0 USDT to ${outside}`, false, "payout", outside, 0n],
          [`moves 0.000001 USDT to ${outside}`, true, "payout", outside, 1n],
          [`moves 0.000001 USDT to ${outside}`, false, "payout", outside, 1n]
        ]
      )
    })
  )

  moving("waits until it is final, and keeps nothing that is final from being read back", (fake) =>
    Effect.gen(function* () {
      const late = fake.move(91, wallet, outside, 2_000_000n)
      fake.move(80, wallet, outside, 1_000_000n)
      const { deeds, open } = yield* found(fake)
      assert.lengthOf(deeds, 1)
      assert.deepStrictEqual(open, [
        `transaction ${late} of wallet ${wallet} moves 2 USDT to ${outside}; this store does not know it, and it is not final yet: reconcile again later`
      ])
    })
  )

  moving("is left to a signed payout that it equals, once for each of them", (fake) =>
    Effect.gen(function* () {
      const [one] = [
        fake.move(5, wallet, outside, 1_000_000n),
        fake.move(6, wallet, outside, 1_000_000n),
        fake.move(7, wallet, second, 1_000_000n)
      ]
      const order = { recipient: outside, amountMinor: 1_000_000n, payoutId: "payout-1" }
      fake.transaction(order, { _tag: "sent", forms: forms("0x01") })
      const others = { wallet: second, _tag: "sent", forms: forms("0x02") }
      fake.transaction({ ...order, recipient: second }, others as never)
      const { deeds, open } = yield* found(fake)
      assert.deepStrictEqual(
        deeds.map(({ did, nonce }) => [nonce, did]),
        [
          [3, `moves 1 USDT to ${outside}`],
          [4, `moves 1 USDT to ${second}`]
        ]
      )
      assert.deepStrictEqual(open, [
        `transaction ${one} of wallet ${wallet} moves 1 USDT to ${outside}, like payout payout-1, which is signed: it counts as its outcome once the transactions signed here have expired`
      ])
    })
  )

  moving("ends where no node tells the cost, or has the block", (fake) =>
    Effect.gen(function* () {
      fake.move(5, wallet, outside, 1n)
      const hidden = fake.move(6, wallet, outside, 2n)
      fake.move(7, wallet, outside, 3n)
      const { network } = fake
      const said = `no node says what transaction ${hidden} of wallet ${wallet} cost, and nothing after it is read back`
      const executionOf: typeof network.executionOf = (hash) =>
        hash === hidden ? Effect.succeedNone : network.executionOf(hash)
      const block: typeof network.rpc.block = (number) =>
        number === 6 ? Effect.succeedNone : network.rpc.block(number)
      for (const change of [{ executionOf }, { rpc: { ...network.rpc, block } }]) {
        const { deeds, open } = yield* found(fake, change)
        assert.deepStrictEqual([deeds.length, open], [1, [said]])
      }
    })
  )

  moving("is not what this store signed, or has the outcome of", (fake) =>
    Effect.gen(function* () {
      const [settled, open] = [fake.move(5, wallet, outside, 1n), fake.move(6, wallet, outside, 2n)]
      fake.transaction({}, { hash: settled })
      const replaced = [{ hash: hashOfText("earlier") }, { hash: open }] as never
      fake.transaction({}, { _tag: "sent", forms: replaced })
      assert.deepStrictEqual((yield* found(fake)).deeds, [])
      const isKnown = yield* makeIsKnown
      assert.deepStrictEqual(
        [yield* isKnown(name, settled), yield* isKnown(name, open), yield* isKnown(name, "0x03")],
        [true, true, false]
      )
    })
  )

  moving("is known that gets its outcome between two questions", (fake) =>
    Effect.gen(function* () {
      const hash = hashOfText("settles")
      const wallets = yield* ChainWallets
      const open: typeof wallets.open = () =>
        Effect.sync(() => {
          fake.transaction({}, { hash })
          return []
        })
      const isKnown = yield* Effect.provideService(makeIsKnown, ChainWallets, { ...wallets, open })
      assert.isTrue(yield* isKnown(name, hash))
    })
  )
})
