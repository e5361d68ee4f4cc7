import { makeHistories } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { readServicesLayer } from "../start/services.ts"
import { printHistory } from "./histories.ts"
import { onStore } from "./onStore.ts"
import { printJson } from "./print.ts"
import { readRoster } from "./rosterOf.ts"

/** `quittance approvals history`: reads only; what became of the rules of a partner, and who caused it, by name. */
export const run: RunCommand = (input) => {
  const show = Effect.gen(function* () {
    const { roster } = yield* readRoster(input.required("--partner"))
    const view = yield* (yield* makeHistories("operator")).roster(roster)
    if (input.has("--json")) printJson(view)
    else printHistory(view)
    return 0
  })
  return onStore(readServicesLayer, show)
}
