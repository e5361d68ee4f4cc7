import {
  type Addition,
  type AggregateWrite,
  accountChanges,
  addToCounterSums,
  bucketStart,
  type CounterChange,
  type CounterSum,
  counterAddition,
  counterTables,
  type EventRecord,
  everyStatus,
  type FilledHour,
  grainMillis,
  type Instant,
  type JournalEntry,
  ListCountSums,
  listCountChanges,
  listCountTable,
  type RecordedDelivery,
  type SumTable,
  splitGrain
} from "@quittance/core/adapter"
import type { Call } from "../connect/Connections.ts"
import { eventCounts } from "../schema/eventCounts.ts"
import {
  type BulkColumn,
  BulkRows,
  type BulkStatement,
  bigints,
  bulkStatement,
  columnNames,
  isMeant,
  type Partners
} from "./BulkRows.ts"

/** The key of a table of sums beside the partner, which comes first. */
const keyOf = ({ key }: SumTable): ReadonlyArray<BulkColumn> =>
  key.slice(1).map(({ name, type }) => ({ name, type: type === "text" ? "text" : "bigint" }))

const additionTo = (table: SumTable): BulkStatement => {
  const columns = [...keyOf(table), ...bigints(...table.sums)]
  const added = table.sums.map((name) => `"${name}" = kept."${name}" + excluded."${name}"`).join(", ")
  return bulkStatement(
    `add to ${table.name}`,
    columns,
    ({ values }) =>
      `INSERT INTO ${table.name} AS kept (${columnNames(columns)}) VALUES (${values})
         ON CONFLICT (${columnNames(keyOf(table))}) DO UPDATE SET ${added}`
  )
}

const addToCounters = {
  Batch: additionTo(counterTables.Batch),
  Wallet: additionTo(counterTables.Wallet),
  Network: additionTo(counterTables.Network),
  Bank: additionTo(counterTables.Bank),
  Invoices: additionTo(counterTables.Invoices)
}
const addToListCounts = additionTo(listCountTable)

/** The counts of moments, of hours that are split before them. */
const addToMoments = bulkStatement(
  "add to moments",
  [...keyOf(listCountTable), ...bigints(...listCountTable.sums)],
  ({ partner, rows }) => {
    const key = columnNames(keyOf(listCountTable))
    const hour = grainMillis.hour
    return `INSERT INTO list_counts AS kept (${key}, count)
      SELECT ${partner}, ${keyOf(listCountTable)
        .map(({ name }) => `i."${name}"`)
        .join(", ")}, i.count FROM ${rows}
       WHERE EXISTS (SELECT FROM list_counts AS split WHERE split.partner_id = ${partner} AND split.list = i.list
         AND split.scope = i.scope AND split.grain = '${splitGrain}' AND split.status = '${everyStatus}'
         AND split.bucket = i.bucket / ${hour} * ${hour} AND split.count <= i.bucket)
      ON CONFLICT (${key}) DO UPDATE SET count = kept.count + excluded.count`
  }
)

/** Counts that are back at zero. */
const forgetListCounts = bulkStatement(
  "forget list_counts",
  keyOf(listCountTable),
  (relation) =>
    `DELETE FROM list_counts USING ${relation.rows}
       WHERE ${isMeant("list_counts", keyOf(listCountTable), relation)} AND count = 0`
)

/** What a group adds to counts and roll-ups. Rows that everybody changes are written once for a group. */
export class Additions {
  readonly #lists = new ListCountSums()
  readonly #counters = new Map<string, CounterSum>()
  readonly #events = new Map<string, { readonly partnerId: string; readonly day: Instant; by: number }>()

  addAggregate(write: AggregateWrite): void {
    this.#lists.add(listCountChanges(write))
  }

  eraseDelivery(delivery: RecordedDelivery): void {
    this.#lists.add(listCountChanges({ _tag: "WebhookDelivery", previous: delivery }))
  }

  addEntry(entry: JournalEntry): void {
    for (const change of accountChanges(entry)) this.#lists.addChange(change)
  }

  addEvents(events: ReadonlyArray<EventRecord>): void {
    for (const { at, partnerId } of events) {
      const day = bucketStart("day", at)
      const key = `${day} ${partnerId}`
      const known = this.#events.get(key)
      if (known === undefined) this.#events.set(key, { partnerId, day, by: 1 })
      else known.by += 1
    }
  }

  addCounter(change: CounterChange): void {
    addToCounterSums(this.#counters, change)
  }

  calls(partners: Partners): ReadonlyArray<Call> {
    const sums = [...this.#counters.values()]
    const counts = [...this.#lists.additions, ...this.#countsOfEvents]
    const { moments } = this.#lists
    return [
      ...Object.entries(addToCounters).flatMap(([tag, bulk]) =>
        additions(bulk, sums.filter(({ sum }) => sum._tag === tag).map(counterAddition)).calls(partners)
      ),
      ...additions(addToListCounts, counts).calls(partners),
      ...additions(addToMoments, moments).calls(partners),
      ...keys([...counts, ...moments].filter(({ sums: [by = 0] }) => by < 0)).calls(partners)
    ]
  }

  get filledHours(): ReadonlyArray<FilledHour> {
    return this.#lists.filledHours
  }

  get #countsOfEvents(): ReadonlyArray<Addition> {
    const { checked, grain, list } = eventCounts
    return [...this.#events.values()].map(({ by, day, partnerId }) => ({
      key: [partnerId, list, "", grain, "", day, checked],
      sums: [by]
    }))
  }
}

/** In the order of keys: two groups that add to the same rows never deadlock. */
const additions = (bulk: BulkStatement, all: ReadonlyArray<Addition>): BulkRows => {
  const rows = new BulkRows(bulk)
  for (const { key, sums } of sorted(all)) rows.add(String(key[0]), [...key.slice(1), ...sums])
  return rows
}

const keys = (all: ReadonlyArray<Addition>): BulkRows => {
  const rows = new BulkRows(forgetListCounts)
  for (const { key } of sorted(all)) rows.add(String(key[0]), key.slice(1))
  return rows
}

const sorted = (all: ReadonlyArray<Addition>): ReadonlyArray<Addition> =>
  all
    .map((addition) => ({ addition, name: JSON.stringify(addition.key) }))
    .sort(byName)
    .map(({ addition }) => addition)

export const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  one.name < other.name ? -1 : 1
