import type { AggregateWrite } from "../../kernel/ports/Store.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import { conceptNamed } from "../../store/concepts.ts"
import type { MemoryState } from "./MemoryState.ts"

/** Aggregates in memory: each kind has a map of its own, by id. */

export const idOf = ({ _tag, state }: AggregateWrite): string =>
  _tag === "WebhookDelivery" ? state.order.id : (conceptNamed.get(_tag)?.nameOf(state).id ?? "")

/** The states of a kind, without saying which. */
const mapOf = (state: MemoryState, tag: AggregateWrite["_tag"]): Map<string, Versioned<unknown>> =>
  state.aggregates[tag]

/** The version of the aggregate as stored; 0 when there is none. */
export const versionOf = (state: MemoryState, write: AggregateWrite): number =>
  mapOf(state, write._tag).get(idOf(write))?.version ?? 0

export const writeAggregate = (state: MemoryState, write: AggregateWrite): void => {
  mapOf(state, write._tag).set(idOf(write), { state: write.state, version: write.expectedVersion + 1 })
}
