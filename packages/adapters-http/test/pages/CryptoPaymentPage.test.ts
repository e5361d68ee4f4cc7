import { describe, expect, it } from "vitest"
import { renderCryptoPaymentPage } from "../../src/pages/CryptoPaymentPage.ts"
import type { CryptoPaymentView } from "../../src/pages/CryptoPaymentView.ts"
import { escapeText } from "../../src/pages/Html.ts"
import { type Locale, locales } from "../../src/pages/Locale.ts"
import { messagesOf } from "../../src/pages/messages/messagesOf.ts"
import { hostileDescription, pending, viewNames, views } from "./paymentViews.ts"

const render = (view: CryptoPaymentView, locale: Locale = "en", sandbox = false): string =>
  renderCryptoPaymentPage(view, { locale, path: "/pay/abc", assetsPath: "/assets", sandbox })

describe("renderCryptoPaymentPage", () => {
  it.each(viewNames)("shows %s with its headline and network", (name) => {
    const view: CryptoPaymentView = views[name]
    const messages = messagesOf("en")
    const unlikeStatus: Partial<Record<typeof name, string>> = {
      confirmingPart: messages.part.headline,
      takenBack: messages.takenBack.headline,
      vanished: messages.vanished.headline,
      vanishedPart: messages.vanished.headline
    }
    const page = render(view)
    expect(page).toContain(`<h1>${escapeText(unlikeStatus[name] ?? messages.headline[view.status])}</h1>`)
    expect(page).toContain(view.networkLabel)
  })

  it("offers address and QR code only while money is asked for", () => {
    const offering = viewNames.filter((name) => render(views[name]).includes(pending.address))
    expect(offering).toEqual(["pending", "confirmingPart", "vanished", "vanishedPart"])
    expect(viewNames.filter((name) => render(views[name]).includes('class="qr"'))).toEqual(offering)
  })

  it("asks for the rest when a part has been seen, and for nothing while a transfer is unknown", () => {
    expect(render(views.confirmingPart)).toContain('data-copy="25.50"')
    expect(render(views.confirmingUnknown)).not.toContain("data-copy")
  })

  it("says that a transfer vanished, and asks to look before sending again, wherever something is missing", () => {
    for (const view of [views.vanished, views.vanishedPart]) {
      const page = render(view)
      expect(page).toContain(escapeText(messagesOf("en").vanished.explanation))
      expect(page).not.toContain(escapeText(messagesOf("en").explanation.pending))
      // What to send, and where, is in the part that has to be opened.
      const [before = "", after = ""] = page.split('<details class="more" id="send-again">')
      expect(before).not.toContain(pending.address)
      expect(before).not.toContain("data-copy")
      expect(after).toContain(`data-copy="${view.remainingAmount}"`)
      expect(after).toContain(`data-copy="${pending.address}"`)
      expect(before).toContain("data-remaining-millis")
    }
    expect(render(views.vanishedLate)).toContain(escapeText(messagesOf("en").exceptionNote.reorganised))
    expect(render(views.vanishedLate)).not.toContain("send-again")
  })

  it("shows no confirmations of what is confirmed beside what still has to be sent", () => {
    expect(render(views.confirmingPart)).not.toContain("20 of 20")
    expect(render({ ...views.confirmingPart, confirmations: 3 })).toContain("3 of 20")
    expect(render(views.vanishedPart)).not.toContain("20 of 20")
  })

  it("groups the thousands of amounts in the language of the page, and copies them plain", () => {
    const view = { ...pending, expectedAmount: "1234567.5", remainingAmount: "1234567.5" }
    expect(render(view)).toContain('<span class="figure" data-plain="1234567.5">1,234,567.50</span>')
    expect(render(view, "ru")).toContain(">1\u00A0234\u00A0567,50</span>")
    expect(render(view, "kz")).toContain(">1\u00A0234\u00A0567,50</span>")
    expect(render(view, "ru")).toContain('data-copy="1234567.5"')
  })

  it("shows what arrived and what is missing once an underpaid invoice has run out", () => {
    const page = render(views.underpaid)
    expect(page).toContain('<dt>Received</dt><dd><span class="figure" data-plain="100.00">100.00</span>')
    expect(page).toContain('<dt>Missing</dt><dd><span class="figure" data-plain="25.50">25.50</span>')
    expect(page).toContain(escapeText(messagesOf("en").lateMoney))
  })

  it("says what is unusual about a paid invoice, and then does not send the customer away", () => {
    for (const name of ["overpaid", "late", "reorganised"] as const) {
      const page = render(views[name])
      expect(page).toContain(escapeText(messagesOf("en").exceptionNote[name]))
      expect(page).not.toContain("data-return")
    }
    expect(render(views.paid)).toContain('data-return="https://shop.example/thanks?order=1042"')
  })

  it("never says that money arrived in time, is credited or is confirmed where it is not so", () => {
    const says = (view: CryptoPaymentView) =>
      locales.flatMap((locale) => {
        const messages = messagesOf(locale)
        const page = render(view, locale)
        const { exceptionNote, lateOnItsWay, moneyOnClosed, takenBack } = messages
        const texts = {
          late: exceptionNote.late,
          lateOnItsWay,
          moneyOnClosed,
          takenBack: takenBack.explanation,
          paid: messages.explanation.paid
        }
        return Object.entries(texts).flatMap(([name, text]) =>
          page.includes(escapeText(text)) ? [name] : []
        )
      })
    const everywhere = (...names: ReadonlyArray<string>) => locales.flatMap(() => names)
    expect(says(views.lateOnItsWay)).toEqual(everywhere("lateOnItsWay"))
    expect(says(views.latePart)).toEqual(everywhere("moneyOnClosed"))
    expect(says(views.cancelledWithMoney)).toEqual(everywhere("moneyOnClosed"))
    expect(says(views.takenBack)).toEqual(everywhere("takenBack"))
    expect(says(views.late)).toEqual(everywhere("late", "paid"))
    expect(says({ ...views.underpaid, exception: "late" })).toEqual(everywhere("moneyOnClosed"))
  })

  it("links to the seller only when paid, and only over http", () => {
    expect(render(views.pending)).not.toContain("shop.example")
    for (const successUrl of ["javascript:alert(1)", "data:text/html,x", "/relative", "not a url", ""]) {
      expect(render({ ...views.paid, successUrl })).not.toContain('id="return"')
    }
  })

  it("shows a hostile description as text, isolated from the direction of the page", () => {
    const page = render({ ...pending, description: hostileDescription })
    expect(page).toContain(`<bdi class="description">${escapeText(hostileDescription)}</bdi>`)
    expect(page).not.toContain("<img")
    expect(page).not.toContain("\u0000")
    expect(render({ ...pending, description: "  " })).not.toContain("<bdi")
  })

  it("reloads by itself without scripts until nothing more is expected", () => {
    const reload = (view: CryptoPaymentView) => /http-equiv="refresh" content="(\d+)"/.exec(render(view))?.[1]
    expect(reload(views.pending)).toBe("15")
    expect(reload(views.confirming)).toBe("15")
    expect(reload(views.expired)).toBe("60")
    expect(reload(views.underpaid)).toBe("60")
    expect(reload(views.paid)).toBeUndefined()
    expect(reload(views.cancelled)).toBeUndefined()
  })

  it("renders the time left, and never a negative one", () => {
    const clock = (left: number) =>
      /data-remaining-millis="\d+">([\d:]+)</.exec(
        render({ ...pending, nowMillis: pending.expiresAtMillis - left })
      )?.[1]
    expect(clock(872_000)).toBe("14:32")
    expect(clock(59_001)).toBe("1:00")
    expect(clock(3_600_000)).toBe("1:00:00")
    expect(clock(86_399_000)).toBe("23:59:59")
    expect(clock(0)).toBe("0:00")
    expect(clock(-5_000)).toBe("0:00")
  })

  it("never shows more confirmations than are required", () => {
    expect(render({ ...views.confirming, confirmations: 25 })).toContain("20 of 20")
  })
})
