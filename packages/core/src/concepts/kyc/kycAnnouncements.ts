import { Option } from "effect"
import type { Announcement } from "../webhook/Announcement.ts"
import { sampleId, topic } from "../webhook/Topic.ts"
import type { FiatWebhookEvent } from "../webhook/WebhookEvents.ts"
import type { KycSessionEvent } from "./KycSession.ts"
import type { OpenedKycSession } from "./KycSessionRecord.ts"
import { type KycFailedReason, KycFailedView, KycSessionView, kycSessionView } from "./KycSessionView.ts"
import { kycSessionPrefix } from "./kycNames.ts"

/** The webhook events of KYC sessions. */
export const kycTopics = {
  "kyc.completed": topic<KycSessionView>("A verification was completed", KycSessionView, (at, later) => ({
    id: sampleId(kycSessionPrefix),
    status: "completed",
    locale: "en",
    expiresAt: later,
    completedAt: at
  })),
  "kyc.failed": topic<KycFailedView>("A verification failed, or expired", KycFailedView, (_at, later) => ({
    id: sampleId(kycSessionPrefix),
    status: "failed",
    locale: "en",
    expiresAt: later,
    attempts: 1,
    failureReasons: ["document_expired"]
  }))
}

const announcedAs = (
  event: KycSessionEvent
): { readonly type: FiatWebhookEvent; readonly added: { readonly reason?: KycFailedReason } } | undefined => {
  switch (event._tag) {
    case "KycSessionCompleted":
      return { type: "kyc.completed", added: {} }
    case "KycSessionFailed":
      return { type: "kyc.failed", added: { reason: "refused" } }
    case "KycSessionExpired":
      return { type: "kyc.failed", added: { reason: "expired" } }
    case "KycSessionCreated":
    case "KycDocumentSubmitted":
    case "KycPictureRefused":
    case "KycDocumentTakenBack":
    case "KycDocumentsWaived":
    case "KycCheckOpening":
    case "KycCheckRunning":
    case "KycAnswerLost":
    case "KycCheckRefused":
    case "KycSessionRedacted":
      return undefined
  }
}

/**
 * The announcement when a session changes to `next`: its result, to its own URL or else to the partner's
 * webhooks.
 */
export const kycAnnouncements = (
  events: ReadonlyArray<KycSessionEvent>,
  next: OpenedKycSession,
  publicUrl: string
): ReadonlyArray<Announcement> =>
  events.flatMap((event) => {
    const as = announcedAs(event)
    if (as === undefined) return []
    const object = () => ({ ...kycSessionView(next, publicUrl), ...as.added })
    const recipient = Option.getOrUndefined(next.order.recipient)
    return [{ event, type: as.type, object, ...(recipient === undefined ? {} : { recipient }) }]
  })
