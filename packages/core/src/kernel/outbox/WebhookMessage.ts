import { Option, Schema } from "effect"
import { integerIn, textIn } from "../concept/cells.ts"
import type { Row } from "../concept/columns.ts"
import type { PartnerId } from "../concept/PartnerId.ts"
import { instantView } from "../money/Money.ts"
import type { Instant } from "../time/Instant.ts"
import type { MessageType } from "./MessageType.ts"
import type { QueueChange } from "./QueuedEvent.ts"

/**
 * The message about one event: its bytes are fixed when the event is committed, so that every attempt to
 * every endpoint sends the same body.
 */
export interface WebhookMessage {
  /** The event's id, which receivers see as `webhook-id`. */
  readonly id: string
  readonly partnerId: PartnerId
  readonly type: MessageType
  readonly createdAt: Instant
  /** JSON. */
  readonly body: string
}

/** The change of the outbox by a commit. */
export type OutboxChange =
  /**
   * A message for fan-out to the subscribed endpoints; or only stored, because its delivery is created in the
   * same commit.
   */
  | { readonly _tag: "Posted"; readonly message: WebhookMessage; readonly fanOut: "queued" | "none" }
  /** A message got its deliveries: to every endpoint up to this one, ordered by id, or to all of them. */
  | {
      readonly _tag: "FannedOut"
      readonly partnerId: PartnerId
      readonly messageId: string
      readonly through: string | "all"
    }
  | QueueChange

/** A waiting message, and the last endpoint it was fanned out to; empty at first. */
export interface WaitingMessage {
  readonly message: Omit<WebhookMessage, "body">
  readonly through: string
}

/** Decodes a row of the outbox joined with its message. */
export const waitingMessageOf = (row: Row): WaitingMessage => ({
  message: {
    id: textIn(row, "id"),
    partnerId: textIn(row, "partner_id"),
    type: textIn(row, "type") as MessageType,
    createdAt: integerIn(row, "created_at")
  },
  through: textIn(row, "through")
})

/** What an event says besides the resource, by name: what belongs to this event alone. */
export interface Besides {
  readonly [name: string]: object | null
}

/**
 * The body that receivers get. `version` grows with each event about the resource: a receiver may drop an older one
 * than it has seen.
 */
export const messageBody = ({
  at,
  besides,
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
  readonly besides?: Besides | undefined
}): string => {
  const data = { object, ...besides }
  return JSON.stringify({ id, object: "event", type, createdAt: instantView(at), version, data })
}

/** Decodes only the resource of a body. */
const decodeResource = Schema.decodeUnknownOption(
  Schema.fromJsonString(
    Schema.Struct({ data: Schema.Struct({ object: Schema.Struct({ id: Schema.String }) }) })
  )
)

/** The id of the resource that a body shows. */
export const resourceIdOf = (body: string): Option.Option<string> =>
  Option.map(decodeResource(body), ({ data }) => data.object.id)
