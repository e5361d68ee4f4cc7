import { type DeliveryAttempt, mayBePersonal, type RecordedDelivery } from "@quittance/core"
import type Database from "better-sqlite3"
import { Option } from "effect"
import { prepareErasableTexts } from "./ErasableTexts.ts"
import type { Row } from "./rows/columns.ts"
import { isSealed, type KeptBody } from "./SealedBodies.ts"

/**
 * Codec of the earlier attempts of a delivery: JSON, or nothing. A receiver's answers may contain personal
 * data, and a growing row leaves copies of itself behind. So if the message is sealed, they are sealed under
 * its key, and erasing the message destroys both.
 */
export interface EarlierAttempts {
  readonly kept: (delivery: RecordedDelivery) => string | null
  readonly told: (row: Row) => ReadonlyArray<DeliveryAttempt>
}

export const prepareEarlierAttempts = (database: Database.Database): EarlierAttempts => {
  const texts = prepareErasableTexts(database)
  const messageOf = database.prepare(
    "SELECT type, body FROM webhook_messages WHERE partner_id = ? AND id = ?"
  )
  return {
    kept: ({ earlierAttempts, order }) => {
      if (earlierAttempts.length === 0) return null
      const json = JSON.stringify(earlierAttempts.map(cellsOf))
      if (!mayBePersonal(order)) return json
      const message = messageOf.get(order.partnerId, order.eventId) as KeptBody | undefined
      return message !== undefined && isSealed(message) ? texts.sealAlike(json, message.body) : json
    },

    told: ({ earlier_attempts: text }) => {
      if (typeof text !== "string") return []
      const json = text.startsWith("[") ? text : texts.open(text)
      return json === undefined ? [] : (JSON.parse(json) as ReadonlyArray<Cells>).map(attemptOf)
    }
  }
}

/** Instant, URL, status, milliseconds, response start, error. */
type Cells = readonly [number, string, number | null, number, string | null, string | null]

const cellsOf = (attempt: DeliveryAttempt): Cells => [
  attempt.at,
  attempt.url,
  Option.getOrNull(attempt.responseCode),
  attempt.responseMillis,
  Option.getOrNull(attempt.responseStart),
  Option.getOrNull(attempt.error)
]

const attemptOf = ([at, url, code, responseMillis, start, error]: Cells): DeliveryAttempt => ({
  at,
  url,
  responseCode: Option.fromNullOr(code),
  responseMillis,
  responseStart: Option.fromNullOr(start),
  error: Option.fromNullOr(error)
})
