import { assert, describe, it } from "@effect/vitest"
import type { Fetch } from "@quittance/adapters-evm"
import { refusedMillisMax, signedAtOnceMax } from "@quittance/adapters-evm/parts"
import { ChainJournal, type ChainTransactionOrder } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { addressOfHex } from "../../src/address.ts"
import { rawData, readSigned, transactionId } from "../../src/encode/TronTransaction.ts"
import { againMillis, lifetimeMillis } from "../../src/send/TronSenderOptions.ts"
import { transactionFor } from "../../src/send/transactionFor.ts"
import { token } from "../node/TronChain.ts"
import { keyOf, tokenTransfer } from "../node/tronweb.ts"
import {
  assertLogged,
  expire,
  fetchFrom,
  formsOf,
  network,
  paidTo,
  payer,
  paying,
  payoutOrder,
  recipientOf,
  type Setting,
  solidBlocks,
  startSender,
  stateOf,
  tagsOf
} from "./Paying.ts"

/** Each looks at what is open a while after the one before it. */
const nextTurn = ({ sender }: Pick<Setting, "sender">) =>
  Effect.andThen(TestClock.adjust(againMillis), sender.turn)

const sendOne = Effect.fnUntraced(function* ({ sender, wallets }: Setting) {
  const order = payoutOrder(1)
  yield* wallets.queue(order)
  yield* sender.turn
  return order
})

const transactionsIn = (order: ChainTransactionOrder) =>
  Effect.map(stateOf(order), (state) => formsOf(state).map(({ bytes }) => readSigned(bytes)?.transaction))

describe("a wallet's work on TRON", () => {
  paying("signs what is queued, broadcasts it, and settles it when it is solid", [], (setting) =>
    Effect.gen(function* () {
      const { chain, sender, wallets } = setting
      const numbers = [1, 2, 3]
      for (const number of numbers) yield* wallets.queue(payoutOrder(number))
      const sent = yield* sender.turn
      assert.deepStrictEqual(
        sent.changed.map(({ _tag, order }) => [order.id, _tag]),
        numbers.map((number) => [payoutOrder(number).id, "sent"])
      )
      const before = chain.state.accounts.get(payer)?.balance ?? 0n
      chain.produce()
      for (const number of numbers) assert.strictEqual(paidTo(chain, number), payoutOrder(number).amountMinor)
      assert.deepStrictEqual((yield* nextTurn(setting)).changed, [])
      chain.produceMany(solidBlocks)
      const settled = (yield* nextTurn(setting)).changed
      assert.deepStrictEqual(tagsOf(settled), ["completed", "completed", "completed"])
      assert.deepStrictEqual(yield* wallets.open(network), [])
      const costs = settled.map((each) => ("costWei" in each ? BigInt(each.costWei) : 0n))
      const cost = costs.reduce((sum, each) => sum + each, 0n)
      assert.strictEqual(cost, (before - (chain.state.accounts.get(payer)?.balance ?? 0n)) * 10n ** 12n)
    })
  )

  paying(
    "stores bytes, id and end before it broadcasts, and the next process offers the same bytes",
    [],
    (setting) =>
      Effect.gen(function* () {
        const { chain, nodes, options, wallets } = setting
        const order = payoutOrder(1)
        yield* wallets.queue(order)
        const silent = yield* startSender(chain, options, nodes, (url, request) =>
          url.includes("broadcast")
            ? Promise.reject(new TypeError("the process ended"))
            : (nodes[0]?.fetch(url, request) ?? Promise.reject(new TypeError("no node")))
        )
        const head = chain.head.timestamp
        yield* silent.turn
        const stored = formsOf(yield* stateOf(order))
        assert.lengthOf(stored, 1)
        assert.strictEqual(stored[0]?.expiresAt, head + 180_000)
        chain.produce()
        assert.strictEqual(paidTo(chain, 1), 0n)
        const next = yield* startSender(chain, options, nodes)
        yield* nextTurn({ sender: next })
        chain.produceMany(1 + solidBlocks)
        yield* nextTurn({ sender: next })
        const after = yield* stateOf(order)
        assert.deepStrictEqual([after._tag, formsOf(after)], ["completed", stored])
        assert.strictEqual(paidTo(chain, 1), order.amountMinor)
      })
  )

  paying("offers the same bytes again until they expire, however often they are lost", [], (setting) =>
    Effect.gen(function* () {
      const { chain, nodes } = setting
      for (const node of nodes) node.passing = "forgets"
      const order = yield* sendOne(setting)
      const broadcasts = () =>
        nodes.flatMap(({ asked }) => asked).filter((each) => each === "broadcasthex").length
      for (let round = 0; round < 11; round++) {
        for (let block = 0; block < 5; block++) chain.produce()
        yield* nextTurn(setting)
      }
      assert.strictEqual(broadcasts(), 12)
      for (const node of nodes) node.passing = "passes"
      yield* nextTurn(setting)
      chain.produceMany(1 + solidBlocks)
      yield* nextTurn(setting)
      assert.lengthOf(formsOf(yield* stateOf(order)), 1)
      assert.strictEqual((yield* stateOf(order))._tag, "completed")
      assert.strictEqual(paidTo(chain, 1), order.amountMinor)
    })
  )

  paying("offers them again every fifteen seconds, and no sooner", [], (setting) =>
    Effect.gen(function* () {
      const { nodes, sender } = setting
      for (const node of nodes) node.passing = "forgets"
      yield* sendOne(setting)
      const broadcasts = () =>
        nodes.flatMap(({ asked }) => asked).filter((each) => each === "broadcasthex").length
      yield* TestClock.adjust("14999 millis")
      yield* sender.turn
      assert.strictEqual(broadcasts(), 1)
      yield* TestClock.adjust("1 millis")
      yield* sender.turn
      assert.strictEqual(broadcasts(), 2)
    })
  )

  paying("offers them again after a reorganisation took a payout back", [], (setting) =>
    Effect.gen(function* () {
      const { chain, nodes } = setting
      const order = yield* sendOne(setting)
      chain.produce()
      assert.strictEqual(paidTo(chain, 1), order.amountMinor)
      chain.reorganise(1, { comesBack: () => false })
      for (const node of nodes) node.restart()
      assert.strictEqual(paidTo(chain, 1), 0n)
      yield* nextTurn(setting)
      chain.produceMany(1 + solidBlocks)
      yield* nextTurn(setting)
      const after = yield* stateOf(order)
      assert.deepStrictEqual([after._tag, formsOf(after).length], ["completed", 1])
      assert.strictEqual(paidTo(chain, 1), order.amountMinor)
    })
  )

  paying("refers to a solid block, so a reorganisation leaves what is signed valid", [], (setting) =>
    Effect.gen(function* () {
      const { chain } = setting
      const order = yield* sendOne(setting)
      chain.reorganise(chain.head.number - chain.head.solid, { comesBack: () => false })
      chain.produce()
      assert.strictEqual(paidTo(chain, 1), order.amountMinor)
    })
  )

  paying(
    "decides nothing by a late block that is not solid, which a reorganisation takes back",
    [],
    (setting) =>
      Effect.gen(function* () {
        const { chain, nodes } = setting
        const order = yield* sendOne(setting)
        for (let block = 0; block < 25; block++) chain.produce({ takes: () => false })
        chain.produce()
        assert.strictEqual(paidTo(chain, 1), order.amountMinor)
        yield* nextTurn(setting)
        assert.strictEqual((yield* stateOf(order))._tag, "sent")
        chain.reorganise(1, { comesBack: () => false })
        for (const node of nodes) node.restart()
        expire(chain)
        yield* nextTurn(setting)
        assert.lengthOf(formsOf(yield* stateOf(order)), 2)
        chain.produceMany(1 + solidBlocks)
        yield* nextTurn(setting)
        assert.strictEqual((yield* stateOf(order))._tag, "completed")
        assert.strictEqual(paidTo(chain, 1), order.amountMinor)
      })
  )

  paying("decides nothing by a block that is not solid", [], (setting) =>
    Effect.gen(function* () {
      const { chain } = setting
      const order = yield* sendOne(setting)
      for (let block = 0; block < 15; block++) {
        chain.produce()
        yield* nextTurn(setting)
        assert.strictEqual((yield* stateOf(order))._tag, "sent")
      }
    })
  )

  paying(
    "decides by a number of blocks below the newest where the configuration says so",
    [{ finality: 5 }],
    (setting) =>
      Effect.gen(function* () {
        const { chain } = setting
        const order = yield* sendOne(setting)
        chain.produceMany(5)
        yield* nextTurn(setting)
        assert.strictEqual((yield* stateOf(order))._tag, "sent")
        chain.produce()
        yield* nextTurn(setting)
        assert.strictEqual((yield* stateOf(order))._tag, "completed")
      })
  )

  paying("asks for no outcome before it can be solid, and then now and then", [], (setting) =>
    Effect.gen(function* () {
      const { chain, nodes, sender, wallets } = setting
      for (let number = 1; number <= 10; number++) yield* wallets.queue(payoutOrder(number))
      const asked = () =>
        nodes.flatMap((node) => node.asked).filter((each) => each === "gettransactioninfobyid").length
      yield* sender.turn
      for (let block = 0; block < 15; block++) {
        chain.produce({ takes: () => false })
        yield* nextTurn(setting)
      }
      assert.strictEqual(asked(), 0)
      for (let block = 0; block < 10; block++) chain.produce({ takes: () => false })
      for (let turn = 0; turn < 5; turn++) {
        yield* TestClock.adjust("1 second")
        yield* sender.turn
      }
      assert.strictEqual(asked(), 10 * nodes.length)
    })
  )

  paying("signs in groups, and brings more than one group to the network in one turn", [], (setting) =>
    Effect.gen(function* () {
      const { chain, sender, wallets } = setting
      chain.setAccount(payer, { balance: 100_000_000_000n })
      const count = signedAtOnceMax + 10
      for (let number = 0; number < count; number++) yield* wallets.queue(payoutOrder(number))
      assert.lengthOf((yield* sender.turn).changed, count)
      chain.produce()
      for (let number = 0; number < count; number++)
        assert.strictEqual(paidTo(chain, number), payoutOrder(number).amountMinor)
    })
  )

  paying(
    "stops when it is paused: nothing is signed or offered, and what is solid still counts",
    [],
    (setting) =>
      Effect.gen(function* () {
        const { chain, nodes, wallets } = setting
        const order = yield* sendOne(setting)
        chain.produceMany(1 + solidBlocks)
        const journal = yield* ChainJournal
        yield* journal.pause(network, true)
        yield* wallets.queue(payoutOrder(2))
        for (const node of nodes) node.asked.length = 0
        yield* nextTurn(setting)
        assert.strictEqual((yield* stateOf(order))._tag, "completed")
        assert.strictEqual((yield* stateOf(payoutOrder(2)))._tag, "queued")
        assert.notInclude(
          nodes.flatMap(({ asked }) => asked),
          "broadcasthex"
        )
      })
  )

  paying("does not call for a payout what is no address of TRON", [], (setting) =>
    Effect.gen(function* () {
      const { logged, sender, wallets } = setting
      const order = { ...payoutOrder(1), recipient: recipientOf(1) }
      yield* wallets.queue(order)
      yield* sender.turn
      assert.strictEqual((yield* stateOf(order))._tag, "queued")
      assertLogged(logged, "its recipient is not an address")
      yield* TestClock.adjust(refusedMillisMax)
      assert.deepStrictEqual(tagsOf((yield* sender.turn).changed), ["abandoned"])
    })
  )
})

describe("two payouts", () => {
  paying("of the same amount to the same recipient are two transactions", [], (setting) =>
    Effect.gen(function* () {
      const { chain, sender, wallets } = setting
      const orders = [1, 2, 3].map((number) => ({
        ...payoutOrder(number),
        recipient: payoutOrder(1).recipient,
        amountMinor: 5_000_000n
      }))
      for (const order of orders) yield* wallets.queue(order)
      yield* sender.turn
      chain.produceMany(1 + solidBlocks)
      yield* nextTurn(setting)
      const hashes = new Set<string>()
      for (const order of orders) {
        const state = yield* stateOf(order)
        assert.strictEqual(state._tag, "completed")
        for (const { hash } of formsOf(state)) hashes.add(hash)
      }
      assert.strictEqual(hashes.size, 3)
      assert.strictEqual(paidTo(chain, 1), 15_000_000n)
    })
  )

  it("have two ids, whatever their slots and blocks are", () => {
    const call = { to: token, data: `0x${"ab".repeat(68)}` } as const
    const blockOf = (number: number, timestamp: number) => ({
      ...{ number, timestamp, parentId: "0x" as const },
      id: `0x${number.toString(16).padStart(16, "0")}${"cd".repeat(24)}` as const
    })
    const solid = blockOf(1, 0)
    const ids = new Set<string>()
    // The same solid block, and heads as close as blocks can be: what is told of the slot of one might be the time of
    // the next.
    const heads = [0, 3_000, 6_000, 96_000, 99_000, 102_000].map((time) =>
      blockOf(2, 1_700_000_000_000 + time)
    )
    const nonces = [0, 1, 2_999, 3_000, 3_001, 6_000, 96_000, 99_000, 99_999]
    for (const head of heads)
      for (const nonce of nonces)
        ids.add(transactionId(rawData(transactionFor(call, payer, nonce, { head, solid }, 1n))))
    assert.strictEqual(ids.size, heads.length * nonces.length)
  })
})

describe("the time of the newest block", () => {
  const dayMillis = 86_400_000

  /** What the first node says of its newest block's time. */
  const lying = ({ nodes }: Setting, later: () => number): Fetch => {
    const ask = fetchFrom(nodes)
    return async (url, request) => {
      const answer = await ask(url, request)
      if (!String(url).endsWith("one.example/wallet/getnowblock")) return answer
      const block = (await answer.json()) as { block_header: { raw_data: { timestamp: number } } }
      block.block_header.raw_data.timestamp += later()
      return Response.json(block)
    }
  }

  for (const [where, millis] of [
    ["later", dayMillis],
    ["earlier", -dayMillis]
  ] as const)
    paying(`signs nothing while one node says a day ${where}, which is told once`, [], (setting) =>
      Effect.gen(function* () {
        const { chain, logged, nodes, options, wallets } = setting
        let later: number = millis
        const sender = yield* startSender(
          chain,
          options,
          nodes,
          lying(setting, () => later)
        )
        yield* wallets.queue(payoutOrder(1))
        yield* sender.turn
        yield* nextTurn({ sender })
        assert.strictEqual((yield* stateOf(payoutOrder(1)))._tag, "queued")
        assert.lengthOf(
          logged.filter((line) => line.includes("neither a second node nor the clock")),
          1
        )
        later = 0
        yield* nextTurn({ sender })
        assert.deepStrictEqual(
          formsOf(yield* stateOf(payoutOrder(1))).map(({ expiresAt }) => expiresAt),
          [chain.head.timestamp + lifetimeMillis]
        )
      })
    )

  paying("is believed when two nodes say it, whatever the clock says", [], (setting) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(0)
      const order = yield* sendOne(setting)
      assert.strictEqual((yield* stateOf(order))._tag, "sent")
    })
  )

  paying("is not believed when one node alone says it against the clock", [], (setting) =>
    Effect.gen(function* () {
      const { nodes, wallets } = setting
      const [, second] = nodes
      assert.isDefined(second)
      second.isDown = true
      yield* TestClock.setTime(0)
      yield* wallets.queue(payoutOrder(1))
      yield* setting.sender.turn
      assert.strictEqual((yield* stateOf(payoutOrder(1)))._tag, "queued")
    })
  )
})

describe("what is proven never to be carried out", () => {
  paying("is signed again for the same slot, and paid once", [], (setting) =>
    Effect.gen(function* () {
      const { chain } = setting
      const order = yield* sendOne(setting)
      expire(chain)
      const again = yield* nextTurn(setting)
      assert.deepStrictEqual(tagsOf(again.changed), ["sent"])
      chain.produceMany(1 + solidBlocks)
      yield* nextTurn(setting)
      const after = yield* stateOf(order)
      assert.strictEqual(after._tag, "completed")
      const forms = formsOf(after)
      assert.lengthOf(forms, 2)
      assert.isTrue("hash" in after && after.hash === forms[1]?.hash)
      assert.isTrue("nonce" in after && after.nonce === 0)
      const [first, second] = yield* transactionsIn(order)
      assert.notStrictEqual(first?.expiration, second?.expiration)
      assert.strictEqual(paidTo(chain, 1), order.amountMinor)
    })
  )

  paying("is never proven by one node", [{}, { nodeCount: 1 }], (setting) =>
    Effect.gen(function* () {
      const { chain, logged } = setting
      const order = yield* sendOne(setting)
      expire(chain)
      yield* nextTurn(setting)
      assert.lengthOf(formsOf(yield* stateOf(order)), 1)
      assertLogged(logged, "Add a second one to rpcUrls")
    })
  )

  paying("is not proven while one of two nodes does not answer, or has not seen the end", [], (setting) =>
    Effect.gen(function* () {
      const { chain, logged, nodes } = setting
      const [, second] = nodes
      assert.isDefined(second)
      const order = yield* sendOne(setting)
      expire(chain)
      second.isDown = true
      yield* nextTurn(setting)
      assert.lengthOf(formsOf(yield* stateOf(order)), 1)
      second.isDown = false
      second.lag = 50
      yield* TestClock.adjust("1 minute")
      yield* nextTurn(setting)
      assert.lengthOf(formsOf(yield* stateOf(order)), 1)
      // It is a matter of time: nobody has to look yet.
      assert.isFalse(logged.some((line) => line.includes("chain.slot")))
      for (let block = 0; block < 200; block++) chain.produce({ takes: () => false })
      second.lag = 250
      yield* nextTurn(setting)
      assertLogged(logged, "fewer than two nodes say that it was never carried out")
      second.lag = 0
      yield* nextTurn(setting)
      assert.lengthOf(formsOf(yield* stateOf(order)), 2)
    })
  )

  paying("is not what one node still shows in a block, although the preferred one denies it", [], (setting) =>
    Effect.gen(function* () {
      const { chain, nodes } = setting
      const [first] = nodes
      assert.isDefined(first)
      const order = yield* sendOne(setting)
      chain.produce()
      expire(chain)
      first.oldest = chain.head.number
      yield* nextTurn(setting)
      const before = yield* stateOf(order)
      assert.deepStrictEqual([before._tag, formsOf(before).length], ["sent", 1])
      first.oldest = 0
      yield* nextTurn(setting)
      assert.strictEqual((yield* stateOf(order))._tag, "completed")
      assert.strictEqual(paidTo(chain, 1), order.amountMinor)
    })
  )

  paying("is not what one of three nodes shows, although two deny it", [{}, { nodeCount: 3 }], (setting) =>
    Effect.gen(function* () {
      const { chain, nodes } = setting
      const order = yield* sendOne(setting)
      chain.produce()
      expire(chain)
      for (const node of nodes.slice(0, 2)) node.oldest = chain.head.number
      yield* nextTurn(setting)
      const before = yield* stateOf(order)
      assert.deepStrictEqual([before._tag, formsOf(before).length], ["sent", 1])
    })
  )

  paying(
    "is not proven by nodes that have forgotten that time, as all that begin from a later copy have",
    [],
    (setting) =>
      Effect.gen(function* () {
        const { chain, nodes } = setting
        const somebody = keyOf(7)
        chain.setAccount(somebody.address, { balance: 1_000_000_000n })
        chain.giveToken(somebody.address, 10n)
        // As on the main network, the block that the payout refers to has transactions.
        const bytes = yield* Effect.promise(() => tokenTransfer(chain, somebody, recipientOf(9), 5n))
        nodes[0]?.broadcast(bytes)
        const { number } = chain.produce()
        while (chain.solid.number < number) chain.produce()
        const order = yield* sendOne(setting)
        chain.produce()
        expire(chain)
        for (const node of nodes) node.oldest = chain.head.number
        yield* nextTurn(setting)
        assert.lengthOf(formsOf(yield* stateOf(order)), 1)
        for (const node of nodes) node.oldest = 0
        yield* nextTurn(setting)
        assert.strictEqual((yield* stateOf(order))._tag, "completed")
      })
  )

  paying("is not proven by one node that is named twice", [], (setting) =>
    Effect.gen(function* () {
      const { chain, nodes } = setting
      const order = yield* sendOne(setting)
      const [node] = nodes
      assert.isDefined(node)
      const twice = yield* startSender(chain, setting.options, [node, node], fetchFrom([node]), [
        "one",
        "one"
      ])
      expire(chain)
      yield* nextTurn({ sender: twice })
      assert.lengthOf(formsOf(yield* stateOf(order)), 1)
    })
  )

  paying("is proven although nodes say that it still waits", [], (setting) =>
    Effect.gen(function* () {
      const { chain, nodes } = setting
      for (const node of nodes) node.keepsExpired = true
      const order = yield* sendOne(setting)
      expire(chain)
      assert.lengthOf(nodes[0]?.pending.transactions ?? [], 1)
      yield* nextTurn(setting)
      assert.lengthOf(formsOf(yield* stateOf(order)), 2)
    })
  )

  paying("is not proven right at its end: a block after missed slots may still take it", [], (setting) =>
    Effect.gen(function* () {
      const { chain } = setting
      const order = yield* sendOne(setting)
      const end = formsOf(yield* stateOf(order))[0]?.expiresAt ?? 0
      while (chain.head.timestamp < end - 3_000) {
        chain.produce({ takes: () => false })
        yield* nextTurn(setting)
      }
      // Its parent is not as late as the end, so it takes what expired a minute ago.
      const late = chain.produce({ missed: 25 })
      assert.isAbove(late.timestamp, end + 60_000)
      assert.strictEqual(paidTo(chain, 1), order.amountMinor)
      for (let block = 0; block < 60; block++) {
        chain.produce()
        yield* nextTurn(setting)
      }
      const after = yield* stateOf(order)
      assert.deepStrictEqual([after._tag, formsOf(after).length], ["completed", 1])
      assert.strictEqual(paidTo(chain, 1), order.amountMinor)
    })
  )

  paying("was looked up in all forms that the slot ever had", [], (setting) =>
    Effect.gen(function* () {
      const { chain, nodes } = setting
      yield* sendOne(setting)
      expire(chain)
      yield* nextTurn(setting)
      expire(chain)
      for (const node of nodes) node.asked.length = 0
      yield* nextTurn(setting)
      const asked = nodes.map((node) => node.asked.filter((each) => each === "gettransactionbyid").length)
      assert.deepStrictEqual(asked, [2, 2])
      assert.lengthOf(formsOf(yield* stateOf(payoutOrder(1))), 3)
    })
  )

  paying("is given up with the reason when the token refuses it meanwhile", [], (setting) =>
    Effect.gen(function* () {
      const { chain, logged } = setting
      const order = yield* sendOne(setting)
      chain.setBlocked(payer, true)
      expire(chain)
      yield* nextTurn(setting)
      assert.strictEqual((yield* stateOf(order))._tag, "sent")
      yield* TestClock.adjust(refusedMillisMax)
      yield* nextTurn(setting)
      assert.strictEqual((yield* stateOf(order))._tag, "cancelling")
      yield* nextTurn(setting)
      const after = yield* stateOf(order)
      assert.strictEqual(after._tag, "cancelled")
      assert.deepInclude(after, { refusal: Option.some("the token refuses the transfer: blocked") })
      assertLogged(
        logged,
        "payout payout-1 on tron is refused and cancelled: the token refuses the transfer: blocked"
      )
      assert.lengthOf(formsOf(after), 1)
    })
  )

  paying("is not given up when the token refused it once, and it only waits for money then", [], (setting) =>
    Effect.gen(function* () {
      const { chain } = setting
      const order = yield* sendOne(setting)
      chain.setBlocked(payer, true)
      expire(chain)
      yield* nextTurn(setting)
      chain.setBlocked(payer, false)
      const held = chain.state.holding(token, payer)
      chain.change((state) => state.hold(token, payer, 1n))
      yield* TestClock.adjust(refusedMillisMax)
      yield* nextTurn(setting)
      assert.strictEqual((yield* stateOf(order))._tag, "sent")
      chain.change((state) => state.hold(token, payer, held))
      yield* nextTurn(setting)
      assert.strictEqual((yield* stateOf(order))._tag, "sent")
      assert.lengthOf(formsOf(yield* stateOf(order)), 2)
    })
  )
})

describe("what is given up", () => {
  paying("is not offered again, and is cancelled when it is proven to be expired", [], (setting) =>
    Effect.gen(function* () {
      const { chain, nodes, wallets } = setting
      for (const node of nodes) node.passing = "forgets"
      const order = yield* sendOne(setting)
      assert.strictEqual((yield* wallets.abandon(order))._tag, "cancelling")
      for (const node of nodes) {
        node.passing = "passes"
        node.asked.length = 0
      }
      for (let round = 0; round < 5; round++) {
        chain.produce()
        yield* nextTurn(setting)
      }
      assert.notInclude(
        nodes.flatMap(({ asked }) => asked),
        "broadcasthex"
      )
      assert.strictEqual((yield* stateOf(order))._tag, "cancelling")
      expire(chain)
      const solid = chain.solid.number
      yield* nextTurn(setting)
      assert.deepInclude(yield* stateOf(order), {
        ...{ _tag: "cancelled", hash: "", costWei: "0", blockNumber: solid }
      })
      assert.strictEqual(paidTo(chain, 1), 0n)
    })
  )

  paying("counts as paid if it was carried out all the same", [], (setting) =>
    Effect.gen(function* () {
      const { chain, wallets } = setting
      const order = yield* sendOne(setting)
      yield* wallets.abandon(order)
      chain.produce()
      expire(chain)
      yield* nextTurn(setting)
      assert.strictEqual((yield* stateOf(order))._tag, "completed")
      assert.strictEqual(paidTo(chain, 1), order.amountMinor)
    })
  )

  paying("while it waited is never signed", [], ({ sender, wallets }) =>
    Effect.gen(function* () {
      const [queued, unknown] = [payoutOrder(1), payoutOrder(2)]
      yield* wallets.queue(queued)
      for (const order of [queued, unknown])
        assert.strictEqual((yield* wallets.abandon(order))._tag, "abandoned")
      yield* wallets.queue(unknown)
      assert.deepStrictEqual((yield* sender.turn).changed, [])
    })
  )
})

describe("a transaction that is carried out", () => {
  for (const [result, change, reason] of [
    ["OUT_OF_ENERGY", (chain) => chain.setToken({ penalty: 20_000n }), "ran out of energy"],
    [
      "REVERT",
      (chain) => chain.setBlocked(payer, true),
      "the contract refused it, and nothing was moved: blocked"
    ],
    ["OUT_OF_TIME", (chain) => (chain.faultOf = () => "OUT_OF_TIME"), "too little time"]
  ] as ReadonlyArray<readonly [string, (chain: Setting["chain"]) => unknown, string]>)
    paying(`and ends with ${result} failed, moved nothing, and has a cost`, [], (setting) =>
      Effect.gen(function* () {
        const { chain } = setting
        const order = yield* sendOne(setting)
        const before = chain.state.accounts.get(payer)?.balance ?? 0n
        change(chain)
        chain.produceMany(1 + solidBlocks)
        const burned = before - (chain.state.accounts.get(payer)?.balance ?? 0n)
        yield* nextTurn(setting)
        const after = yield* stateOf(order)
        assert.isTrue(after._tag === "failed" && after.reason.includes(reason), after._tag)
        assert.isTrue("costWei" in after && burned > 0n && BigInt(after.costWei) === burned * 10n ** 12n)
        assert.strictEqual(paidTo(chain, 1), 0n)
      })
    )

  paying("to a contract is a payout as any other", [], (setting) =>
    Effect.gen(function* () {
      const { chain, wallets } = setting
      chain.setAccount(recipientOf(1), { isContract: true })
      const order = yield* sendOne(setting)
      chain.produceMany(1 + solidBlocks)
      yield* nextTurn(setting)
      assert.strictEqual((yield* stateOf(order))._tag, "completed")
      assert.deepStrictEqual(yield* wallets.open(network), [])
      assert.strictEqual(paidTo(chain, 1), order.amountMinor)
    })
  )

  paying("to an address that is not activated is a payout as any other", [], (setting) =>
    Effect.gen(function* () {
      const { chain } = setting
      assert.isFalse(chain.state.accounts.has(recipientOf(1)))
      const order = yield* sendOne(setting)
      assert.strictEqual(order.recipient, addressOfHex(recipientOf(1)))
      chain.produceMany(1 + solidBlocks)
      yield* nextTurn(setting)
      assert.strictEqual((yield* stateOf(order))._tag, "completed")
    })
  )
})
