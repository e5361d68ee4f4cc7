import { Settings } from "@quittance/core"
import { amountText, type IssuedInvoice, invoiceAsOf, invoiceList } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { readServicesLayer } from "../start/services.ts"
import { filterIn, listJson, pageIn, partnerIn, printPlace } from "./listInput.ts"
import { type Listed, newestOf } from "./newestOf.ts"
import { onStore } from "./onStore.ts"
import { printJson, printLine, printTable } from "./print.ts"
import { timeText } from "./timeText.ts"

/** `quittance invoices list`: reads only; fiat invoices of one partner or of all, the newest first. */
export const run: RunCommand = (input) => {
  const page = pageIn(input)
  const filter = filterIn(input, invoiceList)
  const list = Effect.gen(function* () {
    const only = yield* partnerIn(input)
    const settings = yield* Settings
    const found = yield* newestOf(invoiceList, only, filter, page)
    const now = found.asOf
    if (input.has("--json")) {
      const view = (each: IssuedInvoice) => invoiceList.shown(each, settings, now)
      const { items, pagination } = listJson(found, page, only, view)
      printJson({ invoices: items, pagination })
    } else if (found.items.length === 0 && !found.total) printLine("There are none.")
    else {
      if (found.items.length > 0)
        printTable(
          ["ID", "PARTNER", "CREATED (UTC)", "AMOUNT", "STATUS", "EXPIRES (UTC)", "EXTERNAL ID"],
          found.items.map((each) => rowOf(each, now)),
          ["AMOUNT"]
        )
      printPlace(found, page)
      printLine("\nquittance invoices show ID shows one, with its link.")
    }
    return 0
  })
  return onStore(readServicesLayer, list)
}

const rowOf = ({ item, partner }: Listed<IssuedInvoice>, now: number): ReadonlyArray<string> => {
  const { order } = item
  return [
    order.id,
    partner.name,
    timeText(order.createdAt),
    amountText(order.amountMinor, order.currency),
    invoiceAsOf(item, now)._tag,
    timeText(order.expiresAt),
    Option.getOrElse(order.externalId, () => "")
  ]
}
