import { describe, expect, it } from "vitest"
import { renderCryptoPaymentPage } from "../../src/pages/CryptoPaymentPage.ts"
import { remarkOf, sayingOf } from "../../src/pages/CryptoPaymentSaying.ts"
import { asksForMoney, type CryptoPaymentView } from "../../src/pages/CryptoPaymentView.ts"
import { escapeText } from "../../src/pages/Html.ts"
import { locales } from "../../src/pages/Locale.ts"
import { messagesOf } from "../../src/pages/messages/messagesOf.ts"
import { pending } from "./paymentViews.ts"

/** How much of 125.50 was seen. */
const seen = {
  nothing: { paidAmount: "0.00", remainingAmount: "125.50" },
  part: { paidAmount: "100.00", remainingAmount: "25.50" },
  whole: { paidAmount: "125.50", remainingAmount: "0.00" },
  more: { paidAmount: "130.00", remainingAmount: "0.00" }
} as const

const statuses = ["pending", "confirming", "paid", "underpaid", "expired", "cancelled"] as const
const exceptions = ["none", "underpaid", "overpaid", "late", "reorganised"] as const
const amounts = ["nothing", "part", "whole", "more"] as const

/**
 * Every state that an invoice can be in: what was seen, then the headline, the remark and the amount that is asked for.
 * `(…)`: asked for only where the customer opens it.
 */
const table = `
pending    none        nothing  pending    -             125.50
pending    reorganised nothing  vanished   -             (125.50)
confirming none        part     part       -             25.50
confirming none        whole    confirming -             -
confirming none        more     confirming -             -
confirming overpaid    more     confirming -             -
confirming late        whole    confirming lateOnItsWay  -
confirming late        more     confirming lateOnItsWay  -
confirming reorganised part     vanished   -             (25.50)
confirming reorganised whole    confirming covered       -
confirming reorganised more     confirming covered       -
paid       none        whole    paid       -             -
paid       none        more     paid       -             -
paid       overpaid    more     paid       overpaid      -
paid       late        whole    paid       late          -
paid       late        more     paid       late          -
paid       reorganised nothing  takenBack  -             -
paid       reorganised part     takenBack  -             -
paid       reorganised whole    paid       covered       -
paid       reorganised more     paid       covered       -
underpaid  underpaid   part     underpaid  -             -
underpaid  reorganised nothing  gone       -             -
underpaid  reorganised part     underpaid  reorganised   -
expired    none        nothing  expired    -             -
expired    late        part     expired    moneyOnClosed -
expired    late        whole    expired    moneyOnClosed -
expired    reorganised nothing  gone       -             -
expired    reorganised part     expired    reorganised   -
cancelled  none        nothing  cancelled  -             -
cancelled  late        part     cancelled  moneyOnClosed -
cancelled  late        whole    cancelled  moneyOnClosed -
cancelled  late        more     cancelled  moneyOnClosed -
cancelled  reorganised nothing  cancelled  reorganised   -
cancelled  reorganised part     cancelled  reorganised   -
`

const rows = table
  .trim()
  .split("\n")
  .map((row) => row.split(/ +/))

type Case = readonly [(typeof statuses)[number], (typeof exceptions)[number], (typeof amounts)[number]]

const viewOf = ([status, exception, money]: Case): CryptoPaymentView => ({
  ...pending,
  ...seen[money],
  status,
  exception
})

const everything = statuses.flatMap((status) =>
  exceptions.flatMap((exception) => amounts.map((money): Case => [status, exception, money]))
)

describe("what the page of a crypto invoice says", () => {
  it("is one headline, at most one remark, and one amount or none, in every state that there is", () => {
    const told = rows.map(([status, exception, money]) => {
      const view = viewOf([status, exception, money] as Case)
      const asked = asksForMoney(view) ? view.remainingAmount : "-"
      const isFolded = sayingOf(view) === "vanished"
      return [
        status,
        exception,
        money,
        sayingOf(view),
        remarkOf(view) ?? "-",
        isFolded ? `(${asked})` : asked
      ]
    })
    expect(told).toEqual(rows)
  })

  it("never is two things that cannot both be true, whatever is recorded", () => {
    const { remark, saying } = messagesOf("en")
    for (const each of everything) {
      const view = viewOf(each)
      const page = renderCryptoPaymentPage(view, {
        ...{ locale: "en", path: "/pay/abc", assetsPath: "/assets", sandbox: false }
      })
      const count = (pattern: RegExp) => page.match(pattern)?.length ?? 0
      const asks = asksForMoney(view)
      const about = each.join(" ")
      expect(count(/<h1>/g), about).toBe(1)
      expect(page, about).toContain(`<h1>${escapeText(saying[sayingOf(view)].headline)}</h1>`)
      expect(count(/class="notice"/g), about).toBe(remarkOf(view) === null ? 0 : 1)
      expect(count(/class="amount"/g), about).toBe(asks ? 1 : 0)
      expect(count(/data-copy="[\d.]+"/g), about).toBe(asks ? 1 : 0)
      const forbids = /do not (?:send any|need to (?:send|do))/i.test(page)
      expect(asks && forbids, about).toBe(false)
      const isDone = page.includes(escapeText(saying.paid.explanation))
      const isLacking = /took (?:your transfer|a payment) back|<dt>Missing/.test(page)
      expect(isDone && isLacking, about).toBe(false)
      if (view.status !== "paid") expect(page, about).not.toContain(escapeText(remark.late))
    }
  })

  it("is in every language", () => {
    for (const locale of locales)
      for (const row of rows) {
        const view = viewOf(row as unknown as Case)
        const page = renderCryptoPaymentPage(view, {
          ...{ locale, path: "/pay/abc", assetsPath: "/assets", sandbox: false }
        })
        const { remark, saying } = messagesOf(locale)
        const name = remarkOf(view)
        expect(page).toContain(escapeText(saying[sayingOf(view)].explanation))
        if (name !== null) expect(page).toContain(escapeText(remark[name]))
      }
  })
})
