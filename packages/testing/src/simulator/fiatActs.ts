import {
  BankCallbacks,
  BankPayments,
  BankReceipts,
  Batches,
  type BatchImport,
  type ImportedBatch,
  type InvoiceOrder,
  Invoices,
  StoreUnavailable
} from "@quittance/core"
import { Effect, Option } from "effect"
import type { Act } from "./Act.ts"
import type { Clients, FiatRequested } from "./Clients.ts"
import type { SimulatedProcess } from "./SimulatedProcess.ts"
import type { BankOperation } from "./SimulatedRail.ts"

/** What partners, their customers and banks do with fiat invoices. */

/** First time or again: the fields are those of the request. */
export const requestFiat = (process: SimulatedProcess, clients: Clients, request: FiatRequested): Act => ({
  process,
  name: `fiat ${request.key} ${Object.values(request.input).join(" ")}`,
  effect: Effect.gen(function* () {
    const invoices = yield* Invoices
    const { replayed, value } = yield* invoices.create(request.partnerId, request.key, request.input)
    return yield* clients.hear(request, value.order, replayed)
  }),
  // A first request that arrives late may find that its expiry is too near.
  refusals: request.answer === undefined ? ["AmountOutOfRange", "InvalidInput"] : [],
  request
})

/** Reads an invoice and looks at the clock: after the expiry nobody may be told to pay. */
export const readFiat = (
  process: SimulatedProcess,
  { expiresAt, id, partnerId }: InvoiceOrder,
  now: () => number
): Act => ({
  process,
  name: `read ${id}`,
  effect: Effect.gen(function* () {
    const invoices = yield* Invoices
    const askedAt = now()
    const { _tag } = yield* invoices.get(partnerId, id)
    if (_tag === "pending" && askedAt >= expiresAt)
      return yield* Effect.die(new Error(`invoice ${id} was pending after its expiry`))
    return _tag
  }),
  refusals: []
})

export const cancelFiat = (process: SimulatedProcess, { id, partnerId }: InvoiceOrder): Act => ({
  process,
  name: `cancel ${id}`,
  effect: Effect.flatMap(Invoices, (invoices) =>
    Effect.map(invoices.cancel(partnerId, id), ({ _tag }) => _tag)
  ),
  refusals: ["InvalidState"]
})

/** A customer chooses a bank. */
export const chooseBank = (
  process: SimulatedProcess,
  { id, partnerId }: InvoiceOrder,
  bank: string
): Act => ({
  process,
  name: `choose ${bank} for ${id}`,
  effect: Effect.flatMap(BankPayments, (payments) =>
    Effect.map(payments.begin(partnerId, id, bank), ({ _tag, order }) => `${order.id} ${_tag}`)
  ),
  refusals: ["InvalidState", "InvalidInput", "BankRailUnavailable"]
})

/** The rail calls back. */
export const callBack = (process: SimulatedProcess, paymentId: string): Act => ({
  process,
  name: `callback of ${paymentId}`,
  effect: Effect.flatMap(BankCallbacks, (callbacks) =>
    Effect.map(callbacks.refresh(paymentId), ({ _tag }) => _tag)
  ),
  refusals: ["BankRailUnavailable"]
})

/** A bank tells of its operation, past the rail. */
export const tell = (process: SimulatedProcess, operation: BankOperation): Act => {
  const { invoiceId, partnerId, receipt } = operation
  return {
    process,
    name: `${receipt.operationId} of ${receipt.amountMinor} for ${invoiceId}`,
    effect: Effect.gen(function* () {
      const receipts = yield* BankReceipts
      const { _tag } = yield* receipts.receive(partnerId, invoiceId, receipt)
      operation.isHeard = true
      return _tag
    }),
    refusals: []
  }
}

/** A recorded operation is told of another invoice: nothing but the refusal may be said. */
export const tellWrongly = (
  process: SimulatedProcess,
  { receipt }: BankOperation,
  { id, partnerId }: InvoiceOrder
): Act => ({
  process,
  name: `${receipt.operationId} for ${id}, wrongly`,
  effect: Effect.gen(function* () {
    const receipts = yield* BankReceipts
    yield* receipts.receive(partnerId, id, receipt)
    return yield* Effect.die(new Error("a bank operation was used twice"))
  }),
  refusals: ["BankOperationUsed"]
})

/** A file of invoices, sent once; its rows carry its name as their description. */
export interface Upload {
  readonly name: string
  readonly partnerId: string
  readonly lines: ReadonlyArray<string>
  readonly sendEmails: BatchImport["sendEmails"]
  answer: ImportedBatch | undefined
  /** Whether its sender was told that nothing was written. */
  isRefused: boolean
}

export const upload = (process: SimulatedProcess, sent: Upload): Act => ({
  process,
  name: `upload ${sent.name} of ${sent.lines.length - 1} rows`,
  effect: Effect.gen(function* () {
    const batches = yield* Batches
    const imported = batches.import(sent.partnerId, {
      file: new TextEncoder().encode(sent.lines.join("\n")),
      sendEmails: sent.sendEmails,
      defaultCurrency: Option.none(),
      defaultRedirectUrl: Option.none()
    })
    sent.answer = yield* Effect.tapError(imported, (failure) =>
      Effect.sync(() => {
        sent.isRefused = !(failure instanceof StoreUnavailable) || failure.outcome === "notWritten"
      })
    )
    return `${sent.answer.batch.created} invoices`
  }),
  refusals: ["BatchRulesBroken"]
})
