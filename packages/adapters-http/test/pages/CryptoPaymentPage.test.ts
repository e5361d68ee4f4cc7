import { describe, expect, it } from "vitest"
import { renderCryptoPaymentPage } from "../../src/pages/CryptoPaymentPage.ts"
import { asksForMoney, type CryptoPaymentView } from "../../src/pages/CryptoPaymentView.ts"
import { escapeText } from "../../src/pages/Html.ts"
import type { Locale } from "../../src/pages/Locale.ts"
import { messagesOf } from "../../src/pages/messages/messagesOf.ts"
import { hostileDescription, pending, viewNames, views } from "./paymentViews.ts"

const options = { locale: "en", path: "/pay/abc", assetsPath: "/assets", sandbox: true } as const

const render = (view: CryptoPaymentView, locale: Locale = "en"): string =>
  renderCryptoPaymentPage(view, { ...options, locale, sandbox: false })

describe("renderCryptoPaymentPage", () => {
  it("offers address and QR code only while money is asked for", () => {
    const offering = viewNames.filter((name) => render(views[name]).includes(pending.address))
    expect(offering).toEqual(["pending", "manyTransfers", "confirmingPart", "vanished", "vanishedPart"])
    const coded = viewNames.filter((name) => render(views[name]).includes('class="qr"'))
    expect(coded.filter((name) => name !== "pendingWithWallet")).toEqual(offering)
  })

  it("asks for the rest when a part has been seen, and for nothing while a transfer is unknown", () => {
    expect(render(views.confirmingPart)).toContain('data-copy="25.50"')
    expect(render(views.confirmingUnknown)).not.toContain("data-copy")
  })

  it("says that a transfer vanished, and asks to look before sending again, wherever something is missing", () => {
    for (const view of [views.vanished, views.vanishedPart]) {
      const page = render(view)
      expect(page).toContain(escapeText(messagesOf("en").saying.vanished.explanation))
      expect(page).not.toContain(escapeText(messagesOf("en").saying.pending.explanation))
      // What to send, and where, is in the part that has to be opened.
      const [before = "", after = ""] = page.split('<details class="more" id="send-again">')
      expect(before).not.toContain(pending.address)
      expect(before).not.toContain("data-copy")
      expect(after).toContain(`data-copy="${view.remainingAmount}"`)
      expect(after).toContain(`data-copy="${pending.address}"`)
      expect(before).toContain("data-remaining-millis")
    }
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

  it("does not send away who must read about what was unusual", () => {
    for (const name of ["overpaid", "late", "reorganised"] as const)
      expect(render(views[name])).not.toContain("data-return")
    expect(render(views.paid)).toContain('data-return="https://shop.example/thanks?order=1042"')
  })

  it("leads back who did not pay: quietly before any money, plainly where nothing is left to do", () => {
    const quiet = 'id="cancel-and-return" href="https://shop.example/cart?order=1042"'
    const plain = 'id="back-to-shop" href="https://shop.example/cart?order=1042"'
    const names = (part: string) => viewNames.filter((name) => render(views[name]).includes(part))
    expect(names(quiet)).toEqual(["pending", "pendingWithWallet"])
    const ends = ["latePart", "cancelledWithMoney", "vanishedLate", "underpaidGone"]
    expect(names(plain)).toEqual([...ends, "underpaid", "expired", "cancelled"])
    expect(render({ ...views.takenBack, successUrl: null })).toContain(plain)
    for (const cancelUrl of ["javascript:alert(1)", "/relative", "", null])
      for (const view of [views.pending, views.expired])
        expect(render({ ...view, cancelUrl })).not.toMatch(/cancel-and-return|back-to-shop/)
  })

  it("has the payment in its code and link where wallets read it, and beside them the address alone", () => {
    const page = render(views.pendingWithWallet)
    const { address, walletRequest } = views.pendingWithWallet
    expect(page).toContain(`id="open-wallet" href="${escapeText(walletRequest ?? "")}"`)
    expect(page).toContain(`the address that ends with ${address.slice(-6)}.`)
    expect(page.match(/class="qr"/g)).toHaveLength(2)
    expect(page.split('<details class="more" id="address-code">')[1]).toContain('class="qr"')
    expect(render(pending)).not.toContain("open-wallet")
    expect(render(pending)).toContain(messagesOf("en").addressAlone)
  })

  it("lists transfers whole, however many there are, each with what became of it", () => {
    const page = render(views.manyTransfers)
    const { transfers } = views.manyTransfers
    expect(page.match(/<li class="transfer-/g)).toHaveLength(40)
    const [first = "", rest = ""] = page.split('<details class="more" id="more-transfers">')
    expect([first, rest].map((part) => part.match(/<li class="transfer-/g)?.length)).toEqual([5, 35])
    for (const { hash } of transfers) {
      expect(page).toContain(`data-copy="${hash}"`)
      expect(page).toContain(`${hash.slice(0, -6)}</span>${hash.slice(-6)}`)
    }
    expect(page).toContain("Copy the hash of transfer 43")
    expect(rest).toContain("Still earlier transfers that are not shown: 3")
    expect(page).toContain("Network confirmations: 7 of 20")
    expect(render(views.confirming).match(/href="https:\/\/tronscan/g)).toHaveLength(1)
  })

  it("can be paid in a sandbox while it asks for money, and nowhere else", () => {
    const simulates = (view: CryptoPaymentView, canSimulate: boolean) =>
      renderCryptoPaymentPage(view, { ...options, canSimulate }).includes(
        'action="/pay/abc/simulate?lang=en"'
      )
    expect(viewNames.filter((name) => simulates(views[name], true))).toEqual(
      viewNames.filter((name) => asksForMoney(views[name]))
    )
    expect(simulates(pending, false)).toBe(false)
  })

  it("links to the seller only when paid, and only over http", () => {
    expect(render(views.pending)).not.toContain("shop.example/thanks")
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
