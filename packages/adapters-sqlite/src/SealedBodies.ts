import { invariant, type WebhookEventType, type WebhookMessage } from "@quittance/core"
import type Database from "better-sqlite3"
import { prepareErasableTexts } from "./ErasableTexts.ts"

/** A message's type, and its body as the column has it. */
export interface KeptBody {
  readonly type: WebhookEventType
  readonly body: string
}

/**
 * Bodies of messages as they are kept. Those about KYC sessions say something about a person, and are kept so that they can be
 * destroyed for good; all others are in clear, where they cost nothing.
 */
export interface SealedBodies {
  readonly kept: (message: WebhookMessage) => string
  readonly told: (body: KeptBody) => string
  /** What an erased message leaves behind is of no use after this. */
  readonly destroy: (body: KeptBody) => void
}

export const prepareSealedBodies = (database: Database.Database): SealedBodies => {
  const texts = prepareErasableTexts(database)
  return {
    kept: (message) => (isSealed(message) ? texts.seal(message.body) : message.body),

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

const isSealed = ({ type }: KeptBody): boolean => type.startsWith("kyc.")
