import { Partners } from "@quittance/core"
import { type Concept, orNotFound, StateReader } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { CommandInput } from "../cli/CommandInput.ts"
import { StartRefused } from "../start/StartRefused.ts"
import { partnerIn } from "./listInput.ts"

/**
 * The record of any partner that the operand names, with its partner's name. With `--partner` it must be that
 * partner's.
 */
export const foundById = Effect.fnUntraced(function* <State>(concept: Concept<State>, input: CommandInput) {
  const id = input.operand
  const only = yield* partnerIn(input)
  const states = yield* StateReader
  const partnerId = yield* Effect.flatMap(states.partnerOf(concept, id), orNotFound(concept.noun, id))
  const owner = yield* Effect.flatMap(Partners, (partners) => partners.nameOf(partnerId))
  if (only !== undefined && only.id !== partnerId)
    return yield* new StartRefused({
      message: `${concept.noun} ${id} belongs to the partner ${owner}, not to ${only.name}.`
    })
  const { state } = yield* Effect.flatMap(states.get(concept, partnerId, id), orNotFound(concept.noun, id))
  return { owner, state }
})
