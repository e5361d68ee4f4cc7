import { record } from "../../kernel/concept/Concept.ts"
import { integerIn, moneyIn } from "../../kernel/concept/cells.ts"
import type { Row } from "../../kernel/concept/columns.ts"
import type { RecordOf } from "../../kernel/concept/Definition.ts"
import { count, instant, text } from "../../kernel/concept/Field.ts"

/** `bat_` and a UUIDv7 without dashes. */
export type BatchId = string

/** An imported file of invoices. It never changes; the state of its invoices is counted separately. */
export const batch = record({
  name: "Batch",
  noun: "batch",
  table: "batches",
  fixed: {
    id: text,
    partnerId: text,
    /** Data rows of the file: those that became invoices and those that were refused. */
    total: count,
    created: count,
    failed: count,
    createdAt: instant
  },
  changing: {},
  indexes: {}
})

export interface Batch extends RecordOf<typeof batch> {}

/** The state of a batch's invoices so far, updated by the commits that change them. */
export interface BatchTally {
  readonly paidCount: number
  /** Of all currencies: a nominal sum of minor units of two decimals. */
  readonly paidMinor: bigint
  /** E-mails that are neither sent nor given up. */
  readonly mailsUnsent: number
}

export const emptyBatchTally: BatchTally = { paidCount: 0, paidMinor: 0n, mailsUnsent: 0 }

/** Decodes a row of `batch_tallies`. */
export const batchTallyOf = (row: Row): BatchTally => ({
  paidCount: integerIn(row, "paid"),
  paidMinor: moneyIn(row, "paid_minor"),
  mailsUnsent: integerIn(row, "mails_unsent")
})

/** `processing` while e-mails are unsent. */
export const batchStatus = ({ mailsUnsent }: BatchTally): "processing" | "completed" =>
  mailsUnsent > 0 ? "processing" : "completed"

declare module "../../kernel/ports/Store.ts" {
  interface StatesByConcept {
    readonly Batch: Batch
  }
  interface EventsByConcept {
    readonly Batch:
      | {
          readonly _tag: "BatchImported"
          readonly total: number
          readonly created: number
          readonly failed: number
        }
      | { readonly _tag: "InvoiceMailSent" }
      | { readonly _tag: "InvoiceMailFailed"; readonly reason: string }
  }
}
