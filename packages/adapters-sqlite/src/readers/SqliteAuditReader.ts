import type { StoreUnavailable } from "@quittance/core"
import {
  type AnyConcept,
  AuditReader,
  type AuditSnapshot,
  accountBalancesOf,
  type BookCurrency,
  type Concept,
  type CounterChange,
  type CounterSum,
  claimScopeNamed,
  counterSumOf,
  counterTables,
  type JobName,
  type JournalEntry,
  journalEntryOf,
  moneyIn,
  type Posting,
  type Row,
  type ScratchNotes,
  type StateIn,
  storedClaim,
  textIn,
  walletList,
  walletStandingOf,
  webhookDeliveryOf
} from "@quittance/core/adapter"
import Database from "better-sqlite3"
import { Effect, Stream } from "effect"
import type { AnchorReading } from "../hashChain/AnchorFile.ts"
import { readAnchorOf } from "../hashChain/hashChainFaults.ts"
import { conceptReader } from "../rows/conceptReader.ts"
import { rowsWithSums } from "../rows/rowsWithSums.ts"
import { attempt, each, together, walked } from "./auditWalk.ts"
import { scratchNotes } from "./scratchNotes.ts"
import { storageFaults } from "./storageFaults.ts"

/** Every roll-up as it is kept. */
const auditCounters = (database: Database.Database): Stream.Stream<CounterSum, StoreUnavailable> =>
  Stream.flatMap(
    Stream.fromIterable(Object.keys(counterTables) as ReadonlyArray<CounterChange["_tag"]>),
    (tag) => walked(database, `SELECT * FROM ${counterTables[tag].name}`, each(counterSumOf[tag]))
  )

/**
 * The audit's view: a connection of its own in one read transaction, so that it sees one commit's state while others
 * keep writing. Streams read some rows at a time. A view that is held long keeps the write-ahead log from being reset.
 * `opened` is what is read, which may be a copy of the store in the file `filename`.
 */
export const sqliteAuditReader = (
  opened: string,
  filename: string,
  busyMillisMax: number
): AuditReader["Service"] =>
  AuditReader.of({
    snapshot: Effect.gen(function* () {
      // Before the view is fixed: the anchor is never ahead of the store.
      const anchor = yield* attempt(() => readAnchorOf(filename))
      const database = yield* Effect.acquireRelease(
        attempt(() => viewOf(opened), busyMillisMax),
        (opened) => Effect.sync(() => opened.close())
      )
      const scratch = yield* Effect.acquireRelease(
        Effect.sync(() => scratchNotes()),
        (opened) => Effect.sync(() => opened.close())
      )
      return snapshotOf(database, anchor, scratch)
    })
  })

const viewOf = (filename: string): Database.Database => {
  // Not opened read-only: SQLite forgets CHECK constraints on such a connection, and could not check them.
  const database = new Database(filename, { fileMustExist: true, timeout: 0 })
  try {
    database.pragma("query_only = ON")
    database.defaultSafeIntegers()
    database.exec("BEGIN")
    // The first read, not BEGIN, fixes what the transaction sees.
    database.prepare("SELECT mode FROM meta").get()
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

const snapshotOf = (
  database: Database.Database,
  anchor: AnchorReading,
  { notes }: ScratchNotes
): AuditSnapshot => {
  const faults = storageFaults(database, anchor)
  const states = <C extends AnyConcept>(concept: C): Stream.Stream<StateIn<C>, StoreUnavailable> => {
    const read = conceptReader(database, concept as unknown as Concept<StateIn<C>>)
    const key = [...new Set([concept.partnerColumn, "id"])]
    return walked(
      database,
      `SELECT * FROM ${concept.table} NOT INDEXED ORDER BY ${key.join(", ")}`,
      each(read)
    )
  }
  return {
    storageFaults: faults,
    notes,
    noting: attempt,
    balances: walked(
      database,
      "SELECT * FROM accounts ORDER BY partner_id, currency",
      together(({ currency, partner_id }) => `${currency} ${partner_id}`, accountsOf)
    ),
    entryOrder: "written",
    entries: walked(
      database,
      "SELECT * FROM journal_entries LEFT JOIN postings ON entry_seq = seq ORDER BY seq, position",
      together(({ seq }) => seq, entryOf)
    ),
    // By owner, as they are looked for.
    claims: walked(
      database,
      "SELECT * FROM claims ORDER BY owner_id",
      each((row) => storedClaim(claimScopeNamed(textIn(row, "scope")), textIn(row, "key"), row))
    ),
    jobs: walked(
      database,
      "SELECT partner_id, kind, subject_id FROM jobs NOT INDEXED",
      each((row) => ({
        partnerId: textIn(row, "partner_id"),
        kind: textIn(row, "kind") as JobName["kind"],
        subjectId: textIn(row, "subject_id")
      }))
    ),
    states,
    counters: auditCounters(database),
    transitWallets: walked(
      database,
      `SELECT * FROM (${rowsWithSums(walletList.items)}) ORDER BY partner_id, id`,
      each(walletStandingOf)
    ),
    outbox: walked(
      database,
      "SELECT partner_id, message_id FROM webhook_outbox",
      each((row) => ({ id: textIn(row, "message_id"), partnerId: textIn(row, "partner_id") }))
    ),
    // Not by the index of what is due: in a file that was tampered with, it may be wrong.
    pendingDeliveries: walked(
      database,
      "SELECT * FROM webhook_deliveries NOT INDEXED WHERE state = 'pending' ORDER BY partner_id, id",
      function* (rows) {
        for (const row of rows) {
          const delivery = webhookDeliveryOf(row)
          if (delivery._tag === "pending") yield delivery
        }
      }
    )
  }
}

const accountsOf = (rows: ReadonlyArray<Row>) => {
  const [row = {}] = rows
  return {
    partnerId: textIn(row, "partner_id"),
    currency: textIn(row, "currency") as BookCurrency,
    accounts: accountBalancesOf(rows)
  }
}

/** An entry without postings is one row without a posting. */
const entryOf = (rows: ReadonlyArray<Row>): JournalEntry =>
  journalEntryOf(
    rows[0] ?? {},
    rows
      .filter(({ entry_seq }) => entry_seq !== null)
      .map((posting) => ({
        debit: textIn(posting, "debit") as Posting["debit"],
        credit: textIn(posting, "credit") as Posting["credit"],
        amountMinor: moneyIn(posting, "amount_minor")
      }))
  )
