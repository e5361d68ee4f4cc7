import { defaultSettings, type SettingsShape } from "@quittance/core"
import { type EnvironmentReader, Wrong } from "./Environment.ts"
import { retentionDays } from "./retentionDays.ts"

/** What a deployment decides of its webhooks: whom they may reach, and how long it is known what became of them. */
export type WebhookConfiguration = Pick<
  SettingsShape["webhook"],
  "allowPrivate" | "ports" | "retentionMillis"
>

export const webhookConfiguration = (reader: EnvironmentReader): WebhookConfiguration => ({
  allowPrivate: reader.choice("QUITTANCE_WEBHOOK_ALLOW_PRIVATE", ["0", "1"]) === "1",
  retentionMillis: reader.read(
    "QUITTANCE_WEBHOOK_RETENTION_DAYS",
    defaultSettings.webhook.retentionMillis,
    retentionDays
  ),
  ports: reader.read("QUITTANCE_WEBHOOK_PORTS", defaultSettings.webhook.ports, portNumbers)
})

const portNumbers = (text: string): ReadonlyArray<number> | Wrong => {
  const found = text.split(/[\s,]+/).filter((each) => each !== "")
  return found.every((each) => /^[1-9]\d{0,4}$/.test(each) && Number(each) <= 65_535)
    ? found.map(Number)
    : new Wrong("must be a comma-separated list of ports from 1 to 65535, such as 9443,10443")
}
