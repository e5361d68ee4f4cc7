import { Context, type Effect, Schema } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"

/** What an e-mail brings to a customer. */
export const mailKinds = ["payment_link", "receipt"] as const
export type MailKind = (typeof mailKinds)[number]

/** An e-mail to one address. */
export interface MailMessage {
  /** The same for every attempt to send this e-mail: the left part of its Message-ID. */
  readonly id: string
  /** None of an e-mail to operators. */
  readonly kind?: MailKind
  readonly partnerId: PartnerId
  /** The invoice it is about. */
  readonly subjectId: string
  /** Its domain is ASCII; what is before the @ may not be. */
  readonly to: string
  /** Where answers go, if not to the sender: one address, all of it ASCII. */
  readonly replyTo?: string | undefined
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Not accepted, perhaps later: no connection, no answer, or a busy server (SMTP 4xx). */
export class MailerUnavailable extends Schema.TaggedError<MailerUnavailable>()("MailerUnavailable", {
  reason: Schema.String
}) {
  get code() {
    return "mailer_unavailable" as const
  }
}

/** Permanently refused (SMTP 5xx): the same e-mail would be refused again. */
export class MailRefused extends Schema.TaggedError<MailRefused>()("MailRefused", {
  reason: Schema.String
}) {
  get code() {
    return "mail_refused" as const
  }
}

/**
 * Port. Passes an e-mail to a mail server. Success means that the server accepted it. After a crash before
 * the record of it, the e-mail is sent again: at least once, under the same `id`.
 */
export class Mailer extends Context.Service<
  Mailer,
  {
    readonly send: (message: MailMessage) => Effect.Effect<void, MailerUnavailable | MailRefused>
    /** For a mailer that keeps sent e-mails: removes those about a subject, for a redaction. */
    readonly forget?: (
      about: Pick<MailMessage, "partnerId" | "subjectId">
    ) => Effect.Effect<void, MailerUnavailable>
  }
>()("@quittance/core/concepts/mail/Mailer") {}
