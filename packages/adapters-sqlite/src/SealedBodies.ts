import { invariant, resourceIdOf, type WebhookEventType, type WebhookMessage } from "@quittance/core"
import type Database from "better-sqlite3"
import { Option } from "effect"
import { prepareErasableTexts } from "./ErasableTexts.ts"

/** A message's type, and its body as the column has it. */
export interface KeptBody {
  readonly type: WebhookEventType
  readonly body: string
}

/** A body to be kept, and what it is about where that may be redacted. */
export interface KeptMessage {
  readonly body: string
  readonly resourceId: string | null
}

/**
 * Bodies of messages as they are kept. Those about invoices and KYC sessions say something about a person, and are kept so that
 * they can be destroyed for good; all others are in clear, where they cost nothing. So are those about invoices that were written
 * by a version that did not seal them: JSON begins otherwise than what is sealed.
 */
export interface SealedBodies {
  readonly kept: (message: WebhookMessage) => KeptMessage
  readonly told: (body: KeptBody) => string
  /** What an erased message leaves behind is of no use after this. */
  readonly destroy: (body: KeptBody) => void
}

export const prepareSealedBodies = (database: Database.Database): SealedBodies => {
  const texts = prepareErasableTexts(database)
  return {
    kept: (message) =>
      mayBePersonal(message)
        ? { body: texts.seal(message.body), resourceId: Option.getOrNull(resourceIdOf(message.body)) }
        : { body: message.body, resourceId: null },

    told: (kept) => {
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

/** How the types of such messages begin. */
export const personalTypes = ["kyc.", "invoice.", "crypto.invoice."]

export const mayBePersonal = ({ type }: Pick<KeptBody, "type">): boolean =>
  personalTypes.some((beginning) => type.startsWith(beginning))

export const isSealed = (kept: KeptBody): boolean => mayBePersonal(kept) && !kept.body.startsWith("{")
