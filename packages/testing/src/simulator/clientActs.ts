import {
  Balances,
  CryptoInvoices,
  Deposits,
  formatMinor,
  NotFound,
  type PayoutOrder,
  Payouts,
  Worker
} from "@quittance/core"
import { Effect, Option } from "effect"
import type { Act } from "./Act.ts"
import type { Clients, Correction, InvoiceRequested, PayoutRequested } from "./Clients.ts"
import type { ChainTransfer } from "./SimulatedChain.ts"
import type { SimulatedProcess } from "./SimulatedProcess.ts"

/** What clients, workers and operators do. */

/** First time or again: the fields are those of the request. */
export const requestPayout = (
  process: SimulatedProcess,
  clients: Clients,
  request: PayoutRequested
): Act => ({
  process,
  name: `payout ${request.key} ${Object.values(request.input).join(" ")}`,
  effect: Effect.gen(function* () {
    const payouts = yield* Payouts
    const { replayed, value } = yield* payouts.create(request.partnerId, request.key, request.input)
    return yield* clients.hear(request, value, replayed)
  }),
  refusals:
    request.answer === undefined
      ? [
          "InsufficientFunds",
          "AmountOutOfRange",
          "InvalidAddress",
          "UnsupportedNetwork",
          "InvalidInput",
          "StoreOnHold"
        ]
      : [],
  request
})

/** The key of an answered request with other fields: nothing but the conflict may be said. */
export const reuseKey = (process: SimulatedProcess, { key, partnerId, input }: PayoutRequested): Act => ({
  process,
  name: `payout ${key} with other fields`,
  effect: Effect.gen(function* () {
    const payouts = yield* Payouts
    yield* payouts.create(partnerId, key, { ...input, note: "another note", amount: 0 })
    return yield* Effect.die(new Error("a key was used for a second request"))
  }),
  refusals: ["IdempotencyConflict"]
})

export const requestInvoice = (
  process: SimulatedProcess,
  clients: Clients,
  request: InvoiceRequested
): Act => ({
  process,
  name: `invoice ${request.key} ${Object.values(request.input).join(" ")}`,
  effect: Effect.gen(function* () {
    const invoices = yield* CryptoInvoices
    const { replayed, value } = yield* invoices.create(request.partnerId, request.input)
    return yield* clients.hear(request, value.order, replayed)
  }),
  refusals:
    request.answer === undefined
      ? [
          "AmountOutOfRange",
          "UnsupportedNetwork",
          "InvalidInput",
          "DepositAddressesUnavailable",
          "StoreOnHold"
        ]
      : [],
  request
})

/** Reads an invoice and looks at its clock: after the expiry nobody may be told to pay. */
export const readInvoice = (
  process: SimulatedProcess,
  {
    id,
    expiresAt,
    partnerId
  }: { readonly id: string; readonly expiresAt: number; readonly partnerId: string },
  now: () => number
): Act => ({
  process,
  name: `read ${id}`,
  effect: Effect.gen(function* () {
    const invoices = yield* CryptoInvoices
    const askedAt = now()
    const { _tag } = yield* invoices.get(partnerId, id)
    if (_tag === "pending" && askedAt >= expiresAt) {
      return yield* Effect.die(new Error(`invoice ${id} was pending after its expiry`))
    }
    return _tag
  }),
  refusals: []
})

/** What belongs to one partner does not exist for another. */
export const readForeign = (process: SimulatedProcess, order: PayoutOrder, stranger: string): Act => ({
  process,
  name: `read ${order.id} of another partner`,
  effect: Effect.gen(function* () {
    const payouts = yield* Payouts
    const found = yield* Effect.flip(payouts.get(stranger, order.id))
    return found instanceof NotFound ? "is not there" : yield* Effect.fail(found)
  }),
  refusals: []
})

export const cancelInvoice = (process: SimulatedProcess, partnerId: string, id: string): Act => ({
  process,
  name: `cancel ${id}`,
  effect: Effect.flatMap(CryptoInvoices, (invoices) =>
    Effect.map(invoices.cancel(partnerId, id), ({ _tag }) => _tag)
  ),
  refusals: ["InvalidState"]
})

/** A host's own watcher tells of a transfer. */
export const refreshDeposit = (
  process: SimulatedProcess,
  { address, network }: Pick<ChainTransfer, "address" | "network">
): Act => ({
  process,
  name: `refresh ${address}`,
  effect: Effect.flatMap(Deposits, (deposits) =>
    Effect.map(deposits.refresh(network, address), ({ _tag }) => _tag)
  ),
  refusals: ["DepositAddressesUnavailable"]
})

export const correctBalance = (process: SimulatedProcess, correction: Correction): Act => ({
  process,
  name: `correct ${correction.partnerId} by ${correction.amountMinor}`,
  effect: Effect.flatMap(Balances, (balances) =>
    Effect.as(
      balances.adjust(correction.partnerId, { amount: formatMinor(correction.amountMinor, "USDT") }),
      "done"
    )
  ),
  refusals: [],
  correction
})

export const drain = (process: SimulatedProcess): Act => ({
  process,
  name: "drain",
  effect: Effect.flatMap(Worker, (worker) => Effect.map(worker.drain, (count) => `${count} jobs`)),
  refusals: []
})

/** The processing side reports by itself that a transfer was made. */
export const reportTransfer = (process: SimulatedProcess, order: PayoutOrder, at: number): Act => ({
  process,
  name: `report ${order.id}`,
  effect: Effect.gen(function* () {
    const payouts = yield* Payouts
    const processingId = Option.some(`processing-${order.id}`)
    const { _tag } = yield* payouts.apply(order.partnerId, order.id, { _tag: "Confirm", processingId, at })
    return _tag
  }),
  refusals: []
})

/** An operator decides by what the processing side told on the telephone. */
export const resolve = (process: SimulatedProcess, id: string, outcome: "completed" | "failed"): Act => ({
  process,
  name: `resolve ${id} as ${outcome}`,
  effect: Effect.flatMap(Payouts, (payouts) =>
    Effect.map(payouts.resolve(id, outcome, "by telephone"), ({ _tag }) => _tag)
  ),
  refusals: ["InvalidState"]
})
