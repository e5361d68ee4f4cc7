import { Context, Effect, Layer, type Stream } from "effect"
import { lookedUp } from "../../kernel/input/existing.ts"
import type { InvalidInput } from "../../kernel/input/Input.ts"
import type { InvalidState, NotFound } from "../../kernel/input/Refusals.ts"
import { statesOf } from "../../kernel/ports/StateReader.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { bankAccountNamed } from "../bankAccount/bankAccountNamed.ts"
import { bankAccountOwner } from "../bankAccount/bankAccountOwner.ts"
import type { InvoiceId } from "../invoice/Invoice.ts"
import { assign, giveBack, ignore, redact } from "./decideEntry.ts"
import { entryView, entryViews } from "./entryViews.ts"
import type { ImportOptions } from "./ImportOptions.ts"
import { importStatement } from "./importStatement.ts"
import type { StatementItem } from "./StatedEntry.ts"
import { type RecordedEntry, statementEntry } from "./StatementEntryRecord.ts"
import type { StatementEntryView } from "./StatementEntryView.ts"
import type { StatementRefused } from "./StatementRefused.ts"
import type { StatementReport } from "./StatementReport.ts"
import { type EntryStatus, entryStatuses } from "./statementEntryNames.ts"
import { makeStatementParts, type StatementParts } from "./statementParts.ts"

type Missing = NotFound | StoreUnavailable

/** Which entries are listed; of all accounts and in every status unless said. */
export interface ListedEntries {
  readonly account?: string
  readonly status?: EntryStatus
  readonly limit: number
}

/** Money in the statements of the operator's own accounts: recorded once, and recognised by an invoice's reference. */
export class Statements extends Context.Service<
  Statements,
  {
    /**
     * Records the credits of a statement, each once however often and in whatever file it comes, and pays the invoices
     * that they name. The items are read twice: nothing is recorded of a file that is refused.
     */
    readonly import: <E, R>(
      account: string,
      items: Stream.Stream<StatementItem, E | StatementRefused, R>,
      options?: ImportOptions
    ) => Effect.Effect<StatementReport, E | StatementRefused | Missing, R>
    /** The entries of one account, or of all, the newest first. */
    readonly list: (request: ListedEntries) => Effect.Effect<ReadonlyArray<StatementEntryView>, Missing>
    /** Those that wait for a person, of all accounts, the oldest first, with suggestions. */
    readonly unresolved: Effect.Effect<ReadonlyArray<StatementEntryView>, StoreUnavailable>
    readonly get: (id: string) => Effect.Effect<StatementEntryView, Missing>
    /**
     * A person says which invoice an unresolved entry pays. Amount and currency must be the invoice's. What is held at
     * its invoice because it came too late can pay that one.
     */
    readonly assign: (
      id: string,
      invoiceId: InvoiceId,
      reason: string
    ) => Effect.Effect<StatementEntryView, InvalidInput | InvalidState | Missing>
    /** A person has sent the money of an unresolved entry back. */
    readonly returned: (
      id: string,
      reason: string
    ) => Effect.Effect<StatementEntryView, InvalidInput | InvalidState | Missing>
    /** An unresolved entry is no customer's money. */
    readonly ignore: (
      id: string,
      reason: string
    ) => Effect.Effect<StatementEntryView, InvalidInput | InvalidState | Missing>
    /** Erases who paid and what they wrote, of an entry that waits for nobody. Doing it again changes nothing. */
    readonly redact: (id: string) => Effect.Effect<StatementEntryView, InvalidState | Missing>
  }
>()("@quittance/core/concepts/statementEntry/Statements") {
  static readonly layer = Layer.effect(
    Statements,
    Effect.gen(function* () {
      const parts = yield* makeStatementParts
      const shown = <E>(decided: Effect.Effect<RecordedEntry, E>) =>
        Effect.flatMap(decided, (state) => entryView(parts, state))
      return Statements.of({
        import: (account, items, options = {}) =>
          Effect.flatMap(bankAccountNamed(parts.accounts, account), (found) =>
            importStatement(parts, found, items, options)
          ),
        list: (request) => listEntries(parts, request),
        unresolved: Effect.flatMap(
          parts.states.indexed(statementEntry, "unresolved", { equal: [] }),
          (found) => entryViews(parts, statesOf(found))
        ),
        get: (id) => shown(Effect.map(lookedUp(parts.states, statementEntry, id), ({ state }) => state)),
        assign: (id, invoiceId, reason) => shown(assign(parts, id, invoiceId, reason)),
        returned: (id, reason) => shown(giveBack(parts, id, reason)),
        ignore: (id, reason) => shown(ignore(parts, id, reason)),
        redact: (id) => shown(redact(parts, id))
      })
    })
  )
}

/** The newest of each account and status, and of all these the newest. */
const listEntries = Effect.fn("Statements.list")(function* (
  parts: StatementParts,
  { account, limit, status }: ListedEntries
) {
  const accounts = account === undefined ? parts.accounts : [yield* bankAccountNamed(parts.accounts, account)]
  const statuses = status === undefined ? entryStatuses : [status]
  const found = yield* Effect.forEach(accounts, (each) =>
    Effect.forEach(statuses, (status) =>
      parts.states.indexed(statementEntry, "by_status", {
        equal: [bankAccountOwner(each), status],
        limit,
        order: "backwards"
      })
    )
  )
  const newest = statesOf(found.flat(2)).toSorted(newestFirst).slice(0, limit)
  return yield* entryViews(parts, newest)
})

const newestFirst = ({ order: one }: RecordedEntry, { order: other }: RecordedEntry): number => {
  if (one.bookedOn !== other.bookedOn) return one.bookedOn < other.bookedOn ? 1 : -1
  return other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1)
}
