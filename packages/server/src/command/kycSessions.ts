import { kycSessionAsOf, kycStatus, lists } from "@quittance/core/adapter"
import { listCommand } from "./listCommand.ts"
import { filterIn } from "./listInput.ts"
import { timeText } from "./timeText.ts"

/** `quittance kyc sessions`: all KYC sessions. Those that wait for a decision are the business of `kyc list`. */
export const run = listCommand({
  asked: (input) => ({ list: lists.kyc, filter: filterIn(input, lists.kyc) }),
  named: "sessions",
  shown: lists.kyc.shown,
  headers: ["ID", "PARTNER", "CREATED (UTC)", "LEVEL", "STATUS", "REFUSALS", "EXPIRES (UTC)"],
  rightAligned: ["REFUSALS"],
  rowOf: ({ item, partner }, now) => [
    item.order.id,
    partner.name,
    timeText(item.order.createdAt),
    item.order.level,
    kycStatus(kycSessionAsOf(item, now)),
    String(item.attempts),
    timeText(item.order.expiresAt)
  ],
  hint: "quittance kyc list shows those that wait for a decision; quittance kyc show ID shows one."
})
