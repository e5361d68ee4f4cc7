import { Context, Effect, Layer, type Stream } from "effect"
import type { InvalidInput } from "../../kernel/input/Input.ts"
import type { InvalidState, NotFound } from "../../kernel/input/Refusals.ts"
import type { InvalidCursor } from "../../kernel/list/ListCursor.ts"
import type { Page } from "../../kernel/ports/Page.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { bankAccountNamed } from "../bankAccount/bankAccountNamed.ts"
import type { InvoiceId } from "../invoice/Invoice.ts"
import { assign, giveBack, ignore } from "./decideEntry.ts"
import type { ListedEntries } from "./entryPages.ts"
import { makeEntryReads } from "./entryReads.ts"
import { entryView } from "./entryViews.ts"
import type { ImportOptions } from "./ImportOptions.ts"
import { importStatement } from "./importStatement.ts"
import type { StatementItem } from "./StatedEntry.ts"
import type { RecordedEntry } from "./StatementEntryRecord.ts"
import type { StatementEntryView } from "./StatementEntryView.ts"
import type { StatementRefused } from "./StatementRefused.ts"
import type { StatementReport } from "./StatementReport.ts"
import { makeStatementParts } from "./statementParts.ts"

type Missing = NotFound | StoreUnavailable

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
    /**
     * A part of the entries of one account, or of all, by the day of the bank's books: the newest first. Entries of one
     * day are in no order that means anything, but always in the same.
     */
    readonly list: (
      request: ListedEntries
    ) => Effect.Effect<Page<StatementEntryView>, InvalidCursor | InvalidInput | Missing>
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
  }
>()("@quittance/core/concepts/statementEntry/Statements") {
  static readonly layer = Layer.effect(
    Statements,
    Effect.gen(function* () {
      const parts = yield* makeStatementParts
      const shown = <E>(decided: Effect.Effect<RecordedEntry, E>) =>
        Effect.flatMap(decided, (state) => entryView(parts, state))
      return Statements.of({
        ...(yield* makeEntryReads),
        import: (account, items, options = {}) =>
          Effect.flatMap(bankAccountNamed(parts.accounts, account), (found) =>
            importStatement(parts, found, items, options)
          ),
        assign: (id, invoiceId, reason) => shown(assign(parts, id, invoiceId, reason)),
        returned: (id, reason) => shown(giveBack(parts, id, reason)),
        ignore: (id, reason) => shown(ignore(parts, id, reason))
      })
    })
  )
}
