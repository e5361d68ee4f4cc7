import { columnName } from "../concept/columns.ts"
import { conditionSql, derivedSql } from "../concept/Derived.ts"
import type { ListLapse, ListShape } from "./List.ts"

/** By what a list's filters are stored: a column, or an expression over the columns of the row. */
export interface ListColumns {
  /** Of the owner's second field. */
  readonly scope: string | undefined
  readonly status: string | undefined
  readonly kind: string | undefined
}

export const listColumns = ({ kind, owner: [, scope], status }: ListShape): ListColumns => ({
  scope: scope === undefined ? undefined : columnName(scope),
  status: status === undefined ? undefined : statusSql(status),
  kind: kind === undefined ? undefined : columnName(kind.field)
})

const statusSql = ({ field }: NonNullable<ListShape["status"]>): string =>
  typeof field === "string" ? columnName(field) : `(${derivedSql(field)})`

/** From when on an item is listed under another status; null of those that are not, if some of their status are. */
const lapsesAtSql = ({ derived, field }: ListLapse<string>): string =>
  derived === undefined
    ? columnName(field)
    : `(CASE WHEN (${derivedSql(derived)}) IS NOT NULL THEN ${columnName(field)} END)`

/**
 * The indexes of a list, by the ends of their names: of what each is made. In each run the items are in the order of
 * the list; what else a filter asks for stands behind that, so that items are counted without their rows.
 */
export const listIndexes = (list: ListShape): { readonly [name: string]: ReadonlyArray<string> } => {
  const { index, kind, owner, status } = list
  const columns = listColumns(list)
  const ofKind = columns.kind === undefined ? [] : [columns.kind]
  const made = (before: ReadonlyArray<string>, behind: ReadonlyArray<string>) => [
    ...owner.map(columnName),
    ...(columns.status === undefined ? [] : [columns.status]),
    ...before,
    "created_at",
    "id",
    ...(status?.lapse === undefined ? [] : [lapsesAtSql(status.lapse)]),
    ...behind
  ]
  if (kind?.index !== undefined) return { [index]: made([], []), [kind.index]: made(ofKind, []) }
  return { [index]: kind?.isRun ? made(ofKind, []) : made([], ofKind) }
}

/** The filter of a list, without its range. */
export interface Narrowed {
  readonly status: string | undefined
  readonly kind: string | undefined
}

/** The index in which such a filter's runs are. */
export const indexFor = ({ index, kind }: ListShape, narrowed: Narrowed): string =>
  narrowed.kind === undefined ? index : (kind?.index ?? index)

/**
 * The runs of the list's index that a page is merged from, each in list order: one for each status, and for each kind
 * if the index separates them.
 */
export const runsOf = (list: ListShape, { kind, status }: Narrowed): ReadonlyArray<Narrowed> => {
  const statuses = status === undefined ? (list.status?.values ?? [undefined]) : [status]
  const kinds = kind === undefined && list.kind?.isRun ? (list.kind.values ?? [undefined]) : [kind]
  return statuses.flatMap((each) => kinds.map((eachKind) => ({ status: each, kind: eachKind })))
}

/** Items that are due to lapse but not recorded affect this filter: it gains or loses them. */
export interface Lapsing {
  readonly change: 1 | -1
  /** The column of the instant. */
  readonly at: string
  /** When a recorded item of the filter leaves it: as in the list's index, so null if it does not. */
  readonly leavesAt: string
  /** What holds of the items that the filter gains or loses at that instant, whatever its kind. */
  readonly conditions: ReadonlyArray<string>
}

export const lapsingOf = (list: ListShape, { status }: Narrowed): Lapsing | undefined => {
  const lapse = list.status?.lapse
  if (lapse === undefined || status === undefined) return undefined
  const [isGain, isLoss] = [lapse.to.includes(status), lapse.from.includes(status)]
  if (!isGain && !isLoss) return undefined
  const { derived, field, states } = lapse
  const ofIndex = conditionSql({ in: "state", texts: states })
  const lapses = derived && `(${derivedSql(derived)})`
  return {
    change: isGain ? 1 : -1,
    at: columnName(field),
    leavesAt: lapsesAtSql(lapse),
    conditions: [
      ofIndex,
      ...(lapses === undefined
        ? []
        : isGain
          ? [`${lapses} = '${status}'`]
          : [`${lapses} IS NOT NULL`, `${listColumns(list).status} = '${status}'`])
    ]
  }
}
