import type { SettingsShape } from "@quittance/core"
import type { EnvironmentReader } from "./Environment.ts"
import { retentionDays } from "./retentionDays.ts"

/** What a deployment decides of its KYC sessions: how long an ended one is kept. Unset: until it is redacted by hand. */
export type KycConfiguration = Pick<SettingsShape["kyc"], "retentionMillis">

export const kycConfiguration = (reader: EnvironmentReader): KycConfiguration => ({
  retentionMillis: reader.read<number | undefined>("QUITTANCE_KYC_RETENTION_DAYS", undefined, retentionDays)
})
