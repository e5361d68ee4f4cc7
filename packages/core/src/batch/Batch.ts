import type { PartnerId } from "../partner/Partner.ts"
import type { Instant } from "../time/Instant.ts"

/** `bat_` and a UUIDv7 without dashes. */
export type BatchId = string

/** One file of invoices, as it was taken in. Nothing of it changes later; what its invoices do is counted beside it. */
export interface Batch {
  readonly id: BatchId
  readonly partnerId: PartnerId
  /** Data rows of the file: those that became invoices and those that were refused. */
  readonly total: number
  readonly created: number
  readonly failed: number
  readonly createdAt: Instant
}

/** What became of a batch's invoices so far, kept by the commits that change them. */
export interface BatchTally {
  readonly paidCount: number
  /** Of all currencies: a nominal sum of minor units of two decimals. */
  readonly paidMinor: bigint
  /** E-mails that are neither sent nor given up. */
  readonly mailsUnsent: number
}

export const emptyBatchTally: BatchTally = { paidCount: 0, paidMinor: 0n, mailsUnsent: 0 }

/** `processing` while e-mails are unsent. */
export const batchStatus = ({ mailsUnsent }: BatchTally): "processing" | "completed" =>
  mailsUnsent > 0 ? "processing" : "completed"
