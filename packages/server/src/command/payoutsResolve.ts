import { Operations } from "@quittance/core"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { servicesLayer } from "../start/services.ts"
import { onStore } from "./onStore.ts"
import { printFacts, printJson, printLine } from "./print.ts"

/** `quittance payouts resolve`: an operator's decision on an outcome that the processing side does not report. */
export const run: RunCommand = (input) => {
  const outcome = input.required("--as") === "completed" ? "completed" : "failed"
  const resolve = Effect.gen(function* () {
    const { payouts } = yield* Operations
    const view = yield* payouts.resolve(input.operand, outcome, input.required("--reason"))
    if (input.has("--json")) printJson(view)
    else {
      printLine(`Payout ${view.id} is ${view.status} (told: ${outcome}).\n`)
      printFacts(Object.entries(view).map(([name, value]) => [name, value === null ? "" : String(value)]))
    }
    return 0
  })
  return onStore((configuration) => servicesLayer(configuration, { vault: "none" }), resolve)
}
