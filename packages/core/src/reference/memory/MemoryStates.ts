import { Effect, Option, Stream } from "effect"
import { apiKey } from "../../concepts/partner/ApiKey.ts"
import { session } from "../../concepts/signin/Session.ts"
import type { Concept } from "../../kernel/concept/Concept.ts"
import { columnName } from "../../kernel/concept/columns.ts"
import type { Cell } from "../../kernel/concept/Field.ts"
import { invariant } from "../../kernel/machine/invariant.ts"
import { type IndexRange, StateReader } from "../../kernel/ports/StateReader.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import type { MemoryState } from "./MemoryState.ts"

/**
 * The states of every concept in memory. An index looks at all states and sorts them, which says best what it means.
 */
export const memoryStateReader = (memory: MemoryState): StateReader["Service"] => {
  const kept = <State>({ name }: Concept<State>): ReadonlyMap<string, Versioned<State>> => {
    invariant(name in memory.aggregates, `${name} is in the list of concepts`)
    const found: ReadonlyMap<string, Versioned<unknown>> = memory.aggregates[
      name as keyof MemoryState["aggregates"]
    ]
    const states =
      name === apiKey.name
        ? withUses(memory.aggregates.ApiKey, "lastUsedAt", memory.keyUses)
        : name === session.name
          ? withUses(memory.aggregates.Session, "lastSeenAt", memory.sessionUses)
          : found
    // What is kept under the name of a concept is of that concept.
    return states as ReadonlyMap<string, Versioned<State>>
  }
  return StateReader.of({
    get: (concept, partnerId, id) =>
      Effect.sync(() =>
        Option.filter(
          Option.fromUndefinedOr(kept(concept).get(id)),
          ({ state }) => concept.nameOf(state).partnerId === partnerId
        )
      ),
    partnerOf: (concept, id) =>
      Effect.sync(() =>
        Option.map(
          Option.fromUndefinedOr(kept(concept).get(id)),
          ({ state }) => concept.nameOf(state).partnerId
        )
      ),
    indexed: (concept, name, range) =>
      Effect.sync(() => rangeOf(concept, name, range, [...kept(concept).values()])),
    count: (concept) => Effect.sync(() => kept(concept).size),
    all: (concept) =>
      Stream.suspend(() =>
        Stream.fromIterable(
          [...kept(concept).values()]
            .map(({ state }) => state)
            .sort((a, b) => byCells(keyOf(concept, a), keyOf(concept, b)))
        )
      )
  })
}

const keyOf = <State>({ nameOf }: Concept<State>, state: State): ReadonlyArray<Cell> => {
  const { id, partnerId } = nameOf(state)
  return [partnerId, id]
}

/** With when they were used, which is noted beside their versions. */
const withUses = <State>(
  states: ReadonlyMap<string, Versioned<State>>,
  field: keyof State,
  uses: ReadonlyMap<string, Instant>
): ReadonlyMap<string, Versioned<State>> =>
  new Map(
    [...states].map(([id, found]) => {
      const at = uses.get(id)
      return [
        id,
        at === undefined ? found : { ...found, state: { ...found.state, [field]: Option.some(at) } }
      ]
    })
  )

const rangeOf = <State>(
  { columns, indexes, table }: Concept<State>,
  name: string,
  { above, below, equal, limit, order = "forwards" }: IndexRange,
  states: ReadonlyArray<Versioned<State>>
): ReadonlyArray<Versioned<State>> => {
  const index = indexes[name]
  invariant(index !== undefined, `${table} have an index ${name}`)
  // Only these columns are read: others may take long to encode.
  const cellOf = (field: string): ((state: State) => Cell) =>
    columns.find((column) => column.name === columnName(field))?.cellOf ?? (() => null)
  const { in: oneOf = {}, set = [], unset = [] } = index.where ?? {}
  const texts = Object.entries(oneOf).map(([field, allowed]) => [cellOf(field), allowed] as const)
  const present = set.map(cellOf)
  const absent = unset.map(cellOf)
  const on = index.on.map(cellOf)
  const isCovered = (state: State): boolean =>
    texts.every(([cell, allowed]) => allowed.some((text) => cell(state) === text)) &&
    present.every((cell) => cell(state) !== null) &&
    absent.every((cell) => cell(state) === null)
  const found = states
    .flatMap((each) => {
      if (!isCovered(each.state)) return []
      const key = on.map((cell) => cell(each.state))
      const cell = key[equal.length] ?? null
      const next = typeof cell === "bigint" ? Number(cell) : cell
      const isInRange =
        equal.every((value, i) => key[i] === value) &&
        (below === undefined || (next !== null && typeof next === typeof below && next < below)) &&
        (above === undefined || (next !== null && typeof next === typeof above && next > above))
      return isInRange ? [{ each, key }] : []
    })
    .sort((a, b) => byCells(a.key, b.key))
    .map(({ each }) => each)
  return (order === "forwards" ? found : found.reverse()).slice(0, limit)
}

/** As engines order what is in a column: nothing first. */
const byCells = (a: ReadonlyArray<Cell>, b: ReadonlyArray<Cell>): number => {
  for (const [i, cell] of a.entries()) {
    const other = b[i] ?? null
    if (cell === other) continue
    if (cell === null) return -1
    if (other === null) return 1
    return cell < other ? -1 : 1
  }
  return 0
}
