import { Option } from "effect"
import type { Cell, Field, Fields, Parts } from "./Field.ts"

/** The row codec of a concept, derived from its definition. */

/** A row as an engine returns it, by column name. */
export type Row = { readonly [column: string]: unknown }

export interface Column<State> {
  readonly name: string
  readonly type: "text" | "integer"
  /** May be absent in every state that has the field. */
  readonly isOptional: boolean
  /** Never changes after the row is inserted. */
  readonly isFixed: boolean
  /** Changes without a new version; no commit changes it. */
  readonly isNoted: boolean
  readonly isDigested: boolean
  /** Every text the column may contain, if these are known. */
  readonly oneOf: ReadonlyArray<string> | undefined
  /** Another column of the same value: both are null or neither is. */
  readonly besides: string | undefined
  /** The version of the stored schema that added it; undefined if the first version had it. */
  readonly addedIn: number | undefined
  /** The states that have a value; the others leave it null. All states by default. */
  readonly states: ReadonlyArray<string> | undefined
  readonly cellOf: (state: State) => Cell
}

/** The column of a field: `amountMinor` is `amount_minor`. */
export const columnName = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * The fields of a concept by place: fixed fields are in the `order` of a state, or at the top level if there
 * are no states.
 */
export interface Layout {
  readonly fixed: Fields
  readonly changing: Fields
  readonly states: { readonly [tag: string]: Fields } | undefined
  readonly statuses: { readonly [tag: string]: string } | undefined
}

/** Values by field name. */
interface Values {
  readonly [field: string]: unknown
}

/** A state, for code that serves every concept. */
export interface AnyState extends Values {
  readonly _tag: string
  readonly order: Values
}

const isParts = (field: Field<unknown> | Parts<unknown>): field is Parts<unknown> => "parts" in field

const columnOf = (name: string, { columnName: called }: Field<unknown>): string => called ?? columnName(name)

/** Where the values of a field are: in the order of a state, in every state, or only in some states. */
type Place = "order" | "state" | "some states"

type Read = (state: AnyState) => unknown

const readerFrom = (place: Place, name: string): Read =>
  place === "order" ? ({ order }) => order[name] : (state) => state[name]

/** One function per place, because a commit reads every cell of its rows twice. */
const cellFrom = (place: Place, name: string, { toCell }: Field<unknown>): Column<AnyState>["cellOf"] => {
  switch (place) {
    case "order":
      return ({ order }) => toCell(order[name])
    case "state":
      return (state) => toCell(state[name])
    case "some states":
      return (state) => (name in state ? toCell(state[name]) : null)
  }
}

/** The cell of one part. */
const partFrom = (
  place: Place,
  name: string,
  part: string,
  isOptional: boolean,
  { toCell }: Field<unknown>
): Column<AnyState>["cellOf"] => {
  const read = readerFrom(place, name)
  return (state) => {
    const value = read(state)
    if (value === undefined && place === "some states") return null
    const there = isOptional ? Option.getOrUndefined(value as Option.Option<Values>) : (value as Values)
    return there === undefined ? null : toCell(there[part])
  }
}

/** The columns of a field: one; none for a personal field; several for a value with several parts. */
const columnsFrom = (
  place: Place,
  name: string,
  field: Field<unknown> | Parts<unknown>,
  states: ReadonlyArray<string> | undefined
): ReadonlyArray<Column<AnyState>> => {
  const column = (
    called: string,
    each: Field<unknown>,
    cellOf: Column<AnyState>["cellOf"],
    besides?: string
  ): Column<AnyState> => ({
    name: columnOf(called, each),
    type: each.column,
    isOptional: each.isOptional || besides !== undefined,
    isFixed: false,
    isNoted: each.isNoted,
    isDigested: each.isDigested,
    oneOf: each.oneOf,
    besides,
    addedIn: each.addedIn ?? field.addedIn,
    states,
    cellOf
  })
  if (!isParts(field))
    return field.erased === undefined ? [column(name, field, cellFrom(place, name, field))] : []
  const { isOptional, parts } = field
  const [first] = Object.entries(parts).map(([part, each]) => columnOf(part, each))
  return Object.entries(parts).map(([part, each]) =>
    column(part, each, partFrom(place, name, part, isOptional, each), isOptional ? first : undefined)
  )
}

/** The fields that only some states have, with these states. */
const partial = (
  states: NonNullable<Layout["states"]>
): ReadonlyArray<readonly [string, Field<unknown> | Parts<unknown>, ReadonlyArray<string>]> => {
  const found = new Map<string, { readonly field: Fields[string]; readonly tags: Array<string> }>()
  for (const [tag, fields] of Object.entries(states))
    for (const [name, field] of Object.entries(fields)) {
      const known = found.get(name)
      if (known === undefined) found.set(name, { field, tags: [tag] })
      else known.tags.push(tag)
    }
  return [...found].map(([name, { field, tags }]) => [name, field, tags])
}

export const columnsOf = ({ changing, fixed, states, statuses }: Layout): ReadonlyArray<Column<AnyState>> => {
  const from = (place: Place, fields: Fields) =>
    Object.entries(fields).flatMap(([name, field]) => columnsFrom(place, name, field, undefined))
  const derived = (name: string, texts: ReadonlyArray<string>, of: (tag: string) => string) => ({
    name,
    type: "text" as const,
    isOptional: false,
    isFixed: false,
    isNoted: false,
    isDigested: true,
    oneOf: [...new Set(texts)],
    besides: undefined,
    addedIn: undefined,
    states: undefined,
    cellOf: ({ _tag }: AnyState) => of(_tag)
  })
  const ofFixed = from(states === undefined ? "state" : "order", fixed).map((each) => ({
    ...each,
    isFixed: true
  }))
  if (states === undefined) return [...ofFixed, ...from("state", changing)]
  return [
    ...ofFixed,
    derived("state", Object.keys(states), (tag) => tag),
    ...(statuses === undefined
      ? []
      : [derived("status", Object.values(statuses), (tag) => statuses[tag] ?? "")]),
    ...from("state", changing),
    ...partial(states).flatMap(([name, field, tags]) => columnsFrom("some states", name, field, tags))
  ]
}

/** By field name; a field with its redacted value is omitted. */
interface PersonalCells {
  readonly [field: string]: string | number
}

const personal = (fields: Fields): ReadonlyArray<readonly [string, Field<unknown>]> =>
  Object.entries(fields).flatMap(([name, field]) =>
    "parts" in field || field.erased === undefined ? [] : [[name, field] as const]
  )

export const personalTextOf = ({ changing, fixed, states }: Layout) => {
  const cellsOf = (fields: Fields) =>
    personal(fields).map(([name, { erased, toCell }]) => {
      const left = erased === undefined ? null : toCell(erased.value)
      return (values: Values) => {
        const cell = toCell(values[name])
        return cell === left ? [] : [[name, cell] as const]
      }
    })
  const ofFixed = cellsOf(fixed)
  const ofEvery = cellsOf(changing)
  return (state: AnyState): string | undefined => {
    const holder = states === undefined ? state : state.order
    const cells = [...ofFixed.flatMap((cells) => cells(holder)), ...ofEvery.flatMap((cells) => cells(state))]
    return cells.length === 0 ? undefined : JSON.stringify(Object.fromEntries(cells))
  }
}

/** Removes all personal data from a state. */
export const eraser = ({ changing, fixed, states }: Layout) => {
  const emptied = (fields: Fields) =>
    Object.fromEntries(personal(fields).map(([name, { erased }]) => [name, erased?.value]))
  const ofOrder = emptied(fixed)
  const ofState = emptied(changing)
  return (state: AnyState): AnyState =>
    states === undefined
      ? { ...state, ...ofOrder, ...ofState }
      : { ...state, order: { ...state.order, ...ofOrder }, ...ofState }
}

type ReadRow = (row: Row, opened: PersonalCells | undefined) => unknown

const readerOf = (name: string, field: Field<unknown> | Parts<unknown>): ReadRow => {
  if (isParts(field)) return partsReader(field)
  const { erased, fromCell } = field
  const column = columnOf(name, field)
  if (erased === undefined) return (row) => fromCell(row[column])
  return (_row, opened) => {
    const cell = opened?.[name]
    return cell === undefined ? erased.value : fromCell(cell)
  }
}

const partsReader = ({ isOptional, parts }: Parts<unknown>): ReadRow => {
  const readers = Object.entries(parts).map(([part, field]) => ({
    part,
    column: columnOf(part, field),
    fromCell: field.fromCell
  }))
  const [first] = readers
  const read = (row: Row) => {
    const value: { [part: string]: unknown } = {}
    for (const { column, fromCell, part } of readers) value[part] = fromCell(row[column])
    return value
  }
  if (!isOptional || first === undefined) return read
  return (row) => (row[first.column] === null ? Option.none() : Option.some(read(row)))
}

export const stateReader = ({ changing, fixed, states }: Layout) => {
  const readersOf = (fields: Fields) =>
    Object.entries(fields).map(([name, field]) => [name, readerOf(name, field)] as const)
  const ofFixed = readersOf(fixed)
  const ofEvery = readersOf(changing)
  const ofState = new Map(Object.entries(states ?? {}).map(([tag, fields]) => [tag, readersOf(fields)]))
  const readInto = (
    target: { [field: string]: unknown },
    readers: ReadonlyArray<readonly [string, ReadRow]>,
    row: Row,
    opened: PersonalCells | undefined
  ) => {
    for (const [name, read] of readers) target[name] = read(row, opened)
    return target
  }
  return (row: Row, text?: string) => {
    const opened = text === undefined ? undefined : (JSON.parse(text) as PersonalCells)
    const tag = String(row.state)
    const state: { [field: string]: unknown } =
      states === undefined
        ? readInto({}, ofFixed, row, opened)
        : { _tag: tag, order: readInto({}, ofFixed, row, opened) }
    readInto(state, ofEvery, row, opened)
    readInto(state, ofState.get(tag) ?? [], row, opened)
    return state as unknown as AnyState
  }
}
