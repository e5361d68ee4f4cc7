import type { Announcement } from "../webhook/Announcement.ts"
import type { TransitWebhookEvent } from "../webhook/WebhookEvents.ts"
import type { PayoutEvent, RecordedPayout } from "./Payout.ts"
import { payoutView } from "./PayoutView.ts"

const typeOf = (event: PayoutEvent): TransitWebhookEvent | undefined => {
  switch (event._tag) {
    case "PayoutConfirmed":
      return "payout.completed"
    case "PayoutRejected":
    case "PayoutGivenUp":
      return "payout.failed"
    case "PayoutSettledLate":
      return "payout.late_settlement"
    case "PayoutReserved":
    case "PayoutSubmissionStarted":
    case "PayoutLookupStarted":
    case "PayoutAccepted":
    case "PayoutAnswerLost":
      return undefined
  }
}

/** What webhooks are told of a payout: its end, and money that turns out to have left after all. */
export const payoutAnnouncements = (
  events: ReadonlyArray<PayoutEvent>,
  next: RecordedPayout,
  networkLabel: string
): ReadonlyArray<Announcement> =>
  events.flatMap((event) => {
    const type = typeOf(event)
    return type === undefined ? [] : [{ event, type, object: () => payoutView(next, networkLabel) }]
  })
