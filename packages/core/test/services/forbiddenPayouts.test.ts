import { assert, describe } from "@effect/vitest"
import { Payouts } from "@quittance/core"
import {
  addressOfBytes,
  ChainJournal,
  ChainNetworks,
  ChainUnavailable,
  ChainWallets,
  SandboxChain,
  SandboxProcessor
} from "@quittance/core/adapter"
import { Effect, Layer, Option } from "effect"
import { balanceOfPartner, fundedPartner, test, testIn, tronAddress, usdt } from "./Deployment.ts"
import { issue } from "./invoices.ts"
import { openWallet } from "./wallets.ts"

const evmAddress = (number: number): string => addressOfBytes("evm", new Uint8Array(20).fill(number))
const token = evmAddress(0xaa)
const treasury = evmAddress(0xbb)

/** What a payout to this address came to. */
const outcomeOf = Effect.fnUntraced(function* (partnerId: string, network: string, address: string) {
  const payouts = yield* Payouts
  return yield* Effect.match(
    payouts.create(partnerId, `${network} ${address}`, { amount: 1, network, address }),
    {
      onFailure: (refusal) => (refusal._tag === "InvalidAddress" ? refusal.fault : refusal._tag),
      onSuccess: () => "created"
    }
  )
})

/** A deployment that acts on ethereum by itself; nothing is asked of it here but what is forbidden there. */
const chains = Layer.succeed(ChainNetworks, {
  networks: ["ethereum"],
  // In any spelling.
  forbidden: (network) => (network === "ethereum" ? [token.toLowerCase(), treasury] : []),
  decimals: () => 6,
  addressOf: () => Effect.fail(new ChainUnavailable({ reason: "no node in this test" })),
  isComplete: () => Effect.void,
  height: () => Effect.succeed(Option.none()),
  health: () => Effect.die("nobody asks"),
  status: () => Effect.die("nobody asks"),
  read: () => Effect.succeed({ touched: [], againMillis: 1_000 }),
  send: () => Effect.succeed({ changed: [], againMillis: 1_000 }),
  sweep: () => Effect.succeed({ againMillis: 1_000 }),
  compare: () => Effect.succeed({ differenceCount: 0, differences: [] })
})

describe("no payout goes to", () => {
  test("a deposit address of this server, of any partner and in any spelling", function* () {
    const partnerId = yield* fundedPartner(100)
    const other = yield* fundedPartner(0, "other")
    const invoice = yield* issue(other, 10)
    const wallet = yield* openWallet(partnerId, "ethereum")
    const before = yield* balanceOfPartner(partnerId)
    assert.strictEqual(yield* outcomeOf(partnerId, "tron", invoice.address), "forbidden")
    assert.strictEqual(yield* outcomeOf(partnerId, "ethereum", wallet.address), "forbidden")
    assert.strictEqual(yield* outcomeOf(partnerId, "ethereum", wallet.address.toLowerCase()), "forbidden")
    assert.deepStrictEqual(yield* balanceOfPartner(partnerId), before)
    assert.strictEqual(yield* outcomeOf(partnerId, "tron", tronAddress), "created")
  })

  test("a deposit address of one network on another one, where it is written the same", function* () {
    const partnerId = yield* fundedPartner(100)
    const { address } = yield* openWallet(partnerId, "ethereum")
    assert.strictEqual(yield* outcomeOf(partnerId, "bsc", address), "forbidden")
  })

  test("the zero address", function* () {
    const partnerId = yield* fundedPartner(100)
    const zero = new Uint8Array(20)
    assert.strictEqual(yield* outcomeOf(partnerId, "tron", addressOfBytes("tron", zero)), "forbidden")
    assert.strictEqual(yield* outcomeOf(partnerId, "bsc", addressOfBytes("evm", zero)), "forbidden")
    assert.strictEqual((yield* balanceOfPartner(partnerId)).availableMinor, 100n * usdt)
  })

  test("a wallet of this store, whichever network it was added to, in any spelling", function* () {
    const partnerId = yield* fundedPartner(100)
    const wallets = yield* ChainWallets
    const bytes = new Uint8Array(20).fill(0xdd)
    const [evm, tron] = [addressOfBytes("evm", bytes), addressOfBytes("tron", bytes)]
    for (const [network, address] of [
      ["ethereum", evm],
      ["ethereum", evm.toLowerCase()],
      ["bsc", evm],
      ["tron", tron]
    ] as const)
      assert.strictEqual(yield* outcomeOf(partnerId, network, address), "created", `before: ${network}`)
    // Also one of a network that is not configured any more.
    yield* wallets.addWallet({ address: evm, partnerId: "formerly", sealedKey: "", nextNonce: 0 })
    const other = yield* fundedPartner(100, "other")
    for (const [network, address] of [
      ["ethereum", evm],
      ["ethereum", evm.toLowerCase()],
      ["ethereum", `0x${evm.slice(2).toUpperCase()}`],
      ["bsc", evm],
      ["polygon", evm],
      ["tron", tron]
    ] as const)
      assert.strictEqual(yield* outcomeOf(other, network, address), "forbidden", `${network} ${address}`)
    assert.strictEqual((yield* balanceOfPartner(other)).availableMinor, 100n * usdt)
    const next = new Uint8Array(20).fill(0xdd)
    next[19] = 0xde
    assert.strictEqual(yield* outcomeOf(other, "bsc", addressOfBytes("evm", next)), "created")
  })

  test("the recorded factory of any network", function* () {
    const partnerId = yield* fundedPartner(100)
    const journal = yield* ChainJournal
    const [evm, tron] = [evmAddress(0xee), addressOfBytes("tron", new Uint8Array(20).fill(0xef))]
    yield* journal.recordFactory("ethereum", evm)
    yield* journal.recordFactory("tron", tron)
    assert.strictEqual(yield* outcomeOf(partnerId, "ethereum", evm), "forbidden")
    assert.strictEqual(yield* outcomeOf(partnerId, "bsc", evm.toLowerCase()), "forbidden")
    assert.strictEqual(yield* outcomeOf(partnerId, "tron", tron), "forbidden")
  })

  const forwarder = evmAddress(0x77)
  testIn({
    processor: Layer.merge(
      SandboxProcessor.layer,
      Layer.effect(
        ChainNetworks,
        Effect.map(ChainNetworks, (given) => ({
          ...given,
          contracts: (network: string) =>
            Effect.succeed(network === "ethereum" ? [forwarder.toLowerCase()] : [])
        }))
      ).pipe(Layer.provide(chains))
    ),
    addresses: SandboxChain.layer
  })("what deposit addresses delegate to, as far as the network knows it", function* () {
    const partnerId = yield* fundedPartner(100)
    assert.strictEqual(yield* outcomeOf(partnerId, "ethereum", forwarder), "forbidden")
    assert.strictEqual(yield* outcomeOf(partnerId, "bsc", forwarder), "created")
  })

  testIn({ processor: Layer.merge(SandboxProcessor.layer, chains), addresses: SandboxChain.layer })(
    "the token or the treasury of its network",
    function* () {
      const partnerId = yield* fundedPartner(100)
      for (const address of [token, treasury, treasury.toLowerCase()]) {
        assert.strictEqual(yield* outcomeOf(partnerId, "ethereum", address), "forbidden")
      }
      assert.strictEqual(yield* outcomeOf(partnerId, "ethereum", evmAddress(0xcc)), "created")
      assert.strictEqual(yield* outcomeOf(partnerId, "bsc", treasury), "created")
    }
  )
})
