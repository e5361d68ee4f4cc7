import { assert, describe } from "@effect/vitest"
import { CryptoInvoices, Worker } from "@quittance/core"
import {
  ChainJournal,
  ChainNetworks,
  ChainUnavailable,
  DepositAddresses,
  DepositAddressesUnavailable,
  millisPerDay,
  millisPerSecond,
  SandboxChain,
  SandboxProcessor
} from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { fundedPartner, testIn } from "./Deployment.ts"
import { issue, send } from "./invoices.ts"

const network = "tron"

/** What the next reading finds: each transfer once. */
let news: ReadonlyArray<string> = []

/** A network that only reads. */
const chains = Layer.succeed(ChainNetworks, {
  networks: [network],
  decimals: () => 6,
  forbidden: () => [],
  health: () => Effect.die("nobody asks"),
  status: () => Effect.die("nobody asks"),
  addressOf: () => Effect.fail(new ChainUnavailable({ reason: "no node in this test" })),
  isComplete: () => Effect.void,
  height: () => Effect.succeedNone,
  read: () =>
    Effect.sync(() => {
      const touched = news
      news = []
      return { touched, againMillis: millisPerSecond }
    }),
  send: () => Effect.succeed({ changed: [], againMillis: millisPerDay }),
  sweep: () => Effect.succeed({ againMillis: millisPerDay }),
  compare: () => Effect.succeed({ differenceCount: 0, differences: [] })
})

/** Why addresses cannot be read. */
let failure: Effect.Effect<never, DepositAddressesUnavailable> | undefined

const addresses = Layer.effect(
  DepositAddresses,
  Effect.map(DepositAddresses, (inner) =>
    DepositAddresses.of({
      derive: inner.derive,
      transfers: (network, address) => Effect.suspend(() => failure ?? inner.transfers(network, address))
    })
  )
).pipe(Layer.provide(SandboxChain.layer))

const test = testIn({ addresses, processor: Layer.merge(SandboxProcessor.layer, chains) })

const drain = Effect.flatMap(Worker, (worker) => worker.drain)

const failures = {
  "no node answers": Effect.fail(new DepositAddressesUnavailable({ reason: "no node answers" })),
  "the job ends in the middle of it": Effect.die("the end")
}

describe("a transfer that was read", () => {
  for (const [why, how] of Object.entries(failures))
    test(`is recorded at the next reading if it could not be at this one: ${why}`, function* () {
      const invoices = yield* CryptoInvoices
      const partnerId = yield* fundedPartner(0)
      yield* (yield* ChainJournal).begin(network)
      const order = yield* issue(partnerId, 10)
      yield* drain
      yield* send(order, 10)
      // Its own poll is due only later.
      yield* TestClock.adjust("2 seconds")
      news = [order.address]
      failure = how
      yield* drain
      assert.strictEqual((yield* invoices.get(partnerId, order.id))._tag, "pending")
      failure = undefined
      yield* TestClock.adjust("16 seconds")
      yield* drain
      assert.strictEqual((yield* invoices.get(partnerId, order.id))._tag, "paid")
    })
})
