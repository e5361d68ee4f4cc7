import { allById, apiKey, partner } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { storeLayer } from "../start/services.ts"
import { onStore } from "./onStore.ts"
import { partnerFacts } from "./partnerFacts.ts"
import { printJson, printLine, printTable } from "./print.ts"

/** `quittance partners list`: every partner of the store, in order of creation. */
export const run: RunCommand = (input) => {
  const list = Effect.gen(function* () {
    const keys = yield* allById(apiKey)
    const facts = (yield* allById(partner)).map((each) => partnerFacts(each, keys))
    if (input.has("--json")) printJson(facts)
    else if (facts.length === 0)
      printLine("There are no partners yet: quittance keys create --partner NAME creates one.")
    else
      printTable(
        ["ID", "NAME", "CREATED", "KEYS", "TERMS"],
        facts.map(({ createdAt, id, keys, name, ownTerms }) => [
          id,
          name,
          createdAt,
          String(keys),
          ownTerms ? "its own" : "the deployment's"
        ])
      )
    return 0
  })
  return onStore((configuration) => storeLayer(configuration, "read"), list)
}
