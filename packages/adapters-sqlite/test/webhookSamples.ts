import {
  type Commit,
  emptyCommit,
  type PendingDelivery,
  type RecordedDelivery,
  type RegisteredEndpoint,
  type WebhookMessage,
  writeOver
} from "@quittance/core/adapter"
import { Option } from "effect"
import { partnerId, start } from "./payoutSamples.ts"

/** Webhooks with ids that are made of a name, so that another process knows them too. */

export const webhookUrl = "https://example.com/hook"

export const endpointNamed = (name: string): RegisteredEndpoint => ({
  _tag: "enabled",
  order: { id: `whk_${name}`, partnerId, family: "fiat", createdAt: start },
  target: { url: webhookUrl, events: [] },
  sealedSecret: `sealed secret of ${name}`,
  retiring: Option.none(),
  failingSince: Option.none(),
  updatedAt: start
})

export const messageNamed = (name: string): WebhookMessage => ({
  id: `evt_${name}`,
  partnerId,
  type: "invoice.paid",
  createdAt: start,
  body: JSON.stringify({ id: `evt_${name}`, type: "invoice.paid" })
})

/** Puts messages of these names into the outbox. */
export const posting = (...names: ReadonlyArray<string>): Commit => ({
  ...emptyCommit,
  outbox: names.map((name) => ({ _tag: "Posted", message: messageNamed(name), fanOut: "queued" }))
})

/** The delivery of the message of this name to an endpoint, as the fan-out makes it. */
export const scheduled = (name: string, endpointName = "shop"): PendingDelivery => ({
  _tag: "pending",
  order: {
    id: `dlv_${name}`,
    partnerId,
    endpointId: `whk_${endpointName}`,
    eventId: `evt_${name}`,
    type: "invoice.paid",
    createdAt: start
  },
  url: webhookUrl,
  dueAt: start,
  attempts: 0,
  attemptsBefore: 0,
  lastAttempt: Option.none(),
  earlierAttempts: [],
  error: Option.none(),
  updatedAt: start
})

/** The same delivery after an attempt that was answered with 200. */
export const delivered = (pending: PendingDelivery): RecordedDelivery => {
  const { dueAt: _, ...recorded } = pending
  const at = start + 7
  return {
    ...recorded,
    _tag: "delivered",
    attempts: pending.attempts + 1,
    lastAttempt: Option.some({
      at,
      url: pending.url,
      responseCode: Option.some(200),
      responseMillis: 5,
      responseStart: Option.some("ok"),
      error: Option.none()
    }),
    deliveredAt: at,
    updatedAt: at
  }
}

/** The same delivery after an attempt that nobody answered. */
export const unanswered = (pending: PendingDelivery): PendingDelivery => {
  const at = start + 15_000
  const error = "no answer within 15 s"
  return {
    ...pending,
    dueAt: at + 5_000,
    attempts: pending.attempts + 1,
    lastAttempt: Option.some({
      at,
      url: pending.url,
      responseCode: Option.none(),
      responseMillis: 15_000,
      responseStart: Option.none(),
      error: Option.some(error)
    }),
    error: Option.some(error),
    updatedAt: at
  }
}

/** The same delivery after the last attempt of its schedule, which nobody answered. */
export const failed = (pending: PendingDelivery): RecordedDelivery => {
  const { dueAt: _, ...recorded } = unanswered(pending)
  return { ...recorded, _tag: "failed" }
}

/** Deliveries that were all decided on one version, at which they were these. */
export const writing = (
  deliveries: ReadonlyArray<RecordedDelivery>,
  version = 0,
  previous = deliveries
): Commit => ({
  ...emptyCommit,
  aggregates: deliveries.map((state, index) =>
    writeOver("WebhookDelivery", { state: previous[index] ?? state, version }, state)
  )
})

/** Takes messages of these names out of the outbox and makes a delivery of each. */
export const fanningOut = (...names: ReadonlyArray<string>): Commit => ({
  ...writing(names.map((name) => scheduled(name))),
  outbox: names.map((name) => ({ _tag: "FannedOut", partnerId, messageId: `evt_${name}`, through: "all" }))
})

/** `count` names in the order of ids. */
export const namesOf = (prefix: string, count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(5, "0")}`)
