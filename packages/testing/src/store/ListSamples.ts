import type { DeliveryFilter, Ids, InvoiceFilter, PayoutFilter } from "@quittance/core"
import {
  type Commit,
  type CommitFailure,
  type DeliveryListOwner,
  type DeliveryStatus,
  deliveryList,
  emptyCommit,
  type FiatCurrency,
  type Instant,
  type InvoiceStatus,
  type IssuedInvoice,
  invoice,
  invoiceList,
  type List,
  type ListFilter,
  type ListOwner,
  payoutList,
  type RecordedDelivery,
  type RecordedPayout,
  type Store,
  type WebhookEventType,
  writeOver
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { changingInvoice, invoiceIn, issuingInvoice, newInvoice } from "./InvoiceSamples.ts"
import { newEvent, newPartnerId, newPayout } from "./StoreSamples.ts"
import {
  deliveryIn,
  newDelivery,
  newEndpoint,
  newMessage,
  posting,
  writingDeliveries
} from "./WebhookSamples.ts"

/** How items of a list get into a store, and how they are listed, said without the words of the declaration. */
export interface ListSample<Item, Owner extends ListOwner, Filter extends ListFilter> {
  readonly list: List<Item, Owner, Filter>
  /** An owner with an empty list. */
  readonly newOwner: Effect.Effect<Owner, CommitFailure, Ids | Store>
  readonly newItem: (owner: Owner, made: MadeItem) => Effect.Effect<Item, never, Ids>
  /** The same item in another status. */
  readonly moved: (item: Item, status: string) => Item
  /** The commit that writes an item over its state at that version, or over nothing if there was none. */
  readonly writing: (
    item: Item,
    previous: Item | undefined,
    version: number
  ) => Effect.Effect<Commit, never, Ids>
  /** The same item without personal data, if any can have some. */
  readonly redacted?: (item: Item) => Item
  /** The commit after which the item is gone; undefined while it must stay. */
  readonly erasing?: (item: Item) => Partial<Commit> | undefined
  readonly orderOf: (item: Item) => { readonly createdAt: Instant; readonly id: string }
  readonly statusOf: (item: Item, now: Instant) => string
  readonly kindOf: (item: Item) => string
}

export interface MadeItem {
  readonly createdAt: Instant
  /** One of the list's kinds; empty if it has none. */
  readonly kind: string
  readonly lifeMillis: number
}

const ofPartner: Effect.Effect<ListOwner, CommitFailure, Ids | Store> = Effect.map(
  newPartnerId,
  (partnerId) => ({
    partnerId
  })
)

export const payoutSample: ListSample<RecordedPayout, ListOwner, PayoutFilter> = {
  list: payoutList,
  newOwner: ofPartner,
  newItem: ({ partnerId }, { createdAt }) => newPayout(partnerId, { createdAt }),
  moved: ({ approvalsGiven, attempts, calls, error, order, processingId, updatedAt }, status) => {
    const recorded = { approvalsGiven, attempts, calls, error, order, processingId, updatedAt }
    const completedAt = order.createdAt
    if (status === "PENDING") return { _tag: "submitted", ...recorded }
    if (status === "COMPLETED") return { _tag: "confirmed", ...recorded, completedAt }
    return { _tag: "rejected", ...recorded, completedAt, settledLateAt: Option.none() }
  },
  writing: Effect.fnUntraced(function* (state, previous = state, version) {
    const { createdAt, id, partnerId } = state.order
    const events = [yield* newEvent(partnerId, id, { version: version + 1, at: createdAt })]
    const write = writeOver("Payout", { state: previous, version }, state)
    return { ...emptyCommit, aggregates: [write], events }
  }),
  orderOf: ({ order }) => order,
  statusOf: ({ _tag }) => (_tag === "confirmed" ? "COMPLETED" : _tag === "rejected" ? "FAILED" : "PENDING"),
  kindOf: () => ""
}

const invoiceSample: ListSample<IssuedInvoice, ListOwner, InvoiceFilter> = {
  list: invoiceList,
  newOwner: ofPartner,
  newItem: ({ partnerId }, { createdAt, kind, lifeMillis }) =>
    newInvoice(partnerId, { createdAt, currency: kind as FiatCurrency, expiresAt: createdAt + lifeMillis }),
  moved: (state, status) => invoiceIn(status as InvoiceStatus, state),
  writing: (state, previous, version) =>
    previous === undefined ? issuingInvoice(state) : changingInvoice(previous, state, version),
  orderOf: ({ order }) => order,
  redacted: (state) => ({ ...invoice.erase(state), redactedAt: Option.some(state.order.createdAt) }),
  statusOf: ({ _tag, order }, now) => (_tag === "pending" && order.expiresAt <= now ? "expired" : _tag),
  kindOf: ({ order }) => order.currency
}

const deliverySample: ListSample<RecordedDelivery, DeliveryListOwner, DeliveryFilter> = {
  list: deliveryList,
  newOwner: Effect.map(Effect.flatMap(newPartnerId, newEndpoint), ({ order: { id, partnerId } }) => ({
    partnerId,
    endpointId: id
  })),
  newItem: Effect.fnUntraced(function* ({ endpointId, partnerId }, { createdAt, kind }) {
    const message = yield* newMessage(partnerId, { createdAt, type: kind as WebhookEventType })
    return yield* newDelivery(yield* newEndpoint(partnerId, { id: endpointId }), message)
  }),
  moved: (delivery, status) => deliveryIn(status as DeliveryStatus, delivery),
  writing: Effect.fnUntraced(function* (delivery, previous, version) {
    const written = writingDeliveries([delivery], version, [previous ?? delivery])
    if (previous !== undefined) return written
    const { createdAt, eventId, partnerId, type } = delivery.order
    const message = yield* newMessage(partnerId, { id: eventId, createdAt, type })
    return { ...(yield* posting(message, "none")), aggregates: written.aggregates }
  }),
  erasing: ({ _tag, order: { eventId, partnerId } }) =>
    _tag === "pending"
      ? undefined
      : { erasures: [{ _tag: "WebhookMessage", partnerId, messageId: eventId }], events: [] },
  orderOf: ({ order }) => order,
  statusOf: ({ _tag }) => _tag,
  kindOf: ({ order }) => order.type
}

/** Samples for lists whose items need more than their state. The others follow from their definition. */
export const listSamples = {
  payouts: payoutSample,
  invoices: invoiceSample,
  webhookDeliveries: deliverySample
}
