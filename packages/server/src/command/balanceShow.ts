import { Networks, Partners, Settings } from "@quittance/core"
import { amountText, balanceOf, balanceRecord, balanceView, LedgerReader } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { offeringServicesLayer } from "../start/services.ts"
import { onStore } from "./onStore.ts"
import { printFacts, printJson } from "./print.ts"

/** `quittance balance show`: reads only; the balance of a partner as the API tells it. */
export const run: RunCommand = (input) => {
  const show = Effect.gen(function* () {
    const partner = yield* Effect.flatMap(Partners, (partners) => partners.find(input.required("--partner")))
    const ledger = yield* LedgerReader
    const balance = balanceOf(yield* ledger.balances(partner.id, "USDT"))
    if (input.has("--json")) {
      const { offered } = yield* Networks
      printJson(balanceRecord(balanceView(balance), yield* Settings, offered, partner.terms))
    } else {
      const amounts = [
        ["Available", balance.availableMinor],
        ["Received", balance.receivedMinor],
        ["Paid out", balance.paidOutMinor],
        ["  still pending", balance.pendingMinor],
        ["Adjustments", balance.adjustmentsMinor]
      ] as const
      const texts = amounts.map(([name, minor]) => [name, amountText(minor, "USDT")] as const)
      const width = Math.max(...texts.map(([, text]) => text.length))
      printFacts([
        ["Partner", partner.name],
        ...texts.map(([name, text]) => [name, text.padStart(width)] as const)
      ])
    }
    return 0
  })
  return onStore(offeringServicesLayer, show)
}
