import { assert } from "@effect/vitest"
import { Ids, type MailMessage } from "@quittance/core"
import { invoicePrefix, Mailer, partnerPrefix } from "@quittance/core/adapter"
import { Effect, type Layer } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"

/** What a `Mailer` promises. An e-mail that it took arrives unchanged, under its id, at its address and no other. */

/** An e-mail as it arrived. */
export interface DeliveredMail {
  /** The left part of its Message-ID. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface MailerHarness<R> {
  /**
   * What arrived so far, in any order; at least the e-mails of this partner. An e-mail that came twice is listed twice.
   */
  readonly delivered: (partnerId: string) => Effect.Effect<ReadonlyArray<DeliveredMail>, unknown, R>
}

export const mailerChecks = <R>({ delivered }: MailerHarness<R>) => {
  const newMail = Effect.fnUntraced(function* (more: Partial<MailMessage> = {}) {
    const ids = yield* Ids
    const id = yield* ids.prefixed(invoicePrefix)
    const message: MailMessage = {
      id,
      partnerId: more.partnerId ?? (yield* ids.prefixed(partnerPrefix)),
      subjectId: id,
      to: `${id}@example.com`,
      subject: "An invoice",
      text: "Pay here: https://example.com/pay\n",
      html: "<p>Pay <a href='https://example.com/pay'>here</a></p>\n",
      ...more
    }
    return message
  })

  const send = (message: MailMessage) => Effect.flatMap(Mailer, (mailer) => mailer.send(message))

  /** Line ends and trailing blanks belong to the transport. */
  const plain = (text: string): string => text.replaceAll("\r\n", "\n").trimEnd()

  const shown = ({ html, id, subject, text, to }: DeliveredMail): DeliveredMail => ({
    id,
    to,
    subject,
    text: plain(text),
    html: plain(html)
  })

  /** Exactly these arrived. */
  const arrived = Effect.fnUntraced(function* (messages: ReadonlyArray<MailMessage>) {
    const [first] = messages
    assert.isDefined(first)
    const byId = (a: DeliveredMail, b: DeliveredMail): number => (a.id < b.id ? -1 : 1)
    const concerns = ({ id, to }: DeliveredMail): boolean =>
      messages.some((message) => message.id === id || message.to === to)
    const own = (yield* delivered(first.partnerId)).filter(concerns)
    assert.deepStrictEqual(own.map(shown).toSorted(byId), messages.map(shown).toSorted(byId))
  })

  return {
    "an e-mail arrives once at its address, as it was written": Effect.gen(function* () {
      const message = yield* newMail()
      yield* send(message)
      yield* arrived([message])
    }),

    "unusual content arrives unchanged": Effect.gen(function* () {
      const messages = [
        yield* newMail({
          subject: "Счёт №1 — шот “Ақ” 🧾 👩‍👩‍👧‍👦",
          text: "Төлеу: ₸ 25 000,00 💸\u00a0e\u0301\n"
        }),
        yield* newMail({
          subject: "a".repeat(200),
          text: "x".repeat(3_000),
          html: `<p>${"y".repeat(3_000)}</p>`
        }),
        yield* newMail({
          text: "one\n.\n..two\nFrom three\n\n\nfour = 5 =20 =\n",
          html: "<pre>\n.\n=3D</pre>"
        }),
        yield* newMail({
          subject: `"quoted" <b>&amp; =?utf-8?q?x?=`,
          text: "\u2068\u05e9\u05dc\u05d5\u05dd\u2069 ok"
        })
      ]
      for (const message of messages) {
        yield* send(message)
        yield* arrived([message])
      }
    }),

    "e-mails sent at once arrive each at its own address": Effect.gen(function* () {
      const { partnerId } = yield* newMail()
      const messages = yield* Effect.forEach(Array.from({ length: 25 }), (_, index) =>
        newMail({ partnerId, text: `for the customer ${index}` })
      )
      yield* Effect.forEach(messages, send, { concurrency: "unbounded", discard: true })
      yield* arrived(messages)
    }),

    "an e-mail sent again carries the same id": Effect.gen(function* () {
      const message = yield* newMail()
      yield* send(message)
      yield* send(message)
      yield* arrived([message, message])
    })
  } satisfies Checks<Mailer | Ids | R>
}

/** Proves a `Mailer` against the promises of its port. */
export const mailerSuite = <R>(
  name: string,
  layer: Layer.Layer<Mailer | R, unknown>,
  harness: MailerHarness<R>
): void => suiteOf<Mailer | R>("mailer", mailerChecks(harness))(name, layer)
