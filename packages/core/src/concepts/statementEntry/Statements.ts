import { Context, type Effect, type Stream } from "effect"
import type { InvalidInput } from "../../kernel/input/Input.ts"
import type { InvalidState, NotFound } from "../../kernel/input/Refusals.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { InvoiceId } from "../invoice/Invoice.ts"
import type { StatementItem } from "./StatedEntry.ts"
import type { StatementEntryView } from "./StatementEntryView.ts"
import type { StatementRefused } from "./StatementRefused.ts"
import type { StatementReport } from "./StatementReport.ts"
import type { EntryStatus } from "./statementEntryNames.ts"

type Missing = NotFound | StoreUnavailable

/** How far an import has come. The first pass over a file only looks whether it is whole. */
export interface ImportProgress {
  readonly pass: "checking" | "booking"
  readonly entries: number
}

export interface ImportOptions {
  /** Nothing is recorded, and the report says what would be. */
  readonly dryRun?: boolean
  readonly onProgress?: (progress: ImportProgress) => Effect.Effect<void>
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
    readonly list: (request: {
      readonly account?: string
      readonly status?: EntryStatus
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<StatementEntryView>, Missing>
    /** Those that wait for a person, of all accounts, the oldest first, with suggestions. */
    readonly unresolved: Effect.Effect<ReadonlyArray<StatementEntryView>, StoreUnavailable>
    readonly get: (id: string) => Effect.Effect<StatementEntryView, Missing>
    /** A person says which invoice an unresolved entry pays. Amount and currency must be the invoice's. */
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
>()("@quittance/core/concepts/statementEntry/Statements") {}
