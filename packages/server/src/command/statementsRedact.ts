import { Statements } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { servicesLayer } from "../start/services.ts"
import { onStore } from "./onStore.ts"
import { printJson, printLine } from "./print.ts"

/** `quittance statements redact`: erases who paid and what they wrote. */
export const run: RunCommand = (input) => {
  const redact = Effect.gen(function* () {
    const entry = yield* (yield* Statements).redact(input.operand)
    if (input.has("--json")) printJson(entry)
    else printLine(`Entry ${entry.id} is redacted; it is ${entry.status}.`)
    return 0
  })
  return onStore((configuration) => servicesLayer(configuration, { vault: "none" }), redact)
}
