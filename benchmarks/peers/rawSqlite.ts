/**
 * The ceiling of an embedded store: better-sqlite3 alone, writing the rows of one payout, many payouts per transaction.
 *
 * Nothing but the writing is timed: ids, fingerprints and event JSON are made before. There is no decision, no HTTP, no
 * reading back, so a product that keeps a good share of this rate spends little on itself.
 */
import { createHash, randomUUID } from "node:crypto"
import { mkdtempSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { percentile } from "../load/percentile.ts"
import { openPayoutStore, seedAccounts, type Synchronous } from "./payoutTables.ts"
import { preparePayoutWriter, type PayoutRows } from "./payoutWriter.ts"
import { uuidV7 } from "./uuidV7.ts"

export type RawSqliteOptions = {
  readonly rows: number
  /** Payouts per transaction. */
  readonly groupSize: number
  /** The store is made in a folder of its own under this one and removed afterwards. */
  readonly directory: string
  readonly synchronous?: Synchronous
}

export type RawSqliteReport = {
  readonly rows: number
  readonly groupSize: number
  readonly synchronous: Synchronous
  readonly ratePerSecond: number
  readonly groupMillisP50: number
  readonly groupMillisP99: number
  readonly cpuMicrosPerRow: number
  readonly fileBytesPerRow: number
}

const partnerId = "prt_raw"
const currency = "USDT"
const feeMinor = 2_000_000

const payoutRows = (index: number): PayoutRows => {
  const payoutId = uuidV7()
  const amountMinor = 1_000_000 + index
  const idempotencyKey = randomUUID()
  const address = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"
  const totalMinor = amountMinor + feeMinor
  return {
    partnerId,
    payoutId,
    entryId: uuidV7(),
    eventId: uuidV7(),
    jobId: uuidV7(),
    idempotencyKey,
    fingerprint: createHash("sha256").update(idempotencyKey).digest(),
    amountMinor,
    feeMinor,
    totalMinor,
    currency,
    network: "tron",
    address,
    note: `payout ${index}`,
    eventData: JSON.stringify({
      payoutId,
      amountMinor,
      feeMinor,
      totalMinor,
      currency,
      network: "tron",
      address
    }),
    createdAt: Date.now()
  }
}

/** Writes `rows` payouts and proves afterwards that each of them is there. */
export const run = (options: RawSqliteOptions): RawSqliteReport => {
  const { rows, groupSize, synchronous = "FULL" } = options
  const directory = mkdtempSync(join(options.directory, "raw-sqlite-"))
  const file = join(directory, "raw.db")
  const database = openPayoutStore(file, synchronous)
  try {
    seedAccounts(database, { partnerId, currency, availableMinor: 1_000_000_000_000_000 })
    const writer = preparePayoutWriter(database)
    const writeGroup = database.transaction((group: ReadonlyArray<PayoutRows>) => {
      for (const payout of group) writer.write(payout)
    }).immediate

    const groups: Array<Array<PayoutRows>> = []
    for (let start = 0; start < rows; start += groupSize) {
      groups.push(
        Array.from({ length: Math.min(groupSize, rows - start) }, (_, offset) => payoutRows(start + offset))
      )
    }
    const groupMillis = new Float64Array(groups.length)

    const cpuBefore = process.cpuUsage()
    const startedAt = performance.now()
    for (const [index, group] of groups.entries()) {
      const groupStartedAt = performance.now()
      writeGroup(group)
      groupMillis[index] = performance.now() - groupStartedAt
    }
    const elapsedMillis = performance.now() - startedAt
    const cpu = process.cpuUsage(cpuBefore)

    const written = database.prepare<[], number>("SELECT count(*) FROM payout").pluck().get()
    if (written !== rows) throw new Error(`wrote ${rows} payouts but found ${written ?? 0}`)
    database.pragma("wal_checkpoint(TRUNCATE)")
    groupMillis.sort()
    return {
      rows,
      groupSize,
      synchronous,
      ratePerSecond: rows / (elapsedMillis / 1_000),
      groupMillisP50: percentile(groupMillis, 0.5),
      groupMillisP99: percentile(groupMillis, 0.99),
      cpuMicrosPerRow: (cpu.user + cpu.system) / rows,
      fileBytesPerRow: statSync(file).size / rows
    }
  } finally {
    database.close()
    rmSync(directory, { recursive: true })
  }
}
