import type { Mailer } from "@quittance/core/adapter"
import { type DeliveredMail, mailerSuite } from "@quittance/testing"
import { Context, Effect, Layer } from "effect"
import { SmtpMailer } from "../src/index.ts"
import { type Received, type SmtpInbox, smtpInbox } from "./SmtpInbox.ts"

/** The mailer keeps the promises of its port, as a mail program at the other end sees it. */

class Inbox extends Context.Service<Inbox, SmtpInbox>()("test/Inbox") {}

const inbox = Layer.effect(Inbox, smtpInbox())

const mailer = Layer.unwrap(
  Effect.map(Inbox, ({ port }) =>
    SmtpMailer.layer({ url: `smtp://127.0.0.1:${port}`, from: "Shop <pay@shop.example>" })
  )
)

const delivered = ({ email, to }: Received): DeliveredMail => ({
  id: (email.messageId ?? "").slice(1).replace(/@.*$/, ""),
  to: to.join(),
  subject: email.subject ?? "",
  text: email.text ?? "",
  html: email.html ?? ""
})

const layer: Layer.Layer<Mailer | Inbox, unknown> = Layer.provideMerge(mailer, inbox)

mailerSuite("SMTP", layer, {
  delivered: () => Effect.map(Inbox, ({ received }) => received.map(delivered))
})
