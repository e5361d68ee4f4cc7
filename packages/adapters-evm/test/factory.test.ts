import { assert, describe } from "@effect/vitest"
import { ChainJournal } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { EvmNetwork } from "../src/EvmNetwork.ts"
import { expectedFactory, makeAddressOf } from "../src/factory.ts"
import type { Hex } from "../src/hex.ts"
import type { Rpc } from "../src/rpc/Rpc.ts"
import { moving, name, outside, treasury } from "./operate/FakeMoves.ts"
import { fakeToken } from "./watch/FakeChain.ts"

const network: EvmNetwork = {
  ...{ name, rpcUrls: ["https://one.example"], chainId: 1, token: { address: fakeToken, decimals: 6 } },
  ...{ confirmations: 3, finality: 2, treasury }
}
const { factory, implementation } = expectedFactory(network)
const missing = `the contract for deposit addresses of this treasury is not on ${name}: run quittance chain deploy --network ${name}`

/** A node that has these contracts, and counts how often it was asked for code. */
const nodeWith = (codes: ReadonlyMap<Hex, Hex>) => {
  const node = {
    asked: 0,
    code: (address: Hex) =>
      Effect.sync(() => {
        node.asked += 1
        return codes.get(address) ?? "0x"
      })
  }
  return node
}

describe("deposit addresses", () => {
  moving(
    "are proven once, and not given out once the factory of another treasury is recorded",
    Effect.fnUntraced(function* () {
      const node = nodeWith(
        new Map([
          [factory.address, factory.code],
          [implementation.address, implementation.code]
        ])
      )
      const journal = yield* ChainJournal
      const addressOf = yield* makeAddressOf(node as Partial<Rpc["Service"]> as Rpc["Service"], network)
      const salt = "1".repeat(32)
      assert.strictEqual((yield* Effect.flip(addressOf(salt))).reason, missing)
      yield* journal.recordFactory(name, factory.address)
      const address = yield* addressOf(salt)
      const { asked } = node
      assert.strictEqual(yield* addressOf(salt), address)
      assert.strictEqual(node.asked, asked)

      yield* journal.recordFactory(name, outside)
      assert.strictEqual((yield* Effect.flip(addressOf(salt))).reason, missing)
      yield* journal.recordFactory(name, factory.address)
      assert.strictEqual(yield* addressOf(salt), address)
    })
  )
})
