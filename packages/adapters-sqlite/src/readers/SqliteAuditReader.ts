import {
  type AnyConcept,
  AuditReader,
  type AuditSnapshot,
  type ClaimScope,
  type Concept,
  type Currency,
  type JobName,
  type JournalEntry,
  type Posting,
  type StateIn,
  type StoreUnavailable
} from "@quittance/core"
import Database from "better-sqlite3"
import { Effect, type Stream } from "effect"
import type { AnchorReading } from "../chain/AnchorFile.ts"
import { readAnchorOf } from "../chain/chainFaults.ts"
import { integer, money, type Row, text } from "../rows/columns.ts"
import { conceptReader } from "../rows/conceptReader.ts"
import { walletStandingOf, walletStandingsSql } from "../rows/TransitWalletRow.ts"
import { webhookDeliveryOf } from "../rows/WebhookDeliveryRow.ts"
import { auditCounters } from "./auditCounters.ts"
import { attempt, paged } from "./auditPages.ts"
import { claimOf } from "./SqliteClaimReader.ts"
import { balancesOf } from "./SqliteLedgerReader.ts"
import { storageFaults } from "./storageFaults.ts"

/**
 * The audit's view: a connection of its own in one read transaction, so that it sees one commit's state while others keep
 * writing. Streams read page by page. A view that is held long keeps the write-ahead log from being reset.
 */
export const sqliteAuditReader = (filename: string, busyMillisMax: number): AuditReader["Service"] =>
  AuditReader.of({
    snapshot: Effect.gen(function* () {
      // Before the view is fixed: the anchor is never ahead of the store.
      const anchor = yield* attempt(() => readAnchorOf(filename))
      const database = yield* Effect.acquireRelease(
        attempt(() => viewOf(filename), busyMillisMax),
        (opened) => Effect.sync(() => opened.close())
      )
      return snapshotOf(database, anchor)
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

const snapshotOf = (database: Database.Database, anchor: AnchorReading): AuditSnapshot => {
  const faults = storageFaults(database, anchor)
  const states = <C extends AnyConcept>(concept: C): Stream.Stream<StateIn<C>, StoreUnavailable> => {
    const read = conceptReader(database, concept as unknown as Concept<StateIn<C>>)
    const key = [...new Set([concept.partnerColumn, "id"])]
    return paged(database, `SELECT * FROM ${concept.table}`, key, { decode: (rows) => rows.map(read) })
  }
  return {
    storageFaults: faults,
    balances: paged(
      database,
      "SELECT DISTINCT partner_id, currency FROM accounts",
      ["partner_id", "currency"],
      {
        decode: (rows) => {
          const accounts = database.prepare("SELECT * FROM accounts WHERE partner_id = ? AND currency = ?")
          return rows.map((row) => ({
            partnerId: text(row, "partner_id"),
            currency: text(row, "currency") as Currency,
            accounts: balancesOf(accounts.all(row.partner_id, row.currency) as ReadonlyArray<Row>)
          }))
        }
      }
    ),
    entries: paged(database, "SELECT * FROM journal_entries", ["seq"], {
      decode: (rows) => {
        const postings = database.prepare("SELECT * FROM postings WHERE entry_seq = ? ORDER BY position")
        return rows.map((row) => entryOf(row, postings.all(row.seq) as ReadonlyArray<Row>))
      }
    }),
    claims: paged(database, "SELECT * FROM claims", ["domain", "scope", "key"], {
      decode: (rows) => rows.map((row) => claimOf(row, text(row, "scope") as ClaimScope, text(row, "key")))
    }),
    jobs: paged(
      database,
      "SELECT partner_id, kind, subject_id FROM jobs",
      ["partner_id", "kind", "subject_id"],
      {
        decode: (rows) =>
          rows.map((row) => ({
            partnerId: text(row, "partner_id"),
            kind: text(row, "kind") as JobName["kind"],
            subjectId: text(row, "subject_id")
          }))
      }
    ),
    states,
    counters: auditCounters(database),
    transitWallets: paged(database, `SELECT * FROM (${walletStandingsSql})`, ["partner_id", "id"], {
      decode: (rows) => rows.map(walletStandingOf)
    }),
    outbox: paged(
      database,
      "SELECT partner_id, message_id FROM webhook_outbox",
      ["partner_id", "message_id"],
      {
        decode: (rows) =>
          rows.map((row) => ({ id: text(row, "message_id"), partnerId: text(row, "partner_id") }))
      }
    ),
    // By the key and not by the index of what is due: a file that was tampered with may have it wrong.
    pendingDeliveries: paged(
      database,
      "SELECT * FROM (SELECT * FROM webhook_deliveries NOT INDEXED WHERE state = 'pending')",
      ["partner_id", "id"],
      {
        decode: (rows) =>
          rows.flatMap((row) => {
            const delivery = webhookDeliveryOf(row)
            return delivery._tag === "pending" ? [delivery] : []
          })
      }
    )
  }
}

const entryOf = (row: Row, postingRows: ReadonlyArray<Row>): JournalEntry => ({
  partnerId: text(row, "partner_id"),
  currency: text(row, "currency") as Currency,
  kind: text(row, "kind") as JournalEntry["kind"],
  subjectId: text(row, "subject_id"),
  at: integer(row, "at"),
  limit: text(row, "limit_rule") as JournalEntry["limit"],
  postings: postingRows.map((posting) => ({
    debit: text(posting, "debit") as Posting["debit"],
    credit: text(posting, "credit") as Posting["credit"],
    amountMinor: money(posting, "amount_minor")
  }))
})
