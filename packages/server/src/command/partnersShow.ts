import { Partners, Settings } from "@quittance/core"
import { allById, apiKey, termsView } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { readServicesLayer } from "../start/services.ts"
import { onStore } from "./onStore.ts"
import { partnerFacts } from "./partnerFacts.ts"
import { printFacts, printJson } from "./print.ts"
import { termsFacts } from "./termsFacts.ts"

/** `quittance partners show`: one partner, by its name or id, with its fees. */
export const run: RunCommand = (input) => {
  const show = Effect.gen(function* () {
    const settings = yield* Settings
    const partner = yield* Effect.flatMap(Partners, (partners) => partners.find(input.operand))
    const facts = partnerFacts(partner, yield* allById(apiKey))
    const terms = termsView(settings, partner.terms)
    if (input.has("--json")) printJson({ ...facts, terms })
    else
      printFacts([
        ["Id", facts.id],
        ["Name", facts.name],
        ["Created", facts.createdAt],
        ["Keys", String(facts.keys)],
        ...termsFacts(terms)
      ])
    return 0
  })
  return onStore(readServicesLayer, show)
}
