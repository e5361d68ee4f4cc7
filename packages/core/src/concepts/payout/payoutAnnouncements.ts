import type { Announcement } from "../webhook/Announcement.ts"
import { samplePlace, topic } from "../webhook/Topic.ts"
import type { AccountWebhookEvent } from "../webhook/WebhookEvents.ts"
import type { PayoutEvent } from "./Payout.ts"
import type { RecordedPayout } from "./PayoutRecord.ts"
import { PayoutView, payoutView } from "./PayoutView.ts"

const payoutTopic = (meaning: string, given: Partial<PayoutView>) =>
  topic<PayoutView>(meaning, PayoutView, (at, later) => ({
    fee: 2,
    total: 27,
    amount: 25,
    ...samplePlace,
    attempts: 1,
    currency: "USDT",
    networkLabel: "Tron (TRC-20)",
    completedAt: given.status === "COMPLETED" ? at : null,
    approval:
      given.processingStatus === "awaiting"
        ? { needed: 2, reasons: ["amount"], expiresAt: later, given: [] }
        : null,
    ...given
  }))

/** The webhook events of payouts. */
export const payoutTopics = {
  "payout.completed": payoutTopic("A payout arrived", {
    status: "COMPLETED",
    processingId: "0".repeat(64),
    processingStatus: "confirmed"
  }),
  "payout.failed": payoutTopic("A payout failed, and its debit was returned", {
    status: "FAILED",
    error: "the processing side refused the address",
    processingStatus: "rejected"
  }),
  "payout.late_settlement": payoutTopic("A payout that had failed arrived after all", {
    status: "FAILED",
    error: "the processing side did not confirm it in time",
    processingId: "0".repeat(64),
    processingStatus: "not_confirmed"
  }),
  "payout.approval_required": payoutTopic("A payout waits until people have approved it", {
    status: "PENDING",
    attempts: 0,
    processingStatus: "awaiting"
  })
}

const typeOf = (event: PayoutEvent): AccountWebhookEvent | undefined => {
  switch (event._tag) {
    case "PayoutConfirmed":
      return "payout.completed"
    case "PayoutRejected":
    case "PayoutGivenUp":
    case "PayoutDeclined":
      return "payout.failed"
    case "PayoutSettledLate":
      return "payout.late_settlement"
    case "PayoutApprovalRequired":
      return "payout.approval_required"
    case "PayoutReserved":
    case "PayoutApproved":
    case "PayoutSubmissionStarted":
    case "PayoutLookupStarted":
    case "PayoutAccepted":
    case "PayoutAnswerLost":
      return undefined
  }
}

/** Announces that a payout waits for people, its end, and money that turned out to have left after all. */
export const payoutAnnouncements = (
  events: ReadonlyArray<PayoutEvent>,
  next: RecordedPayout,
  networkLabel: string
): ReadonlyArray<Announcement> =>
  events.flatMap((event) => {
    const type = typeOf(event)
    return type === undefined ? [] : [{ event, type, object: () => payoutView(next, networkLabel) }]
  })
