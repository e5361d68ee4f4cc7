import { emailFault } from "@quittance/core/adapter"
import { type EnvironmentReader, Wrong } from "./Environment.ts"

/** The mail server for e-mails, and their sender. */
export interface SmtpConfiguration {
  /** May contain a password, so it is never shown. */
  readonly url: string
  readonly from: string
}

/** Undefined: in sandbox e-mails stay in the store, in live mode a provider sends them. */
export const mailConfiguration = (reader: EnvironmentReader): SmtpConfiguration | undefined => {
  const url = reader.text("QUITTANCE_SMTP_URL")
  const from = reader.read("QUITTANCE_MAIL_FROM", undefined, sender)
  if (url !== undefined && reader.text("QUITTANCE_MAIL_FROM") === undefined) {
    reader.refuse(`QUITTANCE_MAIL_FROM is not set; with QUITTANCE_SMTP_URL it ${senderExpected}.`)
  }
  if (url === undefined && from !== undefined) {
    reader.refuse(
      "QUITTANCE_SMTP_URL is not set; with QUITTANCE_MAIL_FROM it must be smtp://user:password@host:port or smtps://…."
    )
  }
  return url === undefined || from === undefined ? undefined : { url, from }
}

const senderExpected = "must be a sender such as pay@shop.example or Shop <pay@shop.example>"

/** One address, or a name and an address: a name with a comma outside quotes would be read as two senders. */
const senderPattern = /^(?:(?:"[^"\\\p{C}]+"|[^"<>,;:()[\]@\\\p{C}]+) <([^<>]+)>|([^<>]+))$/u

const sender = (text: string): string | Wrong => {
  const match = senderPattern.exec(text)
  const address = match?.[1] ?? match?.[2] ?? ""
  return emailFault(address) === undefined ? text : new Wrong(senderExpected)
}
