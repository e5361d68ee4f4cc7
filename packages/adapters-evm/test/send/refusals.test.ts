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
import { deterministicDeployment } from "../../src/factoryContracts.ts"
import { refusedMillisMax } from "../../src/send/SenderOptions.ts"
import { sweepCall } from "../../src/sweepCall.ts"
import type { Deployed, TestChain } from "../anvil/TestChain.ts"
import { BlockingToken } from "../contracts/BlockingToken.ts"
import { finality, network, payer, paying, payoutOrder, startSender } from "./Paying.ts"

type Setting = Parameters<Parameters<typeof paying>[2]>[0]

const order = payoutOrder(1)

/** How `BlockingToken` refuses. */
const refusals = { none: 0, revert: 1, burn: 2, longAnswer: 3 }

const refuse = ({ chain, token }: Setting, who: string, how: keyof typeof refusals) =>
  Effect.promise(async () => {
    await chain.write(token as Deployed<typeof BlockingToken.abi>, "refuse", [who as Hex, refusals[how]])
    await chain.mine()
  })

const mine = ({ chain }: { readonly chain: TestChain }) => Effect.promise(() => chain.mine())

const endOf = (given: ReadonlyArray<RecordedTransaction>) =>
  given.map((each) => [
    each._tag,
    each.order.id,
    each._tag === "abandoned" ? Option.getOrUndefined(each.refusal) : undefined
  ])

const tagOf = ({ id }: ChainTransactionOrder) =>
  Effect.flatMap(ChainWallets, (wallets) =>
    Effect.map(wallets.transaction(network, id), (found) => Option.getOrThrow(found)._tag)
  )

describe("a payout that the token refuses", () => {
  for (const [how, reason] of [
    ["revert", /^the token refuses the transfer: execution reverted: blocked$/],
    ["burn", /^the token refuses the transfer: .*opcode/i],
    ["longAnswer", /^the token refuses the transfer: .*revert/]
  ] as const)
    paying(
      `ends with the node's reason as soon as a later block says the same (${how}), and an alert names it`,
      [{}, BlockingToken],
      (setting) =>
        Effect.gen(function* () {
          const { logged, sender, wallets } = setting
          yield* refuse(setting, order.recipient, how)
          yield* wallets.queue(order)
          for (let turn = 0; turn < 3; turn++) {
            assert.deepStrictEqual((yield* sender.turn).changed, [])
            // Time alone proves nothing.
            yield* TestClock.adjust(refusedMillisMax)
          }
          yield* mine(setting)
          const { changed } = yield* sender.turn
          assert.deepStrictEqual(
            endOf(changed).map(([tag, id]) => [tag, id]),
            [["abandoned", order.id]]
          )
          const plain = endOf(changed)[0]?.[2] ?? ""
          assert.match(plain, reason)
          assert.isAtMost(plain.length, 300)
          assert.include(
            logged,
            `payout payout-1 on ethereum is refused and ends, and its debit is returned: ${plain}`
          )
        })
    )

  paying("ends at once where a second node says the same", [{}, BlockingToken], (setting) =>
    Effect.gen(function* () {
      const { chain, options, wallets } = setting
      yield* refuse(setting, order.recipient, "revert")
      const sender = yield* startSender(chain, options, undefined, undefined, [
        chain.anvil.url.replace("127.0.0.1", "localhost")
      ])
      yield* wallets.queue(order)
      assert.deepStrictEqual(endOf((yield* sender.turn).changed), [
        ["abandoned", order.id, "the token refuses the transfer: execution reverted: blocked"]
      ])
    })
  )

  paying("waits while a second node would carry it out", [{}, BlockingToken], (setting) =>
    Effect.gen(function* () {
      const { chain, logged, options, wallets } = setting
      const lying: typeof fetch = async (url, init) => {
        const body = String(init?.body)
        if (new URL(String(url)).hostname !== "127.0.0.1" || !body.includes("eth_estimateGas"))
          return fetch(url, init)
        const { id } = JSON.parse(body) as { readonly id: number }
        return Response.json({
          ...{ jsonrpc: "2.0", id },
          error: { code: 3, message: "execution reverted: blocked" }
        })
      }
      const sender = yield* startSender(chain, options, lying, undefined, [
        chain.anvil.url.replace("127.0.0.1", "localhost")
      ])
      yield* wallets.queue(order)
      for (let turn = 0; turn < 3; turn++) {
        assert.deepStrictEqual((yield* sender.turn).changed, [])
        yield* mine(setting)
      }
      assert.isTrue(
        logged.some((line) =>
          /^payout payout-1 on ethereum waits: 127.0.0.1:\d+ says that the token refuses it \(execution reverted: blocked\), and localhost:\d+ does not$/.test(
            line
          )
        )
      )
    })
  )

  paying("after it was signed fails with the reason, when that is final", [{}, BlockingToken], (setting) =>
    Effect.gen(function* () {
      const { chain, sender, wallets } = setting
      yield* wallets.queue(order)
      yield* sender.turn
      // The wallet's transaction comes behind this one in the block.
      yield* Effect.promise(async () => {
        await chain.anvil.rpc("anvil_dropAllTransactions")
      })
      yield* refuse(setting, order.recipient, "revert")
      yield* TestClock.adjust("20 seconds")
      yield* sender.turn
      yield* Effect.promise(() => chain.mine(1 + finality))
      const { changed } = yield* sender.turn
      assert.deepStrictEqual(
        changed.map((each) => (each._tag === "failed" ? each.reason : each._tag)),
        ["the network carried it out and it failed: execution reverted: blocked"]
      )
    })
  )

  paying("is signed when the token refuses it no longer", [{}, BlockingToken], (setting) =>
    Effect.gen(function* () {
      const { sender, wallets } = setting
      yield* refuse(setting, order.recipient, "revert")
      yield* wallets.queue(order)
      yield* sender.turn
      yield* refuse(setting, order.recipient, "none")
      assert.lengthOf((yield* sender.turn).changed, 1)
      assert.strictEqual(yield* tagOf(order), "sent")
    })
  )

  paying(
    "waits, with an alert, where the token moves nothing out of the wallet, and others are not tried",
    [{}, BlockingToken],
    (setting) =>
      Effect.gen(function* () {
        const { logged, sender, wallets } = setting
        yield* refuse(setting, payer.address, "revert")
        for (const number of [1, 2, 3]) yield* wallets.queue(payoutOrder(number))
        for (let turn = 0; turn < 3; turn++) {
          assert.deepStrictEqual((yield* sender.turn).changed, [])
          yield* TestClock.adjust(refusedMillisMax)
          yield* mine(setting)
        }
        assert.include(
          logged,
          `payouts on ethereum wait: the token refuses every transfer out of wallet ${payer.address}: execution reverted: blocked`
        )
        yield* refuse(setting, payer.address, "none")
        assert.lengthOf((yield* sender.turn).changed, 3)
      })
  )

  paying("does not end another that goes to somebody else", [{}, BlockingToken], (setting) =>
    Effect.gen(function* () {
      const { sender, wallets } = setting
      yield* refuse(setting, order.recipient, "revert")
      for (const number of [1, 2]) yield* wallets.queue(payoutOrder(number))
      const first = (yield* sender.turn).changed
      yield* mine(setting)
      const second = (yield* sender.turn).changed
      assert.deepStrictEqual(
        [...first, ...second].map(({ _tag, order: { id } }) => [_tag, id]),
        [
          ["sent", payoutOrder(2).id],
          ["abandoned", order.id]
        ]
      )
    })
  )

  paying("is not refused by a node that fails, whatever it says", [{}, BlockingToken], (setting) =>
    Effect.gen(function* () {
      const { chain, options, wallets } = setting
      let isAway = true
      const failing: typeof fetch = async (url, init) => {
        const body = String(init?.body)
        if (!isAway || !body.includes("eth_estimateGas")) return fetch(url, init)
        const { id } = JSON.parse(body) as { readonly id: number }
        return Response.json({ jsonrpc: "2.0", id, error: { code: -32_000, message: "header not found" } })
      }
      const sender = yield* startSender(chain, options, failing)
      yield* wallets.queue(order)
      for (let turn = 0; turn < 3; turn++) {
        assert.deepStrictEqual((yield* sender.turn).changed, [])
        yield* TestClock.adjust(refusedMillisMax)
        yield* mine(setting)
      }
      isAway = false
      assert.lengthOf((yield* sender.turn).changed, 1)
    })
  )

  paying("and that the next process finds anew is proven anew", [{}, BlockingToken], (setting) =>
    Effect.gen(function* () {
      const { chain, options, sender, wallets } = setting
      yield* refuse(setting, order.recipient, "revert")
      yield* wallets.queue(order)
      yield* sender.turn
      yield* mine(setting)
      const next = yield* startSender(chain, options)
      assert.deepStrictEqual((yield* next.turn).changed, [])
      yield* mine(setting)
      assert.lengthOf((yield* next.turn).changed, 1)
    })
  )
})

describe("a sweep that the network refuses", () => {
  paying("is given up with the reason after two minutes, and holds back no payout", [], (setting) =>
    Effect.gen(function* () {
      const { chain, logged, options, sender, token, wallets } = setting
      const { address, data, to } = deterministicDeployment(options.treasury as Hex)
      yield* Effect.promise(async () => {
        await chain.mined(await chain.send({ to, data }))
        await chain.anvil.rpc("anvil_setCode", [address, "0x60006000fd"])
      })
      const journal = yield* ChainJournal
      yield* journal.recordFactory(network, address)
      const sweep: ChainTransactionOrder = {
        ...{ ...order, id: "sweep", purpose: "sweep", payoutId: "", payoutPartnerId: "", recipient: "" },
        ...{ amountMinor: 0n, contract: address, data: sweepCall(token.address, ["0".repeat(32)]) }
      }
      yield* wallets.queue(sweep)
      yield* wallets.queue(order)
      assert.deepStrictEqual(
        (yield* sender.turn).changed.map(({ order: { id } }) => id),
        [order.id]
      )
      yield* TestClock.adjust(refusedMillisMax)
      const ended = endOf((yield* sender.turn).changed).filter(([tag]) => tag === "abandoned")
      assert.deepStrictEqual(
        ended.map(([, id]) => id),
        [sweep.id]
      )
      assert.match(ended[0]?.[2] ?? "", /^the network refuses it: .*revert/)
      assert.isTrue(
        logged.some((line) => line.startsWith("sweep sweep on ethereum is given up: the network refuses it"))
      )
    })
  )
})
