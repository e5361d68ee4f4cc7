import { emailFault, signingKey } from "@quittance/core/adapter"
import { type EnvironmentReader, Wrong } from "./Environment.ts"
import type { SmtpConfiguration } from "./MailConfiguration.ts"
import { plainUrl } from "./plainUrl.ts"

/** How operators are told what needs them; at least one way. */
export interface AlertsConfiguration {
  /** Neither the URL nor the secret is ever shown. */
  readonly webhook: { readonly url: string; readonly secret: string } | undefined
  readonly mail: { readonly to: string; readonly smtp: SmtpConfiguration } | undefined
}

/** Undefined: alerts are in the log and in the metrics only. */
export const alertsConfiguration = (
  reader: EnvironmentReader,
  smtp: SmtpConfiguration | undefined
): AlertsConfiguration | undefined => {
  const url = reader.readSecret("QUITTANCE_ALERT_WEBHOOK_URL", undefined, receiverUrl)
  const secret = reader.readSecret("QUITTANCE_ALERT_WEBHOOK_SECRET", undefined, webhookSecret)
  const to = reader.read("QUITTANCE_ALERT_MAIL", undefined, address)
  const given = (name: string): boolean => reader.text(name) !== undefined
  if (given("QUITTANCE_ALERT_WEBHOOK_URL") && !given("QUITTANCE_ALERT_WEBHOOK_SECRET"))
    reader.refuse(
      `QUITTANCE_ALERT_WEBHOOK_SECRET is not set; with QUITTANCE_ALERT_WEBHOOK_URL it ${secretExpected}.`
    )
  if (given("QUITTANCE_ALERT_WEBHOOK_SECRET") && !given("QUITTANCE_ALERT_WEBHOOK_URL"))
    reader.refuse(
      `QUITTANCE_ALERT_WEBHOOK_URL is not set; with QUITTANCE_ALERT_WEBHOOK_SECRET it ${urlExpected}.`
    )
  if (to !== undefined && smtp === undefined)
    reader.refuse("QUITTANCE_SMTP_URL is not set; QUITTANCE_ALERT_MAIL needs a mail server.")
  const webhook = url === undefined || secret === undefined ? undefined : { url, secret }
  const mail = to === undefined || smtp === undefined ? undefined : { to, smtp }
  return webhook === undefined && mail === undefined ? undefined : { webhook, mail }
}

const urlExpected = "must be an http or https URL without a password, such as https://ops.example/alerts"
const secretExpected = "must be whsec_ and the base64 of 24 to 64 bytes, or a text of that length"

const receiverUrl = (text: string): string | Wrong => plainUrl(text) ?? new Wrong(urlExpected)

const webhookSecret = (text: string): string | Wrong => {
  const key = signingKey(text)
  return key !== undefined && key.length >= 24 && key.length <= 64 ? text : new Wrong(secretExpected)
}

const address = (text: string): string | Wrong =>
  emailFault(text) === undefined ? text : new Wrong("must be an e-mail address such as ops@shop.example")
