import type { SettingsShape } from "@quittance/core"
import type { EnvironmentReader } from "./Environment.ts"
import { retentionDays } from "./retentionDays.ts"

/** What a deployment decides of its invoices, fiat and crypto: how long what is personal in an ended one is kept. Unset: until it is redacted. */
export type InvoiceConfiguration = Pick<SettingsShape, "invoiceRetentionMillis">

export const invoiceConfiguration = (reader: EnvironmentReader): InvoiceConfiguration => ({
  invoiceRetentionMillis: reader.read<number | undefined>(
    "QUITTANCE_INVOICE_RETENTION_DAYS",
    undefined,
    retentionDays
  )
})
