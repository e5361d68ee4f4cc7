import { Effect } from "effect"
import type { Concept } from "../concept/Concept.ts"
import type { PartnerId } from "../concept/PartnerId.ts"
import type { StateReader } from "../ports/StateReader.ts"
import type { StoreUnavailable } from "../ports/Store.ts"
import type { Versioned } from "../ports/Versioned.ts"
import { type NotFound, orNotFound } from "./Refusals.ts"

/** The state, or `NotFound`. */
export const existing = <State>(
  states: StateReader["Service"],
  concept: Concept<State>,
  partnerId: PartnerId,
  id: string
): Effect.Effect<Versioned<State>, NotFound | StoreUnavailable> =>
  Effect.flatMap(states.get(concept, partnerId, id), orNotFound(concept.noun, id))

/** The partner of the state, or `NotFound`. */
export const owningPartner = <State>(
  states: StateReader["Service"],
  concept: Concept<State>,
  id: string
): Effect.Effect<PartnerId, NotFound | StoreUnavailable> =>
  Effect.flatMap(states.partnerOf(concept, id), orNotFound(concept.noun, id))
