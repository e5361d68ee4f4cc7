import { assert } from "@effect/vitest"
import {
  Auditor,
  BankPayments,
  type BankReceipt,
  BankReceipts,
  Invoices,
  MemoryStore,
  type StorePorts,
  StoreUnavailable,
  Worker
} from "@quittance/core"
import {
  type FiatCurrency,
  type InvoiceId,
  type InvoiceOrder,
  type JobKind,
  LedgerReader,
  type MemoryState,
  SandboxBank,
  Store,
  WorkQueue
} from "@quittance/core/adapter"
import { Clock, Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { type Deployment, fundedPartner } from "./Deployment.ts"

/** What partners, customers and banks do with fiat invoices in tests. */

/** A partner that has nothing yet. */
export const shop = (name = "shop") => fundedPartner(0, name)

/** Issues an invoice over 100 USD, open for a day. */
export const issueFiat = Effect.fnUntraced(function* (partnerId: string, fields: object = {}) {
  const invoices = yield* Invoices
  const { value } = yield* invoices.create(partnerId, undefined, { amount: 100, currency: "USD", ...fields })
  return value.order
})

export const readFiat = ({ id, partnerId }: Pick<InvoiceOrder, "id" | "partnerId">) =>
  Effect.flatMap(Invoices, (invoices) => invoices.get(partnerId, id))

export const cancelFiat = ({ id, partnerId }: InvoiceOrder) =>
  Effect.flatMap(Invoices, (invoices) => invoices.cancel(partnerId, id))

/** The money of an invoice, as the bank tells of it; by an operation of that name. */
export const receiptOf = (
  { amountMinor, currency }: InvoiceOrder,
  operationId: string,
  bankTime: number,
  fields: Partial<BankReceipt> = {}
): BankReceipt => ({ operationId, amountMinor, currency, payerBank: "Sandbox Bank", bankTime, ...fields })

/** Money comes for an invoice by itself, taken by the bank now. */
export const receiveFiat = Effect.fnUntraced(function* (
  order: InvoiceOrder,
  operationId: string,
  fields: Partial<BankReceipt> = {}
) {
  const receipts = yield* BankReceipts
  const receipt = receiptOf(order, operationId, yield* Clock.currentTimeMillis, fields)
  return yield* receipts.receive(order.partnerId, order.id, receipt)
})

/** The customer chooses a bank. */
export const chooseBank = ({ id, partnerId }: InvoiceOrder, bank = "sandbox") =>
  Effect.map(
    Effect.flatMap(BankPayments, (payments) => payments.begin(partnerId, id, bank)),
    ({ order }) => order
  )

/** The simulated bank takes the money of a payment now and tells nobody. */
export const settleAtBank = Effect.fnUntraced(function* (
  order: InvoiceOrder,
  paymentId: string,
  fields: Partial<BankReceipt> = {}
) {
  const bank = yield* SandboxBank
  const receipt = receiptOf(order, `operation of ${paymentId}`, yield* Clock.currentTimeMillis, fields)
  yield* bank.settle(paymentId, receipt)
})

export const paymentsOf = (partnerId: string, invoiceId: InvoiceId) =>
  Effect.flatMap(BankPayments, (payments) => payments.ofInvoice(partnerId, invoiceId))

/** The states of an invoice's payments, in the order they were requested. */
export const paymentTags = ({ id, partnerId }: InvoiceOrder) =>
  Effect.map(paymentsOf(partnerId, id), (all) => all.map(({ _tag }) => _tag))

export const drain = Effect.flatMap(Worker, (worker) => worker.drain)

/** Does the work of so much time exactly when it falls due. */
export const workFor = (kind: JobKind, millis: number): Effect.Effect<void, unknown, Deployment> =>
  Effect.gen(function* () {
    const queue = yield* WorkQueue
    const end = (yield* Clock.currentTimeMillis) + millis
    while (true) {
      yield* drain
      const next = (yield* queue.nextDue).get(kind)
      if (next === undefined || next > end) break
      yield* TestClock.setTime(Math.max(next, yield* Clock.currentTimeMillis))
    }
    yield* TestClock.setTime(end)
  })

/** The memory store of the test with something of one port changed. */
export const storeOf =
  <I extends StorePorts, S extends object>(port: Context.Key<I, S>, change: (inner: S) => Partial<S>) =>
  (memory: MemoryState): Layer.Layer<StorePorts> =>
    Layer.effectContext(
      Effect.map(Effect.context<StorePorts>(), (ports) => {
        const inner = Context.get(ports, port)
        return Context.add(ports, port, { ...inner, ...change(inner) })
      })
    ).pipe(Layer.provide(MemoryStore.layerOver(memory)))

/** What a partner has by fiat invoices, and what waits to be returned. */
export const fiatMoney = (partnerId: string, currency: FiatCurrency = "USD") =>
  Effect.flatMap(LedgerReader, (ledger) =>
    Effect.map(ledger.balances(partnerId, currency), ({ available, unresolved }) => ({
      available,
      unresolved
    }))
  )

/** No fault in the books of the whole store. */
export const booksAreRight = Effect.gen(function* () {
  const auditor = yield* Auditor
  assert.deepStrictEqual((yield* auditor.verify).faults, [])
})

/** Before its commits everybody else goes on: who decides at once also commits at once, and one has to lose. */
export const racingStore = storeOf(Store, (inner) => ({
  commit: (commit) => Effect.andThen(Effect.yieldNow, inner.commit(commit))
}))

/** A store that commits nothing while `full.now`. */
export const storeThatFills = () => {
  const full = { now: false }
  const store = storeOf(Store, (inner) => ({
    commit: (whole) =>
      Effect.suspend(() =>
        full.now
          ? Effect.fail(new StoreUnavailable({ outcome: "notWritten", reason: "the disk is full" }))
          : inner.commit(whole)
      )
  }))
  return { full, store }
}
