import { describe, expect, it } from "vitest"
import { renderBankPaymentPage } from "../../src/pages/BankPaymentPage.ts"
import { renderCryptoPaymentPage } from "../../src/pages/CryptoPaymentPage.ts"
import { type Locale, languageTag, locales } from "../../src/pages/Locale.ts"
import { bankMessagesOf, messagesOf, verificationMessagesOf } from "../../src/pages/messages/messagesOf.ts"
import { receiptMessagesOf } from "../../src/pages/messages/receipt.ts"
import {
  renderErrorPage,
  renderNotFoundPage,
  renderOverPage,
  renderRefusedPage
} from "../../src/pages/noticePages.ts"
import { renderReceiptPage } from "../../src/pages/ReceiptPage.ts"
import { renderVerificationPage } from "../../src/pages/VerificationPage.ts"
import { bankViewList } from "./bankViews.ts"
import { viewNames, views } from "./paymentViews.ts"
import { receipts } from "./receipts.ts"
import { verificationViewList } from "./verificationViews.ts"

/** What is true of every page, in every state and every language. */

type Page = readonly [name: string, page: string]

const assetsPath = "/assets"
const payment = { assetsPath, subject: "payment" } as const
const verification = { assetsPath, subject: "verification", shown: "over||0" } as const

const paymentPages = (locale: Locale): ReadonlyArray<Page> => [
  ...bankViewList.map(([name, view]): Page => {
    const options = { locale, path: "/pay/bank/abc", selectedBank: null, assetsPath, sandbox: true }
    return [`fiat invoice, ${name}`, renderBankPaymentPage(view, options)]
  }),
  ...viewNames.map((name): Page => {
    const options = { locale, path: "/pay/abc", assetsPath, sandbox: true }
    return [`crypto invoice, ${name}`, renderCryptoPaymentPage(views[name], options)]
  }),
  ...Object.entries(receipts).map(([name, view]): Page => {
    const paths = { path: "/pay/abc/receipt", paymentPath: "/pay/abc" }
    return [`receipt, ${name}`, renderReceiptPage(view, { locale, ...paths, assetsPath, sandbox: true })]
  }),
  ["payment refused", renderRefusedPage(locale, payment)],
  ["payment not found", renderNotFoundPage(locale, payment)],
  ["payment error", renderErrorPage(locale, { ...payment, requestId: "r-1" })]
]

const verificationPages = (locale: Locale): ReadonlyArray<Page> => [
  ...verificationViewList.map(([name, view]): Page => {
    const options = { locale, path: "/verify/abc", assetsPath, sandbox: true }
    return [`verification, ${name}`, renderVerificationPage(view, options)]
  }),
  ["verification refused", renderRefusedPage(locale, verification)],
  ["verification not found", renderNotFoundPage(locale, verification)],
  ["verification error", renderErrorPage(locale, { ...verification, requestId: "r-1" })],
  ["verification over", renderOverPage(locale, verification)]
]

describe.each(locales)("every page in %s", (locale) => {
  const paid = paymentPages(locale)
  const verified = verificationPages(locale)

  it.each([...paid, ...verified])("%s has nothing that the content security policy forbids", (_, page) => {
    expect(page).not.toMatch(/\sstyle\s*=/i)
    expect(page).not.toMatch(/<style/i)
    expect(page).not.toMatch(/\son[a-z]+\s*=/i)
    expect(page).not.toMatch(/javascript:/i)
    for (const [, source] of page.matchAll(/<script([^>]*)>/g))
      expect(source).toMatch(/^ src="\/assets\/(?:page|verification)-[0-9a-f]{16}\.js" defer$/)
    expect(page).not.toMatch(/undefined|null|NaN|\[object/)
  })

  it.each([...paid, ...verified])(
    "%s names each element once, and refers to none that is not there",
    (_, page) => {
      const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)
      expect(new Set(ids).size).toBe(ids.length)
      for (const [, id] of page.matchAll(/\s(?:for|aria-labelledby|aria-describedby)="([^"]*)"/g))
        expect(ids).toContain(id)
    }
  )

  it.each([...paid, ...verified])(
    "%s has a headline, the language, a title and links to every language",
    (_, page) => {
      const headline = /<h1>([^<]+)<\/h1>/.exec(page)?.[1]
      expect(headline).toBeDefined()
      expect(page).toContain(`<title>${headline}`)
      expect(page).toContain(`<html lang="${languageTag(locale)}">`)
      const marked = new RegExp(
        ` lang="${languageTag(locale)}" hreflang="${languageTag(locale)}" aria-current="true">`
      )
      expect(page).toMatch(marked)
      expect(page.match(/ hreflang="/g)).toHaveLength(locales.length)
    }
  )

  it.each(paid)("%s has one script, and forms for itself only", (_, page) => {
    expect(page.match(/<script/g)).toHaveLength(1)
    expect(page).toMatch(/<script src="\/assets\/page-[0-9a-f]{16}\.js" defer><\/script>/)
    for (const [, action] of page.matchAll(/<form[^>]* action="([^"]*)"/g)) expect(action).toMatch(/^\/pay\//)
  })

  it.each(verified)("%s speaks of no payment, and has forms for its steps only", (_, page) => {
    const [, said = ""] = page.split("<body>")
    expect(said).not.toMatch(/money|seller|payment|invoice|деньг|продав|оплат|(?<!аз)ақша|сатушы/i)
    for (const [, action] of page.matchAll(/<form[^>]* action="([^"]*)"/g))
      expect(action).toMatch(/^\/verify\/abc\/steps\//)
  })
})

/** Every text of a table by its path, with what stands for each argument of those that take some. */
const textsOf = (value: unknown, path = ""): ReadonlyArray<readonly [string, string]> => {
  if (typeof value === "string") return [[path, value]]
  if (typeof value === "function") return textsOf(value(701, 702), path)
  return Object.entries(value ?? {}).flatMap(([name, each]) => textsOf(each, `${path}.${name}`))
}
/** Words that are the same in Kazakh and Russian. */
const sameInTwo = [".bank", ".fee"]
const argumentsIn = (text: string) => ["701", "702"].filter((argument) => text.includes(argument))

describe("the texts of every language", () => {
  it.each([
    ["crypto invoices and notices", messagesOf],
    ["fiat invoices", bankMessagesOf],
    ["verification", verificationMessagesOf],
    ["receipts", receiptMessagesOf]
  ] as const)(
    "of %s are the same ones, with the same arguments, and say something of their own",
    (_, messages) => {
      const [english = [], ...others] = locales.map((locale) => textsOf(messages(locale)))
      for (const other of others)
        expect(other.map(([path]) => path).sort()).toEqual(english.map(([path]) => path).sort())
      for (const [path, text] of english) {
        const said = [text, ...others.map((other) => new Map(other).get(path) ?? "")].map((each) =>
          each.trim()
        )
        expect(
          said.every((each) => each !== ""),
          path
        ).toBe(true)
        expect(new Set(said).size, `${path}: ${text}`).toBe(sameInTwo.includes(path) ? 2 : locales.length)
        for (const each of said) expect(argumentsIn(each), path).toEqual(argumentsIn(text))
      }
    }
  )
})
