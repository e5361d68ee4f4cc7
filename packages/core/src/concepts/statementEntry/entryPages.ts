import { Effect, Option } from "effect"
import { InvalidInput } from "../../kernel/input/Input.ts"
import { cursorIn, cursorText, type InvalidCursor, type ListPosition } from "../../kernel/list/ListCursor.ts"
import { normalisedReference } from "../../kernel/money/CreditorReference.ts"
import type { Page } from "../../kernel/ports/Page.ts"
import { type StateReader, statesOf } from "../../kernel/ports/StateReader.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { type CalendarDate, daysAfter, isCalendarDate } from "../../kernel/time/CalendarDate.ts"
import { millisPerDay } from "../../kernel/time/Instant.ts"
import type { BankAccount } from "../bankAccount/BankAccount.ts"
import { bankAccountOwner } from "../bankAccount/bankAccountOwner.ts"
import { type RecordedEntry, statementEntry } from "./StatementEntryRecord.ts"
import { type EntryStatus, entryStatusOf, statementEntryPrefix } from "./statementEntryNames.ts"

/**
 * Lists of entries are by the day of the bank's books, which is how a person reads a statement; a first import records
 * a month at once. So they are no lists of the stores, which are by creation. A part costs the same wherever it is, and
 * each entry comes exactly once: neither its day nor its id ever changes.
 */

/** Which entries are listed; of all accounts and days and in every status unless said. */
export interface ListedEntries {
  /** The name of an account. */
  readonly account?: string | undefined
  readonly status?: EntryStatus | undefined
  /** Booked on this day or later. */
  readonly from?: string | undefined
  /** Booked before this day. */
  readonly to?: string | undefined
  /** Only the entry of this id, or those that name this reference. */
  readonly q?: string | undefined
  /** Where the list goes on: the `nextCursor` of an earlier part, under the same filter. */
  readonly cursor?: string | undefined
  readonly limit: number
}

type States = StateReader["Service"]

/** A part of the entries of these accounts, the newest first. Nothing is counted. */
export const entryPage = Effect.fnUntraced(function* (
  states: States,
  accounts: ReadonlyArray<BankAccount>,
  { account, cursor, from, limit, q, status, to }: ListedEntries
): Effect.fn.Return<Page<RecordedEntry>, InvalidCursor | InvalidInput | StoreUnavailable> {
  const days = { from: yield* dayIn("from", from), to: yield* dayIn("to", to) }
  const scope = JSON.stringify(["statementEntries", account, status, from, to, q])
  const place =
    cursor === undefined ? undefined : placeOf((yield* Effect.fromResult(cursorIn(scope, cursor))).after)
  const run = { status, ...days, place, limit: limit + 1 }
  const found = yield* Effect.forEach(accounts, (each) => {
    const owner = bankAccountOwner(each)
    return q === undefined ? read(states, owner, run) : sought(states, owner, q.trim(), run)
  })
  const rest = found.flat().toSorted(newestFirst)
  const items = rest.slice(0, limit)
  const last = rest.length > limit ? items.at(-1) : undefined
  const nextCursor = last === undefined ? null : cursorText(scope, { after: positionOf(last), since: 0 })
  return { items, total: null, nextCursor }
})

/** Where a walk is. */
interface Place {
  readonly day: string
  readonly id: string
}

/** The entries of one account that come next. */
interface Run {
  readonly status: EntryStatus | undefined
  readonly from: CalendarDate | undefined
  readonly to: CalendarDate | undefined
  /** After this entry; from the newest on if it is left out. */
  readonly place: Place | undefined
  readonly limit: number
}

const read = Effect.fnUntraced(function* (states: States, owner: string, run: Run) {
  const { from, limit, place, status, to } = run
  const stretch = (range: {
    equal?: ReadonlyArray<string>
    above?: string
    below?: string
    limit: number
  }) => {
    const { equal = [], ...bounds } = range
    const [index, start] =
      status === undefined ? (["listed", [owner]] as const) : (["by_status", [owner, status]] as const)
    const asked = { ...bounds, equal: [...start, ...equal], order: "backwards" } as const
    return Effect.map(states.indexed(statementEntry, index, asked), statesOf)
  }
  const sameDay = place === undefined ? [] : yield* stretch({ equal: [place.day], below: place.id, limit })
  if (sameDay.length === limit) return sameDay
  const below = place?.day ?? to
  const older = yield* stretch({
    ...(from !== undefined && { above: daysAfter(from, -1) }),
    ...(below !== undefined && { below }),
    limit: limit - sameDay.length
  })
  return [...sameDay, ...older]
})

/** By id or reference. Few entries name the same reference, so all are read. */
const sought = Effect.fnUntraced(function* (states: States, owner: string, value: string, run: Run) {
  const { from = "", place, status, to } = run
  const found = value.startsWith(statementEntryPrefix)
    ? Option.toArray(yield* states.get(statementEntry, owner, value))
    : yield* states.indexed(statementEntry, "by_reference", { equal: [owner, normalisedReference(value)] })
  return statesOf(found).filter(({ _tag, order: { bookedOn, id } }) => {
    const isAfter = place === undefined || bookedOn < place.day || (bookedOn === place.day && id < place.id)
    const isInRange = bookedOn >= from && (to === undefined || bookedOn < to)
    return isAfter && isInRange && (status === undefined || entryStatusOf[_tag] === status)
  })
})

const dayIn = (field: "from" | "to", day: string | undefined) =>
  day === undefined || isCalendarDate(day)
    ? Effect.succeed(day)
    : Effect.fail(InvalidInput.of(field, "invalid_value", "must be a day such as 2026-03-01"))

/** A day stands in cursors as its midnight in UTC. */
const positionOf = ({ order: { bookedOn, id } }: RecordedEntry): ListPosition => ({
  createdAt: Date.parse(bookedOn),
  id
})

const placeOf = ({ createdAt, id }: ListPosition): Place => ({
  day: daysAfter("1970-01-01", Math.floor(createdAt / millisPerDay)),
  id
})

const newestFirst = ({ order: one }: RecordedEntry, { order: other }: RecordedEntry): number => {
  if (one.bookedOn !== other.bookedOn) return one.bookedOn < other.bookedOn ? 1 : -1
  return one.id < other.id ? 1 : -1
}
