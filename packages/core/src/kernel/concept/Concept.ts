import { Option } from "effect"
import { invariant } from "../machine/invariant.ts"
import {
  type AnyState,
  type Column,
  columnName,
  columnsOf,
  eraser,
  type Layout,
  personalTextOf,
  type Row,
  stateReader
} from "./columns.ts"
import type { Definition, Named, RecordDefinition, RecordOf, StateOf } from "./Definition.ts"
import type { Fields } from "./Field.ts"

/** What a storage engine needs to store a concept: how its states map to a table. */
export interface Concept<State> extends Named {
  readonly statuses?: { readonly [tag: string]: string }
  /** In the order in which they are written; the engine adds `version`. */
  readonly columns: ReadonlyArray<Column<State>>
  /** The partner's column, the first of the primary key; the second is `id`. */
  readonly partnerColumn: "partner_id" | "id"
  readonly nameOf: (state: State) => { readonly partnerId: string; readonly id: string }
  /** All personal data, as the text that is sealed in the column `personal`; undefined if there is none. */
  readonly personalText: (state: State) => string | undefined
  /** When the personal data changes: never, or with each write. */
  readonly personal: "none" | "fixed" | "changing"
  /** The same state without personal data. The caller records the instant of the redaction. */
  readonly erase: <S extends State>(state: S) => S
  readonly isRedacted: (state: State) => boolean
  /** Decodes a row. `opened` is the decrypted column `personal`; undefined if it was redacted. */
  readonly stateOf: (row: Row, opened?: string) => State
}

/** Completes a definition with everything derived from it. */
export const concept = <const D extends Definition>(definition: D): D & Concept<StateOf<D>> => {
  const { order, recorded, states, statuses } = definition
  const layout = { fixed: order, changing: recorded, states, statuses }
  for (const tag of Object.keys(statuses ?? {}))
    invariant(tag in states, `${definition.table} have a status of ${tag}, which is no state`)
  return { ...definition, ...stored<StateOf<D>>(definition, layout) }
}

/** The same for a concept without states. */
export const record = <const D extends RecordDefinition>(definition: D): D & Concept<RecordOf<D>> => {
  const { changing, fixed } = definition
  const layout = { fixed, changing, states: undefined, statuses: undefined }
  return { ...definition, ...stored<RecordOf<D>>(definition, layout) }
}

const stored = <State>({ indexes, table }: Named, layout: Layout): Omit<Concept<State>, keyof Named> => {
  const { changing, fixed } = layout
  invariant("id" in fixed, `${table} are stored by id`)
  const columns = columnsOf(layout)
  for (const { addedIn, isOptional, name, states } of columns)
    invariant(
      addedIn === undefined || isOptional || states !== undefined,
      `${name} of ${table} was added in version ${addedIn}, so it is optional: rows from before have none`
    )
  const names = new Set(columns.map(({ name }) => name))
  for (const [name, { across, on, where }] of Object.entries(indexes)) {
    invariant(
      (on[0] === "partnerId") === (across === undefined),
      `the index ${name} of ${table} begins with the partner, or says why not`
    )
    const isOnKept =
      on.length === 1 &&
      on.every((field) => field in fixed && !isPersonal(fixed, field)) &&
      where === undefined
    invariant(
      across !== "lookup" || isOnKept,
      `the lookup ${name} of ${table} is on one field of all states, which never changes and is never erased`
    )
    for (const field of [
      ...on,
      ...Object.keys(where?.in ?? {}),
      ...(where?.set ?? []),
      ...(where?.unset ?? [])
    ])
      invariant(names.has(columnName(field)), `an index of ${table} is on ${field}, which is no field of it`)
  }
  const hasPersonal = (fields: Fields) => Object.keys(fields).some((name) => isPersonal(fields, name))
  const personal = hasPersonal(changing) ? "changing" : hasPersonal(fixed) ? "fixed" : "none"
  invariant(
    personal === "none" || "redactedAt" in changing,
    `${table} have something personal, and no redactedAt`
  )
  const codec: Omit<Concept<AnyState>, keyof Named> = {
    columns,
    partnerColumn: "partnerId" in fixed ? "partner_id" : "id",
    nameOf: nameOf(layout),
    personal,
    personalText: personalTextOf(layout),
    erase: eraser(layout) as Concept<AnyState>["erase"],
    isRedacted: ({ redactedAt }) => Option.isOption(redactedAt) && Option.isSome(redactedAt),
    stateOf: stateReader(layout)
  }
  // The codec uses the same fields from which the state types are built.
  return codec as unknown as Omit<Concept<State>, keyof Named>
}

const isPersonal = (fields: Fields, name: string): boolean => {
  const field = fields[name]
  return field !== undefined && "erased" in field && field.erased !== undefined
}

type NameOf = Concept<AnyState>["nameOf"]

const nameOf = ({ fixed, states }: Layout): NameOf => {
  if (states !== undefined) return ({ order }) => order as ReturnType<NameOf>
  if ("partnerId" in fixed) return (state) => state as unknown as ReturnType<NameOf>
  return ({ id }) => ({ id: String(id), partnerId: String(id) })
}
