import { defaultSettings, type SettingsShape } from "@quittance/core"
import { millisPerDay } from "@quittance/core/adapter"

/** A time for which KYC sessions are kept that ends within a run. */
export const retentionMillis = 3 * millisPerDay

export const settings: SettingsShape = {
  ...defaultSettings,
  kyc: { ...defaultSettings.kyc, retentionMillis }
}

/** 2026-01-01T00:00:00Z. */
export const start = 1_767_225_600_000
