import { assert, describe, it } from "@effect/vitest"
import {
  ChainAddresses,
  ChainNetworks,
  ChainProcessor,
  ChainWallets,
  chainJobs,
  DepositAddresses,
  PayoutProcessor
} from "@quittance/core/adapter"
import { Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { ChainOperators } from "../../src/ChainOperators.ts"
import type { EvmNetwork } from "../../src/EvmNetwork.ts"
import * as EvmNetworks from "../../src/EvmNetworks.ts"
import { deterministicDeployment } from "../../src/factoryContracts.ts"
import type { Fetch } from "../../src/rpc/NodeHttp.ts"
import { accountOf } from "../anvil/Anvil.ts"
import { type Deployed, TestChain } from "../anvil/TestChain.ts"
import { BoolToken } from "../contracts/BoolToken.ts"
import { FalseToken } from "../contracts/FalseToken.ts"
import { FeeToken } from "../contracts/FeeToken.ts"
import { LyingToken } from "../contracts/LyingToken.ts"
import { RateToken } from "../contracts/RateToken.ts"
import { SilentToken } from "../contracts/SilentToken.ts"
import { giveOut, onNetwork, takeTurn } from "./anyNetwork.ts"
import { deployFactory, payer, payerKey } from "./ownNetwork.ts"

const recipient = accountOf(7).address
const depositAddress = accountOf(8).address

/** Whether nodes simulate with other states: as they should, without single places of the storage, or not at all. */
type Simulates = "all" | "no places" | "nothing"

const asSimulated =
  (simulates: Simulates): Fetch =>
  (url, request) => {
    const body = JSON.parse(String(request.body)) as { method?: string; params?: Array<unknown> }
    const overrides = body.method === "eth_call" ? (body.params?.[2] as Record<string, object>) : undefined
    if (overrides === undefined || simulates === "all") return fetch(url, request)
    if (simulates === "nothing")
      return Promise.resolve(
        Response.json({
          ...{ jsonrpc: "2.0", id: (body as { id?: number }).id },
          error: { code: -32602, message: "too many arguments, want at most 2" }
        })
      )
    const left = Object.entries(overrides).filter(([, each]) => !("stateDiff" in each))
    const params = [...(body.params ?? []).slice(0, 2), Object.fromEntries(left)]
    return fetch(url, { ...request, body: JSON.stringify({ ...body, params }) })
  }

const started = Effect.fnUntraced(function* (
  contract: Parameters<TestChain["deploy"]>[0],
  { decimals = 6, simulates = "all" }: { readonly decimals?: number; readonly simulates?: Simulates } = {}
) {
  const chain = yield* Effect.promise(() => TestChain.start())
  const token: Deployed = yield* Effect.promise(() => chain.deploy(contract))
  const network: EvmNetwork = {
    name: "ethereum",
    rpcUrls: [chain.anvil.url],
    chainId: chain.anvil.chainId,
    token: { address: token.address, decimals },
    confirmations: 3,
    finality: 2,
    treasury: accountOf(3).address
  }
  yield* Effect.promise(() => deployFactory(chain, network))
  const logged: Array<string> = []
  const logger = Logger.make(({ message }) => {
    logged.push([message].flat().map(String).join(" "))
  })
  const services = onNetwork(
    {
      name: network.name,
      networks: EvmNetworks.layer({ networks: [network], fetch: asSimulated(simulates) }),
      factory: deterministicDeployment(network.treasury as `0x${string}`).address,
      wallet: { address: payer.address, key: payerKey }
    },
    Layer.merge(ChainProcessor.layer, ChainAddresses.layer)
  ).pipe(Layer.provideMerge(Logger.layer([logger])))
  const mint = (to: `0x${string}`, units: bigint) =>
    Effect.promise(async () => {
      await chain.mint(token, to, units)
      await chain.mine()
    })
  const madeCount = Effect.map(
    Effect.promise(() => chain.anvil.rpc("eth_getTransactionCount", [payer.address, "pending"])),
    Number
  )
  return { chain, logged, madeCount, mint, network, services, token }
})

let requests = 0

const submit = Effect.suspend(() => {
  requests += 1
  return Effect.flatMap(PayoutProcessor, (processor) =>
    processor.submit({
      ...{ reference: `reference-${requests}`, payoutId: `payout-${requests}`, partnerId: "prt_1" },
      ...{ network: "ethereum", currency: "USDT" as const },
      ...{ address: recipient, amountMinor: 1_000_000n, note: "" }
    })
  )
})

const work = Effect.gen(function* () {
  for (let turn = 0; turn < 2; turn++) {
    for (const kind of [chainJobs.read, chainJobs.send] as const) yield* takeTurn(kind)
    yield* TestClock.adjust("31 seconds")
  }
})

describe("a token that keeps a part of each transfer", () => {
  for (const [what, contract, decimals, part] of [
    ["a fee", FeeToken, 18, /keeps a part of each transfer: of 1000 sent, 990 arrive\./],
    ["everything", FalseToken, 6, /keeps a part of each transfer: of 1000 sent, 0 arrive\./]
  ] as const)
    it.effect(`(${what}) is refused at the start, before anybody here has any of it`, () =>
      Effect.gen(function* () {
        const { logged, madeCount, mint, network, services } = yield* started(contract, { decimals })
        yield* Effect.gen(function* () {
          const addresses = yield* DepositAddresses
          const chains = yield* ChainNetworks
          const operators = yield* ChainOperators
          yield* giveOut(network.name, depositAddress)
          yield* work
          assert.isTrue(
            logged.some((line) => line.startsWith("nothing is credited or paid") && part.test(line))
          )
          assert.isTrue((yield* chains.health(network.name)).faults.some((fault) => part.test(fault)))
          const { reason } = yield* Effect.flip(operators.deploy(network.name))
          assert.match(reason, part)
          assert.strictEqual((yield* chains.status(network.name)).wallets.length, 1)
          yield* mint(payer.address, 10n ** 24n)
          yield* mint(depositAddress, 10n ** 20n)
          yield* submit
          yield* work
          assert.strictEqual(yield* madeCount, 0)
          assert.deepStrictEqual(yield* addresses.transfers(network.name, depositAddress), [])
        }).pipe(Effect.provide(services))
      })
    )

  it.effect("from one moment on is found out before the next payout is signed, and the rest goes on", () =>
    Effect.gen(function* () {
      const { chain, logged, madeCount, mint, network, services, token } = yield* started(RateToken)
      const setRate = (rate: bigint) =>
        Effect.promise(async () => {
          await chain.write(token as Deployed<typeof RateToken.abi>, "setRate", [rate])
          await chain.mine()
        })
      yield* Effect.gen(function* () {
        const addresses = yield* DepositAddresses
        const chains = yield* ChainNetworks
        const wallets = yield* ChainWallets
        yield* giveOut(network.name, depositAddress)
        yield* mint(payer.address, 10n ** 12n)
        yield* submit
        yield* work
        assert.strictEqual(yield* madeCount, 1)
        yield* setRate(10n)
        yield* TestClock.adjust("1 minute")
        yield* submit
        yield* Effect.promise(() => chain.mine(4))
        yield* mint(depositAddress, 5_000_000n)
        yield* work
        assert.strictEqual(yield* madeCount, 1)
        const part = /keeps a part of each transfer: of 1000 sent, 999 arrive\./
        assert.lengthOf(
          logged.filter((line) => line.startsWith("the token") && part.test(line)),
          1
        )
        assert.isTrue((yield* chains.health(network.name)).faults.some((fault) => part.test(fault)))
        // What was signed before is settled, and what arrives is credited.
        assert.deepStrictEqual(yield* wallets.open(network.name), [])
        assert.lengthOf(yield* addresses.transfers(network.name, depositAddress), 1)
        yield* setRate(0n)
        yield* work
        assert.strictEqual(yield* madeCount, 2)
        assert.isFalse((yield* chains.health(network.name)).faults.some((fault) => part.test(fault)))
      }).pipe(Effect.provide(services))
    })
  )

  it.effect("is unknown where balances are not found, and is found out when a wallet gets some", () =>
    Effect.gen(function* () {
      const given = yield* started(FeeToken, { decimals: 18, simulates: "no places" })
      const { logged, madeCount, mint, network, services } = given
      yield* Effect.gen(function* () {
        const operators = yield* ChainOperators
        yield* submit
        yield* work
        assert.strictEqual((yield* operators.deploy(network.name)).txHash, null)
        assert.lengthOf(
          logged.filter((line) =>
            line.endsWith(
              "delivers all that is sent is unknown: neither a wallet nor the treasury has any of it to try a transfer with. It is tried again before payouts are signed"
            )
          ),
          1
        )
        yield* mint(payer.address, 10n ** 24n)
        yield* work
        assert.strictEqual(yield* madeCount, 0)
        assert.isTrue(logged.some((line) => line.includes("of 1000 sent, 990 arrive")))
      }).pipe(Effect.provide(services))
    })
  )

  it.effect("is found out by what it says of itself where no node simulates", () =>
    Effect.gen(function* () {
      const given = yield* started(RateToken, { simulates: "nothing" })
      const { chain, logged, madeCount, mint, services, token } = given
      yield* Effect.promise(async () => {
        await chain.write(token as Deployed<typeof RateToken.abi>, "setRate", [20n])
        await chain.mine()
      })
      yield* Effect.gen(function* () {
        yield* mint(payer.address, 10n ** 12n)
        yield* submit
        yield* work
        assert.strictEqual(yield* madeCount, 0)
        assert.isTrue(logged.some((line) => line.includes("keeps a part of each transfer")))
      }).pipe(Effect.provide(services))
    })
  )
})

describe("a token that delivers all", () => {
  for (const [contract, decimals] of [
    [SilentToken, 6],
    [BoolToken, 18],
    [LyingToken, 6]
  ] as const)
    for (const simulates of ["all", "no places", "nothing"] as const)
      it.effect(`is paid with, whatever it answers (${decimals} decimals, ${simulates} simulated)`, () =>
        Effect.gen(function* () {
          const { logged, madeCount, mint, services } = yield* started(contract, { decimals, simulates })
          yield* Effect.gen(function* () {
            yield* mint(payer.address, 10n ** 24n)
            yield* submit
            yield* work
            assert.strictEqual(yield* madeCount, 1)
            assert.strictEqual(
              logged.some((line) => line.includes("is unknown: no node simulates a transfer")),
              simulates === "nothing"
            )
          }).pipe(Effect.provide(services))
        })
      )
})
