import { Effect } from "effect"
import { id, text } from "../../look/Cell.ts"
import { facts } from "../../look/parts.ts"
import type { Seen } from "../../screen/Seen.ts"

/** The partner that an act of operators is about. */
export const aboutPartner = (seen: Seen) =>
  Effect.map(seen.operations.partners.get(seen.parameters.id ?? ""), (partner) =>
    facts(
      [
        [seen.words.operator.partner, text(partner.name)],
        [seen.words.operator.id, id(partner.id)]
      ],
      seen
    )
  )
