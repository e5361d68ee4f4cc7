import { Clock, Effect, Option, Result, Schema, Stream } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { decoderOf, InvalidInput, optionalField } from "../../kernel/input/Input.ts"
import type { NotFound } from "../../kernel/input/Refusals.ts"
import { ListReader } from "../../kernel/list/ListReader.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { boundAt, RangeBound } from "../analytics/RangeBound.ts"
import { Partners, timeZoneFor } from "../partner/Partners.ts"
import { type BalanceEntry, type BalanceEntryKind, balanceEntryKinds } from "./BalanceEntry.ts"
import { type BalanceEntryFilter, balanceEntryList } from "./balanceEntryList.ts"

/**
 * The statement of a period: what was available at its start, every entry of the period, the oldest first, the sum of
 * each kind, and what was available at its end.
 *
 * It adds up, or it fails: each entry is added to what was available before it, and must lead to what the store says
 * of that entry. Only the opening balance and the entries of one page are held, so a statement may be of any length.
 */

/** A period. Both ends are untrusted. */
export interface StatementRequest {
  /** Inclusive; a date is the start of that day in the partner's time zone. */
  readonly from: RangeBound
  /** Exclusive; a date is the start of that day in the partner's time zone. Default: now. */
  readonly to?: RangeBound | null | undefined
}

export type StatementRow =
  | { readonly _tag: "opening"; readonly at: Instant; readonly availableMinor: bigint }
  | { readonly _tag: "entry"; readonly entry: BalanceEntry }
  | {
      /** Of one kind; a kind without entries is left out. */
      readonly _tag: "total"
      readonly at: Instant
      readonly kind: BalanceEntryKind
      readonly count: number
      readonly amountMinor: bigint
    }
  | {
      readonly _tag: "closing"
      /** The end of the period, or the instant of the reading if that came first. */
      readonly at: Instant
      readonly count: number
      /** What all entries changed: closing less opening. */
      readonly amountMinor: bigint
      readonly availableMinor: bigint
    }

/**
 * Money was recorded at an instant that the statement had already passed, while it was read. What was told so far does
 * not count; read again, the statement has it.
 */
export class StatementMoved extends Schema.TaggedError<StatementMoved>()("StatementMoved", {
  entryId: Schema.String
}) {
  get code() {
    return "statement_moved" as const
  }

  override get message(): string {
    return `money was recorded at an earlier instant while the statement was read, seen at ${this.entryId}: read it again`
  }
}

export type BalanceStatement = Stream.Stream<StatementRow, StatementMoved | StoreUnavailable>

const decode = decoderOf(Schema.Struct({ from: RangeBound, to: optionalField(RangeBound) }))

const periodOf = (given: unknown, timezone: string, now: Instant) =>
  Result.flatMap(decode(given), (asked) => {
    const period = { from: boundAt(asked.from, timezone), to: boundAt(asked.to ?? now, timezone) }
    return period.from < period.to
      ? Result.succeed(period)
      : Result.fail(InvalidInput.of("from", "invalid_value", "must be before to"))
  })

const pageLimit = 500

interface Sum {
  readonly count: number
  readonly amountMinor: bigint
}

const none: Sum = { count: 0, amountMinor: 0n }

/** How far a statement has come. */
interface Progress {
  readonly availableMinor: bigint
  readonly told: Sum
  readonly byKind: ReadonlyMap<BalanceEntryKind, Sum>
  /** How many entries the period had when it was last looked at. */
  readonly known: number
}

const plus = ({ amountMinor, count }: Sum, more: bigint): Sum => ({
  count: count + 1,
  amountMinor: amountMinor + more
})

const withEntry = (before: Progress, entry: BalanceEntry): Result.Result<Progress, StatementMoved> => {
  const availableMinor = before.availableMinor + entry.amountMinor
  if (availableMinor !== entry.availableAfterMinor)
    return Result.fail(new StatementMoved({ entryId: entry.id }))
  const { amountMinor, kind } = entry
  return Result.succeed({
    ...before,
    availableMinor,
    told: plus(before.told, amountMinor),
    byKind: new Map(before.byKind).set(kind, plus(before.byKind.get(kind) ?? none, amountMinor))
  })
}

const ending = ({ availableMinor, byKind, told }: Progress, at: Instant): ReadonlyArray<StatementRow> => [
  ...balanceEntryKinds.flatMap((kind): ReadonlyArray<StatementRow> => {
    const sum = byKind.get(kind)
    return sum === undefined ? [] : [{ _tag: "total", at, kind, ...sum }]
  }),
  { _tag: "closing", at, availableMinor, ...told }
]

/**
 * Entries of a list that is read newest first, told oldest first: its last page, then the one before it. Meanwhile
 * others may be recorded, at the front: what was told is counted from the end, so nothing is left out or told twice.
 */
export const statementRows = (
  lists: ListReader["Service"],
  partnerId: PartnerId,
  period: { readonly from: Instant; readonly to: Instant }
): BalanceStatement => {
  const page = (filter: BalanceEntryFilter, number: number, limit: number) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      lists.page(balanceEntryList, { partnerId }, filter, { page: number, limit }, now)
    ).pipe(
      Effect.map(({ items, total }) => ({ items, total: total ?? 0 })),
      // No cursor is given.
      Effect.catchTag("InvalidCursor", Effect.die)
    )

  const told = (reached: Progress, rows: ReadonlyArray<StatementRow>) =>
    Effect.map(Clock.currentTimeMillis, (now) =>
      reached.told.count < reached.known
        ? ([rows, Option.some(reached)] as const)
        : ([[...rows, ...ending(reached, Math.min(period.to, now))], Option.none<Progress>()] as const)
    )

  const start = Effect.gen(function* () {
    const { items } = yield* page({ to: period.from }, 1, 1)
    const { total: known } = yield* page(period, 1, 1)
    const availableMinor = items[0]?.availableAfterMinor ?? 0n
    const opening: StatementRow = { _tag: "opening", at: period.from, availableMinor }
    return yield* told({ availableMinor, told: none, byKind: new Map(), known }, [opening])
  })

  const more = Effect.fnUntraced(function* (progress: Progress) {
    const number = Math.ceil((progress.known - progress.told.count) / pageLimit)
    const { items, total } = yield* page(period, number, pageLimit)
    const untold = total - progress.told.count - (number - 1) * pageLimit
    // Others came before them, and moved the next one to another page.
    if (untold > items.length) return [[], Option.some({ ...progress, known: total })] as const
    const entries = items.slice(0, untold).toReversed()
    let reached: Progress = { ...progress, known: total }
    for (const entry of entries) reached = yield* Effect.fromResult(withEntry(reached, entry))
    return yield* told(
      reached,
      entries.map((entry): StatementRow => ({ _tag: "entry", entry }))
    )
  })

  return Stream.paginate(
    undefined,
    (
      progress: Progress | undefined
    ): Effect.Effect<
      readonly [ReadonlyArray<StatementRow>, Option.Option<Progress>],
      StatementMoved | StoreUnavailable
    > => (progress === undefined ? start : Effect.andThen(Effect.yieldNow, more(progress)))
  )
}

export const makeBalanceStatements = Effect.gen(function* () {
  const lists = yield* ListReader
  const partners = yield* Partners
  return Effect.fn("Balances.statement")(function* (
    partnerId: PartnerId,
    request: unknown
  ): Effect.fn.Return<BalanceStatement, InvalidInput | NotFound | StoreUnavailable> {
    const terms = yield* partners.termsOf(partnerId)
    const now = yield* Clock.currentTimeMillis
    const period = yield* Effect.fromResult(periodOf(request, timeZoneFor(terms), now))
    return statementRows(lists, partnerId, period)
  })
})
