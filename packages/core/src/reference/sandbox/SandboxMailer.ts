import { Clock, Context, Effect, Layer, Schema } from "effect"
import { Mailer, MailerUnavailable, mailKinds } from "../../concepts/mail/Mailer.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import type { InvalidCursor, ListPosition } from "../../kernel/list/ListCursor.ts"
import { readPart } from "../../kernel/list/readPart.ts"
import type { Page, PageRequest } from "../../kernel/ports/Page.ts"
import { type SandboxRecord, SandboxStore } from "../../kernel/ports/SandboxStore.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Instant } from "../../kernel/time/Instant.ts"

/** An e-mail in the sandbox's mailbox. */
export const SandboxMail = Schema.Struct({
  id: Schema.String,
  /** Mailboxes of before kept payment links only. */
  kind: Schema.Literals(mailKinds).pipe(Schema.withDecodingDefaultKey(Effect.succeed("payment_link"))),
  invoiceId: Schema.String,
  to: Schema.String,
  subject: Schema.String,
  text: Schema.String,
  html: Schema.String,
  sentAt: Schema.Int
})
export type SandboxMail = typeof SandboxMail.Type

const decodeMail = Schema.decodeUnknownSync(Schema.fromJsonString(SandboxMail))

const mailOf = ({ value }: SandboxRecord): SandboxMail => decodeMail(value)

/** Texts in the order of the instants. */
const instantText = (at: Instant): string => String(at).padStart(16, "0")

/** Where an e-mail stands among those of its partner. */
const positionOf = ({ id }: SandboxRecord, prefix: string): ListPosition => {
  const [sentAt = "", ...rest] = id.slice(prefix.length).split("/")
  return { createdAt: Number(sentAt), id: rest.join("/") }
}

/** A mailbox instead of a mail server: nothing leaves the store. */
export class SandboxMailbox extends Context.Service<
  SandboxMailbox,
  {
    /** E-mails "sent" for a partner, the oldest first; an e-mail sent twice is listed twice. */
    readonly ofPartner: (partnerId: PartnerId) => Effect.Effect<ReadonlyArray<SandboxMail>, StoreUnavailable>
    /** A page of the same e-mails. */
    readonly page: (
      partnerId: PartnerId,
      page: PageRequest
    ) => Effect.Effect<Page<SandboxMail>, InvalidCursor | StoreUnavailable>
  }
>()("@quittance/core/reference/sandbox/SandboxMailbox") {
  /** The mailbox, and its mailer. */
  static readonly layer: Layer.Layer<SandboxMailbox | Mailer, never, SandboxStore> = Layer.effectContext(
    Effect.gen(function* () {
      const store = yield* SandboxStore

      const send: Mailer["Service"]["send"] = Effect.fnUntraced(
        function* ({ html, id, kind, partnerId, subject, subjectId, text, to }) {
          const sentAt = yield* Clock.currentTimeMillis
          const mail: typeof SandboxMail.Encoded = {
            id,
            ...(kind && { kind }),
            invoiceId: subjectId,
            to,
            subject,
            text,
            html,
            sentAt
          }
          // Attempts within one millisecond are stored side by side.
          for (let copy = 0; ; copy++) {
            const place = `${partnerId}/${instantText(sentAt)}/${id}/${copy}`
            if (yield* store.insert("mail", place, JSON.stringify(mail))) return
          }
        },
        Effect.mapError(({ reason }) => new MailerUnavailable({ reason }))
      )

      const forget: NonNullable<Mailer["Service"]["forget"]> = Effect.fnUntraced(
        function* ({ partnerId, subjectId }) {
          for (const { id, value } of yield* store.list("mail", `${partnerId}/`))
            if (decodeMail(value).invoiceId === subjectId) yield* store.remove("mail", id)
        },
        Effect.mapError(({ reason }) => new MailerUnavailable({ reason }))
      )

      return Context.make(
        SandboxMailbox,
        SandboxMailbox.of({
          ofPartner: (partnerId) =>
            Effect.map(store.list("mail", `${partnerId}/`), (records) => records.map(mailOf)),
          page: (partnerId, page) =>
            Effect.flatMap(Clock.currentTimeMillis, (now) => {
              const prefix = `${partnerId}/`
              const part = readPart(
                {
                  scope: JSON.stringify(["sandboxMail", partnerId]),
                  lapses: false,
                  positionOf: (record: SandboxRecord) => positionOf(record, prefix),
                  page: (numbered) => store.page("mail", prefix, numbered),
                  after: ({ createdAt, id }, limit) =>
                    store.after("mail", prefix, `${prefix}${instantText(createdAt)}/${id}`, limit)
                },
                page,
                now
              )
              return Effect.map(part, ({ items, nextCursor, total }) => ({
                ...{ nextCursor, total },
                items: items.map(mailOf)
              }))
            })
        })
      ).pipe(Context.add(Mailer, Mailer.of({ send, forget })))
    })
  )
}
