import { assert, describe } from "@effect/vitest"
import { BankCallbacks, CryptoInvoices, Deposits, MemoryStore, type StorePorts } from "@quittance/core"
import {
  bankPaymentJobs,
  ClaimReader,
  type MemoryState,
  millisPerMinute,
  StateReader
} from "@quittance/core/adapter"
import { Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { fundedPartner, testIn } from "./Deployment.ts"
import {
  booksAreRight,
  chooseBank,
  drain,
  issueFiat,
  readFiat,
  settleAtBank,
  shop,
  workFor
} from "./fiatInvoices.ts"
import { issue, send } from "./invoices.ts"

/** How often states of each concept, and claims, were read. */
let reads: { [what: string]: number } = {}

const note = (what: string) => {
  reads[what] = (reads[what] ?? 0) + 1
}

/** The memory store, with what it is asked counted. */
const countingStore = (memory: MemoryState): Layer.Layer<StorePorts> =>
  Layer.effectContext(
    Effect.map(Effect.context<StorePorts>(), (ports) => {
      const states = Context.get(ports, StateReader)
      const claims = Context.get(ports, ClaimReader)
      return ports.pipe(
        Context.add(StateReader, {
          ...states,
          get: (concept, partnerId, id) => {
            return Effect.suspend(() => {
              note(concept.name)
              return states.get(concept, partnerId, id)
            })
          },
          indexed: (concept, index, range) => {
            return Effect.suspend(() => {
              note(concept.name)
              return states.indexed(concept, index, range)
            })
          }
        }),
        Context.add(ClaimReader, {
          find: (scope, partnerId, key) => {
            return Effect.suspend(() => {
              note(scope.name)
              return claims.find(scope, partnerId, key)
            })
          }
        })
      )
    })
  ).pipe(Layer.provide(MemoryStore.layerOver(memory)))

const test = testIn({ store: countingStore })

/** What is read until the work is done. */
const readsOf = <A, E, R>(work: Effect.Effect<A, E, R>, ...of: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    reads = {}
    yield* work
    return Object.fromEntries(of.map((what) => [what, reads[what] ?? 0]))
  })

describe("a state that was just read is not read again", () => {
  /** A payment whose customer waits at the bank. */
  const awaited = Effect.gen(function* () {
    const order = yield* issueFiat(yield* shop())
    const { id } = yield* chooseBank(order)
    yield* drain
    return { id, order }
  })

  test("when a bank payment is started", function* () {
    const order = yield* issueFiat(yield* shop())
    yield* chooseBank(order)
    const read = yield* readsOf(drain, "BankPayment", "Invoice")
    assert.deepStrictEqual(read, { BankPayment: 1, Invoice: 1 })
  })

  test("when a bank has taken the money", function* () {
    const { id, order } = yield* awaited
    yield* settleAtBank(order, id)
    const follow = workFor(bankPaymentJobs.follow, millisPerMinute)
    const read = yield* readsOf(follow, "BankPayment", "Invoice", "bankOperation")
    assert.deepStrictEqual(read, { BankPayment: 1, Invoice: 1, bankOperation: 1 })
    assert.strictEqual((yield* readFiat(order))._tag, "paid")
    yield* booksAreRight
  })

  test("when a bank calls back", function* () {
    const { id, order } = yield* awaited
    yield* settleAtBank(order, id)
    const call = Effect.flatMap(BankCallbacks, (callbacks) => callbacks.refresh(id))
    const read = yield* readsOf(call, "BankPayment", "Invoice", "bankOperation")
    assert.deepStrictEqual(read, { BankPayment: 1, Invoice: 1, bankOperation: 1 })
    assert.strictEqual((yield* readFiat(order))._tag, "paid")
  })

  test("when a network shows a deposit", function* () {
    const order = yield* issue(yield* fundedPartner(0), 10)
    yield* drain
    yield* send(order, 10)
    const told = Effect.flatMap(Deposits, (deposits) => deposits.notice(order.network, order.address))
    const read = yield* readsOf(told, "CryptoInvoice", "CryptoTransfer", "depositAddress")
    assert.deepStrictEqual(read, { CryptoInvoice: 1, CryptoTransfer: 1, depositAddress: 1 })
    const invoices = yield* CryptoInvoices
    assert.strictEqual((yield* invoices.get(order.partnerId, order.id))._tag, "paid")
    yield* booksAreRight
  })

  test("when an invoice is watched", function* () {
    const order = yield* issue(yield* fundedPartner(0), 10)
    yield* drain
    yield* send(order, 10)
    yield* TestClock.adjust("1 minute")
    const read = yield* readsOf(drain, "CryptoInvoice", "CryptoTransfer", "depositAddress")
    assert.deepStrictEqual(read, { CryptoInvoice: 1, CryptoTransfer: 1, depositAddress: 0 })
    const invoices = yield* CryptoInvoices
    assert.strictEqual((yield* invoices.get(order.partnerId, order.id))._tag, "paid")
  })
})
