import type { StatementRowView } from "@quittance/core/adapter"

/** Where the record behind an entry is shown; null where it has no page of its own. */
export const subjectPath = (
  base: string,
  kind: StatementRowView["kind"],
  subjectId: string | null
): string | null => {
  if (kind === null || subjectId === null) return null
  if (kind.startsWith("payout.")) return `${base}/payouts/${subjectId}`
  return kind.startsWith("crypto.") ? `${base}/crypto-invoices/${subjectId}` : null
}
