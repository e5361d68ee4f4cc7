import type { CsvCell } from "../../kernel/input/Csv.ts"
import type { InvoiceView } from "./InvoiceView.ts"

/**
 * The columns of the CSV export, named like the API fields. A redacted invoice is recognised by its empty
 * fields.
 */
export const invoiceCsvHeader = [
  "id",
  "status",
  "amount",
  "currency",
  "description",
  "externalId",
  "batchId",
  "createdAt",
  "updatedAt",
  "expiresAt",
  "paidAt",
  "late",
  "payerBank",
  "paymentUrl",
  "redirectUrl",
  "metadata",
  "cancelUrl",
  "reference",
  "reversed"
] as const satisfies ReadonlyArray<keyof InvoiceView>

/** An invoice as a line under that header. `metadata` is JSON text. */
export const invoiceCsvRow = (view: InvoiceView): ReadonlyArray<CsvCell> => {
  const cells: { readonly [column in keyof InvoiceView]: CsvCell } = {
    ...view,
    metadata: JSON.stringify(view.metadata)
  }
  return invoiceCsvHeader.map((column) => cells[column])
}
