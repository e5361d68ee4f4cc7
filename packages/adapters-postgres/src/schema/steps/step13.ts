import type { Step } from "../Step.ts"

/**
 * Crypto invoices sum the network's own units, are paid within a tolerance, and tell several events of one change. In rows of
 * before: each transfer was rounded down by itself, there was no tolerance, credited transfers were not counted, and the
 * instants of their credits are not known.
 */
export const step13: Step = {
  version: 13,
  columns: {
    crypto_invoices: [
      "credited_count bigint",
      "versions_ahead bigint",
      "tolerance_minor bigint",
      'rests text COLLATE "C"'
    ],
    crypto_transfers: ["credited_at bigint", 'rest text COLLATE "C"']
  },
  indexes: ["crypto_transfers_by_invoice ON crypto_transfers (partner_id, invoice_id, seen_at, id)"]
}
