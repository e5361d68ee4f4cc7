import { Operations, Partners } from "@quittance/core"
import { adjustmentOf } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { servicesLayer } from "../start/services.ts"
import { checked, onStore } from "./onStore.ts"
import { printFacts, printJson, printLine } from "./print.ts"

/** `quittance balance adjust`: an unknown partner is an error, because money must not go to a misspelt name. */
export const run: RunCommand = (input) => {
  const name = input.required("--partner")
  // People write a credit with a leading plus.
  const amount = input.required("--amount").replace(/^\+/, "")
  const request = {
    amount,
    reason: input.required("--reason"),
    allowNegative: input.has("--allow-negative")
  }
  checked({ amount: "--amount", reason: "--reason" }, adjustmentOf(request))
  const adjust = Effect.gen(function* () {
    const partner = yield* Effect.flatMap(Partners, (partners) => partners.find(name))
    const { balances } = yield* Operations
    const view = yield* Effect.catchTag(
      balances.adjust(partner.id, request),
      "AdjustmentBelowZero",
      (error) => Effect.fail(`${error.message}: add --allow-negative to allow it`)
    )
    if (input.has("--json")) printJson({ partnerId: partner.id, balance: view })
    else {
      printLine(`Adjusted the balance of ${name} by ${amount} USDT.\n`)
      printFacts(
        Object.entries(view).map(([field, value]) => [field, typeof value === "number" ? String(value) : ""])
      )
    }
    return 0
  })
  return onStore((configuration) => servicesLayer(configuration, { vault: "none" }), adjust)
}
