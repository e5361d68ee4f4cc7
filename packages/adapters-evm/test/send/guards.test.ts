import { assert, describe, it } from "@effect/vitest"
import { ChainJournal, type ChainTransactionOrder, ChainWallets } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import type { Hex } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { deterministicDeployment } from "../../src/factoryContracts.ts"
import { forbiddenCall, type SigningPurpose } from "../../src/send/allowedCalls.ts"
import { raiseMillis, refusedMillisMax } from "../../src/send/SenderOptions.ts"
import { web3Signer } from "../../src/send/web3Signer.ts"
import { sweepCall } from "../../src/sweepCall.ts"
import { transferCall } from "../../src/tokenCalls.ts"
import { accountOf } from "../anvil/Anvil.ts"
import { finality, network, noLimits, payer, paying, payoutOrder, startSender } from "./Paying.ts"
import { startSignerDouble } from "./signerDouble.ts"

const outsideAccount = privateKeyToAccount(`0x${"4".repeat(64)}`)

/** Another wallet, with as much of everything. Its key is outside. */
const addOther = Effect.fnUntraced(function* ({ chain, token, wallets }: Setting) {
  yield* Effect.promise(async () => {
    await chain.mint(token, outsideAccount.address, 1_000_000_000n)
    await chain.mine()
    await chain.anvil.rpc("anvil_setBalance", [outsideAccount.address, "0xde0b6b3a7640000"])
  })
  const { address } = outsideAccount
  yield* wallets.addWallet({ address, partnerId: network, sealedKey: "", nextNonce: 0 })
})
type Setting = Parameters<Parameters<typeof paying>[2]>[0]

const tagOf = (id: string) =>
  Effect.flatMap(ChainWallets, (wallets) =>
    Effect.map(wallets.transaction(network, id), (found) => Option.getOrThrow(found)._tag)
  )

/** The wallet's own transactions in the pool and in blocks. */
const madeBy = ({ chain }: Setting, address: string) =>
  Effect.map(
    Effect.promise(() => chain.anvil.rpc("eth_getTransactionCount", [address, "pending"])),
    Number
  )

const sweepOf = (contract: string, data: Hex): ChainTransactionOrder => ({
  ...payoutOrder(1),
  ...{ purpose: "sweep", payoutId: "", payoutPartnerId: "", recipient: "", amountMinor: 0n },
  ...{ contract, data }
})

describe("the limits of a network", () => {
  paying(
    "count what all its wallets pay out",
    [{ limits: { ...noLimits, perHourMinor: 2_500_000n } }],
    (setting) =>
      Effect.gen(function* () {
        const { chain, options, wallets } = setting
        yield* addOther(setting)
        const double = yield* Effect.promise(() => startSignerDouble(options.chainId, [outsideAccount]))
        const sender = yield* startSender(chain, options, undefined, yield* web3Signer(double.url))
        const orders = [1, 2, 3, 4, 5].map(payoutOrder)
        for (const order of orders) yield* wallets.queue(order)
        for (const expected of [2, 4]) {
          for (let turn = 0; turn < 3; turn++) {
            yield* sender.turn
            yield* Effect.promise(() => chain.mine(1 + finality))
          }
          const tags = yield* Effect.forEach(orders, ({ id }) => tagOf(id))
          assert.strictEqual(tags.filter((tag) => tag === "completed").length, expected)
          assert.strictEqual(tags.filter((tag) => tag === "queued").length, 5 - expected)
          yield* TestClock.adjust("2 hours")
        }
        assert.isTrue(
          setting.logged.some((line) =>
            /^the wallets of ethereum reached the limit of the hour; payout payout-3 waits$/.test(line)
          )
        )
      })
  )
})

describe("the limit of one payout", () => {
  paying(
    "keeps what is above it waiting, and nothing else",
    [{ limits: { ...noLimits, perPayoutMinor: 1_000_002n } }],
    ({ logged, sender, wallets }) =>
      Effect.gen(function* () {
        // Each pays one minor unit more than the one before it.
        for (const [createdAt, number] of [3, 1, 2].entries())
          yield* wallets.queue({ ...payoutOrder(number), createdAt })
        const { changed } = yield* sender.turn
        assert.deepStrictEqual(
          changed.map(({ order }) => order.id),
          [payoutOrder(1).id, payoutOrder(2).id]
        )
        assert.strictEqual(yield* tagOf(payoutOrder(3).id), "queued")
        assert.include(logged, "payout payout-3 on ethereum exceeds the limit of one payout, and waits")
      })
  )
})

describe("what nobody ordered", () => {
  const stranger = accountOf(6).address
  const foreign: ReadonlyArray<readonly [string, (setting: Setting) => ChainTransactionOrder, RegExp]> = [
    [
      "a sweep of another contract",
      () => sweepOf(stranger, "0x"),
      /it calls 0x\w{40}, which is not the recorded factory$/
    ],
    [
      "a transfer that poses as a sweep",
      ({ token }) => sweepOf(token.address, transferCall(stranger, 5n)),
      /which is not the recorded factory$/
    ],
    [
      "an approval that poses as a sweep",
      ({ token }) => sweepOf(token.address, `0x095ea7b3${"0".repeat(127)}1`),
      /which is not the recorded factory$/
    ],
    [
      "a sweep by the factory before it is recorded",
      ({ options, token }) =>
        sweepOf(
          deterministicDeployment(options.treasury as Hex).address,
          sweepCall(token.address, ["0".repeat(32)])
        ),
      /which is not the recorded factory$/
    ],
    [
      "a deployment of something else",
      () => ({ ...sweepOf(stranger, "0x6001"), purpose: "deployment" }),
      /it is not the deployment of the factory$/
    ],
    [
      "a deployment without a contract to call",
      () => ({ ...sweepOf("", "0x6001"), purpose: "deployment" }),
      /it creates a contract$/
    ],
    [
      "a payout to no address",
      () => ({ ...payoutOrder(1), recipient: "0xzz" }),
      /its recipient is not an address$/
    ],
    [
      "a payout to the zero address",
      () => ({ ...payoutOrder(1), recipient: `0x${"0".repeat(40)}` }),
      /it calls the token, but not for a transfer$/
    ],
    [
      "a payout to the token",
      ({ token }) => ({ ...payoutOrder(1), recipient: token.address }),
      /it calls the token, but not for a transfer$/
    ],
    ["a payout of nothing", () => ({ ...payoutOrder(1), amountMinor: 0n }), /it pays nothing$/]
  ]
  paying("is never signed, alerts, is given up, and does not stop what was ordered", [], (setting) =>
    Effect.gen(function* () {
      const { logged, sender, wallets } = setting
      for (const [what, orderOf] of foreign) yield* wallets.queue({ ...orderOf(setting), id: what })
      yield* wallets.queue(payoutOrder(99))
      const { changed } = yield* sender.turn
      assert.deepStrictEqual(
        changed.map(({ order: { id } }) => id),
        [payoutOrder(99).id]
      )
      for (const [what, , expected] of foreign)
        assert.isTrue(
          logged.some((line) => line.includes(` ${what} on ethereum is not signed: `) && expected.test(line)),
          `${what}\n${logged.join("\n")}`
        )
      yield* TestClock.adjust(refusedMillisMax)
      yield* sender.turn
      for (const [what] of foreign) assert.strictEqual(yield* tagOf(what), "abandoned")
      assert.strictEqual(yield* madeBy(setting, payer.address), 1)
    })
  )

  it("is told by what the call says, whatever it is said to be for", () => {
    const token: Hex = `0x${"a1".repeat(20)}`
    const factory: Hex = `0x${"b2".repeat(20)}`
    const wallet: Hex = `0x${"c3".repeat(20)}`
    const deployment = { to: stranger, data: "0x6001" } as const
    const faultOf = (purpose: SigningPurpose, to: Hex, data: Hex) =>
      forbiddenCall(purpose, wallet, { to, data }, { token, factory, deployment })
    const salts = ["0".repeat(32), "1".repeat(32)]
    const sweeping = sweepCall(token, salts)
    assert.isUndefined(faultOf("sweep", factory, sweeping))
    assert.isUndefined(faultOf("deployment", stranger, "0x6001"))
    assert.isUndefined(faultOf("cancellation", wallet, "0x"))
    assert.isUndefined(faultOf("payout", token, transferCall(stranger, 1n)))
    const notSwept = "it calls the factory, but not to sweep the token"
    const shortened = sweeping.slice(0, -64) as Hex
    for (const data of [
      sweepCall(stranger, salts),
      sweepCall(token, []),
      shortened,
      `${sweeping}00`
    ] as const)
      assert.strictEqual(faultOf("sweep", factory, data), notSwept)
    const notTransferred = "it calls the token, but not for a transfer"
    const transferring = transferCall(stranger, 1n)
    for (const data of ["0x", transferring.slice(0, -2), `${transferring}00`, transferCall(stranger, 0n)])
      assert.strictEqual(faultOf("payout", token, data as Hex), notTransferred)
    assert.strictEqual(faultOf("payout", factory, sweeping), `it calls ${factory}, which is not the token`)
    assert.isDefined(faultOf("cancellation", token, transferring))
    assert.isDefined(faultOf("cancellation", stranger, "0x"))
    assert.isDefined(faultOf("deployment", stranger, "0x6002"))
  })

  paying("does not keep the recorded factory from sweeping", [], (setting) =>
    Effect.gen(function* () {
      const { chain, options, sender, token, wallets } = setting
      const { address, data, to } = deterministicDeployment(options.treasury as Hex)
      yield* Effect.promise(async () => chain.mined(await chain.send({ to, data })))
      const journal = yield* ChainJournal
      yield* journal.recordFactory(network, address)
      yield* wallets.queue(sweepOf(address, sweepCall(token.address, ["0".repeat(32), "1".repeat(32)])))
      assert.lengthOf((yield* sender.turn).changed, 1)
    })
  )
})

describe("a wallet that has little", () => {
  const low = (lines: ReadonlyArray<string>) => lines.filter((line) => line.endsWith(": send it some"))

  paying(
    "alerts before payouts wait, below the floors of the configuration",
    [{ floors: { coinWei: 5n * 10n ** 17n, tokenMinor: 1_000_000_000n } }],
    (setting) =>
      Effect.gen(function* () {
        const { chain, logged, sender, wallets } = setting
        yield* sender.turn
        assert.deepStrictEqual(low(logged), [])
        yield* Effect.promise(() => chain.anvil.rpc("anvil_setBalance", [payer.address, "0x6f05b59d3b1ffff"]))
        yield* TestClock.adjust("61 seconds")
        yield* sender.turn
        const lowCoin = `wallet ${payer.address} on ethereum has less of the network's coin than 0.5: send it some`
        assert.deepStrictEqual(low(logged), [lowCoin])
        yield* wallets.queue(payoutOrder(1))
        assert.lengthOf((yield* sender.turn).changed, 1)
        yield* Effect.promise(() => chain.mine())
        yield* TestClock.adjust("61 seconds")
        yield* sender.turn
        assert.deepStrictEqual(low(logged), [
          lowCoin,
          `wallet ${payer.address} on ethereum has less of the token than 1000: send it some`
        ])
      })
  )

  paying("alerts without a configuration when the coin is enough for less than 20 transfers", [], (setting) =>
    Effect.gen(function* () {
      const { chain, logged, sender } = setting
      const fees = (yield* Effect.promise(() => chain.anvil.rpc("eth_gasPrice"))) as Hex
      const set = (transfers: bigint) =>
        Effect.promise(() =>
          chain.anvil.rpc("anvil_setBalance", [
            payer.address,
            `0x${(transfers * 80_000n * BigInt(fees) * 2n).toString(16)}`
          ])
        )
      yield* set(25n)
      yield* sender.turn
      assert.deepStrictEqual(low(logged), [])
      yield* set(5n)
      yield* TestClock.adjust("61 seconds")
      yield* sender.turn
      assert.deepStrictEqual(low(logged), [
        `wallet ${payer.address} on ethereum has less of the network's coin than 20 transfers cost now: send it some`
      ])
    })
  )
})

describe("a signer outside", () => {
  paying("that is away keeps payouts waiting, and loses none", [], (setting) =>
    Effect.gen(function* () {
      const { chain, logged, options, wallets } = setting
      yield* addOther(setting)
      // The other wallet is empty, so that this one pays.
      yield* Effect.promise(() => chain.anvil.rpc("anvil_setBalance", [payer.address, "0x0"]))
      const double = yield* Effect.promise(() => startSignerDouble(options.chainId, [outsideAccount]))
      const sender = yield* startSender(chain, options, undefined, yield* web3Signer(double.url))
      double.behaviour.lie = { meets: { status: 502, type: "text/html", body: "<html>" } }
      yield* wallets.queue(payoutOrder(1))
      assert.deepStrictEqual((yield* sender.turn).changed, [])
      const expected = `payouts on ethereum wait: the signer ${double.host} did not sign: status 502`
      assert.deepStrictEqual(
        logged.filter((line) => line.includes("signer")),
        [expected]
      )
      double.behaviour.lie = undefined
      assert.lengthOf((yield* sender.turn).changed, 1)
      yield* Effect.promise(() => chain.mine(1 + finality))
      yield* sender.turn
      assert.strictEqual(yield* tagOf(payoutOrder(1).id), "completed")
    })
  )

  paying(
    "that is slow signs as much as its lease has time for, and the rest in the next turn",
    [],
    (setting) =>
      Effect.gen(function* () {
        const { chain, options, wallets } = setting
        yield* addOther(setting)
        yield* Effect.promise(() => chain.anvil.rpc("anvil_setBalance", [payer.address, "0x0"]))
        const double = yield* Effect.promise(() => startSignerDouble(options.chainId, [outsideAccount]))
        const { accounts, sign } = yield* web3Signer(double.url)
        const sender = yield* startSender(chain, options, undefined, {
          accounts,
          sign: (...asked) => Effect.andThen(TestClock.adjust("3 seconds"), sign(...asked))
        })
        for (const number of [1, 2, 3, 4]) yield* wallets.queue(payoutOrder(number))
        for (const expected of [3, 1]) assert.lengthOf((yield* sender.turn).changed, expected)
      })
  )

  paying("that lies in the middle keeps what it signed before", [], (setting) =>
    Effect.gen(function* () {
      const { chain, options, wallets } = setting
      yield* addOther(setting)
      yield* Effect.promise(() => chain.anvil.rpc("anvil_setBalance", [payer.address, "0x0"]))
      const double = yield* Effect.promise(() => startSignerDouble(options.chainId, [outsideAccount]))
      const sender = yield* startSender(chain, options, undefined, yield* web3Signer(double.url))
      double.behaviour.lie = {
        signs: (same) => (same.nonce === 2 ? { ...same, data: transferCall(accountOf(6).address, 9n) } : same)
      }
      for (const number of [1, 2, 3, 4]) yield* wallets.queue(payoutOrder(number))
      assert.lengthOf((yield* sender.turn).changed, 2)
      // The third one paid somebody else, so nobody broadcast it.
      assert.strictEqual(yield* madeBy(setting, outsideAccount.address), 2)
      double.behaviour.lie = undefined
      assert.lengthOf((yield* sender.turn).changed, 2)
      assert.strictEqual(yield* madeBy(setting, outsideAccount.address), 4)
    })
  )

  paying("that is away raises no fee and cancels nothing, and the rest of the work goes on", [], (setting) =>
    Effect.gen(function* () {
      const { chain, options, token, wallets } = setting
      yield* addOther(setting)
      yield* Effect.promise(() => chain.anvil.rpc("anvil_setBalance", [payer.address, "0x0"]))
      const double = yield* Effect.promise(() => startSignerDouble(options.chainId, [outsideAccount]))
      const sender = yield* startSender(chain, options, undefined, yield* web3Signer(double.url))
      const [first, second] = [payoutOrder(1), payoutOrder(2)]
      for (const order of [first, second]) yield* wallets.queue(order)
      yield* sender.turn
      double.behaviour.lie = { meets: { status: 502, type: "text/html", body: "" } }
      yield* wallets.abandon(second)
      yield* TestClock.adjust(raiseMillis)
      yield* sender.turn
      const forms = yield* wallets.open(network)
      assert.deepStrictEqual(
        forms.map((each) => [each._tag, each.forms.length]),
        [
          ["sent", 1],
          ["cancelling", 1]
        ]
      )
      double.behaviour.lie = undefined
      yield* sender.turn
      yield* Effect.promise(() => chain.mine(1 + finality))
      yield* sender.turn
      assert.strictEqual(yield* tagOf(second.id), "cancelled")
      assert.strictEqual(yield* tagOf(first.id), "completed")
      assert.strictEqual(yield* Effect.promise(() => chain.balanceOf(token, second.recipient as Hex)), 0n)
    })
  )

  paying("that the configuration does not name is asked for, and another wallet pays", [], (setting) =>
    Effect.gen(function* () {
      const { chain, logged, sender, token, wallets } = setting
      // It is the first that could pay.
      const { address } = accountOf(2)
      yield* wallets.addWallet({ address, partnerId: network, sealedKey: "", nextNonce: 0 })
      yield* Effect.promise(async () => {
        await chain.mint(token, address, 1_000_000_000n)
        await chain.mine()
      })
      yield* wallets.queue(payoutOrder(1))
      const { changed } = yield* sender.turn
      assert.deepStrictEqual(
        changed.map((each) => ("wallet" in each ? each.wallet : each._tag)),
        [payer.address]
      )
      assert.include(
        logged,
        `payouts on ethereum wait: a signer holds the key of wallet ${address}, and the configuration names none for ethereum`
      )
    })
  )
})
