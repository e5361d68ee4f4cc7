import { assert, describe } from "@effect/vitest"
import { sweepCall } from "@quittance/adapters-evm"
import { refusedMillisMax } from "@quittance/adapters-evm/parts"
import { ChainJournal, type ChainTransactionOrder } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { addressOfHex } from "../../src/address.ts"
import type { Hex } from "../node/bytes.ts"
import { token } from "../node/TronChain.ts"
import {
  assertLogged,
  expire,
  formsOf,
  network,
  noLimits,
  payer,
  paying,
  payoutOrder,
  recipientOf,
  type Setting,
  startSender,
  stateOf
} from "./Paying.ts"

/** Of so many units of the token. */
const payoutOf = (number: number, units: bigint): ChainTransactionOrder => ({
  ...payoutOrder(number),
  amountMinor: units * 1_000_000n
})

const factory: Hex = `0x${"fa".repeat(20)}`

/** A sweep that the network would carry out, queued last. */
const queueSweep = Effect.fnUntraced(function* ({ chain, wallets }: Setting) {
  chain.change((state) =>
    state.contracts.set(factory, {
      ...{ behaviour: { kind: "plain" }, origin: payer, name: "factory", bytecode: "0x60", code: "0x60" }
    })
  )
  const journal = yield* ChainJournal
  yield* journal.recordFactory(network, addressOfHex(factory))
  const order: ChainTransactionOrder = {
    ...payoutOrder(1_000_000),
    ...{ id: "sweep", purpose: "sweep", payoutId: "", payoutPartnerId: "", recipient: "", amountMinor: 0n },
    ...{ contract: addressOfHex(factory), data: sweepCall(token, ["0".repeat(32)]) }
  }
  yield* wallets.queue(order)
  return order
})

/** What a turn signs for the first time. */
const signedBy = ({ sender }: Pick<Setting, "sender">) =>
  Effect.map(sender.turn, ({ changed }) =>
    changed.flatMap((each) => (each._tag === "sent" && each.forms.length === 1 ? each.order.id : []))
  )

/** The clock goes on with the chain. */
const pass = ({ chain }: Setting, minutes: number) =>
  Effect.suspend(() => {
    for (let block = 0; block < minutes * 20; block++) chain.produce()
    return TestClock.setTime(chain.head.timestamp)
  })

describe("a payout on TRON that waits", () => {
  paying("for the token holds back neither a sweep nor a smaller payout", [], (setting) =>
    Effect.gen(function* () {
      const { logged, wallets } = setting
      yield* wallets.queue(payoutOf(1, 1_001n))
      yield* wallets.queue(payoutOf(2, 5n))
      const sweep = yield* queueSweep(setting)
      assert.deepStrictEqual(yield* signedBy(setting), [sweep.id, payoutOrder(2).id])
      assertLogged(logged, "too little of the token for payout payout-1, which waits")
    })
  )

  paying(
    "for the limit of the hour holds back neither a sweep nor a smaller payout, for an hour",
    [{ limits: { ...noLimits, perHourMinor: 10_000_000n } }],
    (setting) =>
      Effect.gen(function* () {
        const { chain, logged, wallets } = setting
        const queue = (number: number, units: bigint) =>
          wallets.queue({ ...payoutOf(number, units), createdAt: chain.head.timestamp + number })
        yield* queue(1, 6n)
        yield* queue(2, 9n)
        yield* queue(3, 3n)
        const sweep = yield* queueSweep(setting)
        assert.deepStrictEqual(yield* signedBy(setting), [sweep.id, payoutOrder(1).id, payoutOrder(3).id])
        assertLogged(logged, "reached the limit of the hour; payout payout-2 waits")
        yield* pass(setting, 61)
        yield* queue(4, 1n)
        assert.deepStrictEqual(yield* signedBy(setting), [])
        assertLogged(logged, "payout payout-2 waits, and younger ones with it")
        yield* pass(setting, 60)
        assert.deepStrictEqual(yield* signedBy(setting), [payoutOrder(2).id, payoutOrder(4).id])
      })
  )

  paying(
    "for energy that is staked holds back no sweep that needs less, nor a cheaper payout",
    [{ energy: "staked" }],
    (setting) =>
      Effect.gen(function* () {
        const { chain, logged, wallets } = setting
        chain.giveToken(recipientOf(2), 1n)
        chain.setAccount(payer, { energyLimit: 100_000n })
        for (const number of [1, 2]) yield* wallets.queue(payoutOrder(number))
        assert.deepStrictEqual(yield* signedBy(setting), [payoutOrder(2).id])
        assertLogged(logged, "too little energy that is staked or rented")
      })
  )

  paying("after it expired holds back neither an expired sweep nor a smaller payout", [], (setting) =>
    Effect.gen(function* () {
      const { chain, nodes, sender, wallets } = setting
      for (const node of nodes) node.passing = "forgets"
      yield* wallets.queue(payoutOf(1, 900n))
      yield* wallets.queue(payoutOf(2, 5n))
      const sweep = yield* queueSweep(setting)
      assert.lengthOf(yield* signedBy(setting), 3)
      chain.change((state) => state.hold(token, payer, 20_000_000n))
      expire(chain)
      yield* TestClock.adjust("15 seconds")
      const again = (yield* sender.turn).changed
      assert.deepStrictEqual(
        again.map(({ order }) => order.id),
        [sweep.id, payoutOrder(2).id]
      )
      assert.lengthOf(formsOf(yield* stateOf(payoutOrder(1))), 1)
    })
  )
})

describe("a payout that the token on TRON refuses", () => {
  const reason = "the token refuses the transfer: blocked"

  const endOf = (given: Effect.Success<Setting["sender"]["turn"]>) =>
    given.changed.map((each) => [
      each._tag,
      each.order.id,
      each._tag === "abandoned" ? Option.getOrUndefined(each.refusal) : undefined
    ])

  paying("ends at once with the contract's message, because a second node says the same", [], (setting) =>
    Effect.gen(function* () {
      const { chain, logged, sender, wallets } = setting
      chain.setBlocked(recipientOf(1), true)
      for (const number of [1, 2]) yield* wallets.queue(payoutOrder(number))
      assert.deepStrictEqual(endOf(yield* sender.turn), [
        ["sent", payoutOrder(2).id, undefined],
        ["abandoned", payoutOrder(1).id, reason]
      ])
      assertLogged(
        logged,
        `payout payout-1 on tron is refused and ends, and its debit is returned: ${reason}`
      )
    })
  )

  paying("ends after a later block where there is one node", [{}, { nodeCount: 1 }], (setting) =>
    Effect.gen(function* () {
      const { chain, sender, wallets } = setting
      chain.setBlocked(recipientOf(1), true)
      yield* wallets.queue(payoutOrder(1))
      for (let turn = 0; turn < 3; turn++) assert.deepStrictEqual(endOf(yield* sender.turn), [])
      chain.produce()
      assert.deepStrictEqual(endOf(yield* sender.turn), [["abandoned", payoutOrder(1).id, reason]])
    })
  )

  for (const [what, change] of [
    ["is paused", ({ chain }) => chain.setToken({ isPaused: true })],
    ["has blocked the wallet", ({ chain }) => chain.setBlocked(payer, true)]
  ] as ReadonlyArray<readonly [string, (setting: Setting) => void]>)
    paying(`waits with an alert while the token ${what}`, [], (setting) =>
      Effect.gen(function* () {
        const { chain, logged, sender, wallets } = setting
        change(setting)
        yield* wallets.queue(payoutOrder(1))
        for (let turn = 0; turn < 3; turn++) {
          assert.deepStrictEqual(endOf(yield* sender.turn), [])
          chain.produce()
          yield* TestClock.adjust(refusedMillisMax)
        }
        assertLogged(
          logged,
          `payouts on tron wait: the token refuses every transfer out of wallet ${addressOfHex(payer)}: `
        )
        chain.setToken({ isPaused: false })
        chain.setBlocked(payer, false)
        assert.lengthOf(yield* signedBy(setting), 1)
      })
    )

  paying("is not the wallet's fault where only the treasury takes it", [], (setting) =>
    Effect.gen(function* () {
      const { chain, nodes, options, wallets } = setting
      // Some tokens let nobody pay himself.
      const toItself = `${payer.slice(2)}${"0".repeat(63)}1`
      const sender = yield* startSender(chain, options, nodes, async (url, request) => {
        const node = nodes[String(url).includes("one.") ? 0 : 1]
        const isControl = String(request?.body).includes(toItself)
        if (node === undefined) throw new TypeError("no node")
        if (isControl) chain.setBlocked(payer, true)
        const answer = await node.fetch(String(url), request ?? {})
        if (isControl) chain.setBlocked(payer, false)
        return answer
      })
      chain.setBlocked(recipientOf(1), true)
      yield* wallets.queue(payoutOrder(1))
      assert.deepStrictEqual(endOf(yield* sender.turn), [["abandoned", payoutOrder(1).id, reason]])
    })
  )
})
