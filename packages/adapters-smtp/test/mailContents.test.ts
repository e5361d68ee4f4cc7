import { assert, describe, it } from "@effect/vitest"
import type { MailMessage } from "@quittance/core"
import { type Brand, Mailer, paymentLinkMail, receiptMail } from "@quittance/core/adapter"
import { Context, Effect, Layer, Option } from "effect"
import { SmtpMailer } from "../src/index.ts"
import { smtpInbox } from "./SmtpInbox.ts"

/** What customers get: the e-mails as they are written, sent over SMTP, and read by a MIME parser of their own. */

const hash = `0x${"ab".repeat(32)}`
const paidAt = Date.UTC(2026, 0, 15, 12, 34, 56)

const texts = {
  "a short one": "Blue Cup",
  "a long one": "Long ".repeat(100).trim(),
  Cyrillic: "Чай «Синяя чашка» №1 — ёлка",
  Arabic: "شركة القهوة الزرقاء",
  emoji: "👩‍👩‍👧‍👦 ☕️ e\u0301",
  "one that would be headers": "tea\r\nBcc: thief@example.com\r\nX-Evil: 1\r\n\r\n<script>alert(1)</script>",
  "one that would be encoded": "=?utf-8?q?x?= =3D\n.\n..",
  "one word without an end": "ж".repeat(500)
} as const

const locales = ["en", "ru", "kz"] as const

const brandNamed = (name: string): Brand => ({
  ...{ name, isExample: false },
  look: { colour: "#ffee00", support: "help@магазин.рф", siteUrl: "https://shop.example/" }
})

/** Every kind of e-mail with this text wherever somebody else has a say, and what each of its forms tells. */
const mailsWith = (text: string, locale: (typeof locales)[number]) => {
  const options = { brand: brandNamed(text), isSample: true, locale }
  const description = Option.some(text)
  const url = (kind: string) => `https://pay.example/pay/${kind}/Zk3vQ8wX1aB7cD5eF9gH2j?a=1&b=2`
  const paid = { number: "inv_1", amountMinor: 1_234_567_890n, paidAt, description }
  return [
    {
      kind: "payment_link",
      content: paymentLinkMail(
        { amountMinor: 1050n, currency: "KZT", description, expiresAt: paidAt },
        url("bank"),
        locale,
        options.brand
      ),
      facts: ["10.50 KZT", "2026-01-15 12:34 UTC", url("bank")]
    },
    {
      kind: "receipt",
      content: receiptMail(
        { ...paid, currency: "EUR", paidThrough: { bank: text }, url: url("bank") },
        options
      ),
      facts: ["12345678.90 EUR", "2026-01-15 12:34 UTC", "inv_1", url("bank")]
    },
    {
      kind: "receipt",
      content: receiptMail(
        { ...paid, currency: "USDT", paidThrough: { network: "TRON", hashes: [hash] }, url: url("crypto") },
        options
      ),
      facts: ["1234.56789 USDT", "2026-01-15 12:34 UTC", "inv_1", "TRON", hash, url("crypto")]
    }
  ] as const
}

/** What an HTML document shows, by the rules that are needed for ours. */
const shownBy = (html: string): string =>
  html
    .replace(/<(style|title)>[\s\S]*?<\/\1>/g, "")
    .replace(/<[^>]*>/g, "")
    .replace(
      /&(amp|lt|gt|quot|#39);/g,
      (_, name: string) => ({ amp: "&", lt: "<", gt: ">", quot: '"' })[name] ?? "'"
    )

const unbroken = (text: string): string => text.replace(/[\u2066-\u2069]/g, "").replace(/\s+/g, " ")

const headerNames = [
  "auto-submitted",
  "content-type",
  "date",
  "from",
  "message-id",
  "mime-version",
  "reply-to",
  "subject",
  "to"
]

describe("an e-mail to a customer, read by a MIME parser", () => {
  for (const [what, text] of Object.entries(texts))
    it.effect(`says the same in both of its forms, whoever's text is in it: ${what}`, () =>
      Effect.gen(function* () {
        const inbox = yield* smtpInbox()
        const layer = SmtpMailer.layer({
          url: `smtp://127.0.0.1:${inbox.port}`,
          from: "Pay <pay@shop.example>"
        })
        const mailer = Context.get(yield* Layer.build(layer), Mailer)
        const mails = locales.flatMap((locale) => mailsWith(text, locale))
        for (const [index, { content, kind }] of mails.entries()) {
          const message: MailMessage = {
            ...{ id: `inv_${index}-receipt`, kind, partnerId: "prt_1", subjectId: `inv_${index}` },
            ...{ to: "anna@customer.example", replyTo: "help@xn--80aairftm.xn--p1ai", ...content }
          }
          yield* mailer.send(message)
        }
        for (const [index, { content, facts }] of mails.entries()) {
          const { email, raw, to } = inbox.received[index] ?? assert.fail("it arrived")
          assert.deepStrictEqual(
            [
              email.subject,
              to,
              email.from?.address,
              email.replyTo?.map(({ address }) => address),
              email.messageId
            ],
            [
              content.subject,
              ["anna@customer.example"],
              "pay@shop.example",
              ["help@xn--80aairftm.xn--p1ai"],
              `<inv_${index}-receipt@shop.example>`
            ]
          )
          assert.deepStrictEqual(email.headers.map(({ key }) => key).toSorted(), headerNames)
          assert.deepStrictEqual([email.bcc, email.cc, email.attachments], [undefined, undefined, []])
          const [plain, html] = [email.text ?? "", email.html ?? ""]
          assert.strictEqual(plain.trimEnd(), content.text.trimEnd())
          assert.strictEqual(html.trimEnd(), content.html.trimEnd())
          const own = unbroken(text.replace(/[\r\n]+/g, " ")).trim()
          for (const fact of [...facts, own])
            for (const form of [unbroken(plain), unbroken(shownBy(html))]) assert.include(form, fact)
          // Only what somebody else wrote looks like markup.
          assert.notMatch(plain.replaceAll("<script>alert(1)</script>", ""), /<\/?[a-z]/i)
          assert.notMatch(html, /<script|<img|<link|url\(|@import/)
          const lines = raw.toString("latin1").split("\r\n")
          assert.isAtMost(Math.max(...lines.map(({ length }) => length)), 998)
          for (const line of lines) assert.match(line, /^[\t\x20-\x7e]*$/)
          const [head = ""] = raw.toString("latin1").split("\r\n\r\n")
          assert.match(head, /^Content-Type: multipart\/alternative;/m)
        }
      })
    )
})
