/** An event as a webhook tells it. */
export interface WebhookEvent {
  /** `evt_…`: the same on every attempt and after a redelivery, so what was handled once is known by it. */
  readonly id: string
  readonly object: "event"
  /** `invoice.paid`, `payout.completed` … New ones may be added. */
  readonly type: string
  /** ISO 8601. */
  readonly createdAt: string
  /** Grows with each event about the resource. */
  readonly version: number
  readonly data: {
    /** The resource as the API shows it, after the change. */
    readonly object: { readonly [field: string]: unknown }
    /** Of events of crypto invoices that a transfer may cause: that transfer; null if the clock alone caused it. */
    readonly transfer?: { readonly [field: string]: unknown } | null
    /** Of `invoice.payment_unresolved` and `invoice.payment_reversed`: the money that came, or was taken back. */
    readonly payment?: { readonly [field: string]: unknown }
  }
}

/**
 * Whether an event is about an older state of its resource than the newest that was handled, and so has nothing to add.
 * An equal version is the same event again; servers of before gave one version to all events of one change.
 *
 * @param handledVersion The highest version that was handled of the same `data.object.id`; none of a new one.
 */
export const isStale = (
  event: Pick<WebhookEvent, "version">,
  handledVersion: number | null | undefined
): boolean => typeof handledVersion === "number" && event.version < handledVersion

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** Whether a parsed body is an event. */
export const isWebhookEvent = (value: unknown): value is WebhookEvent =>
  isRecord(value) &&
  value.object === "event" &&
  typeof value.id === "string" &&
  typeof value.type === "string" &&
  typeof value.createdAt === "string" &&
  typeof value.version === "number" &&
  isRecord(value.data) &&
  isRecord(value.data.object)
