import { amountText, invoiceAsOf, invoiceList } from "@quittance/core/adapter"
import { Option } from "effect"
import { listCommand } from "./listCommand.ts"
import { filterIn } from "./listInput.ts"
import { timeText } from "./timeText.ts"

/** `quittance invoices list`: fiat invoices. */
export const run = listCommand({
  asked: (input) => ({ list: invoiceList, filter: filterIn(input, invoiceList) }),
  named: "invoices",
  shown: invoiceList.shown,
  headers: ["ID", "PARTNER", "CREATED (UTC)", "AMOUNT", "STATUS", "EXPIRES (UTC)", "EXTERNAL ID"],
  rightAligned: ["AMOUNT"],
  rowOf: ({ item, partner }, now) => [
    item.order.id,
    partner.name,
    timeText(item.order.createdAt),
    amountText(item.order.amountMinor, item.order.currency),
    invoiceAsOf(item, now)._tag,
    timeText(item.order.expiresAt),
    Option.getOrElse(item.order.externalId, () => "")
  ],
  hint: "quittance invoices show ID shows one, with its link."
})
