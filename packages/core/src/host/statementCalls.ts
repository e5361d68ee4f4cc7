import type { StatementEntryView } from "../concepts/statementEntry/StatementEntryView.ts"
import type { StatementReport } from "../concepts/statementEntry/StatementReport.ts"
import type { Page } from "../kernel/ports/Page.ts"
import type {
  BankAccountView,
  StatementEntryFilter,
  StatementFileInput,
  UnresolvedMoneyView
} from "./operations/statementOperations.ts"

/** The statements of the operator's own bank accounts. */
export interface HostStatements {
  /** The accounts that customers transfer to, as they are configured. */
  readonly accounts: () => Promise<ReadonlyArray<BankAccountView>>
  /** What an import would make of a file. Nothing is recorded. */
  readonly check: (given_0: Omit<StatementFileInput, "dryRun">) => Promise<StatementReport>
  /**
   * Records the credits of a file that a bank exported, each once however often it comes, and pays the invoices that
   * they name. Rejects with `StatementRefused`, and books nothing, where the file is not to be trusted. Needs
   * `transfers`.
   */
  readonly import: (given_0: StatementFileInput) => Promise<StatementReport>
  /**
   * A part of the entries of one account, or of all, by the day on which the bank booked them, the newest first.
   * Nothing is counted: `total` is null.
   */
  readonly list: (given_0?: StatementEntryFilter) => Promise<Page<StatementEntryView>>
  /** All money that waits for a person: entries with suggestions, and bank payments that are in no statement. */
  readonly unresolved: () => Promise<UnresolvedMoneyView>
  /** An entry as it is now; `NotFound` if there is none of that id. */
  readonly get: (id: string) => Promise<StatementEntryView>
  /** A person says which invoice an unresolved entry pays. Amount and currency must be the invoice's. */
  readonly assign: (id: string, invoiceId: string, reason: string) => Promise<StatementEntryView>
  /** Records that the money of an unresolved entry was sent back. */
  readonly return: (id: string, reason: string) => Promise<StatementEntryView>
  /** Records that an unresolved entry is no customer's money. */
  readonly ignore: (id: string, reason: string) => Promise<StatementEntryView>
}
