import { Ids } from "@quittance/core"
import {
  type AggregateWrite,
  emptyCommit,
  invariant,
  type List,
  type ListFilter,
  type ListOwner,
  listedStatus,
  noSums
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import * as fc from "fast-check"
import { generatedConcepts } from "../generators/conceptGenerators.ts"
import type { ListSample } from "./ListSamples.ts"
import { newEvent, newPartnerId } from "./StoreSamples.ts"
import { named } from "./stateSuite.ts"

/** Samples of a list of a partner's states, from the definition of their concept. */
export const conceptListSample = (
  list: List<object, ListOwner, ListFilter>
): ListSample<object, ListOwner, ListFilter> => {
  const { items, kind, name, orderOf, owner, status } = list
  const concept = generatedConcepts.find((each) => each.concept.name === items.tag)
  invariant(
    concept !== undefined && owner.length === 1,
    `${name} are no partner's states of a concept: say in listSamples how they are written`
  )
  const samples = fc
    .sample(concept.twoStates, { numRuns: 200, seed: 20260101 })
    .flat()
    // Their order has what a redacted one has lost.
    .filter((state) => !concept.concept.isRedacted(state))
  const states = new WeakMap<object, unknown>()
  let made = 0

  const itemOf = (state: unknown) => {
    const item = items.ofState(state, noSums(items))
    states.set(item, state)
    return item
  }
  const samplesByStatus = Map.groupBy(samples, (state) => status?.of(itemOf(state)))
  /** A state in this status, if the list has any. */
  const stateIn = (wanted: string | undefined): unknown => {
    const found = samplesByStatus.get(status && wanted) ?? []
    made += 1
    return found[made % found.length]
  }

  return {
    list,
    newOwner: Effect.map(newPartnerId, (partnerId) => ({ partnerId })),
    newItem: Effect.fnUntraced(function* ({ partnerId }, { createdAt, kind: ofKind, lifeMillis }) {
      const id = yield* (yield* Ids).uuid
      const fixed = {
        ...{ id, partnerId, createdAt },
        ...(kind && { [kind.field]: ofKind }),
        ...(status?.lapse && { [status.lapse.field]: createdAt + lifeMillis })
      }
      return itemOf(named(stateIn(status?.values[0]), fixed))
    }),
    moved: (item, wanted) => {
      const { order } = states.get(item) as { readonly order?: { readonly [field: string]: unknown } }
      return order === undefined ? item : itemOf(named(stateIn(wanted), order))
    },
    ...(concept.concept.personal === "none"
      ? {}
      : {
          redacted: (item) =>
            itemOf({
              ...(concept.concept.erase(states.get(item)) as object),
              redactedAt: Option.some(orderOf(item).createdAt)
            })
        }),
    writing: Effect.fnUntraced(function* (item, previous, version) {
      const { createdAt, id, partnerId } = orderOf(item)
      const write = {
        ...{ _tag: items.tag, expectedVersion: version, state: states.get(item) },
        ...(previous && { previous: states.get(previous) })
      } as AggregateWrite
      const events = [yield* newEvent(partnerId, id, { version: version + 1, at: createdAt })]
      return { ...emptyCommit, aggregates: [write], events }
    }),
    orderOf,
    statusOf: (item, now) => (status === undefined ? "" : listedStatus(status, item, now)),
    kindOf: (item) => kind?.of(item) ?? ""
  }
}
