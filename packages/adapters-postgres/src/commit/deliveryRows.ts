import { type DeliveryAttempt, earlierAttemptsText, type RecordedDelivery } from "@quittance/core/adapter"
import { Option } from "effect"
import type { Cell } from "./BulkRows.ts"
import type { RowsOf } from "./conceptRows.ts"

type CellOf = (delivery: RecordedDelivery) => Cell

const ofAttempt =
  (cellOf: (attempt: DeliveryAttempt, delivery: RecordedDelivery) => Cell): CellOf =>
  (delivery) =>
    Option.match(delivery.lastAttempt, { onNone: () => null, onSome: (attempt) => cellOf(attempt, delivery) })

const fixed: { readonly [column: string]: CellOf } = {
  partner_id: ({ order }) => order.partnerId,
  id: ({ order }) => order.id,
  endpoint_id: ({ order }) => order.endpointId,
  event_id: ({ order }) => order.eventId,
  type: ({ order }) => order.type,
  created_at: ({ order }) => order.createdAt
}

const changing: { readonly [column: string]: CellOf } = {
  state: ({ _tag }) => _tag,
  updated_at: ({ updatedAt }) => updatedAt,
  due_at: (delivery) => (delivery._tag === "pending" ? delivery.dueAt : null),
  delivered_at: (delivery) => (delivery._tag === "delivered" ? delivery.deliveredAt : null),
  attempts: ({ attempts }) => attempts,
  attempts_before: ({ attemptsBefore }) => attemptsBefore,
  url: ({ url }) => url,
  attempted_at: ofAttempt(({ at }) => at),
  attempt_url: ofAttempt(({ url }, delivery) => (url === delivery.url ? null : url)),
  response_code: ofAttempt(({ responseCode }) => Option.getOrNull(responseCode)),
  response_millis: ofAttempt(({ responseMillis }) => responseMillis),
  attempt_error: ofAttempt(({ error }) => Option.getOrNull(error)),
  error: ({ error }) => Option.getOrNull(error),
  response_start: ofAttempt(({ responseStart }) => Option.getOrNull(responseStart)),
  earlier_attempts: earlierAttemptsText
}

const isText =
  /^(?:partner_id|id|endpoint_id|event_id|type|state|url|attempt_url|attempt_error|error|response_start|earlier_attempts)$/

const columnsOf = (cells: { readonly [column: string]: CellOf }, isFixed: boolean) =>
  Object.entries(cells).map(([name, cellOf]) => ({
    name,
    type: isText.test(name) ? ("text" as const) : ("integer" as const),
    isOptional: false,
    isFixed,
    isNoted: false,
    isDigested: false,
    oneOf: undefined,
    besides: undefined,
    addedIn: undefined,
    states: undefined,
    cellOf
  }))

/** Deliveries are written like the states of a concept. */
export const deliveryRows: RowsOf<RecordedDelivery> = {
  table: "webhook_deliveries",
  nameOf: ({ order }) => order,
  partnerColumn: "partner_id",
  columns: [...columnsOf(fixed, true), ...columnsOf(changing, false)],
  personal: "none",
  personalText: () => undefined,
  isRedacted: () => false
}
