import { millisPerDay, type SettingsShape } from "@quittance/core"
import { type EnvironmentReader, Wrong } from "./Environment.ts"

/** What a deployment decides of its webhooks: whom they may reach, and how long it is known what became of them. */
export type WebhookConfiguration = Pick<SettingsShape["webhook"], "allowPrivate" | "retentionMillis">

const retentionDaysDefault = 30

export const webhookConfiguration = (reader: EnvironmentReader): WebhookConfiguration => ({
  allowPrivate: reader.choice("QUITTANCE_WEBHOOK_ALLOW_PRIVATE", ["0", "1"]) === "1",
  retentionMillis:
    reader.read("QUITTANCE_WEBHOOK_RETENTION_DAYS", retentionDaysDefault, retentionDays) * millisPerDay
})

const retentionDays = (text: string): number | Wrong => {
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0
  return days >= 1 && days <= 3650 ? days : new Wrong("must be a whole number of days from 1 to 3650")
}
