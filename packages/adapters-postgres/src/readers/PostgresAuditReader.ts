import type { StoreUnavailable } from "@quittance/core"
import {
  type AnyConcept,
  AuditReader,
  type AuditSnapshot,
  accountBalancesOf,
  type BookCurrency,
  type Concept,
  type CounterChange,
  claimScopeNamed,
  claimScopes,
  counterSumOf,
  counterTables,
  type JobName,
  type JournalEntry,
  journalEntryOf,
  type Posting,
  type Row,
  ScratchNotes,
  type StateIn,
  storedClaim,
  textIn,
  walletList,
  walletStandingOf,
  webhookDeliveryOf
} from "@quittance/core/adapter"
import { Effect, Stream } from "effect"
import type { Connections } from "../connect/Connections.ts"
import { notWritten, reasonOf } from "../connect/failure.ts"
import { auditFaults } from "./auditFaults.ts"
import { conceptState } from "./conceptState.ts"
import { pagesOf, type Read, type Walk, walkOf } from "./pagesOf.ts"
import { rowsWithSums } from "./rowsWithSums.ts"

/** The notes of one audit; `heldMax` of a kind are in memory. */
export const scratchNotes = (heldMax?: number): ScratchNotes =>
  new ScratchNotes(() => {
    // Loaded when it is needed: before version 24 Node prints a warning about it.
    const { DatabaseSync } = process.getBuiltinModule("node:sqlite")
    return new DatabaseSync("")
  }, heldMax)

/**
 * The audit's view: a connection of its own in one transaction, so that it sees one state while others keep writing.
 * While it is held, the server keeps old versions of rows.
 */
export const postgresAuditReader = (connections: Connections): AuditReader["Service"] =>
  AuditReader.of({
    snapshot: Effect.gen(function* () {
      const read = yield* connections.snapshot
      const scratch = yield* Effect.acquireRelease(Effect.sync(scratchNotes), (opened) =>
        Effect.sync(() => opened.close())
      )
      const storageFaults = yield* auditFaults(read, { notes: scratch.notes, noting })
      return snapshotOf(read, storageFaults, scratch)
    })
  })

const table = (name: string, ...key: ReadonlyArray<string>): Walk => ({ name, from: name, key })

const globalScopes = claimScopes.flatMap(({ name, within }) => (within === "global" ? [`'${name}'`] : []))

const walks = {
  balances: table("accounts", "partner_id", "currency", "name"),
  entries: table("journal_entries", "partner_id", "event_id", "place"),
  claims: table("claims", "partner_id", "scope", "key"),
  globalClaims: {
    name: "global claims",
    from: `(SELECT * FROM directory WHERE kind IN (${globalScopes.join(", ")})) AS claims`,
    key: ["kind", "key"]
  },
  jobs: table("jobs", "partner_id", "kind", "subject_id"),
  transitWallets: {
    name: "transit wallets with their balances",
    from: `(${rowsWithSums(walletList.items)}) AS wallets`,
    key: ["partner_id", "id"]
  },
  outbox: table("webhook_outbox", "partner_id", "message_id"),
  pendingDeliveries: {
    name: "pending deliveries",
    from: "(SELECT * FROM webhook_deliveries WHERE state = 'pending') AS pending",
    key: ["partner_id", "endpoint_id", "due_at", "id"]
  }
} satisfies { readonly [name: string]: Walk }

const snapshotOf = (
  read: Read,
  storageFaults: ReadonlyArray<string>,
  { notes }: ScratchNotes
): AuditSnapshot => {
  const each = <A>(walk: Walk, itemOf: (row: Row) => A): Stream.Stream<A, StoreUnavailable> =>
    Stream.map(pagesOf(read, walk), itemOf)
  return {
    storageFaults,
    notes,
    noting,
    balances: pagesOf(read, walks.balances).pipe(
      Stream.groupAdjacentBy(accountHolder),
      Stream.map(([, rows]) => balancesOf(rows))
    ),
    entries: each(walks.entries, entryOf),
    entryOrder: "any",
    claims: Stream.concat(
      each(walks.claims, (row) =>
        storedClaim(claimScopeNamed(textIn(row, "scope")), textIn(row, "key"), row)
      ),
      each(walks.globalClaims, (row) =>
        storedClaim(claimScopeNamed(textIn(row, "kind")), textIn(row, "key"), row)
      )
    ),
    jobs: each(walks.jobs, (row) => ({
      partnerId: textIn(row, "partner_id"),
      kind: textIn(row, "kind") as JobName["kind"],
      subjectId: textIn(row, "subject_id")
    })),
    states: <C extends AnyConcept>(concept: C) =>
      each(walkOf(concept), conceptState(concept as unknown as Concept<StateIn<C>>)),
    counters: Stream.flatMap(
      Stream.fromIterable(Object.keys(counterTables) as ReadonlyArray<CounterChange["_tag"]>),
      (tag) => {
        const { key, name } = counterTables[tag]
        return each(table(name, ...key.map((column) => column.name)), counterSumOf[tag])
      }
    ),
    transitWallets: each(walks.transitWallets, walletStandingOf),
    outbox: each(walks.outbox, (row) => ({
      id: textIn(row, "message_id"),
      partnerId: textIn(row, "partner_id")
    })),
    pendingDeliveries: Stream.flatMap(pagesOf(read, walks.pendingDeliveries), (row) => {
      const delivery = webhookDeliveryOf(row)
      return delivery._tag === "pending" ? Stream.succeed(delivery) : Stream.empty
    })
  }
}

/** The temporary file of notes may not be written, when the disk is full for example. */
const noting = <A>(work: () => A): Effect.Effect<A, StoreUnavailable> =>
  Effect.catch(Effect.try({ try: work, catch: (error) => error }), (error) =>
    error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR"
      ? Effect.fail(notWritten(reasonOf(error)))
      : Effect.die(error)
  )

const accountHolder = (row: Row): string => `${textIn(row, "currency")} ${textIn(row, "partner_id")}`

const balancesOf = (rows: readonly [Row, ...Array<Row>]) => ({
  partnerId: textIn(rows[0], "partner_id"),
  currency: textIn(rows[0], "currency") as BookCurrency,
  accounts: accountBalancesOf(rows)
})

const entryOf = (row: Row): JournalEntry => {
  const debits = row.debits as ReadonlyArray<Posting["debit"]>
  const credits = row.credits as ReadonlyArray<Posting["credit"]>
  const amounts = row.amounts_minor as ReadonlyArray<bigint>
  return journalEntryOf(
    row,
    amounts.flatMap((amountMinor, position) => {
      const [debit, credit] = [debits[position], credits[position]]
      return debit === undefined || credit === undefined ? [] : [{ debit, credit, amountMinor }]
    })
  )
}
