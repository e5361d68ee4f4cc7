import { Partners, Settings } from "@quittance/core"
import {
  amountText,
  type BalanceEntry,
  type BalanceEntryFilter,
  balanceEntryList
} from "@quittance/core/adapter"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { readServicesLayer } from "../start/services.ts"
import { filterIn, listJson, pageIn, printPlace } from "./listInput.ts"
import { newestOf } from "./newestOf.ts"
import { onStore } from "./onStore.ts"
import { printJson, printLine, printTable } from "./print.ts"
import { timeText } from "./timeText.ts"

/** `quittance balance entries`: reads only; the statement of a partner, the newest first. */
export const run: RunCommand = (input) => {
  const page = pageIn(input)
  const filter: BalanceEntryFilter = filterIn(input, balanceEntryList)
  const list = Effect.gen(function* () {
    const partner = yield* Effect.flatMap(Partners, (partners) => partners.find(input.required("--partner")))
    const settings = yield* Settings
    const found = yield* newestOf(balanceEntryList, partner, filter, page)
    if (input.has("--json")) {
      const view = (each: BalanceEntry) => balanceEntryList.shown(each, settings, found.asOf)
      const { items, pagination } = listJson(found, page, partner, view)
      printJson({ entries: items, pagination })
    } else if (found.items.length === 0 && !found.total) printLine("There are none.")
    else {
      if (found.items.length > 0)
        printTable(
          ["AT (UTC)", "KIND", "AMOUNT", "AVAILABLE AFTER", "SUBJECT"],
          found.items.map(({ item }) => [
            timeText(item.createdAt),
            item.kind,
            amountText(item.amountMinor, "USDT"),
            amountText(item.availableAfterMinor, "USDT"),
            item.subjectId
          ]),
          ["AMOUNT", "AVAILABLE AFTER"]
        )
      printPlace(found, page)
    }
    return 0
  })
  return onStore(readServicesLayer, list)
}
