import { assert, describe } from "@effect/vitest"
import { sweepCall } from "@quittance/adapters-evm"
import { ChainJournal, type ChainTransactionOrder } from "@quittance/core/adapter"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { addressOfHex } from "../../src/address.ts"
import { readSigned } from "../../src/encode/TronTransaction.ts"
import { againMillis } from "../../src/send/TronSenderOptions.ts"
import type { Hex } from "../node/bytes.ts"
import { token } from "../node/TronChain.ts"
import {
  assertLogged,
  expire,
  formsOf,
  network,
  payer,
  paying,
  payoutOrder,
  recipientOf,
  type Setting,
  stateOf
} from "./Paying.ts"

const factory: Hex = `0x${"fa".repeat(20)}`

const errand = (changes: Partial<ChainTransactionOrder>): ChainTransactionOrder => ({
  ...payoutOrder(1_000_000),
  ...{ payoutId: "", payoutPartnerId: "", recipient: "", amountMinor: 0n },
  ...changes
})

const sweep = errand({
  ...{ id: "sweep", purpose: "sweep", contract: addressOfHex(factory) },
  data: sweepCall(token, ["0".repeat(32)])
})

const record = (address: Hex) =>
  Effect.flatMap(ChainJournal, (journal) => journal.recordFactory(network, addressOfHex(address)))

/** The network has something at the address of the factory. */
const place = ({ chain }: Setting) =>
  chain.change((state) =>
    state.contracts.set(factory, {
      ...{ behaviour: { kind: "plain" }, origin: payer, name: "factory", bytecode: "0x60", code: "0x60" }
    })
  )

describe("on TRON", () => {
  paying("a deployment may burn energy by the length of its code", [], (setting) =>
    Effect.gen(function* () {
      const { options, sender, wallets } = setting
      const order = errand({
        id: "deployment",
        purpose: "deployment",
        contract: "",
        data: options.deployment.data
      })
      yield* wallets.queue(order)
      yield* sender.turn
      const [form] = formsOf(yield* stateOf(order))
      const energy = 100_000n + 500n * BigInt(options.deployment.data.length / 2)
      assert.strictEqual(readSigned(form?.bytes ?? "")?.transaction.feeLimitSun, ((energy * 5n) / 4n) * 100n)
    })
  )

  paying("a sweep that expired is not signed again by another factory than the recorded one", [], (setting) =>
    Effect.gen(function* () {
      const { chain, logged, nodes, sender, wallets } = setting
      place(setting)
      yield* record(factory)
      for (const node of nodes) node.passing = "forgets"
      yield* wallets.queue(sweep)
      yield* sender.turn
      assert.strictEqual((yield* stateOf(sweep))._tag, "sent")
      yield* record(recipientOf(9))
      expire(chain)
      yield* TestClock.adjust(againMillis)
      yield* sender.turn
      assert.lengthOf(formsOf(yield* stateOf(sweep)), 1)
      assertLogged(logged, "sweep sweep on tron is not signed again")
    })
  )

  paying("a sweep is signed again before a payout that expired with it", [], (setting) =>
    Effect.gen(function* () {
      const { chain, nodes, sender, wallets } = setting
      place(setting)
      yield* record(factory)
      for (const node of nodes) node.passing = "forgets"
      yield* wallets.queue(payoutOrder(1))
      yield* sender.turn
      yield* wallets.queue(sweep)
      yield* wallets.queue(payoutOrder(2))
      yield* sender.turn
      expire(chain)
      yield* TestClock.adjust(againMillis)
      const { changed } = yield* sender.turn
      assert.strictEqual(changed[0]?.order.id, sweep.id)
      assert.lengthOf(changed, 3)
    })
  )
})
