import type { SettingsShape } from "@quittance/core"
import {
  consoleUrlFault,
  type Locale,
  localeExpected,
  localeNamed,
  millisPerDay,
  publicUrlFault,
  withoutEndSlash
} from "@quittance/core/adapter"
import { type EnvironmentReader, Wrong } from "./Environment.ts"

/** The settings of the file, overridden by the variables. */
export const environmentSettings = (reader: EnvironmentReader, file: SettingsShape): SettingsShape => {
  const { kyc, mail, webhook } = file
  const allowPrivate = webhook.allowPrivate ? "1" : "0"
  return {
    ...file,
    mail: {
      ...mail,
      locale: reader.read("QUITTANCE_MAIL_LOCALE", mail.locale, locale),
      receipts: reader.choice("QUITTANCE_MAIL_RECEIPTS", ["on", "off"], mail.receipts ? "on" : "off") === "on"
    },
    kyc: {
      ...kyc,
      retentionMillis: reader.read("QUITTANCE_KYC_RETENTION_DAYS", kyc.retentionMillis, retentionDays)
    },
    invoiceRetentionMillis: reader.read(
      "QUITTANCE_INVOICE_RETENTION_DAYS",
      file.invoiceRetentionMillis,
      retentionDays
    ),
    webhook: {
      ...webhook,
      allowPrivate: reader.choice("QUITTANCE_WEBHOOK_ALLOW_PRIVATE", ["0", "1"], allowPrivate) === "1",
      retentionMillis: reader.read(
        "QUITTANCE_WEBHOOK_RETENTION_DAYS",
        webhook.retentionMillis,
        retentionDays
      ),
      ports: reader.read("QUITTANCE_WEBHOOK_PORTS", webhook.ports, portNumbers)
    },
    publicUrl: reader.read("QUITTANCE_PUBLIC_URL", file.publicUrl, publicUrl),
    consoleUrl: reader.read("QUITTANCE_CONSOLE_URL", file.consoleUrl, consoleUrl)
  }
}

const locale = (tag: string): Locale | Wrong => localeNamed(tag) ?? new Wrong(localeExpected)

const publicUrl = (text: string): string | Wrong => {
  const fault = publicUrlFault(text)
  return fault === undefined ? withoutEndSlash(text) : new Wrong(fault)
}

const consoleUrl = (text: string): string | Wrong => {
  const fault = consoleUrlFault(text)
  return fault === undefined ? withoutEndSlash(text) : new Wrong(fault)
}

const portNumbers = (text: string): ReadonlyArray<number> | Wrong => {
  const found = text.split(/[\s,]+/).filter((each) => each !== "")
  return found.every((each) => /^[1-9]\d{0,4}$/.test(each) && Number(each) <= 65_535)
    ? found.map(Number)
    : new Wrong("must be a comma-separated list of ports from 1 to 65535, such as 9443,10443")
}

const retentionDaysMax = 3650

/** A retention in milliseconds, from a variable in days. */
const retentionDays = (text: string): number | Wrong => {
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0
  return days >= 1 && days <= retentionDaysMax
    ? days * millisPerDay
    : new Wrong(`must be a whole number of days from 1 to ${retentionDaysMax}`)
}
