import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { assert, describe, it } from "@effect/vitest"
import type { MailMessage } from "@quittance/core"
import { Mailer, MailerUnavailable, MailRefused } from "@quittance/core/adapter"
import { loopbackCertificate } from "@quittance/testing"
import { Context, Effect, Fiber, Layer } from "effect"
import type { SMTPServerOptions } from "smtp-server"
import { SmtpMailer, type SmtpMailerOptions } from "../src/index.ts"
import { bareServer, closedPort, type Held, heldInbox, reply, smtpInbox } from "./SmtpInbox.ts"

const message: MailMessage = {
  id: "inv_1",
  partnerId: "prt_1",
  subjectId: "inv_1",
  to: "customer@example.com",
  subject: "Invoice: 10.5 USD",
  text: "Please pay 10.5 USD",
  html: "<p>Please pay 10.5 USD</p>"
}

const mailerAt = (port: number, options: Partial<SmtpMailerOptions> = {}) =>
  Effect.map(
    Layer.build(
      SmtpMailer.layer({
        url: `smtp://127.0.0.1:${port}`,
        from: "Shop <pay@shop.example>",
        timeoutMillis: 5_000,
        ...options
      })
    ),
    (context) => Context.get(context, Mailer)
  )

// 0.0.0.0 reaches this machine too, but is no address of it, so that the rules for other machines hold.
const elsewhere = (port: number) => ({ url: `smtp://0.0.0.0:${port}` })

/** The two ways to encryption. */
const encrypted = [
  ["STARTTLS", { ...loopbackCertificate, disabledCommands: [] }, elsewhere],
  [
    "TLS from the first byte",
    { ...loopbackCertificate, secure: true },
    (port: number) => ({ url: `smtps://127.0.0.1:${port}` })
  ]
] as const satisfies ReadonlyArray<
  readonly [string, SMTPServerOptions, (port: number) => Partial<SmtpMailerOptions>]
>

/** What one e-mail to a server with these options leads to. */
const failureOf = (
  server: SMTPServerOptions,
  options: (port: number) => Partial<SmtpMailerOptions> = () => ({})
) =>
  Effect.gen(function* () {
    const inbox = yield* smtpInbox(server)
    const mailer = yield* mailerAt(inbox.port, options(inbox.port))
    const failure = yield* Effect.flip(mailer.send(message))
    assert.isEmpty(inbox.received)
    return failure
  })

describe("an e-mail", () => {
  it.effect("arrives at its address, from the sender, with both forms of its content", () =>
    Effect.gen(function* () {
      const inbox = yield* smtpInbox()
      const mailer = yield* mailerAt(inbox.port)
      yield* mailer.send(message)
      const [first, ...others] = inbox.received
      assert.isEmpty(others)
      assert.strictEqual(first?.from, "pay@shop.example")
      assert.deepStrictEqual(first?.to, ["customer@example.com"])
      assert.deepStrictEqual(first?.email.from, { name: "Shop", address: "pay@shop.example" })
      assert.strictEqual(first?.email.subject, message.subject)
      assert.strictEqual(first?.email.text?.trim(), message.text)
      assert.strictEqual(first?.email.html?.trim(), message.html)
      const autoSubmitted = first?.email.headers.find(({ key }) => key === "auto-submitted")
      assert.strictEqual(autoSubmitted?.value, "auto-generated")
    })
  )

  for (const from of ["Shop <pay@магазин.рф>", "pay@магазин.рф"]) {
    it.effect(`comes from ${from} in ASCII: envelope, header and Message-ID`, () =>
      Effect.gen(function* () {
        const inbox = yield* smtpInbox()
        const said: Array<string> = []
        // The server shows its session the other form.
        inbox.server.server.on("connection", (socket) => socket.on("data", (chunk) => said.push(`${chunk}`)))
        const mailer = yield* mailerAt(inbox.port, { from })
        yield* mailer.send({ ...message, to: "user@xn--80a1acny.xn--p1ai" })
        const lines = said.join("").split("\r\n")
        const sender = from.replace("магазин.рф", "xn--80aairftm.xn--p1ai")
        for (const line of [
          "MAIL FROM:<pay@xn--80aairftm.xn--p1ai>",
          "RCPT TO:<user@xn--80a1acny.xn--p1ai>",
          `From: ${sender}`,
          "To: user@xn--80a1acny.xn--p1ai",
          "Message-ID: <inv_1@xn--80aairftm.xn--p1ai>"
        ])
          assert.include(lines, line)
      })
    )
  }

  it.effect("keeps emoji, right-to-left letters, long lines, dots and markup as they are", () =>
    Effect.gen(function* () {
      const inbox = yield* smtpInbox()
      const mailer = yield* mailerAt(inbox.port)
      const unusual = {
        subject: `Төлем шоты: 10.5 KZT · \u2068שלום 👩‍👩‍👧‍👦 <b>${"ж".repeat(200)}\u2069`,
        text: `.\n..\nFrom here\n=3D & <b>\n${"long ".repeat(500)}\n\u2068שלום\u2069 👩‍👩‍👧‍👦`,
        html: `<p>.</p>\n<bdi>שלום &lt;script&gt; 👩‍👩‍👧‍👦</bdi>${"ж".repeat(2_000)}`
      }
      yield* mailer.send({ ...message, ...unusual })
      const { email } = inbox.received[0] ?? {}
      assert.strictEqual(email?.subject, unusual.subject)
      assert.strictEqual(email?.text?.trimEnd(), unusual.text)
      assert.strictEqual(email?.html?.trimEnd(), unusual.html)
    })
  )

  it.effect("has no more headers and addresses than it should, whatever its texts hold", () =>
    Effect.gen(function* () {
      const inbox = yield* smtpInbox()
      const mailer = yield* mailerAt(inbox.port)
      yield* mailer.send({ ...message, subject: "Invoice\r\nBcc: thief@example.com\r\n\r\nbody" })
      const several = [
        "customer@example.com, thief@example.com",
        "customer@example.com\r\nRCPT TO:<thief@example.com>"
      ]
      for (const to of several) {
        assert.instanceOf(yield* Effect.flip(mailer.send({ ...message, to })), MailRefused)
      }
      assert.deepStrictEqual(
        inbox.received.map(({ email, to }) => [to, email.bcc]),
        [[["customer@example.com"], undefined]]
      )
    })
  )

  it.effect("keeps its Message-ID when it is sent again, and shares it with no other", () =>
    Effect.gen(function* () {
      const inbox = yield* smtpInbox()
      const mailer = yield* mailerAt(inbox.port)
      for (const id of ["inv_1", "inv_1", "inv_2"]) yield* mailer.send({ ...message, id })
      assert.deepStrictEqual(
        inbox.received.map(({ email }) => email.messageId),
        ["<inv_1@shop.example>", "<inv_1@shop.example>", "<inv_2@shop.example>"]
      )
    })
  )
})

describe("an answer of the server", () => {
  const answering = (code: number, at: "onMailFrom" | "onRcptTo"): SMTPServerOptions => ({
    [at]: (_: unknown, __: unknown, done: (error: Error) => void) => done(reply(code, "says the server"))
  })
  const answeringData = (code: number): SMTPServerOptions => ({
    onData: (stream, _, done) => {
      stream.on("end", () => done(reply(code, "says the server")))
      stream.resume()
    }
  })

  const refusals: ReadonlyArray<readonly [string, SMTPServerOptions]> = [
    ["550 to the recipient", answering(550, "onRcptTo")],
    ["553 to the recipient", answering(553, "onRcptTo")],
    ["554 to the content", answeringData(554)]
  ]
  for (const [what, server] of refusals) {
    it.effect(`${what} refuses the e-mail, with the server's words`, () =>
      Effect.gen(function* () {
        const failure = yield* failureOf(server)
        assert.instanceOf(failure, MailRefused)
        assert.include(failure.reason, "says the server")
      })
    )
  }

  const delays: ReadonlyArray<readonly [string, SMTPServerOptions]> = [
    ["451 to the recipient", answering(451, "onRcptTo")],
    ["452 to the content", answeringData(452)],
    ["550 to the sender", answering(550, "onMailFrom")],
    ["530 to the recipient, for want of a login", answering(530, "onRcptTo")],
    ["421 in place of a greeting", { onConnect: (_, done) => done(reply(421, "says the server")) }],
    ["554 in place of a greeting", { onConnect: (_, done) => done(reply(554, "says the server")) }]
  ]
  for (const [what, server] of delays) {
    it.effect(`${what} leaves the e-mail for later`, () =>
      Effect.map(failureOf(server), (failure) => assert.instanceOf(failure, MailerUnavailable))
    )
  }

  it.effect("to one e-mail is not that to the next", () =>
    Effect.gen(function* () {
      const inbox = yield* smtpInbox({
        onRcptTo: ({ address }, _, done) =>
          address.startsWith("gone@") ? done(reply(550, "no such user")) : done()
      })
      const mailer = yield* mailerAt(inbox.port)
      const gone = yield* Effect.flip(mailer.send({ ...message, to: "gone@example.com" }))
      yield* mailer.send(message)
      assert.instanceOf(gone, MailRefused)
      assert.lengthOf(inbox.received, 1)
    })
  )
})

describe("a server that cannot be used leaves the e-mail for later", () => {
  it.effect("nobody listens", () =>
    Effect.gen(function* () {
      const mailer = yield* mailerAt(yield* closedPort)
      assert.instanceOf(yield* Effect.flip(mailer.send(message)), MailerUnavailable)
    })
  )

  it.effect("it says nothing for longer than the limit", () =>
    Effect.gen(function* () {
      const mailer = yield* mailerAt(yield* bareServer(() => undefined), { timeoutMillis: 100 })
      assert.instanceOf(yield* Effect.flip(mailer.send(message)), MailerUnavailable)
    })
  )

  it.effect("it takes the content and then says nothing for longer than the limit", () =>
    Effect.gen(function* () {
      const failure = yield* failureOf({ onData: (stream) => stream.resume() }, () => ({
        timeoutMillis: 200
      }))
      assert.instanceOf(failure, MailerUnavailable)
    })
  )

  it.effect("it hangs up in the middle, each time", () =>
    Effect.gen(function* () {
      const port = yield* bareServer((socket) => {
        socket.write("220 mail.example\r\n")
        socket.once("data", () => socket.destroy())
      })
      const mailer = yield* mailerAt(port)
      assert.instanceOf(yield* Effect.flip(mailer.send(message)), MailerUnavailable)
    })
  )

  it.effect("it offers no encryption and is not on this machine", () =>
    Effect.gen(function* () {
      const failure = yield* failureOf({}, elsewhere)
      assert.instanceOf(failure, MailerUnavailable)
      assert.match(failure.reason, /STARTTLS/)
    })
  )

  for (const [encryption, server, urlOf] of encrypted) {
    it.effect(`its certificate is nobody's word (${encryption})`, () =>
      Effect.gen(function* () {
        const failure = yield* failureOf(server, urlOf)
        assert.instanceOf(failure, MailerUnavailable)
        assert.match(failure.reason, /certificate/)
      })
    )
  }
})

describe("encryption", () => {
  const trusted = Effect.acquireRelease(
    Effect.sync(() => {
      const before = getCACertificates()
      setDefaultCACertificates([...before, loopbackCertificate.cert])
      return before
    }),
    (before) => Effect.sync(() => setDefaultCACertificates(before))
  )

  for (const [encryption, server, urlOf] of encrypted) {
    it.effect(`protects the e-mail: ${encryption}`, () =>
      Effect.gen(function* () {
        yield* trusted
        const inbox = yield* smtpInbox(server)
        const mailer = yield* mailerAt(inbox.port, urlOf(inbox.port))
        yield* mailer.send(message)
        assert.deepStrictEqual(
          inbox.received.map(({ secure }) => secure),
          [true]
        )
      })
    )
  }
})

describe("a login", () => {
  const server: SMTPServerOptions = {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ password, username }, _, done) =>
      username === "shop@example" && password === "p:ss/w%rd"
        ? done(null, { user: username })
        : done(reply(535, "authentication failed"))
  }
  const url = (pass: string) => (port: number) => ({
    url: `smtp://shop%40example:${encodeURIComponent(pass)}@127.0.0.1:${port}`
  })

  it.effect("is made with the user and password of the URL", () =>
    Effect.gen(function* () {
      const inbox = yield* smtpInbox(server)
      const mailer = yield* mailerAt(inbox.port, url("p:ss/w%rd")(inbox.port))
      yield* mailer.send(message)
      assert.strictEqual(inbox.received[0]?.user, "shop@example")
    })
  )

  it.effect("that fails leaves the e-mail for later, and tells nobody the password", () =>
    Effect.gen(function* () {
      const failure = yield* failureOf(server, url("wrong:secret"))
      assert.instanceOf(failure, MailerUnavailable)
      assert.notInclude(JSON.stringify(failure), "secret")
    })
  )

  it.effect("that is missing leaves the e-mail for later", () =>
    Effect.map(failureOf(server), (failure) => assert.instanceOf(failure, MailerUnavailable))
  )
})

describe("connections", () => {
  it.effect("are used again", () =>
    Effect.gen(function* () {
      const inbox = yield* smtpInbox()
      const mailer = yield* mailerAt(inbox.port)
      yield* mailer.send(message)
      yield* mailer.send(message)
      assert.strictEqual(new Set(inbox.received.map(({ session }) => session)).size, 1)
    })
  )

  it.effect("carry several e-mails at once, as many as are allowed", () =>
    Effect.gen(function* () {
      const inbox = yield* heldInbox
      const mailer = yield* mailerAt(inbox.port, { connectionsMax: 2 })
      const ids = ["inv_1", "inv_2", "inv_3"]
      const sending = yield* Effect.forkScoped(
        Effect.all(
          ids.map((id) => mailer.send({ ...message, id })),
          { concurrency: "unbounded" }
        )
      )
      const both: ReadonlyArray<Held> = [yield* inbox.next, yield* inbox.next]
      assert.strictEqual(new Set(both.map(({ session }) => session)).size, 2)
      for (const held of both) held.take()
      const third = yield* inbox.next
      third.take()
      yield* Fiber.join(sending)
    })
  )

  it.effect("of an interrupted e-mail are given up, and no others", () =>
    Effect.gen(function* () {
      const inbox = yield* heldInbox
      const mailer = yield* mailerAt(inbox.port)
      const given = yield* Effect.forkScoped(mailer.send(message))
      yield* inbox.next
      const other = yield* Effect.forkScoped(mailer.send(message))
      const held = yield* inbox.next
      yield* Fiber.interrupt(given)
      held.take()
      yield* Fiber.join(other)
    })
  )

  it.effect("end with the scope", () =>
    Effect.gen(function* () {
      const { promise: closed, resolve } = Promise.withResolvers<void>()
      const inbox = yield* smtpInbox({ onClose: () => resolve() })
      yield* Effect.scoped(Effect.flatMap(mailerAt(inbox.port), (mailer) => mailer.send(message)))
      yield* Effect.promise(() => closed)
    })
  )
})
