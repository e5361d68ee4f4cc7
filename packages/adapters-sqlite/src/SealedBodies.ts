import {
  invariant,
  mayBePersonal,
  resourceIdOf,
  type WebhookEventType,
  type WebhookMessage
} from "@quittance/core/adapter"
import type Database from "better-sqlite3"
import { Option } from "effect"
import { prepareErasableTexts } from "./ErasableTexts.ts"

/** A message's type, and its body as the column stores it. */
export interface KeptBody {
  readonly type: WebhookEventType
  readonly body: string
}

/** A body to store, and its subject if that can be redacted. */
export interface KeptMessage {
  readonly body: string
  readonly resourceId: string | null
}

/**
 * Stored bodies of messages. Bodies about invoices and KYC sessions contain personal data and are sealed so
 * that they can be destroyed permanently; all others are stored as plain text, which costs nothing. Bodies
 * about invoices that were written by a version that did not seal them are plain text too: JSON starts
 * differently from sealed text.
 */
export interface SealedBodies {
  readonly kept: (message: WebhookMessage) => KeptMessage
  readonly opened: (body: KeptBody) => string
  /** After this, copies of an erased message are useless. */
  readonly destroy: (body: KeptBody) => void
}

export const prepareSealedBodies = (database: Database.Database): SealedBodies => {
  const texts = prepareErasableTexts(database)
  return {
    kept: (message) =>
      mayBePersonal(message)
        ? { body: texts.seal(message.body), resourceId: Option.getOrNull(resourceIdOf(message.body)) }
        : { body: message.body, resourceId: null },

    opened: (kept) => {
      if (!isSealed(kept)) return kept.body
      const opened = texts.open(kept.body)
      invariant(opened !== undefined, "a message that is there has its key")
      return opened
    },

    destroy: (kept) => {
      if (isSealed(kept)) texts.destroy(kept.body)
    }
  }
}

export const isSealed = (kept: KeptBody): boolean => mayBePersonal(kept) && !kept.body.startsWith("{")
