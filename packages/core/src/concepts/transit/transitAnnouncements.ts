import type { Announcement } from "../webhook/Announcement.ts"
import { sampleId, samplePlace, topic } from "../webhook/Topic.ts"
import type { AccountWebhookEvent } from "../webhook/WebhookEvents.ts"
import type { RecordedDeposit, TransitDepositEvent } from "./TransitDeposit.ts"
import { TransitDepositView, TransitWalletView, transitDepositView } from "./TransitView.ts"
import { transitDepositPrefix, transitWalletPrefix } from "./transitNames.ts"

const depositTopic = (meaning: string, status: TransitDepositView["status"]) =>
  topic<TransitDepositView>(meaning, TransitDepositView, () => ({
    ...samplePlace,
    id: sampleId(transitDepositPrefix),
    amount: 25,
    currency: "USDT",
    status,
    walletId: sampleId(transitWalletPrefix),
    txHash: "0".repeat(64),
    confirmations: status === "success" ? 20 : 0,
    requiredConfirmations: 20
  }))

/** The webhook events of deposits and wallets. */
export const transitTopics = {
  "payment.success": depositTopic("A deposit to a transit wallet was confirmed and credited", "success"),
  "payment.failed": depositTopic(
    "A deposit to a transit wallet failed, or its network took it back",
    "failed"
  ),
  "payment.received": depositTopic("A deposit to a transit wallet was seen, not yet confirmed", "received"),
  "wallet.created": topic<TransitWalletView>("A transit wallet was created", TransitWalletView, () => ({
    ...samplePlace,
    id: sampleId(transitWalletPrefix),
    label: "Sample",
    coins: ["USDT"]
  }))
}

const typeOf = (event: TransitDepositEvent): AccountWebhookEvent | undefined => {
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

/**
 * The announcement of a deposit: its current state. A deposit that was final when first seen is only
 * announced as a success.
 */
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
