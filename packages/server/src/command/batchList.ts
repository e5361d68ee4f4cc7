import { batchStatus, lists } from "@quittance/core/adapter"
import { listCommand } from "./listCommand.ts"
import { filterIn } from "./listInput.ts"
import { timeText } from "./timeText.ts"

/** `quittance batch list`: imported files, and what became of their invoices. */
export const run = listCommand({
  asked: (input) => ({ list: lists.batches, filter: filterIn(input, lists.batches) }),
  named: "batches",
  shown: lists.batches.shown,
  headers: ["ID", "PARTNER", "CREATED (UTC)", "ROWS", "INVOICES", "REFUSED", "PAID", "STATUS"],
  rightAligned: ["ROWS", "INVOICES", "REFUSED", "PAID"],
  rowOf: ({ item: { batch, tally }, partner }) => [
    batch.id,
    partner.name,
    timeText(batch.createdAt),
    ...[batch.total, batch.created, batch.failed, tally.paidCount].map(String),
    batchStatus(tally)
  ],
  hint: "ROWS are those of the file: each became an invoice or was refused. A batch is processing while e-mails are unsent."
})
