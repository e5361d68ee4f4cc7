import { assert, describe } from "@effect/vitest"
import type { Hex } from "@quittance/adapters-evm"
import { addressOf, type FakeMoves, moving, name } from "@quittance/adapters-evm/testing"
import {
  ChainJournal,
  type ChainTransactionOrder,
  ChainWallets,
  type OpenTransaction
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { addressOfHex } from "../../src/address.ts"
import { factoryCreation } from "../../src/factory.ts"
import type { TronApi } from "../../src/node/TronApi.ts"
import { deploy } from "../../src/operate/deploy.ts"
import { makeDeposits } from "../../src/operate/deposits.ts"
import { FakeFactories, treasury } from "./FakeFactories.ts"

const factory = addressOf(51)
const hash = "ab".repeat(32)

const orderOf = (id: string, changes: Partial<ChainTransactionOrder> = {}): ChainTransactionOrder => ({
  ...{
    id,
    partnerId: name,
    purpose: "deployment",
    createdAt: 1,
    payoutId: "",
    payoutPartnerId: "",
    sendBefore: Option.none()
  },
  ...{ recipient: "", amountMinor: 0n, contract: "", data: factoryCreation(treasury), ...changes }
})

/** Signs what waits. */
const signAll = ({ state }: FakeMoves): void => {
  const all = state.aggregates.ChainTransaction
  for (const [id, kept] of all) {
    const forms = [{ hash, isCancel: false }]
    const sent = { ...kept.state, _tag: "sent", wallet: "", nonce: 1, forms } as unknown as OpenTransaction
    all.set(id, { state: sent, version: kept.version + 1 })
  }
}

/** Deploys; what is sent makes a contract there, or fails. */
const deploying = Effect.fnUntraced(function* (
  fake: FakeMoves,
  factories: FakeFactories,
  makes: { readonly contract?: Hex; readonly failure?: string } = {}
) {
  const network = {
    ...factories.network(fake),
    executionOf: () =>
      Effect.succeed(
        Option.some({
          ...{ blockNumber: 1, transactionIndex: 0, failure: makes.failure, costWei: 0n, logs: [] }
        })
      )
  }
  const api = {
    info: () => Effect.succeed(Option.some({ contract: makes.contract }))
  } as unknown as TronApi
  const send = () =>
    Effect.sync(() => {
      if (makes.contract === factory) factories.create(factory)
      signAll(fake)
      return { open: 0, queued: 0 } as never
    })
  yield* (yield* ChainWallets).addWallet({
    ...{ address: "TKeyHolder", partnerId: name, sealedKey: "sealed", nextNonce: 0 }
  })
  return yield* deploy(network, api, yield* makeDeposits(network), send)
})

const recorded = Effect.flatMap(ChainJournal, (journal) =>
  Effect.map(journal.setup(name), (setup) =>
    Option.getOrUndefined(Option.flatMap(setup, (each) => each.factory))
  )
)
const made = Effect.flatMap(ChainWallets, (wallets) =>
  Effect.map(wallets.transactionsAfter(name, -1), (all) => all.map(({ order }) => order))
)

describe("a deployment on TRON", () => {
  moving("is one transaction, and its contract is recorded and found from then on", (fake) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(77)
      const factories = new FakeFactories()
      const done = { network: name, factory: addressOfHex(factory) }
      assert.deepStrictEqual(yield* deploying(fake, factories, { contract: factory }), {
        ...{ ...done, txHash: hash }
      })
      assert.strictEqual(yield* recorded, addressOfHex(factory))
      const order = orderOf(`deployment-${addressOfHex(treasury)}-77`, { createdAt: 77 })
      assert.deepStrictEqual(yield* made, [order])
      assert.deepStrictEqual(yield* deploying(fake, factories), { ...done, txHash: null })
      assert.lengthOf(yield* made, 1)
    })
  )

  moving("waits for an earlier one of the same treasury, queued or sent, and for no other", (fake) =>
    Effect.gen(function* () {
      const wallets = yield* ChainWallets
      yield* wallets.queue(orderOf("sweep", { purpose: "sweep" }))
      yield* wallets.queue(orderOf("of another treasury", { data: factoryCreation(addressOf(33)) }))
      yield* wallets.queue(orderOf("earlier"))
      yield* Effect.flip(deploying(fake, new FakeFactories()))
      // Now it is sent.
      yield* deploying(fake, new FakeFactories(), { contract: factory })
      assert.lengthOf(yield* made, 3)
    })
  )

  moving("begins anew where nothing of its kind waits", (fake) =>
    Effect.gen(function* () {
      const wallets = yield* ChainWallets
      yield* wallets.queue(orderOf("of another treasury", { data: factoryCreation(addressOf(33)) }))
      yield* wallets.queue(orderOf("sweep", { purpose: "sweep" }))
      yield* deploying(fake, new FakeFactories(), { contract: factory })
      assert.lengthOf(yield* made, 3)
    })
  )

  moving("is not recorded if no contract or another one came of it, with the network's reason", (fake) =>
    Effect.gen(function* () {
      const failed = `transaction ${hash} did not create the contract`
      const other = addressOf(52)
      for (const [makes, reason] of [
        [{}, failed],
        [{ contract: other }, failed],
        [{ contract: other, failure: "OUT_OF_ENERGY" }, `${failed}: OUT_OF_ENERGY`]
      ] as const) {
        const refused = yield* Effect.flip(deploying(fake, new FakeFactories(), makes))
        assert.strictEqual(refused.reason, reason)
      }
      assert.isUndefined(yield* recorded)
    })
  )
})
