import { Option, Schema } from "effect"
import { concept } from "../../kernel/concept/Concept.ts"
import type { OrderOf, StateOf } from "../../kernel/concept/Definition.ts"
import {
  added,
  count,
  erasable,
  instant,
  named,
  oneOf,
  optional,
  packed,
  text
} from "../../kernel/concept/Field.ts"
import { locales } from "../../kernel/input/Locale.ts"
import { WebhookRecipient } from "../webhook/WebhookRecipient.ts"
import { KycDocument } from "./KycDocument.ts"
import { kycLevels } from "./KycStep.ts"
import { kycAnswerLosses } from "./KycVerdict.ts"

/** `kyc_` and a UUIDv7 without dashes. */
export type KycSessionId = string

const inCheck = ["submitted", "opening", "unknown", "checking"] as const
const ended = { endedAt: instant }

/** The stored fields of a KYC session. */
export const kycSession = concept({
  name: "KycSession",
  noun: "KYC session",
  table: "kyc_sessions",
  order: {
    id: text,
    partnerId: text,
    /** The end of the verification URL: the time, then 128 random bits, which cannot be guessed. */
    token: text,
    level: oneOf(kycLevels),
    locale: oneOf(locales),
    redirectUrl: erasable(optional(text), Option.none()),
    /** A JSON object as text, echoed back unchanged. */
    metadata: erasable(text, "{}"),
    /** Identifies a person within this partner: a digest of the metadata, or of the id if there is none. */
    person: erasable(text, ""),
    /** The endpoint that gets the result instead of the partner's webhooks. */
    recipient: optional(packed(WebhookRecipient)),
    createdAt: instant,
    expiresAt: instant
  },
  recorded: {
    documents: erasable(packed(Schema.Array(KycDocument)), []),
    /** How many checks refused, and pictures beyond the free ones. */
    attempts: count,
    /** How many pictures were refused when they were shown, or taken back; none if nobody counted. */
    discarded: added(29, optional(count)),
    /** Of the last refusal. */
    reasons: packed(Schema.Array(Schema.String)),
    /** The number of the last check, counted from 1; 0 before the first. */
    check: named("check_number", count),
    /** Since when the check waits for its answer. */
    checkSince: optional(instant),
    /** Why the check's last answer is missing. */
    lost: optional(oneOf(kycAnswerLosses)),
    /** The operator who gave the last answer, if no checker did. */
    decidedBy: optional(text),
    /** The operator's comment. */
    comment: erasable(optional(text), Option.none()),
    redactedAt: optional(instant),
    updatedAt: instant
  },
  states: {
    /** Waits for the first document. */
    pending: {},
    /** Waits for the person: a document is missing or was refused. */
    collecting: {},
    /** All documents are uploaded; the checker is called next. */
    submitted: {},
    /** The checker may have been called. If the caller is gone, the answer is lost. */
    opening: {},
    /** It is unknown whether the checker has the check: it is looked up next. */
    unknown: {},
    /** The checker works on it. */
    checking: {},
    /** Final. */
    completed: ended,
    /** Final. */
    failed: ended,
    /** Final. */
    expired: ended
  },
  indexes: {
    /** For calls of the checker, which name only the check. */
    by_id: { on: ["id"], across: "lookup" },
    by_token: { on: ["token"], across: "lookup" },
    /** For operators, the longest waiting first. */
    in_check: { on: ["checkSince", "id"], where: { in: { state: inCheck } }, across: "operators" },
    /** The same of a partner, for its reviewers. */
    awaiting_review: {
      on: ["partnerId", "checkSince", "id"],
      where: { in: { state: inCheck } }
    },
    /** Sessions that will expire, and due ones whose expiry is not recorded yet. */
    expiring: {
      on: ["partnerId", "expiresAt", "id", "createdAt"],
      where: { in: { state: ["pending", "collecting"] } }
    },
    /** For retention, the earliest ended first. */
    unredacted: { on: ["partnerId", "endedAt", "id"], where: { unset: ["redactedAt"], set: ["endedAt"] } }
  }
})

/** Fixed when the session is created. */
export interface KycOrder extends OrderOf<typeof kycSession> {}

/** A session that exists. */
export type OpenedKycSession = StateOf<typeof kycSession>

declare module "../../kernel/ports/Store.ts" {
  interface StatesByConcept {
    readonly KycSession: OpenedKycSession
  }
}
