import { defaultSettings, type SettingsShape } from "@quittance/core"
import type { EnvironmentReader } from "./Environment.ts"
import { retentionDays } from "./retentionDays.ts"

/** What a deployment decides of its webhooks: whom they may reach, and how long it is known what became of them. */
export type WebhookConfiguration = Pick<SettingsShape["webhook"], "allowPrivate" | "retentionMillis">

export const webhookConfiguration = (reader: EnvironmentReader): WebhookConfiguration => ({
  allowPrivate: reader.choice("QUITTANCE_WEBHOOK_ALLOW_PRIVATE", ["0", "1"]) === "1",
  retentionMillis: reader.read(
    "QUITTANCE_WEBHOOK_RETENTION_DAYS",
    defaultSettings.webhook.retentionMillis,
    retentionDays
  )
})
