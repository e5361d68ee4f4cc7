import { assert, describe } from "@effect/vitest"
import { ChainWallets } from "@quittance/core/adapter"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { addressOfHex } from "../../src/address.ts"
import { againMillis } from "../../src/send/TronSenderOptions.ts"
import { bare } from "../node/bytes.ts"
import { token } from "../node/TronChain.ts"
import { keyOf, tokenTransfer } from "../node/tronweb.ts"
import {
  assertLogged,
  expire,
  fetchFrom,
  formsOf,
  network,
  paidTo,
  pass,
  payer,
  payerKey,
  paying,
  payoutOrder,
  recipientOf,
  type Setting,
  solidBlocks,
  startSender,
  stateOf,
  tagsOf
} from "./Paying.ts"

/** What a transfer to a new holder needs by the terms of the model, with a quarter more. */
const feeLimitSun = ((130_285n * 5n) / 4n) * 100n

const nextTurn = ({ sender }: Pick<Setting, "sender">) =>
  Effect.andThen(TestClock.adjust(againMillis), sender.turn)

/** A payout whose form expired: no block took it, and two nodes prove that none can. */
const expired = Effect.fnUntraced(function* ({ chain, nodes, sender, wallets }: Setting) {
  for (const node of nodes) node.passing = "forgets"
  const order = payoutOrder(1)
  yield* wallets.queue(order)
  yield* sender.turn
  expire(chain)
  for (const node of nodes) node.passing = "passes"
  return order
})

const has = ({ chain }: Setting, tokens: bigint) =>
  Effect.sync(() => chain.change((state) => state.hold(token, payer, tokens)))

/** The wallet's key pays elsewhere. */
const payElsewhere = ({ chain, nodes }: Setting, number: number, amountMinor: bigint) =>
  Effect.promise(async () => {
    const key = { key: bare(payerKey), address: payer }
    return nodes[0]?.broadcast(await tokenTransfer(chain, key, recipientOf(number), amountMinor))
  })

describe("a payout of TRON whose form expired", () => {
  paying("is offered in its last form only", [], (setting) =>
    Effect.gen(function* () {
      const { nodes } = setting
      const order = yield* expired(setting)
      for (const node of nodes) node.asked.length = 0
      yield* nextTurn(setting)
      assert.lengthOf(formsOf(yield* stateOf(order)), 2)
      const offered = () =>
        nodes.flatMap(({ asked }) => asked).filter((each) => each === "broadcasthex").length
      assert.strictEqual(offered(), 1)
      yield* nextTurn(setting)
      assert.strictEqual(offered(), 2)
    })
  )

  paying("is not offered again while a block has its last form", [], (setting) =>
    Effect.gen(function* () {
      const { chain, nodes } = setting
      const order = yield* expired(setting)
      yield* nextTurn(setting)
      chain.produce()
      assert.strictEqual(paidTo(chain, 1), order.amountMinor)
      for (const node of nodes) node.asked.length = 0
      yield* nextTurn(setting)
      assert.notInclude(
        nodes.flatMap(({ asked }) => asked),
        "broadcasthex"
      )
    })
  )

  paying("reserves the fee of its last form only", [], (setting) =>
    Effect.gen(function* () {
      const { chain, sender, wallets } = setting
      yield* expired(setting)
      // Less than three limits of fees.
      chain.setAccount(payer, { balance: 3n * feeLimitSun - 1_000_000n })
      yield* nextTurn(setting)
      assert.lengthOf(formsOf(yield* stateOf(payoutOrder(1))), 2)
      yield* wallets.queue(payoutOrder(2))
      assert.deepStrictEqual(tagsOf((yield* sender.turn).changed), ["sent"])
    })
  )

  paying(
    "is not signed again without its money, and holds back no younger one in its first hour",
    [],
    (setting) =>
      Effect.gen(function* () {
        const { logged, sender, wallets } = setting
        const order = yield* expired(setting)
        yield* has(setting, order.amountMinor - 1n)
        const now = yield* Clock.currentTimeMillis
        yield* wallets.queue({ ...payoutOrder(2), amountMinor: 5n, createdAt: now + 1 })
        yield* nextTurn({ sender })
        assert.lengthOf(formsOf(yield* stateOf(order)), 1)
        assertLogged(logged, "too little of the token for payout payout-1, which expired and waits")
        assert.strictEqual((yield* stateOf(payoutOrder(2)))._tag, "sent")
      })
  )

  paying("is signed again with exactly its money", [], (setting) =>
    Effect.gen(function* () {
      const order = yield* expired(setting)
      yield* has(setting, order.amountMinor)
      yield* nextTurn(setting)
      assert.lengthOf(formsOf(yield* stateOf(order)), 2)
    })
  )

  paying("is not signed again with what a younger one that is open may still take", [], (setting) =>
    Effect.gen(function* () {
      const { chain, nodes, sender, wallets } = setting
      for (const node of nodes) node.passing = "forgets"
      const [order, younger] = [payoutOrder(1), payoutOrder(2)]
      yield* wallets.queue(order)
      yield* sender.turn
      pass(chain, 60)
      yield* wallets.queue(younger)
      yield* nextTurn(setting)
      pass(chain, 42)
      for (const [more, forms] of [
        [-1n, 1],
        [0n, 2]
      ] as const) {
        yield* has(setting, order.amountMinor + younger.amountMinor + more)
        yield* nextTurn(setting)
        assert.lengthOf(formsOf(yield* stateOf(order)), forms)
        assert.lengthOf(formsOf(yield* stateOf(younger)), 1)
      }
    })
  )

  paying("waits when no node says what it needs", [], (setting) =>
    Effect.gen(function* () {
      const { chain, nodes, options } = setting
      const order = yield* expired(setting)
      const honest = fetchFrom(nodes)
      const silent = yield* startSender(chain, options, nodes, (url, request) =>
        /triggerconstant|estimateenergy/.test(url)
          ? Promise.reject(new TypeError("fetch failed"))
          : honest(url, request)
      )
      assert.deepStrictEqual(yield* nextTurn({ sender: silent }), { changed: [], againMillis: 5_000 })
      assert.lengthOf(formsOf(yield* stateOf(order)), 1)
    })
  )

  paying("is done by an equal payment of another server, when that is solid and not before", [], (setting) =>
    Effect.gen(function* () {
      const { chain } = setting
      const order = yield* expired(setting)
      yield* payElsewhere(setting, 1, order.amountMinor)
      chain.produce()
      assert.strictEqual(paidTo(chain, 1), order.amountMinor)
      assert.deepStrictEqual((yield* nextTurn(setting)).changed, [])
      chain.produceMany(solidBlocks)
      assert.deepStrictEqual(tagsOf((yield* nextTurn(setting)).changed), ["completed"])
      assert.strictEqual(paidTo(chain, 1), order.amountMinor)
    })
  )

  paying("is done in the same turn as another that was paid elsewhere too", [], (setting) =>
    Effect.gen(function* () {
      const { chain, nodes, sender, wallets } = setting
      for (const node of nodes) node.passing = "forgets"
      const orders = [payoutOrder(1), payoutOrder(2)]
      for (const order of orders) yield* wallets.queue(order)
      yield* sender.turn
      expire(chain)
      for (const node of nodes) node.passing = "passes"
      yield* payElsewhere(setting, 1, payoutOrder(1).amountMinor)
      yield* payElsewhere(setting, 2, payoutOrder(2).amountMinor)
      chain.produceMany(1 + solidBlocks)
      assert.deepStrictEqual(tagsOf((yield* nextTurn(setting)).changed), ["completed", "completed"])
      for (const number of [1, 2]) assert.strictEqual(paidTo(chain, number), payoutOrder(number).amountMinor)
    })
  )

  paying("is not done by a payment of another amount, or to somebody else", [], (setting) =>
    Effect.gen(function* () {
      const { chain } = setting
      const order = yield* expired(setting)
      yield* payElsewhere(setting, 1, order.amountMinor + 1n)
      yield* payElsewhere(setting, 2, order.amountMinor)
      chain.produceMany(1 + solidBlocks)
      assert.deepStrictEqual((yield* nextTurn(setting)).changed, [])
      assert.strictEqual((yield* stateOf(order))._tag, "sent")
      assert.lengthOf(formsOf(yield* stateOf(order)), 1)
    })
  )

  paying("is not done by an equal payment whose outcome too few nodes tell", [{ agreeing: 2 }], (setting) =>
    Effect.gen(function* () {
      const { chain, nodes, options } = setting
      const order = yield* expired(setting)
      yield* payElsewhere(setting, 1, order.amountMinor)
      chain.produceMany(1 + solidBlocks)
      const all = fetchFrom(nodes)
      const forgetful = yield* startSender(chain, options, nodes, (url, request) =>
        /^https:\/\/two\..*gettransactioninfobyid$/.test(url)
          ? Promise.resolve(Response.json({}))
          : all(url, request)
      )
      assert.deepStrictEqual((yield* nextTurn({ sender: forgetful })).changed, [])
      assert.strictEqual((yield* stateOf(order))._tag, "sent")
      assert.deepStrictEqual(tagsOf((yield* nextTurn(setting)).changed), ["completed"])
    })
  )

  paying("is not done by an equal payment that failed", [], (setting) =>
    Effect.gen(function* () {
      const { chain, nodes, options } = setting
      const order = yield* expired(setting)
      yield* payElsewhere(setting, 1, order.amountMinor)
      chain.produceMany(1 + solidBlocks)
      const honest = fetchFrom(nodes)
      const lying = yield* startSender(chain, options, nodes, async (url, request) => {
        const response = await honest(url, request)
        if (!url.endsWith("gettransactioninfobyid")) return response
        const info = (await response.json()) as { receipt?: object }
        return Response.json(
          info.receipt === undefined
            ? info
            : { ...info, result: "FAILED", receipt: { ...info.receipt, result: "REVERT" } }
        )
      })
      assert.deepStrictEqual((yield* nextTurn({ sender: lying })).changed, [])
      assert.strictEqual((yield* stateOf(order))._tag, "sent")
    })
  )
})

/** Another account with money. */
const another = ({ chain, nodes }: Setting) => {
  const key = keyOf(7)
  chain.setAccount(key.address, { balance: 10_000_000_000n })
  chain.giveToken(key.address, 2_000_000n)
  const pay = (number: number, amountMinor: bigint) =>
    Effect.promise(async () =>
      nodes[0]?.broadcast(await tokenTransfer(chain, key, recipientOf(number), amountMinor))
    )
  return { address: addressOfHex(key.address), pay }
}

describe("a wallet that is added later", () => {
  paying("is looked at too: what left it since stops everything", [], (setting) =>
    Effect.gen(function* () {
      const { chain, logged, sender, wallets } = setting
      yield* sender.turn
      const own = yield* Effect.flatMap(ChainWallets, (all) => all.wallets(network))
      const [known] = own
      assert.isDefined(known)
      const { address, pay } = another(setting)
      yield* TestClock.setTime(chain.head.timestamp)
      yield* wallets.addWallet({ address, partnerId: network, sealedKey: known.sealedKey, nextNonce: 0 })
      chain.produceMany(1 + solidBlocks)
      yield* pay(9, 7n)
      chain.produceMany(1 + solidBlocks)
      yield* wallets.queue(payoutOrder(1))
      yield* nextTurn({ sender })
      assert.strictEqual((yield* stateOf(payoutOrder(1)))._tag, "queued")
      assertLogged(logged, `from wallet ${address}`)
    })
  )

  paying("pays for none of the payouts of the first", [], (setting) =>
    Effect.gen(function* () {
      const { chain, wallets } = setting
      const order = yield* expired(setting)
      const { address, pay } = another(setting)
      const [known] = yield* wallets.wallets(network)
      assert.isDefined(known)
      yield* TestClock.setTime(chain.head.timestamp)
      yield* wallets.addWallet({ address, partnerId: network, sealedKey: known.sealedKey, nextNonce: 0 })
      chain.produceMany(1 + solidBlocks)
      yield* pay(1, order.amountMinor)
      chain.produceMany(1 + solidBlocks)
      assert.deepStrictEqual((yield* nextTurn(setting)).changed, [])
      assert.strictEqual((yield* stateOf(order))._tag, "sent")
    })
  )
})
