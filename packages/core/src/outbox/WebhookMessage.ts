import { Option, Schema } from "effect"
import type { PartnerId } from "../concept/PartnerId.ts"
import { instantView } from "../money/View.ts"
import type { Instant } from "../time/Instant.ts"
import type { WebhookEventType } from "./WebhookEvents.ts"

/**
 * What receivers are told of one event: fixed to the byte when the event is committed, so that every attempt to every
 * endpoint sends the same body.
 */
export interface WebhookMessage {
  /** The event's id, which receivers see as `webhook-id`. */
  readonly id: string
  readonly partnerId: PartnerId
  readonly type: WebhookEventType
  readonly createdAt: Instant
  /** JSON. */
  readonly body: string
}

/** What the outbox gains or loses by a commit. */
export type OutboxChange =
  /** A message, to be fanned out to the endpoints that want it; or kept only, because its delivery is made beside it. */
  | { readonly _tag: "Posted"; readonly message: WebhookMessage; readonly fanOut: "queued" | "none" }
  /** A message got its deliveries: to every endpoint up to this one, in the order of ids, or to all of them. */
  | {
      readonly _tag: "FannedOut"
      readonly partnerId: PartnerId
      readonly messageId: string
      readonly through: string | "all"
    }

/** A message that waits in the outbox, and the endpoint up to which it was fanned out; empty at first. */
export interface WaitingMessage {
  readonly message: Omit<WebhookMessage, "body">
  readonly through: string
}

/** The body that receivers get. `version` is that of the resource: a receiver may drop what is older than it has seen. */
export const messageBody = ({
  at,
  id,
  object,
  type,
  version
}: {
  readonly id: string
  readonly type: string
  readonly at: Instant
  readonly version: number
  readonly object: object
}): string =>
  JSON.stringify({ id, object: "event", type, createdAt: instantView(at), version, data: { object } })

/** Of a body, only what tells which resource it shows. */
const decodeResource = Schema.decodeUnknownOption(
  Schema.fromJsonString(
    Schema.Struct({ data: Schema.Struct({ object: Schema.Struct({ id: Schema.String }) }) })
  )
)

/** The id of the resource that a body shows. */
export const resourceIdOf = (body: string): Option.Option<string> =>
  Option.map(decodeResource(body), ({ data }) => data.object.id)
