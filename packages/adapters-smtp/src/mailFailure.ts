import { MailerUnavailable, MailRefused } from "@quittance/core/adapter"
import { Option, Schema } from "effect"

/** What nodemailer reports of a failure: the server's reply code, if it replied, and the command that it replied to. */
const SmtpFailure = Schema.Struct({
  message: Schema.String,
  code: Schema.optional(Schema.String),
  command: Schema.optional(Schema.String),
  responseCode: Schema.optional(Schema.Number)
})

const decode = Schema.decodeUnknownOption(SmtpFailure)

/**
 * A failed attempt as the port describes it. The e-mail is refused only by a lasting reply (5xx) to this recipient or
 * this content. The operator must mend everything else, such as a failed login, a wrong certificate or a sender that
 * may not send. The e-mail waits for that.
 */
export const mailFailure = (cause: unknown): MailRefused | MailerUnavailable =>
  Option.match(decode(cause), {
    onNone: () => new MailerUnavailable({ reason: String(cause) }),
    onSome: (failure) =>
      isPermanentRefusal(failure)
        ? new MailRefused({ reason: failure.message })
        : new MailerUnavailable({ reason: failure.message })
  })

const isPermanentRefusal = ({ code, command, responseCode }: typeof SmtpFailure.Type): boolean => {
  // Found out before anything was sent: no recipient that SMTP could carry, or more than the server takes.
  if (responseCode === undefined) {
    return (code === "EENVELOPE" && command === "API") || (code === "EMESSAGE" && command === "MAIL FROM")
  }
  return responseCode >= 500 && responseCode < 600 && !isAboutAccess(responseCode) && isAboutMail(command)
}

const isAboutMail = (command: string | undefined): boolean => command === "RCPT TO" || command === "DATA"

/** Replies of RFC 4954, 6, and 530 of RFC 3207: the login or the encryption is missing or wrong. */
const isAboutAccess = (responseCode: number): boolean => responseCode >= 530 && responseCode <= 538
