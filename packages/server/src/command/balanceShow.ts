import { amountText, balanceOf, balanceView, LedgerReader, Partners, Settings } from "@quittance/core"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { readServicesLayer } from "../start/services.ts"
import { onStore } from "./onStore.ts"
import { printFacts, printJson } from "./print.ts"
import { termsView } from "./termsView.ts"

/** `quittance balance show`: reads only; the balance of a partner as the API tells it. */
export const run: RunCommand = (input) => {
  const show = Effect.gen(function* () {
    const partner = yield* Effect.flatMap(Partners, (partners) => partners.find(input.required("--partner")))
    const ledger = yield* LedgerReader
    const balance = balanceOf(yield* ledger.balances(partner.id, "USDT"))
    const { feePayer, invoiceFee, invoiceFees, payoutFees } = termsView(yield* Settings, partner.terms)
    if (input.has("--json"))
      printJson({ ...balanceView(balance), terms: { feePayer, invoiceFee, invoiceFees, payoutFees } })
    else {
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
  return onStore(readServicesLayer, show)
}
