import { Effect } from "effect"
import type { Concept } from "../../kernel/concept/Concept.ts"
import { columnName } from "../../kernel/concept/columns.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { invariant } from "../../kernel/machine/invariant.ts"
import type { Claim } from "../../kernel/ports/Claim.ts"
import { type Ending, folderBounds, type Searched, type Way } from "../../kernel/search/Searched.ts"
import { SearchReader, searchedMax } from "../../kernel/search/SearchReader.ts"
import { conceptNamed } from "../../store/concepts.ts"
import { itemOf } from "./MemoryLists.ts"
import { byCreation } from "./MemoryLookup.ts"
import type { MemoryState } from "./MemoryState.ts"

/** Searches in memory: every record is looked at, and asked whether a way leads to it. */
export const memorySearchReader = (memory: MemoryState): SearchReader["Service"] =>
  SearchReader.of({
    find: (partnerId, kinds, value) =>
      Effect.sync(() => kinds.map((kind) => ({ kind, items: foundOf(memory, partnerId, kind, value) })))
  })

const foundOf = <Value>(
  memory: MemoryState,
  partnerId: PartnerId,
  { items, ways }: Searched<unknown, Value>,
  value: Value
): ReadonlyArray<unknown> => {
  const { tag } = items
  const concept = conceptNamed.get(tag)
  invariant(concept !== undefined && tag !== "JournalEntry", `${tag} is in the list of concepts`)
  const leads = ways.map((way) => leading(memory, partnerId, concept, way, value))
  const createdAt = cellReader(concept, "createdAt")
  return Array.from<{ readonly state: unknown }, unknown>(
    memory.aggregates[tag].values(),
    ({ state }) => state
  )
    .filter(
      (state) =>
        concept.nameOf(state).partnerId === partnerId &&
        !concept.isRedacted(state as never) &&
        leads.some((leadsTo) => leadsTo(state))
    )
    .map((state) => ({ state, id: concept.nameOf(state).id, createdAt: Number(createdAt(state)) }))
    .sort((a, b) => byCreation(b, a))
    .slice(0, searchedMax)
    .map(({ state }) => itemOf(memory, items, state))
}

/** Whether a way leads to a state of the partner. */
const leading = <Value>(
  memory: MemoryState,
  partnerId: PartnerId,
  concept: Concept<unknown>,
  way: Way<Value>,
  value: Value
): ((state: unknown) => boolean) => {
  const texts = way.of(value, partnerId)
  switch (way._tag) {
    case "Id":
      return (state) => texts.includes(concept.nameOf(state).id)
    case "Claim":
      return among(
        concept,
        holders(memory, partnerId, way.scope.name, (key) => texts.includes(key))
      )
    case "Folder": {
      const folders = texts.map(folderBounds)
      const found = holders(memory, partnerId, way.scope.name, (key) =>
        folders.some(([from, to]) => from <= key && key < to)
      )
      const { concept: between, field } = way.through
      const held = conceptNamed.get(between.name)
      invariant(held !== undefined, `${between.name} is in the list of concepts`)
      const cell = cellReader(held, field)
      const kept: ReadonlyMap<string, { readonly state: unknown }> =
        memory.aggregates[between.name as keyof MemoryState["aggregates"]]
      const owners = [...found].flatMap((id) => {
        const owner = kept.get(id)
        return owner === undefined ? [] : [String(cell(owner.state))]
      })
      return among(concept, new Set(owners))
    }
    case "Ending": {
      const cell = cellReader(concept, way.field)
      return (state) => isOneOf(way, cell(state), texts)
    }
  }
}

const among =
  (concept: Concept<unknown>, ids: ReadonlySet<string>) =>
  (state: unknown): boolean =>
    ids.has(concept.nameOf(state).id)

const holders = (
  { claims }: MemoryState,
  partnerId: PartnerId,
  scope: string,
  isWanted: (key: string) => boolean
): ReadonlySet<string> => {
  const isHeld = (claim: Claim) =>
    claim.scope.name === scope && claim.partnerId === partnerId && isWanted(claim.key)
  return new Set([...claims.values()].filter(isHeld).map(({ ownerId }) => ownerId))
}

const isOneOf = ({ lengths, letters }: Ending, cell: unknown, texts: ReadonlyArray<string>): boolean =>
  typeof cell === "string" &&
  (lengths?.includes(cell.length) ?? true) &&
  texts.includes(letters === "kept" ? cell : cell.replace(/[A-Z]/g, (letter) => letter.toLowerCase()))

const cellReader = ({ columns, table }: Concept<unknown>, field: string) => {
  const column = columns.find(({ name }) => name === columnName(field))
  invariant(column !== undefined, `${table} have a field ${field}`)
  return column.cellOf
}
