import {
  type DeliveryAttempt,
  earlierAttemptsOf,
  earlierAttemptsText,
  mayBePersonal,
  type RecordedDelivery,
  type Row
} from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { prepareErasableTexts } from "./ErasableTexts.ts"
import { isSealed, type KeptBody } from "./SealedBodies.ts"

/**
 * Codec of the earlier attempts of a delivery: JSON, or nothing. A receiver's answers may contain personal
 * data, and a growing row leaves copies of itself behind. So if the message is sealed, they are sealed under
 * its key, and erasing the message destroys both.
 */
export interface EarlierAttempts {
  readonly kept: (delivery: RecordedDelivery) => string | null
  readonly opened: (row: Row) => ReadonlyArray<DeliveryAttempt>
}

export const prepareEarlierAttempts = (database: Database.Database): EarlierAttempts => {
  const texts = prepareErasableTexts(database)
  const messageOf = database.prepare(
    "SELECT type, body FROM webhook_messages WHERE partner_id = ? AND id = ?"
  )
  return {
    kept: (delivery) => {
      const { order } = delivery
      const json = earlierAttemptsText(delivery)
      if (json === null || !mayBePersonal(order)) return json
      const message = messageOf.get(order.partnerId, order.eventId) as KeptBody | undefined
      return message !== undefined && isSealed(message) ? texts.sealAlike(json, message.body) : json
    },

    opened: ({ earlier_attempts: text }) => {
      if (typeof text !== "string") return []
      const json = text.startsWith("[") ? text : texts.open(text)
      return json === undefined ? [] : earlierAttemptsOf(json)
    }
  }
}
