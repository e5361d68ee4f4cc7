import { asciiDomain, Mailer, type OptionRules, option, refuseOptions } from "@quittance/core/adapter"
import { Effect, Layer, type Scope } from "effect"
import { createTransport } from "nodemailer"
import { mailFailure } from "./mailFailure.ts"
import { readSmtpUrl, type SmtpServer, type SmtpUrlRefused } from "./SmtpUrl.ts"

export interface SmtpMailerOptions {
  /** `smtp://user:password@host:port` or `smtps://…`; see `SmtpProtection`. */
  readonly url: string
  /** The sender: `pay@shop.example` or `Shop <pay@shop.example>`. */
  readonly from: string
  /** The longest silence to wait for at each step; 15 s. */
  readonly timeoutMillis?: number
  /** How many e-mails may be under way at once; 4. */
  readonly connectionsMax?: number
}

/**
 * The mailer port over SMTP, on connections that are kept and shared. When the layer's scope closes, connections that
 * are delivering an e-mail finish it and then close. An interrupted `send` gives up its own connection and no other.
 */
export const SmtpMailer = {
  layer: (options: SmtpMailerOptions): Layer.Layer<Mailer, SmtpUrlRefused> => {
    refuseOptions(options, rules, "SmtpMailer")
    return Layer.effect(Mailer, mailerOver(options))
  }
} as const

const { millis, optional, text, wholeNumber } = option

const rules: OptionRules<SmtpMailerOptions> = {
  url: text("smtps://user:password@host"),
  from: text("Shop <pay@shop.example>"),
  timeoutMillis: optional(millis()),
  connectionsMax: optional(wholeNumber(1))
}

const mailerOver = Effect.fnUntraced(function* (
  options: SmtpMailerOptions
): Effect.fn.Return<Mailer["Service"], SmtpUrlRefused, Scope.Scope> {
  const { from } = options
  const server = yield* Effect.fromResult(readSmtpUrl(options.url))
  const domain = senderDomain(from, server)
  const transport = yield* Effect.acquireRelease(
    Effect.sync(() => createTransport(poolOptions(server, options))),
    (pool) => Effect.sync(() => pool.close())
  )
  return Mailer.of({
    send: (message) =>
      Effect.asVoid(
        Effect.tryPromise({
          try: (signal) =>
            transport.sendMail({
              from,
              // An object is one address, whatever is in it; a text would be parsed as a list.
              to: { name: "", address: message.to },
              ...(message.replyTo !== undefined && { replyTo: { name: "", address: message.replyTo } }),
              subject: message.subject,
              text: message.text,
              html: message.html,
              messageId: `<${message.id}@${domain}>`,
              // RFC 3834: asks out-of-office programs not to answer.
              headers: { "Auto-Submitted": "auto-generated" },
              signal
            }),
          catch: mailFailure
        })
      )
  })
})

const poolOptions = (server: SmtpServer, options: SmtpMailerOptions) => {
  const { connectionsMax = 4, timeoutMillis = 15_000 } = options
  const { host, login, port, protection } = server
  return {
    pool: true as const,
    host,
    port,
    secure: protection === "tls",
    requireTLS: protection === "startTls",
    ignoreTLS: protection === "none",
    ...(login && { auth: login }),
    maxConnections: connectionsMax,
    // One new connection in place of one that the server closed while it was idle. Further attempts are the job's.
    maxRequeues: 1,
    dnsTimeout: timeoutMillis,
    connectionTimeout: timeoutMillis,
    greetingTimeout: timeoutMillis,
    socketTimeout: timeoutMillis,
    // Content is what the message says, never what a path or URL in it points to.
    disableFileAccess: true,
    disableUrlAccess: true
  }
}

/** The right part of a Message-ID: the sender's domain. */
const senderDomain = (from: string, server: SmtpServer): string =>
  asciiDomain(/@([^@<>\s]+)>?\s*$/.exec(from)?.[1] ?? server.host) ?? server.host
