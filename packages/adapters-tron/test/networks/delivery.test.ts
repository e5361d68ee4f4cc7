import { assert, describe, it } from "@effect/vitest"
import { ChainOperators, type Fetch } from "@quittance/adapters-evm"
import { takeTurn } from "@quittance/adapters-evm/testing"
import {
  ChainNetworks,
  ChainProcessor,
  ChainWallets,
  chainJobs,
  PayoutProcessor
} from "@quittance/core/adapter"
import { Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { hexOfAddress } from "../../src/address.ts"
import { type TronChain, token } from "../node/TronChain.ts"
import { onTron } from "./onTron.ts"
import { payer, personOf, startTron } from "./ownTron.ts"

const recipient = personOf(0x77)
const part = /keeps a part of each transfer: of [\d.]+ sent, [\d.]+ arrive\./

let requests = 0

const submit = Effect.suspend(() => {
  requests += 1
  return Effect.flatMap(PayoutProcessor, (processor) =>
    processor.submit({
      ...{ reference: `reference-${requests}`, payoutId: `payout-${requests}`, partnerId: "prt_1" },
      ...{ network: "tron", currency: "USDT" as const },
      ...{ address: recipient, amountMinor: 1_000_000n, note: "" }
    })
  )
})

const workOn = (chain: TronChain) =>
  Effect.gen(function* () {
    for (let turn = 0; turn < 3; turn++) {
      for (const kind of [chainJobs.read, chainJobs.send] as const) yield* takeTurn(kind)
      chain.produceMany(12)
      yield* TestClock.setTime(chain.head.timestamp)
    }
  })

const start = Effect.fnUntraced(function* ({ says = true }: { readonly says?: boolean } = {}) {
  const tron = yield* Effect.promise(() => startTron())
  const factory = tron.deployFactory()
  const logged: Array<string> = []
  const logger = Logger.make(({ message }) => {
    logged.push([message].flat().map(String).join(" "))
  })
  // Older nodes do not say what a simulated call logs.
  const fetch: Fetch = async (url, request) => {
    const answer = await globalThis.fetch(url, request)
    if (says || !String(url).endsWith("/triggerconstantcontract")) return answer
    const { logs: _, ...rest } = (await answer.json()) as Record<string, unknown>
    return Response.json(rest)
  }
  yield* TestClock.setTime(tron.chain.head.timestamp)
  const services = onTron(tron.network, factory, ChainProcessor.layer, { fetch }).pipe(
    Layer.provideMerge(Logger.layer([logger]))
  )
  const setHeld = (units: bigint) =>
    tron.chain.change((state) => state.hold(token, hexOfAddress(payer), units))
  const openCount = Effect.flatMap(ChainWallets, (wallets) =>
    Effect.map(wallets.transactionsAfter("tron", -1), (all) => all.filter((each) => "forms" in each).length)
  )
  return { ...tron, logged, openCount, services, setHeld, work: workOn(tron.chain) }
})

describe("a token on TRON that keeps a part of each transfer", () => {
  for (const [what, saysWhatItKeeps, held] of [
    ["by a simulated transfer of a wallet", false, 10n ** 12n],
    ["by what it says of itself, where nobody has any", true, 0n]
  ] as const)
    it.effect(`is refused at the start, ${what}`, () =>
      Effect.gen(function* () {
        const { chain, logged, openCount, services, setHeld, work } = yield* start()
        chain.setToken({ keeps: 10, saysWhatItKeeps })
        setHeld(held)
        yield* Effect.gen(function* () {
          const chains = yield* ChainNetworks
          const operators = yield* ChainOperators
          yield* submit
          yield* work
          assert.strictEqual(yield* openCount, 0)
          assert.isTrue(
            logged.some((line) => line.startsWith("nothing is credited or paid") && part.test(line))
          )
          assert.isTrue((yield* chains.health("tron")).faults.some((fault) => part.test(fault)))
          assert.match((yield* Effect.flip(operators.deploy("tron"))).reason, part)
        }).pipe(Effect.provide(services))
      })
    )

  it.effect("is unknown while nobody has any, and found out before the first payout is signed", () =>
    Effect.gen(function* () {
      const { chain, logged, openCount, services, setHeld, work } = yield* start()
      chain.setToken({ keeps: 10, saysWhatItKeeps: false })
      setHeld(0n)
      yield* Effect.gen(function* () {
        yield* submit
        yield* work
        assert.isTrue(logged.some((line) => line.includes("delivers all that is sent is unknown")))
        setHeld(10n ** 12n)
        yield* work
        assert.strictEqual(yield* openCount, 0)
        assert.isTrue(logged.some((line) => part.test(line)))
      }).pipe(Effect.provide(services))
    })
  )

  it.effect("from one moment on is found out before the next payout is signed", () =>
    Effect.gen(function* () {
      const { chain, openCount, services, work } = yield* start()
      yield* Effect.gen(function* () {
        const wallets = yield* ChainWallets
        yield* submit
        yield* work
        assert.strictEqual(yield* openCount, 1)
        chain.setToken({ keeps: 10, saysWhatItKeeps: false })
        chain.produceMany(21)
        yield* TestClock.setTime(chain.head.timestamp)
        yield* submit
        yield* work
        assert.strictEqual(yield* openCount, 1)
        assert.deepStrictEqual(yield* wallets.open("tron"), [])
        chain.setToken({ keeps: 0 })
        yield* work
        assert.strictEqual(yield* openCount, 2)
      }).pipe(Effect.provide(services))
    })
  )
})

describe("a token on TRON that delivers all", () => {
  for (const says of [true, false])
    it.effect(`is paid with, ${says ? "" : "although no node "}says what a simulated transfer moves`, () =>
      Effect.gen(function* () {
        const { logged, openCount, services, work } = yield* start({ says })
        yield* Effect.gen(function* () {
          yield* submit
          yield* work
          assert.strictEqual(yield* openCount, 1)
          assert.strictEqual(
            logged.some((line) => line.includes("is unknown: no node says what a simulated transfer moves")),
            !says
          )
        }).pipe(Effect.provide(services))
      })
    )
})
