/**
 * What the store's write path costs beside bare better-sqlite3: payout creations by `Store.commit` with 64 concurrent
 * callers, and the same rows in the same tables written by prepared statements, 64 payouts per transaction.
 *
 *     node --conditions=source benchmarks/storeCommit.ts [--rounds 5] [--rows 20000] [--callers 64] [--json]
 *
 * Both write into a file that the adapter made. The commits and the raw rows (event JSON included) are made before the
 * clock starts; the store checks claim, version and limit, the raw writer checks nothing.
 */
import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { type Commit, payoutEntries, type PayoutOrder, type RecordedPayout, Store } from "@quittance/core"
import Database from "better-sqlite3"
import { Effect, Option } from "effect"
import { markdownTable } from "./markdownTable.ts"
import { percentile } from "./load/percentile.ts"
import { uuidV7 } from "./peers/uuidV7.ts"
import { type Measured, measureInTurns, medianOf } from "./rounds.ts"

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    rows: { type: "string", default: "20000" },
    callers: { type: "string", default: "64" },
    json: { type: "boolean", default: false }
  }
})
const rows = Number(values.rows)
const callers = Number(values.callers)

interface CommitRound {
  readonly ratePerSecond: number
  /** Store: one commit, asked to answered. Raw: one transaction of `callers` payouts. */
  readonly p50Millis: number
  readonly p99Millis: number
  readonly maxMillis: number
  readonly cpuMicrosPerRow: number
  readonly fileBytesPerRow: number
}

const partnerId = "prt_0198c3a0000070008000000000000001"

const orderOf = (index: number): PayoutOrder => ({
  id: uuidV7(),
  partnerId,
  // Random, as clients' keys are: each claim lands on a page of its own.
  idempotencyKey: randomUUID(),
  currency: "USDT",
  network: "tron",
  address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
  amountMinor: 1_000_000n + BigInt(index),
  feeMinor: 2_000_000n,
  note: Option.some(`payout ${index}`),
  createdAt: 1_767_225_600_000 + index
})

const reservationOf = (order: PayoutOrder): Commit => {
  const { createdAt, id, idempotencyKey } = order
  const event = { _tag: "PayoutReserved", order } as const
  const state: RecordedPayout = {
    _tag: "reserved",
    order,
    attempts: 0,
    processingId: Option.none(),
    error: Option.none(),
    updatedAt: createdAt
  }
  return {
    aggregates: [{ _tag: "Payout", state, expectedVersion: 0 }],
    entries: payoutEntries(order, event),
    claims: [
      {
        scope: "payout.create",
        key: idempotencyKey,
        partnerId,
        ownerId: id,
        fingerprint: Option.some(id.replaceAll("-", "").repeat(2)),
        expiresAt: Option.none()
      }
    ],
    events: [
      {
        id: `evt_${uuidV7().replaceAll("-", "")}`,
        partnerId,
        subjectId: id,
        version: 1,
        at: createdAt,
        event
      }
    ],
    jobs: [{ kind: "payout.dispatch", partnerId, subjectId: id, dueAt: createdAt }],
    completion: undefined
  }
}

const funding: Commit = {
  aggregates: [],
  entries: [
    {
      partnerId,
      currency: "USDT",
      kind: "balance.adjusted",
      subjectId: "adj_fund",
      at: 0,
      limit: "enforced",
      postings: [{ debit: "adjustments", credit: "available", amountMinor: 10n ** 15n }]
    }
  ],
  claims: [],
  events: [
    {
      id: "evt_fund",
      partnerId,
      subjectId: "adj_fund",
      version: 1,
      at: 0,
      event: { _tag: "BalanceAdjusted", amountMinor: 10n ** 15n, reason: "benchmark" }
    }
  ],
  jobs: [],
  completion: undefined
}

/** Times `write` on a funded store of its own and proves afterwards that every payout is there. */
const onNewStore = async (
  write: (file: string, orders: ReadonlyArray<PayoutOrder>) => Promise<Omit<CommitRound, "fileBytesPerRow">>
): Promise<CommitRound> => {
  const folder = mkdtempSync(join(tmpdir(), "store-commit-"))
  const filename = join(folder, "store.db")
  try {
    await Effect.runPromise(
      Effect.flatMap(Store, (store) => store.commit(funding)).pipe(
        Effect.provide(SqliteStore.layer({ filename, mode: "sandbox" }))
      )
    )
    const round = await write(
      filename,
      Array.from({ length: rows }, (_, index) => orderOf(index))
    )
    const database = new Database(filename)
    const written = database.prepare("SELECT count(*) FROM payouts").pluck().get()
    database.pragma("wal_checkpoint(TRUNCATE)")
    database.close()
    if (written !== rows) throw new Error(`wrote ${rows} payouts but found ${String(written)}`)
    return { ...round, fileBytesPerRow: statSync(filename).size / rows }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const timed = async (
  millis: Float64Array,
  run: () => Promise<void> | void
): Promise<Omit<CommitRound, "fileBytesPerRow">> => {
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  await run()
  const elapsedMillis = performance.now() - startedAt
  const cpu = process.cpuUsage(cpuBefore)
  millis.sort()
  return {
    ratePerSecond: rows / (elapsedMillis / 1_000),
    p50Millis: percentile(millis, 0.5),
    p99Millis: percentile(millis, 0.99),
    maxMillis: percentile(millis, 1),
    cpuMicrosPerRow: (cpu.user + cpu.system) / rows
  }
}

const measureStore = () =>
  onNewStore((filename, orders) =>
    Effect.runPromise(
      Effect.gen(function* () {
        const store = yield* Store
        const commits = orders.map(reservationOf)
        const millis = new Float64Array(rows)
        let next = 0
        const caller = Effect.gen(function* () {
          while (next < rows) {
            const index = next++
            const commit = commits[index]
            if (commit === undefined) return
            const askedAt = performance.now()
            yield* store.commit(commit)
            millis[index] = performance.now() - askedAt
          }
        })
        return yield* Effect.promise(() =>
          timed(millis, () =>
            Effect.runPromise(
              Effect.all(
                Array.from({ length: callers }, () => caller),
                { concurrency: "unbounded", discard: true }
              )
            )
          )
        )
      }).pipe(Effect.provide(SqliteStore.layer({ filename, mode: "sandbox" })))
    )
  )

const rawWriter = (database: Database.Database): ((order: PayoutOrder, data: string) => void) => {
  const payout = database.prepare(
    `INSERT INTO payouts (partner_id, id, version, state, status, currency, network, address, amount_minor, fee_minor,
       note, idempotency_key, attempts, created_at, updated_at)
     VALUES (?, ?, 1, 'reserved', 'PENDING', ?, ?, ?, ?, ?, ?, ?, 0, ?, ?)`
  )
  const count = database.prepare(
    "INSERT INTO payout_counts VALUES (?, 'PENDING', ?, 1) ON CONFLICT DO UPDATE SET count = count + 1"
  )
  const entry = database.prepare(
    `INSERT INTO journal_entries (partner_id, currency, kind, subject_id, at, limit_rule)
     VALUES (?, ?, 'payout.reserved', ?, ?, 'enforced')`
  )
  const posting = database.prepare("INSERT INTO postings VALUES (?, 0, 'available', 'payoutPending', ?)")
  const debit = database.prepare(
    `UPDATE accounts SET balance_minor = balance_minor - ?
      WHERE partner_id = ? AND currency = ? AND name = 'available' AND balance_minor >= ?`
  )
  const credit = database.prepare(
    `INSERT INTO accounts VALUES (?, ?, 'payoutPending', ?)
     ON CONFLICT DO UPDATE SET balance_minor = balance_minor + excluded.balance_minor`
  )
  const claim = database.prepare("INSERT INTO claims VALUES (?, 'payout.create', ?, ?, ?, ?, NULL)")
  const event = database.prepare(
    "INSERT INTO events (id, partner_id, subject_id, version, type, at, data) VALUES (?, ?, ?, 1, 'PayoutReserved', ?, ?)"
  )
  const job = database.prepare(
    "INSERT INTO jobs (partner_id, kind, subject_id, due_at) VALUES (?, 'payout.dispatch', ?, ?)"
  )
  return (order, data) => {
    const { amountMinor, createdAt, currency, feeMinor, id, idempotencyKey } = order
    const total = amountMinor + feeMinor
    debit.run(total, partnerId, currency, total)
    credit.run(partnerId, currency, total)
    claim.run(partnerId, idempotencyKey, partnerId, id, id.replaceAll("-", "").repeat(2))
    payout.run(
      partnerId,
      id,
      currency,
      order.network,
      order.address,
      amountMinor,
      feeMinor,
      Option.getOrNull(order.note),
      idempotencyKey,
      createdAt,
      createdAt
    )
    count.run(partnerId, Math.floor(createdAt / 86_400_000))
    const { lastInsertRowid } = entry.run(partnerId, currency, id, createdAt)
    posting.run(lastInsertRowid, total)
    event.run(`evt_${id.replaceAll("-", "")}`, partnerId, id, createdAt, data)
    job.run(partnerId, id, createdAt)
  }
}

const measureRaw = () =>
  onNewStore(async (filename, orders) => {
    const database = new Database(filename)
    database.pragma("synchronous = FULL")
    database.pragma("wal_autocheckpoint = 4000")
    const write = rawWriter(database)
    const data = orders.map((order) =>
      JSON.stringify({
        order: {
          ...order,
          amountMinor: `${order.amountMinor}`,
          feeMinor: `${order.feeMinor}`,
          note: "payout"
        }
      })
    )
    const writeGroup = database.transaction((start: number) => {
      for (let index = start; index < Math.min(start + callers, rows); index++) {
        const order = orders[index]
        if (order !== undefined) write(order, data[index] ?? "{}")
      }
    }).immediate
    const groups = Math.ceil(rows / callers)
    const millis = new Float64Array(groups)
    const round = await timed(millis, () => {
      for (let group = 0; group < groups; group++) {
        const startedAt = performance.now()
        writeGroup(group * callers)
        millis[group] = performance.now() - startedAt
      }
    })
    database.close()
    return round
  })

const subjects = [
  { name: `raw better-sqlite3, ${callers} per transaction`, measure: measureRaw },
  { name: `Store.commit, ${callers} callers`, measure: measureStore }
]
await measureInTurns(subjects, 1)
const measured: ReadonlyArray<Measured<CommitRound>> = await measureInTurns(subjects, Number(values.rounds))

const figure = (of: (round: CommitRound) => number, decimals: number) => (each: Measured<CommitRound>) =>
  medianOf(each.rounds, of).toFixed(decimals)
const columns = [
  { title: "payouts/s", of: figure((round) => round.ratePerSecond, 0) },
  { title: "p50 ms", of: figure((round) => round.p50Millis, 2) },
  { title: "p99 ms", of: figure((round) => round.p99Millis, 2) },
  { title: "max ms", of: figure((round) => round.maxMillis, 1) },
  { title: "CPU µs/payout", of: figure((round) => round.cpuMicrosPerRow, 1) },
  { title: "file bytes/payout", of: figure((round) => round.fileBytesPerRow, 0) }
]
const [raw, store] = measured.map(({ rounds }) => medianOf(rounds, (round) => round.ratePerSecond))
process.stdout.write(
  values.json
    ? `${JSON.stringify(measured, undefined, 2)}\n`
    : `${markdownTable(
        ["Subject", ...columns.map(({ title }) => title)],
        measured.map((each) => [each.name, ...columns.map(({ of }) => of(each))])
      )}\n\nShare of raw: ${(((store ?? 0) / (raw ?? 1)) * 100).toFixed(0)} %\n`
)
