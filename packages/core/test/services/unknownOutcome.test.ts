import { assert, describe } from "@effect/vitest"
import {
  Balances,
  CryptoInvoices,
  MemoryStore,
  Payouts,
  type StorePorts,
  StoreUnavailable
} from "@quittance/core"
import { LedgerReader, Store } from "@quittance/core/adapter"
import { Context, Effect, Layer } from "effect"
import { fundedPartner, payoutOf, testIn } from "./Deployment.ts"

/**
 * A store that loses the answers of commits while `broken` says so and cannot be read back, or keeps balances to
 * itself.
 */
const broken: { now: "nothing" | "commits" | "balances" } = { now: "nothing" }
const unavailable = (outcome: "notWritten" | "unknown") =>
  Effect.fail(new StoreUnavailable({ outcome, reason: "the line is cut" }))

const store: Layer.Layer<StorePorts> = Layer.effectContext(
  Effect.map(Effect.context<StorePorts>(), (ports) => {
    const inner = Context.get(ports, Store)
    const ledger = Context.get(ports, LedgerReader)
    return Context.add(
      ports,
      Store,
      Store.of({
        ...inner,
        commit: (commit) =>
          Effect.suspend(() =>
            broken.now === "commits"
              ? Effect.andThen(Effect.exit(inner.commit(commit)), unavailable("unknown"))
              : inner.commit(commit)
          ),
        committed: (event) =>
          Effect.suspend(() =>
            broken.now === "commits" ? unavailable("notWritten") : inner.committed(event)
          )
      })
    ).pipe(
      Context.add(
        LedgerReader,
        LedgerReader.of({
          balances: (partnerId, currency) =>
            Effect.suspend(() =>
              broken.now === "balances" ? unavailable("notWritten") : ledger.balances(partnerId, currency)
            )
        })
      )
    )
  })
).pipe(Layer.provide(MemoryStore.layer))

const whileBroken = <A, E, R>(what: "commits" | "balances", effect: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      broken.now = what
    }),
    () => Effect.flip(effect),
    () =>
      Effect.sync(() => {
        broken.now = "nothing"
      })
  )

const outcomeOf = (failure: unknown) => (failure instanceof StoreUnavailable ? failure.outcome : failure)

describe("whoever cannot learn whether a commit landed says so, and never that nothing was written", () => {
  testIn({ store })("a payout", function* () {
    const partnerId = yield* fundedPartner(100)
    const payouts = yield* Payouts
    const failure = yield* whileBroken("commits", payouts.create(partnerId, "k", payoutOf(10)))
    assert.strictEqual(outcomeOf(failure), "unknown")
    assert.isTrue((yield* payouts.create(partnerId, "k", payoutOf(10))).replayed)
  })

  testIn({ store })("an invoice", function* () {
    const partnerId = yield* fundedPartner(0)
    const invoices = yield* CryptoInvoices
    const request = { amount: 10, network: "tron", externalId: "order 1" }
    const failure = yield* whileBroken("commits", invoices.create(partnerId, request))
    assert.strictEqual(outcomeOf(failure), "unknown")
    assert.isTrue((yield* invoices.create(partnerId, request)).replayed)
  })

  testIn({ store })("a correction of a balance", function* () {
    const partnerId = yield* fundedPartner(100)
    const balances = yield* Balances
    const failure = yield* whileBroken("commits", balances.adjust(partnerId, { amount: 1 }))
    assert.strictEqual(outcomeOf(failure), "unknown")
    assert.strictEqual((yield* balances.get(partnerId)).availableMinor, 101_000_000n)
  })

  testIn({ store })("a correction that landed and whose balance cannot be read", function* () {
    const partnerId = yield* fundedPartner(100)
    const balances = yield* Balances
    const failure = yield* whileBroken("balances", balances.adjust(partnerId, { amount: 1 }))
    assert.strictEqual(outcomeOf(failure), "unknown")
    assert.strictEqual((yield* balances.get(partnerId)).availableMinor, 101_000_000n)
  })
})
