import type { Announcement } from "../webhook/Announcement.ts"
import type { TransitWebhookEvent } from "../webhook/WebhookEvents.ts"
import type { RecordedDeposit, TransitDepositEvent } from "./TransitDeposit.ts"
import { transitDepositView } from "./TransitView.ts"

const typeOf = (event: TransitDepositEvent): TransitWebhookEvent | undefined => {
  switch (event._tag) {
    case "DepositSeen":
      return "payment.received"
    case "DepositCredited":
      return "payment.success"
    case "DepositDropped":
    case "DepositReversed":
      return "payment.failed"
    case "DepositConfirmationsChanged":
      return undefined
  }
}

/** What webhooks are told of a deposit: where it stands now. One that was final when it was first seen is only a success. */
export const transitDepositAnnouncements = (
  events: ReadonlyArray<TransitDepositEvent>,
  next: RecordedDeposit
): ReadonlyArray<Announcement> => {
  const event = events.findLast((each) => typeOf(each) !== undefined)
  const type = event && typeOf(event)
  return event === undefined || type === undefined
    ? []
    : [{ event, type, object: () => transitDepositView(next) }]
}
