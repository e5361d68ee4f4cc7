import { describe, expect, it } from "vitest"
import { type BankPaymentPageOptions, renderBankPaymentPage } from "../../src/pages/BankPaymentPage.ts"
import { type BankPaymentView, stageOf } from "../../src/pages/BankPaymentView.ts"
import { escapeText } from "../../src/pages/Html.ts"
import { type Locale, locales } from "../../src/pages/Locale.ts"
import { bankMessagesOf, messagesOf } from "../../src/pages/messages/messagesOf.ts"
import { qrSvg } from "../../src/pages/qrSvg.ts"
import { bankLink, banks, bankViewList, bankViews, choosing } from "./bankViews.ts"
import { hostileDescription } from "./paymentViews.ts"

const options = { path: "/pay/bank/abc", selectedBank: null, assetsPath: "/assets", sandbox: false }

const render = (
  view: BankPaymentView,
  locale: Locale = "en",
  more: Partial<BankPaymentPageOptions> = {}
): string => renderBankPaymentPage(view, { ...options, locale, ...more })

const namesWhere = (holds: (page: string, view: BankPaymentView) => boolean) =>
  bankViewList.filter(([, view]) => holds(render(view), view)).map(([name]) => name)

describe("renderBankPaymentPage", () => {
  it.each(bankViewList)("shows %s with its headline and what is paid for", (_, view) => {
    const page = render(view)
    const { headline, transfer } = bankMessagesOf("en")
    const said = view === bankViews.preparing ? transfer.preparing.headline : headline[stageOf(view)]
    expect(page).toContain(`<h1>${escapeText(said)}</h1>`)
    expect(page).toContain("Order 1042")
  })

  it("lets a customer choose each bank with one button while money is awaited and none is chosen", () => {
    const page = render(choosing, "ru")
    expect(page).toContain('<form class="banks" method="post" action="/pay/bank/abc/payments?lang=ru"')
    const buttons = [...page.matchAll(/<button class="button bank"[^>]*name="bank" value="([^"]*)"/g)]
    expect(buttons.map(([, id]) => id)).toEqual(banks.map(({ id }) => id))
    expect(page).not.toContain("<details")
  })

  it("offers other banks, and not the chosen one again, while a payment is open", () => {
    for (const name of ["contacting", "awaiting", "waiting"] as const) {
      const page = render(bankViews[name])
      expect(page).toContain('id="other-bank"')
      expect(page).not.toContain('value="sber"')
      expect(page).toContain('value="kaspi"')
    }
    expect(render(bankViews.awaitingOnlyBank)).not.toContain("<details")
  })

  it("offers every bank again, the one that declined too", () => {
    const page = render(bankViews.declined)
    expect(page).toContain("No money was taken.")
    expect(page).toContain('value="sber"')
  })

  it("takes no choice of a bank once nothing is to be paid", () => {
    expect(namesWhere((page, { status }) => status !== "pending" && page.includes("<form"))).toEqual([])
  })

  it("leads to the bank by button and QR code only while the customer can pay there", () => {
    const awaiting = ["awaiting", "awaitingOnlyBank"]
    expect(namesWhere((page) => page.includes('id="open-bank"'))).toEqual(awaiting)
    expect(namesWhere((page) => page.includes("QR code to pay with"))).toEqual(awaiting)
    const page = render(bankViews.awaiting)
    expect(page).toContain(`href="${escapeText(bankLink)}"`)
    expect(page).toContain(qrSvg(bankLink))
  })

  it("shows its own address as a QR code while no bank is chosen", () => {
    const code = qrSvg(choosing.pageUrl)
    expect(namesWhere((page) => page.includes(code))).toEqual([
      "choosing",
      "choosingForDays",
      "manyBanks",
      "unknownBank",
      "declined",
      "unmatched",
      "onlyTransfer"
    ])
  })

  it("links only to the web, and shows other links of a bank as QR code alone", () => {
    for (const link of ["javascript:alert(1)", "data:text/html,x", "bankapp://pay/1", "00020101021"]) {
      const chosen = { ...bankViews.awaiting.chosen, link }
      const page = render({ ...choosing, chosen })
      expect(page).not.toContain('id="open-bank"')
      expect(page).toContain(qrSvg(link))
    }
  })

  it("leaves out a QR code that no phone could read", () => {
    const link = `https://bank.example/${"x".repeat(5_000)}`
    const page = render({ ...choosing, chosen: { ...bankViews.awaiting.chosen, link } })
    expect(page).toContain('id="open-bank"')
    expect(page).not.toContain("<svg xmlns")
  })

  it("says why what was asked for was not done, and whether the banks are away or there are none", () => {
    const { explanation, problem } = bankMessagesOf("en")
    expect(render(bankViews.unknownBank)).toContain(problem.unknownBank)
    expect(render(bankViews.tooManyPayments)).toContain(problem.tooManyPayments)
    expect(namesWhere((page) => page.includes(problem.banksAway))).toEqual(["banksAway", "declinedBanksAway"])
    expect(namesWhere((page) => page.includes(problem.noBanks))).toEqual(["withoutBanks"])
    // Nobody is told to choose where there is nothing to choose.
    for (const name of ["banksAway", "declinedBanksAway", "withoutBanks", "tooManyPayments"] as const)
      expect(render(bankViews[name])).not.toMatch(/choose/i)
    expect(render(bankViews.choosing)).toContain(explanation.choosing(""))
  })

  it("says what is unusual, and then does not send the customer away", () => {
    const { furtherNote, lateNote, unmatchedNote } = bankMessagesOf("en")
    expect(render(bankViews.late)).toContain(lateNote)
    expect(render(bankViews.paidTwice)).toContain(furtherNote.held)
    expect(render(bankViews.paidTwiceReturned)).toContain(furtherNote.returned)
    expect(render(bankViews.cancelledWithMoney)).toContain(unmatchedNote.held)
    expect(namesWhere((page) => page.includes("data-return="))).toEqual(["paid"])
    expect(namesWhere((page) => page.includes('id="return"'))).toEqual([
      "paid",
      "late",
      "paidTwice",
      "paidTwiceReturned"
    ])
  })

  it("confirms nothing, and tells the page around it so, where the bank took the money back", () => {
    const page = render({ ...bankViews.takenBack, late: true })
    expect(page).toContain('data-standing="failed"')
    for (const part of ["/receipt", 'id="return"', "credited to the seller"]) expect(page).not.toContain(part)
  })

  it("links to the seller only over http", () => {
    for (const redirectUrl of ["javascript:alert(1)", "data:text/html,x", "/relative", "not a url", ""]) {
      expect(render({ ...bankViews.paid, redirectUrl })).not.toContain('id="return"')
    }
  })

  it("asks nobody to pay an invoice that has run out, and says that money on its way still counts", () => {
    const page = render(bankViews.expired)
    const texts = bankMessagesOf("en")
    for (const name of ["expiredWithMoney", "expiredReturned"] as const) {
      const rendered = render(bankViews[name])
      expect(rendered).toContain(
        escapeText(texts.unmatchedNote[name === "expiredWithMoney" ? "held" : "returned"])
      )
      // Nothing that contradicts it: that none arrived, or that it will be counted.
      expect(rendered).not.toContain(escapeText(texts.explanation.expired("")))
      expect(rendered).not.toContain(escapeText(texts.lateMoney))
    }
    expect(page).toContain(escapeText(bankMessagesOf("en").lateMoney))
    expect(page).not.toContain(bankMessagesOf("en").amountToPay)
    expect(page).not.toContain(escapeText(bankLink))
  })

  it("shows hostile words of seller, rail and address as text, isolated from the direction of the page", () => {
    const bank = { id: hostileDescription, name: hostileDescription }
    for (const step of ["contacting", "awaiting", "declined"] as const) {
      const page = render(
        {
          ...choosing,
          description: hostileDescription,
          banks: [bank, ...banks],
          chosen: { step, bank, link: hostileDescription, instructions: null }
        },
        "en",
        { selectedBank: hostileDescription, sandbox: true }
      )
      expect(page).toContain(`<bdi class="description">${escapeText(hostileDescription)}</bdi>`)
      expect(page).toContain(`\u2068${escapeText(hostileDescription)}\u2069`)
      expect(page).not.toContain("<img")
      expect(page.match(/<script/g)).toHaveLength(1)
      expect(page).not.toContain("\u0000")
    }
    expect(render({ ...choosing, description: "  " })).not.toContain('<bdi class="description"')
  })

  it("reloads by itself without scripts until nothing more is expected", () => {
    const reload = (view: BankPaymentView) =>
      /http-equiv="refresh" content="(\d+)"/.exec(render(view))?.[1] ?? null
    expect(reload(bankViews.choosing)).toBe("60")
    expect(reload(bankViews.contacting)).toBe("5")
    expect(reload(bankViews.awaiting)).toBe("15")
    expect(reload(bankViews.waiting)).toBe("15")
    expect(reload(bankViews.declined)).toBe("60")
    expect(reload(bankViews.expired)).toBe("60")
    expect(reload(bankViews.paid)).toBeNull()
    expect(reload(bankViews.cancelled)).toBeNull()
  })

  it("counts down the last two days, and names the day before", () => {
    const dayMillis = 24 * 3_600_000
    const left = (millis: number) => render({ ...choosing, expiresAtMillis: choosing.nowMillis + millis })
    expect(left(2 * dayMillis - 1)).toContain('data-remaining-millis="172799999">48:00:00</strong>')
    const page = left(2 * dayMillis)
    expect(page).not.toContain("data-remaining-millis")
    expect(page).toContain('<time datetime="2027-01-17T08:00:00.000Z">')
    expect(render(bankViews.choosingForDays)).toMatch(/Feb 4, 2027, 8:00\sAM UTC<\/time>/)
  })

  it("writes amounts as the language does, without changing what they are", () => {
    const figure = (amount: string, locale: Locale) =>
      /<span class="figure"[^>]*>([^<]*)</.exec(render({ ...choosing, amount, currency: "KZT" }, locale))?.[1]
    expect(figure("25000000.00", "en")).toBe("25,000,000.00")
    expect(figure("25000000.00", "kz")).toBe("25\u00A0000\u00A0000,00")
    expect(figure("999.99", "ru")).toBe("999,99")
    expect(figure("1000", "en")).toBe("1,000.00")
    expect(figure("12.5", "ru")).toBe("12,50")
    for (const locale of locales)
      for (const amount of ["0.50", "12.34", "1234.56", "123456.78", "9007199254740993.01"])
        expect(figure(amount, locale)?.replace(/\D/g, "")).toBe(amount.replace(".", ""))
  })

  it("keeps language and selected bank in its forms, links and events", () => {
    const page = render(bankViews.awaiting, "kz", { selectedBank: "a&b", sandbox: true })
    expect(page).toContain('action="/pay/bank/abc/payments?lang=kz"')
    expect(page).toContain('action="/pay/bank/abc/simulate?lang=kz&amp;bank=a%26b"')
    expect(page).toContain('data-events="/pay/bank/abc/events?bank=a%26b"')
    expect(page).toContain('href="/pay/bank/abc?lang=ru&amp;bank=a%26b"')
  })

  it("lets a payment be simulated in the test mode alone, and only while one is awaited", () => {
    const offered = (sandbox: boolean) =>
      bankViewList.filter(([, view]) => render(view, "en", { sandbox }).includes("/simulate"))
    expect(offered(false)).toEqual([])
    expect(offered(true).every(([, { status }]) => status === "pending")).toBe(true)
    expect(offered(true).length).toBeGreaterThan(0)
    expect(render(choosing, "ru", { sandbox: true })).toContain(messagesOf("ru").testMode)
  })

  it("puts what to do before what it is about and the way out, in the order in which it is read", () => {
    const page = render(bankViews.awaiting)
    const [pay, facts, leave] = ['id="open-bank"', 'class="facts"', 'id="cancel-and-return"'].map((part) =>
      page.indexOf(part)
    )
    expect([pay, facts, leave]).toEqual([pay, facts, leave].toSorted((one = 0, other = 0) => one - other))
  })

  it("lets nobody choose a bank who has tried too often, and keeps the payment that was begun in front", () => {
    const page = render({ ...bankViews.awaiting, problem: "tooManyPayments" })
    expect(page).toContain('id="open-bank"')
    expect(page).not.toContain('name="bank"')
    expect(page).not.toContain("back-to-shop")
  })

  it("leads back who did not pay: quietly before the payment, plainly where nothing more is to be done", () => {
    const names = (part: string) =>
      bankViewList.flatMap(([name, view]) => (render(view).includes(part) ? [name] : []))
    const link = (id: string) => `id="${id}" href="https://shop.example/cart?order=1042"`
    const choosing = ["choosing", "choosingForDays", "banksAway", "manyBanks", "unknownBank"]
    expect(names(link("cancel-and-return"))).toEqual([
      ...choosing,
      ...["awaiting", "awaitingOnlyBank", "declined", "declinedBanksAway", "onlyTransfer"],
      ...["transferEuros", "transferRoubles", "transferTenge", "transferDollars"]
    ])
    const ends = [
      "takenBack",
      "expired",
      "expiredWithMoney",
      "expiredReturned",
      "cancelled",
      "cancelledWithMoney"
    ]
    expect(names(link("back-to-shop"))).toEqual([
      ...["withoutBanks", "tooManyPayments", "unmatched", ...ends],
      ...["expiredTransfer", "expiredLongAgo"]
    ])
    for (const cancelUrl of ["javascript:alert(1)", null])
      expect(render({ ...bankViews.expired, cancelUrl })).not.toContain("back-to-shop")
  })

  it("says one thing about each state: one headline, and one amount to pay or none", () => {
    for (const [name, view] of bankViewList) {
      const page = render(view)
      expect(page.match(/<h1>/g), name).toHaveLength(1)
      expect(page.match(/class="amount"/g)?.length ?? 0, name).toBe(view.status === "pending" ? 1 : 0)
      if (view.status === "pending") expect(page, name).not.toMatch(/do not (?:pay|send) any/)
    }
  })
})
