import { defaultSettings, type SettingsShape } from "@quittance/core"
import { millisPerDay } from "@quittance/core/adapter"

/** A time for which KYC sessions are kept that ends within a run. */
export const retentionMillis = 3 * millisPerDay

export const settings: SettingsShape = {
  ...defaultSettings,
  // Invoices in this currency have references, and can be paid by transfer.
  banks: [
    {
      ...{ name: "main", currency: "EUR", account: "ACCOUNT" },
      ...{ timeZone: "Europe/Berlin", settlementDays: 5 }
    }
  ],
  kyc: { ...defaultSettings.kyc, retentionMillis }
}

/** 2026-01-01T00:00:00Z. */
export const start = 1_767_225_600_000
