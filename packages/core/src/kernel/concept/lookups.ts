import { invariant } from "../machine/invariant.ts"
import type { Concept } from "./Concept.ts"
import { type Column, columnName } from "./columns.ts"

/** An index by which a state is found without its partner: the directory leads from a key to the state. */
export interface Lookup<State> {
  /** Of its rows in the directory. */
  readonly kind: string
  /** The row belongs to a claim that the writer of the state takes. */
  readonly isClaimed: boolean
  readonly column: Column<State>
}

export const lookupOf = <State>(
  { columns, indexes, table }: Pick<Concept<State>, "columns" | "indexes" | "table">,
  name: string
): Lookup<State> | undefined => {
  const index = indexes[name]
  if (index?.across !== "lookup") return undefined
  const column = columns.find((each) => index.on.some((field) => columnName(field) === each.name))
  invariant(column !== undefined, `${table} are looked up by a column of theirs`)
  return { kind: index.claim?.name ?? `${table}.${name}`, isClaimed: index.claim !== undefined, column }
}

const listed = new Map<string, ReadonlyArray<Lookup<never>>>()

/** The lookups whose rows are not written by a claim. */
export const listedLookups = <State>(concept: Concept<State>): ReadonlyArray<Lookup<State>> => {
  const known = listed.get(concept.name)
  if (known !== undefined) return known as ReadonlyArray<Lookup<State>>
  const made = Object.keys(concept.indexes).flatMap((name) => {
    const lookup = lookupOf(concept, name)
    return lookup === undefined || lookup.isClaimed ? [] : [lookup]
  })
  listed.set(concept.name, made)
  return made
}
