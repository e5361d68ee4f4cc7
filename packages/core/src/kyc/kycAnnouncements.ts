import { Option } from "effect"
import type { Announcement } from "../webhook/Announcement.ts"
import type { FiatWebhookEvent } from "../webhook/WebhookEvents.ts"
import type { KycSessionEvent, OpenedKycSession } from "./KycSession.ts"
import { type KycFailedReason, kycSessionView } from "./KycSessionView.ts"

const toldAs = (
  event: KycSessionEvent
): { readonly type: FiatWebhookEvent; readonly told: { readonly reason?: KycFailedReason } } | undefined => {
  switch (event._tag) {
    case "KycSessionCompleted":
      return { type: "kyc.completed", told: {} }
    case "KycSessionFailed":
      return { type: "kyc.failed", told: { reason: "refused" } }
    case "KycSessionExpired":
      return { type: "kyc.failed", told: { reason: "expired" } }
    case "KycSessionCreated":
    case "KycDocumentSubmitted":
    case "KycDocumentsWaived":
    case "KycCheckOpening":
    case "KycCheckRunning":
    case "KycAnswerLost":
    case "KycCheckRefused":
    case "KycSessionRedacted":
      return undefined
  }
}

/** What is told when a session goes on to `next`: how it ended, to its own URL, or else to the partner's webhooks. */
export const kycAnnouncements = (
  events: ReadonlyArray<KycSessionEvent>,
  next: OpenedKycSession,
  publicUrl: string
): ReadonlyArray<Announcement> =>
  events.flatMap((event) => {
    const as = toldAs(event)
    if (as === undefined) return []
    const object = () => ({ ...kycSessionView(next, publicUrl), ...as.told })
    const recipient = Option.getOrUndefined(next.order.recipient)
    return [{ event, type: as.type, object, ...(recipient === undefined ? {} : { recipient }) }]
  })
