import { assert, describe } from "@effect/vitest"
import { ChainJournal, type ChainTransactionOrder } from "@quittance/core/adapter"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type { Hex } from "viem"
import { deterministicDeployment } from "../../src/factoryContracts.ts"
import { signedAtOnceMax } from "../../src/send/SenderOptions.ts"
import { sweepCall } from "../../src/sweepCall.ts"
import type { Deployed } from "../anvil/TestChain.ts"
import { BlockingToken } from "../contracts/BlockingToken.ts"
import { network, noLimits, payer, paying, payoutOrder } from "./Paying.ts"

type Setting = Parameters<Parameters<typeof paying>[2]>[0]

/** Of so many units of the token. */
const payoutOf = (number: number, units: bigint): ChainTransactionOrder => ({
  ...payoutOrder(number),
  amountMinor: units * 1_000_000n
})

/** More than the wallet has, which is 1 000 units. */
const large = payoutOf(1, 1_001n)

/** A sweep that the network would carry out, queued last. */
const queueSweep = Effect.fnUntraced(function* ({ chain, options, token, wallets }: Setting) {
  const { address, data, to } = deterministicDeployment(options.treasury as Hex)
  yield* Effect.promise(async () => chain.mined(await chain.send({ to, data })))
  const journal = yield* ChainJournal
  yield* journal.recordFactory(network, address)
  const order: ChainTransactionOrder = {
    ...payoutOrder(1_000_000),
    ...{ id: "sweep", purpose: "sweep", payoutId: "", payoutPartnerId: "", recipient: "", amountMinor: 0n },
    ...{ contract: address, data: sweepCall(token.address, ["0".repeat(32)]) }
  }
  yield* wallets.queue(order)
  return order
})

/** What a turn signs for the first time. */
const signedBy = ({ sender }: Setting) =>
  Effect.map(sender.turn, ({ changed }) =>
    changed.flatMap((each) => (each._tag === "sent" && each.forms.length === 1 ? each.order.id : []))
  )

describe("a payout that waits", () => {
  paying("for the token holds back neither a sweep nor a smaller payout", [], (setting) =>
    Effect.gen(function* () {
      const { logged, wallets } = setting
      yield* wallets.queue(large)
      yield* wallets.queue(payoutOf(2, 5n))
      const sweep = yield* queueSweep(setting)
      assert.deepStrictEqual(yield* signedBy(setting), [sweep.id, payoutOf(2, 5n).id])
      assert.lengthOf(
        logged.filter((line) => line.includes("too little of the token for payout payout-1, which waits")),
        1
      )
    })
  )

  paying(
    "for the limit of the hour holds back neither a sweep nor a smaller payout",
    [{ limits: { ...noLimits, perHourMinor: 10_000_000n } }],
    (setting) =>
      Effect.gen(function* () {
        const { logged, wallets } = setting
        yield* wallets.queue(payoutOf(1, 6n))
        yield* wallets.queue(payoutOf(2, 5n))
        yield* wallets.queue(payoutOf(3, 4n))
        const sweep = yield* queueSweep(setting)
        assert.deepStrictEqual(yield* signedBy(setting), [sweep.id, payoutOrder(1).id, payoutOrder(3).id])
        assert.lengthOf(
          logged.filter((line) => line.includes("reached the limit of the hour; payout payout-2 waits")),
          1
        )
      })
  )

  paying("holds back a smaller one not even together with hundreds like it", [], (setting) =>
    Effect.gen(function* () {
      const { logged, wallets } = setting
      const count = 2 * signedAtOnceMax + 50
      // Many were requested at one instant.
      for (let number = 1; number <= count; number++)
        yield* wallets.queue({ ...payoutOf(number, 1_001n), createdAt: number % 2 })
      yield* wallets.queue({ ...payoutOf(count + 1, 5n), createdAt: 2 })
      const sweep = yield* queueSweep(setting)
      assert.deepStrictEqual(yield* signedBy(setting), [sweep.id, payoutOrder(count + 1).id])
      // One alert tells it, not one for each.
      assert.lengthOf(
        logged.filter((line) => line.includes("too little of the token")),
        1
      )
    })
  )

  paying("among thousands does not hide a smaller one for ever", [], (setting) =>
    Effect.gen(function* () {
      const { wallets } = setting
      const count = 2_500
      for (let number = 1; number <= count; number++) yield* wallets.queue(payoutOf(number, 1_001n))
      yield* wallets.queue(payoutOf(count + 1, 5n))
      const signed: Array<string> = []
      for (let turn = 0; turn < 4; turn++) signed.push(...(yield* signedBy(setting)))
      assert.deepStrictEqual(signed, [payoutOrder(count + 1).id])
    })
  )

  paying("is signed first when there is enough for it", [], (setting) =>
    Effect.gen(function* () {
      const { chain, token, wallets } = setting
      yield* wallets.queue(large)
      assert.deepStrictEqual(yield* signedBy(setting), [])
      yield* Effect.promise(async () => {
        await chain.mint(token, payer.address, 2_000_000n)
        await chain.mine()
      })
      for (const number of [2, 3]) yield* wallets.queue(payoutOf(number, 1n))
      assert.deepStrictEqual(yield* signedBy(setting), [large.id, payoutOrder(2).id])
    })
  )

  paying(
    "for a limit is overtaken for an hour; then the limit is kept for it",
    [{ limits: { ...noLimits, perDayMinor: 10_000_000n } }],
    (setting) =>
      Effect.gen(function* () {
        const { logged, wallets } = setting
        yield* wallets.queue(payoutOf(1, 2n))
        yield* wallets.queue(payoutOf(2, 9n))
        assert.deepStrictEqual(yield* signedBy(setting), [payoutOrder(1).id])
        yield* TestClock.adjust("59 minutes")
        yield* wallets.queue(payoutOf(3, 1n))
        assert.deepStrictEqual(yield* signedBy(setting), [payoutOrder(3).id])
        yield* TestClock.adjust("2 minutes")
        const at = 61 * 60_000
        yield* wallets.queue({ ...payoutOf(4, 1n), createdAt: at })
        const sweep = yield* queueSweep(setting)
        assert.deepStrictEqual(yield* signedBy(setting), [sweep.id])
        assert.isTrue(logged.some((line) => line.includes("payout payout-2 waits, and younger ones with it")))
        // What was paid in an hour counts for a day after its end.
        yield* TestClock.adjust("25 hours")
        assert.deepStrictEqual(yield* signedBy(setting), [payoutOrder(2).id, payoutOrder(4).id])
      })
  )

  paying(
    "for more than a limit of all payouts ever allows keeps nothing",
    [{ limits: { ...noLimits, perHourMinor: 10_000_000n } }],
    (setting) =>
      Effect.gen(function* () {
        const { logged, wallets } = setting
        yield* wallets.queue(payoutOf(1, 11n))
        yield* TestClock.adjust("90 minutes")
        yield* wallets.queue(payoutOf(2, 5n))
        assert.deepStrictEqual(yield* signedBy(setting), [payoutOrder(2).id])
        assert.include(logged, "payout payout-1 on ethereum exceeds the limit of one payout, and waits")
      })
  )

  paying("for the token has what arrives to itself in every second hour", [], (setting) =>
    Effect.gen(function* () {
      const { chain, logged, token, wallets } = setting
      const mint = (units: bigint) =>
        Effect.promise(async () => {
          await chain.mint(token, payer.address, units * 1_000_000n)
          await chain.mine()
        })
      yield* wallets.queue(payoutOf(1, 1_010n))
      let number = 1
      const another = Effect.suspend(() => {
        number += 1
        return Effect.as(
          wallets.queue({ ...payoutOf(number, 5n), createdAt: number }),
          payoutOrder(number).id
        )
      })
      const first = yield* another
      assert.deepStrictEqual(yield* signedBy(setting), [first])
      yield* mint(5n)
      yield* TestClock.adjust("61 minutes")
      const second = yield* another
      assert.deepStrictEqual(yield* signedBy(setting), [])
      assert.isTrue(
        logged.some((line) => line.includes("payout payout-1, which waits, and younger ones with it"))
      )
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(yield* signedBy(setting), [second])
      yield* TestClock.adjust("1 hour")
      const third = yield* another
      assert.deepStrictEqual(yield* signedBy(setting), [])
      yield* mint(15n)
      assert.deepStrictEqual(yield* signedBy(setting), [payoutOrder(1).id])
      yield* mint(5n)
      assert.deepStrictEqual(yield* signedBy(setting), [third])
    })
  )

  paying("for gas holds back no cheaper one that was asked about with it", [], (setting) =>
    Effect.gen(function* () {
      const { chain, token, wallets } = setting
      const holder = payoutOf(2, 1n)
      yield* Effect.promise(async () => {
        await chain.mint(token, holder.recipient as Hex, 1n)
        await chain.mine()
      })
      yield* wallets.queue(payoutOf(1, 1n))
      yield* wallets.queue(holder)
      const set = (gas: bigint, price: bigint) =>
        Effect.promise(() =>
          chain.anvil.rpc("anvil_setBalance", [payer.address, `0x${(gas * price).toString(16)}`])
        )
      // The first transfer to an address takes some 17 000 gas more than a later one.
      const { fees, estimates } = yield* Effect.promise(async () => {
        const estimate = async (to: string) =>
          BigInt(
            (await chain.anvil.rpc("eth_estimateGas", [
              {
                from: payer.address,
                to: token.address,
                data: `0xa9059cbb${to.slice(2).padStart(64, "0")}${1_000_000n.toString(16).padStart(64, "0")}`
              }
            ])) as string
          )
        const history = (await chain.anvil.rpc("eth_feeHistory", ["0x1", "latest", [50]])) as {
          readonly baseFeePerGas: ReadonlyArray<Hex>
        }
        return {
          fees: BigInt(history.baseFeePerGas.at(-1) ?? "0x0"),
          estimates: [await estimate(payoutOrder(1).recipient), await estimate(holder.recipient)] as const
        }
      })
      assert.isTrue(estimates[1] < estimates[0])
      // Twice the base fee and a tip are offered, and a quarter more gas is allowed.
      yield* set(((estimates[1] + estimates[0]) / 2n) * 5n, (2n * fees + 1_000_000_000n) / 4n)
      assert.deepStrictEqual(yield* signedBy(setting), [holder.id])
    })
  )

  paying("because the node fails to simulate it holds back no other", [{}, BlockingToken], (setting) =>
    Effect.gen(function* () {
      const { chain, token, wallets } = setting
      const burning = payoutOf(1, 1n)
      yield* Effect.promise(async () => {
        await chain.write(token as Deployed<typeof BlockingToken.abi>, "refuse", [
          burning.recipient as Hex,
          2
        ])
        await chain.mine()
      })
      yield* wallets.queue(burning)
      yield* wallets.queue(payoutOf(2, 1n))
      assert.deepStrictEqual(yield* signedBy(setting), [payoutOrder(2).id])
    })
  )
})
