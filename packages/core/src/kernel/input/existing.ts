import { Effect } from "effect"
import type { Concept } from "../concept/Concept.ts"
import type { PartnerId } from "../concept/PartnerId.ts"
import { firstOf, type IndexedBy, type StateReader } from "../ports/StateReader.ts"
import type { StoreUnavailable } from "../ports/Store.ts"
import type { Versioned } from "../ports/Versioned.ts"
import { NotFound, orNotFound } from "./Refusals.ts"

/** Of a host without types an id may be anything; no record has one that is no text. */
const isNoId = (id: unknown): boolean => typeof id !== "string"

/** The state, or `NotFound`. */
export const existing = <State>(
  states: StateReader["Service"],
  concept: Concept<State>,
  partnerId: PartnerId,
  id: string
): Effect.Effect<Versioned<State>, NotFound | StoreUnavailable> =>
  isNoId(id)
    ? Effect.fail(new NotFound({ what: concept.noun, id: String(id) }))
    : Effect.flatMap(states.get(concept, partnerId, id), orNotFound(concept.noun, id))

/** The state, whose partner the caller does not know, or `NotFound`. */
export const lookedUp = <State>(
  states: StateReader["Service"],
  concept: IndexedBy<State, "by_id">,
  id: string
): Effect.Effect<Versioned<State>, NotFound | StoreUnavailable> =>
  isNoId(id)
    ? Effect.fail(new NotFound({ what: concept.noun, id: String(id) }))
    : Effect.flatMap(firstOf(states.indexed(concept, "by_id", { equal: [id] })), orNotFound(concept.noun, id))
