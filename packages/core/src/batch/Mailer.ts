import { Context, type Effect, Schema } from "effect"
import type { PartnerId } from "../concept/PartnerId.ts"

/** An e-mail to one address. */
export interface MailMessage {
  /** The same for every attempt to send this e-mail: the left part of its Message-ID. */
  readonly id: string
  readonly partnerId: PartnerId
  /** What it is about. */
  readonly subjectId: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Not taken, perhaps later: no connection, no answer, or a server that is busy (SMTP 4xx). */
export class MailerUnavailable extends Schema.TaggedError<MailerUnavailable>()("MailerUnavailable", {
  reason: Schema.String
}) {}

/** Refused for good (SMTP 5xx): the same e-mail would be refused again. */
export class MailRefused extends Schema.TaggedError<MailRefused>()("MailRefused", {
  reason: Schema.String
}) {}

/**
 * Port. Hands an e-mail over to a mail server. Success means that the server took it. A crash between that and its record
 * sends it again: at least once, under the same `id`.
 */
export class Mailer extends Context.Service<
  Mailer,
  {
    readonly send: (message: MailMessage) => Effect.Effect<void, MailerUnavailable | MailRefused>
    /** Where a mailer keeps what it sent: removes what is about a subject, for a redaction. */
    readonly forget?: (
      about: Pick<MailMessage, "partnerId" | "subjectId">
    ) => Effect.Effect<void, MailerUnavailable>
  }
>()("@quittance/core/batch/Mailer") {}
