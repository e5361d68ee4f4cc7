import { generators } from "@quittance/testing"
import { Option } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import type { BrandingLook } from "../../../src/concepts/branding/Branding.ts"
import { contrastOf } from "../../../src/concepts/branding/brandColours.ts"
import type { InvoiceOrder } from "../../../src/concepts/invoice/Invoice.ts"
import { paymentLinkMail } from "../../../src/concepts/mail/PaymentLinkMail.ts"
import type { Locale } from "../../../src/kernel/input/Locale.ts"
import { holds } from "../../holds.ts"
import { expiresAt, orderOf } from "../invoice/fiatSamples.ts"

const url = "https://pay.example/pay/bank/token?a=1&b=2"

const mailOf = (chosen: Partial<InvoiceOrder> = {}, locale: Locale = "en") =>
  paymentLinkMail(orderOf("inv_1", { amountMinor: 1050n, ...chosen }), url, locale)

const paidTo = (name: string, locale: Locale, look: BrandingLook = {}) =>
  paymentLinkMail(orderOf("inv_1"), url, locale, { name, isExample: false, look })

const about = (description: string) => mailOf({ description: Option.some(description) })

/** How deep the isolations of a text are at its end; fails when it closes one that it did not open. */
const openIsolations = (text: string): number => {
  let depth = 0
  for (const character of text) {
    // A paragraph ends every isolation (UAX 9, 3.3.2).
    if (character === "\n") assert.strictEqual(depth, 0)
    if (character === "\u2068") depth += 1
    if (character === "\u2069") depth -= 1
    assert.isAtLeast(depth, 0)
  }
  return depth
}

const locales = ["en", "ru", "kz"] as const satisfies ReadonlyArray<Locale>

describe("the e-mail of an invoice", () => {
  it("says who is paid, where the partner has told it, and gives the name no say over the rest", () => {
    for (const locale of locales) {
      const { html, subject, text } = paidTo("Blue <Cup>", locale)
      assert.isTrue(subject.startsWith("\u2068Blue <Cup>\u2069 · "))
      assert.isTrue(text.startsWith("\u2068Blue <Cup>\u2069\n"))
      assert.include(html, "<bdi>Blue &lt;Cup&gt;</bdi></p>")
    }
    assert.include(paidTo("Blue Cup", "en").text, "Paid to")
    assert.notInclude(mailOf().text, "Paid to")
  })

  it("says how to reach the partner, and has a button in its colour that can be read", () => {
    const { html, text } = paidTo("Blue Cup", "en", {
      colour: "#ffee00",
      support: "help+1@shop.example",
      termsUrl: "https://shop.example/terms?a=1&b"
    })
    assert.isTrue(text.endsWith("Contact: help+1@shop.example\nTerms: https://shop.example/terms?a=1&b"))
    assert.include(html, 'href="mailto:help%2B1@shop.example"')
    assert.include(html, 'href="https://shop.example/terms?a=1&amp;b"')
    const [, ground = "", ink = ""] = /background:(#\w+);color:(#\w+)/.exec(html) ?? []
    assert.isAtLeast(contrastOf(ground, ink), 4.5)
  })

  for (const locale of locales) {
    it(`says the amount, the link and the end in ${locale}, as text and as HTML`, () => {
      const { html, subject, text } = mailOf({ description: Option.some("Green tea") }, locale)
      assert.include(subject, "10.50 KZT")
      assert.include(subject, "Green tea")
      for (const content of [text, html]) {
        assert.include(content, "10.50 KZT")
        assert.include(content, "Green tea")
        assert.include(content, "2026-02-28 06:13 UTC")
      }
      assert.include(text.split("\n"), url)
      assert.lengthOf(html.split(`href="${url.replace("&", "&amp;")}"`), 3)
      assert.notMatch(html, /<img|<script|<link|src=/)
    })
  }

  it("differs in every language, and names it", () => {
    const htmls = locales.map((locale) => mailOf({}, locale).html)
    assert.deepStrictEqual(
      htmls.map((html) => /<html lang="(\w+)">/.exec(html)?.[1]),
      ["en", "ru", "kk"]
    )
    assert.lengthOf(new Set(locales.map((locale) => mailOf({}, locale).text)), 3)
  })

  it("says nothing of a description that is not there or blank", () => {
    for (const mail of [mailOf(), about(""), about(" \n ")]) {
      assert.strictEqual(mail.subject, "Invoice: 10.50 KZT")
      assert.notInclude(mail.text, "For:")
      assert.notInclude(mail.html, ">For<")
    }
  })

  it("names an end that is never later than the invoice's", () => {
    assert.include(mailOf({ expiresAt: Date.UTC(2026, 1, 28, 6, 59, 59, 999) }).text, "2026-02-28 06:59 UTC")
    assert.include(mailOf({ expiresAt }).text, "UTC")
  })
})

describe("a description", () => {
  it("is no markup", () => {
    const { html, text } = about(`<script>alert("1")</script> & <b>'`)
    assert.include(html, "<bdi>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &lt;b&gt;&#39;</bdi>")
    assert.include(text, `<script>alert("1")</script> & <b>'`)
  })

  it("keeps its lines in the content and is one line in the subject", () => {
    const { html, subject, text } = about("tea\r\nBcc: thief@example.com\r\rcoffee\u2028milk")
    assert.strictEqual(subject, "Invoice: 10.50 KZT · \u2068tea Bcc: thief@example.com coffee milk\u2069")
    assert.include(
      text,
      "\u2068tea\u2069\n\u2068Bcc: thief@example.com\u2069\n\u2068\u2069\n\u2068coffee\u2069\n\u2068milk\u2069"
    )
    assert.include(html, "<bdi>tea\nBcc: thief@example.com\n\ncoffee\nmilk</bdi>")
  })

  it("that is long is cut in the subject, between characters", () => {
    const { html, subject } = about("😀".repeat(500))
    assert.strictEqual(subject, `Invoice: 10.50 KZT · \u2068${"😀".repeat(59)}…\u2069`)
    assert.include(html, "😀".repeat(500))
    assert.include(about("😀".repeat(60)).subject, "😀".repeat(60))
  })

  it("keeps right-to-left letters and emoji whole", () =>
    assert.include(about("שלום 👩‍👩‍👧‍👦").text, "\u2068שלום 👩‍👩‍👧‍👦\u2069"))

  it("can neither escape its isolation, nor add a line to the subject, nor a tag to the HTML, whatever it is", () => {
    const piece = fc.constantFrom(
      ..."\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200f\r\n\u0085\u2028\u0000\u001b\t<>&\"'aש",
      "😀",
      "\ud83d"
    )
    const description = fc.oneof(
      fc.array(piece, { maxLength: 120 }).map((pieces) => pieces.join("")),
      fc.string({ unit: generators.scalarValue, maxLength: 200 })
    )
    const plain = mailOf({ description: Option.some("x") }).html
    const tags = (html: string) => html.split("<").length
    holds(
      fc.property(description, (text) => {
        const mail = about(text)
        assert.notMatch(mail.subject, /[\p{Cc}\u2028\u2029]/u)
        assert.isBelow([...mail.subject].length, 100)
        for (const content of [mail.subject, mail.text]) {
          assert.strictEqual(openIsolations(content), 0)
          assert.notMatch(content, /[\u202a-\u202e\u2066\u2067]/)
          assert.isTrue(content.isWellFormed())
        }
        assert.notMatch(mail.html, /[\u202a-\u202e\u2066-\u2069]/)
        if (mail.text.includes("For:")) {
          assert.strictEqual(tags(mail.html), tags(plain))
        }
      })
    )
  })
})
