import { Partners, Settings } from "@quittance/core"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { readServicesLayer } from "../start/services.ts"
import { onStore } from "./onStore.ts"
import { printFacts, printJson } from "./print.ts"
import { termsRows, termsView } from "./termsView.ts"

/** `quittance terms show`: the fees of a partner, and which of them are its own terms. */
export const run: RunCommand = (input) => {
  const show = Effect.gen(function* () {
    const settings = yield* Settings
    const partner = yield* Effect.flatMap(Partners, (partners) => partners.find(input.required("--partner")))
    const terms = termsView(settings, partner.terms)
    if (input.has("--json")) printJson({ partnerId: partner.id, partner: partner.name, terms })
    else printFacts([["Partner", partner.name], ...termsRows(terms)])
    return 0
  })
  return onStore(readServicesLayer, show)
}
