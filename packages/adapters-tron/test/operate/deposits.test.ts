import { assert, describe } from "@effect/vitest"
import { addressOf, moving, name } from "@quittance/adapters-evm/testing"
import { ChainJournal } from "@quittance/core/adapter"
import { Effect } from "effect"
import { addressOfHex, depositAddress } from "../../src/address.ts"
import { makeDeposits } from "../../src/operate/deposits.ts"
import { FakeFactories } from "./FakeFactories.ts"

const [first, second] = [addressOf(51), addressOf(52)]
const salt = "1".repeat(32)
const missing = `the contract for deposit addresses of this treasury is not on ${name}: run quittance chain deploy --network ${name}`

describe("deposit addresses on TRON", () => {
  moving("need a factory that is recorded and is there for the treasury", (fake) =>
    Effect.gen(function* () {
      const factories = new FakeFactories()
      const journal = yield* ChainJournal
      const deposits = yield* makeDeposits(factories.network(fake))
      const isMissing = Effect.gen(function* () {
        assert.isUndefined(yield* deposits.found)
        assert.strictEqual((yield* Effect.flip(deposits.addressOf(salt))).reason, missing)
      })
      yield* isMissing
      yield* journal.recordFactory(name, addressOfHex(first))
      yield* isMissing
      factories.create(first, addressOf(33))
      yield* isMissing
      factories.create(first)
      const { implementation } = factories.contracts(first)
      const address = addressOfHex(depositAddress(first, implementation.address, salt))
      assert.strictEqual(yield* deposits.addressOf(salt), address)
      const { addressOf: ofSalt, ...contracts } = (yield* deposits.found) ?? assert.fail("it is there")
      assert.strictEqual(ofSalt(salt), address)
      assert.deepStrictEqual(contracts, {
        ...{ factory: addressOfHex(first), groupSize: 20 },
        implementation: addressOfHex(implementation.address)
      })
    })
  )

  moving("are proven once, and again when another factory is recorded", (fake) =>
    Effect.gen(function* () {
      const factories = new FakeFactories()
      const journal = yield* ChainJournal
      const deposits = yield* makeDeposits(factories.network(fake))
      factories.create(first)
      factories.create(second)
      yield* journal.recordFactory(name, addressOfHex(first))
      const before = yield* deposits.addressOf(salt)
      const { asked } = factories
      assert.strictEqual(yield* deposits.addressOf(salt), before)
      assert.strictEqual(factories.asked, asked)
      yield* journal.recordFactory(name, addressOfHex(second))
      assert.notStrictEqual(yield* deposits.addressOf(salt), before)
    })
  )
})
