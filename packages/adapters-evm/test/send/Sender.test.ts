import { assert, describe } from "@effect/vitest"
import {
  ChainJournal,
  type ChainTransactionOrder,
  ChainWallets,
  type RecordedTransaction
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import type { Hex } from "viem"
import { raiseMillis, refusedMillisMax, signedAtOnceMax } from "../../src/send/SenderOptions.ts"
import { accountOf } from "../anvil/Anvil.ts"
import type { Deployed, TestChain } from "../anvil/TestChain.ts"
import { BlockingToken } from "../contracts/BlockingToken.ts"
import { FalseToken } from "../contracts/FalseToken.ts"
import { FeeToken } from "../contracts/FeeToken.ts"
import { finality, network, noLimits, payer, paying, payoutOrder, startSender } from "./Paying.ts"

const mine = (chain: TestChain, blocks = 1) => Effect.promise(() => chain.mine(blocks))

const paidTo = (chain: TestChain, token: Deployed, order: ChainTransactionOrder) =>
  Effect.promise(() => chain.balanceOf(token, order.recipient as Hex))

const stateOf = ({ id }: ChainTransactionOrder) =>
  Effect.flatMap(ChainWallets, (wallets) =>
    Effect.map(wallets.transaction(network, id), (found) => Option.getOrThrow(found))
  )

const formsOf = (transaction: RecordedTransaction) => ("forms" in transaction ? transaction.forms : [])

describe("a wallet's work", () => {
  paying(
    "signs what is queued, broadcasts it, and settles it when it is final",
    [],
    ({ chain, sender, token, wallets }) =>
      Effect.gen(function* () {
        const orders = [1, 2, 3].map(payoutOrder)
        for (const order of orders) yield* wallets.queue(order)
        const sent = yield* sender.turn
        assert.deepStrictEqual(
          sent.changed.map(({ _tag, order }) => [order.id, _tag]),
          orders.map(({ id }) => [id, "sent"])
        )
        yield* mine(chain)
        for (const order of orders) assert.strictEqual(yield* paidTo(chain, token, order), order.amountMinor)
        assert.deepStrictEqual((yield* sender.turn).changed, [])
        yield* mine(chain, finality)
        const settled = yield* sender.turn
        assert.deepStrictEqual(
          settled.changed.map(({ _tag }) => _tag),
          ["completed", "completed", "completed"]
        )
        assert.deepStrictEqual(yield* wallets.open(network), [])
      })
  )

  paying(
    "offers the same bytes again after a reorganisation took a payout back",
    [],
    ({ chain, sender, token, wallets }) =>
      Effect.gen(function* () {
        const order = payoutOrder(1)
        yield* wallets.queue(order)
        yield* sender.turn
        yield* mine(chain)
        yield* Effect.promise(() => chain.reorganise(1))
        yield* mine(chain)
        assert.strictEqual(yield* paidTo(chain, token, order), 0n)
        const before = formsOf(yield* stateOf(order))
        yield* TestClock.adjust("20 seconds")
        yield* sender.turn
        yield* mine(chain, 1 + finality)
        yield* sender.turn
        const after = yield* stateOf(order)
        assert.strictEqual(after._tag, "completed")
        assert.deepStrictEqual(formsOf(after), before)
        assert.strictEqual(yield* paidTo(chain, token, order), order.amountMinor)
      })
  )

  paying(
    "goes on with the stored bytes when the process ended before it broadcast them",
    [],
    ({ chain, options, token }) =>
      Effect.gen(function* () {
        const wallets = yield* ChainWallets
        const order = payoutOrder(1)
        yield* wallets.queue(order)
        const silent: typeof fetch = (url, init) =>
          String(init?.body).includes("eth_sendRawTransaction")
            ? Promise.reject(new TypeError("the process ended"))
            : fetch(url, init)
        yield* (yield* startSender(chain, options, silent)).turn
        const stored = formsOf(yield* stateOf(order))
        assert.lengthOf(stored, 1)
        const next = yield* startSender(chain, options)
        yield* next.turn
        yield* mine(chain, 1 + finality)
        yield* next.turn
        const after = yield* stateOf(order)
        assert.deepStrictEqual([after._tag, formsOf(after)], ["completed", stored])
        assert.strictEqual(yield* paidTo(chain, token, order), order.amountMinor)
      })
  )

  paying(
    "brings more than one group to the network in one turn, and asks the node a few times",
    [],
    ({ chain, options, token, wallets }) =>
      Effect.gen(function* () {
        const orders = Array.from({ length: signedAtOnceMax + 10 }, (_, number) => payoutOrder(number))
        for (const order of orders) yield* wallets.queue(order)
        let requests = 0
        const sender = yield* startSender(chain, options, (url, request) => {
          requests++
          return fetch(url, request)
        })
        assert.lengthOf((yield* sender.turn).changed, orders.length)
        // Five batches of estimates and five of broadcasts; the others are about the wallet and the fees.
        assert.isAtMost(requests, 10 + 2 * 3 + 8)
        yield* mine(chain)
        for (const order of orders) assert.strictEqual(yield* paidTo(chain, token, order), order.amountMinor)
      })
  )

  paying(
    "raises the fee of what waits for long, in the same slot, and pays once",
    [],
    ({ chain, sender, token, wallets }) =>
      Effect.gen(function* () {
        const [first, second] = [payoutOrder(1), payoutOrder(2)]
        yield* wallets.queue(first)
        yield* wallets.queue(second)
        yield* sender.turn
        yield* TestClock.adjust(raiseMillis)
        yield* sender.turn
        const [before, raised] = formsOf(yield* stateOf(first))
        assert.isTrue(before !== undefined && raised !== undefined)
        if (before === undefined || raised === undefined) return
        // 10 % is what nodes ask for.
        assert.isTrue(raised.maxFeeWei * 10n >= before.maxFeeWei * 11n)
        assert.isTrue(raised.maxTipWei * 10n >= before.maxTipWei * 11n)
        assert.lengthOf(formsOf(yield* stateOf(second)), 1)
        yield* mine(chain, 1 + finality)
        yield* sender.turn
        const after = yield* stateOf(first)
        assert.isTrue(after._tag === "completed" && after.hash === raised.hash)
        assert.strictEqual(yield* paidTo(chain, token, first), first.amountMinor)
        assert.strictEqual(yield* paidTo(chain, token, second), second.amountMinor)
      })
  )

  paying("raises no fee for ever", [], ({ sender, wallets }) =>
    Effect.gen(function* () {
      const order = payoutOrder(1)
      yield* wallets.queue(order)
      yield* sender.turn
      for (let round = 0; round < 15; round++) {
        yield* TestClock.adjust(raiseMillis)
        yield* sender.turn
      }
      const forms = formsOf(yield* stateOf(order))
      const fees = forms.map(({ maxFeeWei }) => maxFeeWei)
      assert.isTrue(forms.length > 5 && forms.length < 12, `${forms.length} forms`)
      assert.isTrue((fees.at(-1) ?? 0n) <= 3n * (fees[0] ?? 0n))
    })
  )

  paying(
    "cancels a payout that was given up, and says so only when the cancellation is final",
    [],
    ({ chain, sender, token, wallets }) =>
      Effect.gen(function* () {
        const order = payoutOrder(1)
        yield* wallets.queue(order)
        yield* sender.turn
        assert.strictEqual((yield* wallets.abandon(order))._tag, "cancelling")
        yield* sender.turn
        yield* mine(chain)
        yield* sender.turn
        assert.strictEqual((yield* stateOf(order))._tag, "cancelling")
        yield* mine(chain, finality)
        yield* sender.turn
        assert.strictEqual((yield* stateOf(order))._tag, "cancelled")
        assert.strictEqual(yield* paidTo(chain, token, order), 0n)
      })
  )

  paying(
    "tells that a payout was made although its cancellation was in a block before a reorganisation",
    [],
    ({ chain, sender, token, wallets }) =>
      Effect.gen(function* () {
        const order = payoutOrder(1)
        yield* wallets.queue(order)
        yield* sender.turn
        const paying = formsOf(yield* stateOf(order))[0]
        yield* wallets.abandon(order)
        yield* sender.turn
        yield* mine(chain)
        yield* Effect.promise(() => chain.reorganise(1, [[paying?.bytes as Hex, 0]]))
        yield* mine(chain, finality)
        yield* sender.turn
        assert.strictEqual((yield* stateOf(order))._tag, "completed")
        assert.strictEqual(yield* paidTo(chain, token, order), order.amountMinor)
      })
  )

  paying("never signs what was given up while it waited", [], ({ sender, wallets }) =>
    Effect.gen(function* () {
      const [queued, unknown] = [payoutOrder(1), payoutOrder(2)]
      yield* wallets.queue(queued)
      for (const order of [queued, unknown])
        assert.strictEqual((yield* wallets.abandon(order))._tag, "abandoned")
      yield* wallets.queue(unknown)
      assert.deepStrictEqual((yield* sender.turn).changed, [])
    })
  )

  paying(
    "proves that a slot is lost when the wallet's key was used elsewhere",
    [],
    ({ chain, sender, token, wallets }) =>
      Effect.gen(function* () {
        const order = payoutOrder(1)
        yield* wallets.queue(order)
        yield* sender.turn
        const hash = formsOf(yield* stateOf(order))[0]?.hash as Hex
        yield* Effect.promise(() => chain.drop(hash))
        const elsewhere = yield* Effect.promise(() =>
          chain.send({ from: payer.address, to: accountOf(5).address, nonce: 0 })
        )
        yield* mine(chain, 4 + finality)
        yield* sender.turn
        const after = yield* stateOf(order)
        assert.isTrue(after._tag === "failed" && after.hash === elsewhere && after.reason.includes(elsewhere))
        assert.strictEqual(yield* paidTo(chain, token, order), 0n)
        // What else was paid with the key is not known.
        const journal = yield* ChainJournal
        assert.isTrue(Option.getOrThrow(yield* journal.setup(network)).isPaused)
      })
  )

  for (const [did, expected] of [
    ["did the same", "completed"],
    ["did nothing", "cancelled"]
  ] as const)
    paying(
      `takes a slot that was used by a form it does not know, which ${did}, for ${expected}: the store is a copy`,
      [],
      ({ chain, sender, token, wallets }) =>
        Effect.gen(function* () {
          const order = payoutOrder(1)
          yield* wallets.queue(order)
          yield* sender.turn
          const [form] = formsOf(yield* stateOf(order))
          yield* Effect.promise(() => chain.drop(form?.hash as Hex))
          const slot = { from: payer.address, nonce: 0, gas: 200_000n }
          const elsewhere = yield* Effect.promise(() =>
            expected === "completed"
              ? chain.write(token, "transfer", [order.recipient as Hex, order.amountMinor], slot)
              : chain.send({ ...slot, to: payer.address })
          )
          yield* mine(chain, 4 + finality)
          yield* sender.turn
          assert.deepInclude(yield* stateOf(order), { _tag: expected, hash: elsewhere })
          const journal = yield* ChainJournal
          assert.isFalse(Option.getOrThrow(yield* journal.setup(network)).isPaused)
        })
    )

  paying(
    "signs nothing with any wallet while one has made more transactions than the store knows of",
    [],
    ({ chain, sender, wallets }) =>
      Effect.gen(function* () {
        yield* Effect.promise(() => chain.send({ from: payer.address, to: accountOf(5).address }))
        yield* mine(chain)
        yield* wallets.queue(payoutOrder(1))
        // A payout that the first wallet made and the store forgot must not be made by the second.
        const other = { address: accountOf(2).address, partnerId: network, sealedKey: "", nextNonce: 0 }
        yield* wallets.addWallet(other)
        assert.deepStrictEqual((yield* sender.turn).changed, [])
      })
  )

  paying(
    "does not give up what the network refused for a while and then took",
    [{}, BlockingToken],
    ({ chain, sender, token, wallets }) =>
      Effect.gen(function* () {
        const refuse = (refusal: number) =>
          Effect.promise(async () => {
            await chain.write(token as Deployed<typeof BlockingToken.abi>, "refuse", [payer.address, refusal])
            await chain.mine()
          })
        yield* refuse(1)
        yield* wallets.queue(payoutOrder(1))
        assert.deepStrictEqual((yield* sender.turn).changed, [])
        yield* refuse(0)
        assert.lengthOf((yield* sender.turn).changed, 1)
        yield* TestClock.adjust(refusedMillisMax)
        yield* sender.turn
        assert.strictEqual((yield* stateOf(payoutOrder(1)))._tag, "sent")
      })
  )

  paying("has a transfer that moved nothing fail", [{}, FalseToken], ({ chain, sender, wallets }) =>
    Effect.gen(function* () {
      yield* wallets.queue(payoutOrder(1))
      yield* sender.turn
      yield* mine(chain, 1 + finality)
      yield* sender.turn
      assert.strictEqual((yield* stateOf(payoutOrder(1)))._tag, "failed")
    })
  )

  paying(
    "decides nothing about a transfer that moved something else",
    [{}, FeeToken],
    ({ chain, sender, wallets }) =>
      Effect.gen(function* () {
        yield* wallets.queue(payoutOrder(1))
        yield* sender.turn
        yield* mine(chain, 1 + finality)
        yield* sender.turn
        assert.strictEqual((yield* stateOf(payoutOrder(1)))._tag, "sent")
      })
  )

  paying(
    "waits when the limit of the day is reached, and goes on a day later",
    [{ limits: { ...noLimits, perDayMinor: 2_500_000n } }],
    ({ chain, sender, wallets }) =>
      Effect.gen(function* () {
        for (const number of [1, 2, 3]) yield* wallets.queue(payoutOrder(number))
        assert.lengthOf((yield* sender.turn).changed, 2)
        yield* mine(chain)
        assert.deepStrictEqual((yield* sender.turn).changed, [])
        yield* TestClock.adjust("25 hours")
        assert.lengthOf((yield* sender.turn).changed, 1)
      })
  )

  paying(
    "waits when the wallet has too little of the token or of the coin",
    [],
    ({ chain, sender, token, wallets }) =>
      Effect.gen(function* () {
        yield* wallets.queue({ ...payoutOrder(1), amountMinor: 1_000_000_001n })
        assert.deepStrictEqual((yield* sender.turn).changed, [])
        yield* Effect.promise(() => chain.mint(token, payer.address, 1n))
        yield* mine(chain)
        yield* Effect.promise(() => chain.anvil.rpc("anvil_setBalance", [payer.address, "0x1"]))
        assert.deepStrictEqual((yield* sender.turn).changed, [])
        yield* Effect.promise(() => chain.anvil.rpc("anvil_setBalance", [payer.address, "0xde0b6b3a7640000"]))
        assert.lengthOf((yield* sender.turn).changed, 1)
      })
  )
})
