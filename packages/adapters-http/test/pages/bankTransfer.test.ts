import { describe, expect, it } from "vitest"
import { type BankPaymentPageOptions, renderBankPaymentPage } from "../../src/pages/BankPaymentPage.ts"
import type { BankPaymentView } from "../../src/pages/BankPaymentView.ts"
import { escapeText } from "../../src/pages/Html.ts"
import { type Locale, locales } from "../../src/pages/Locale.ts"
import { bankMessagesOf } from "../../src/pages/messages/messagesOf.ts"
import { qrSvg } from "../../src/pages/qrSvg.ts"
import { bankViews } from "./bankViews.ts"
import { hostileDescription } from "./paymentViews.ts"
import { longestInstructions } from "./transferViews.ts"

const { expiredLongAgo, expiredTransfer, onlyTransfer, preparing, transferEuros } = bankViews
const { transferDollars, transferRoubles, transferTenge } = bankViews

const render = (
  view: BankPaymentView,
  locale: Locale = "en",
  more: Partial<BankPaymentPageOptions> = {}
): string =>
  renderBankPaymentPage(view, {
    ...{ path: "/pay/bank/abc", selectedBank: null, assetsPath: "/assets", sandbox: false },
    ...{ locale, ...more }
  })

/** The rows of what to transfer: how each is called and shown, and what its button copies. */
const rowsOf = (page: string) =>
  [...page.matchAll(/<div><dt>([^<]*)<\/dt><dd>(.*?)<button[^>]* data-copy="([^"]*)"/g)].map(
    ([, name, shown = "", copied]) => [name, shown.replace(/<[^>]*>/g, "").trim(), copied]
  )

const chosenWith = (change: Partial<typeof transferEuros.chosen.instructions>): BankPaymentView => {
  const { chosen } = transferEuros
  return { ...transferEuros, chosen: { ...chosen, instructions: { ...chosen.instructions, ...change } } }
}

describe("what to transfer", () => {
  it("is there in words, every field that banks ask for, to be copied without the spaces that it is read by", () => {
    expect(rowsOf(render(transferEuros))).toEqual([
      ["Beneficiary", "Bäckerei Müller GmbH", "Bäckerei Müller GmbH"],
      ["Account (IBAN)", "DE89 3704 0044 0532 0130 00", "DE89370400440532013000"],
      ["BIC", "COBADEFFXXX", "COBADEFFXXX"],
      ["Bank of the beneficiary", "Commerzbank", "Commerzbank"],
      ["Amount", "12,500.50 EUR", "12500.5"],
      ["Reference (as the purpose of the transfer)", "RF17 5315 0735 673", "RF1753150735673"]
    ])
    expect(rowsOf(render(transferRoubles, "ru"))).toEqual([
      ["Получатель", "ООО «Ромашка»", "ООО «Ромашка»"],
      ["Номер счёта", "40702810438000060473", "40702810438000060473"],
      ["ИНН", "7707083893", "7707083893"],
      ["КПП", "773601001", "773601001"],
      ["Банк получателя", "ПАО Сбербанк", "ПАО Сбербанк"],
      ["БИК (BIC)", "044525225", "044525225"],
      ["Корреспондентский счёт", "30101810400000000225", "30101810400000000225"],
      ["Сумма", "12\u00A0500,50 RUB", "12500.5"],
      ["Референс", "RF17 5315 0735 673", "RF1753150735673"],
      ["Назначение платежа", "RF1753150735673 Order 1042", "RF1753150735673 Order 1042"]
    ])
    const names = (view: BankPaymentView, locale: Locale) =>
      rowsOf(render(view, locale)).map(([name]) => name)
    expect(names(transferTenge, "kz").slice(1, 6)).toEqual([
      "Шот (IBAN)",
      "БСН немесе ЖСН",
      "КБе (бенефициар коды)",
      "БСК (BIC)",
      "КНП (төлем мақсатының коды)"
    ])
    expect(names(transferDollars, "en").slice(1, 3)).toEqual(["Account number", "Routing number (ABA)"])
  })

  it("has a code beside it where there is a standard for one, and none that no phone could read", () => {
    const codeIn = (view: BankPaymentView) => render(view).includes('aria-label="QR code of this transfer"')
    expect([transferEuros, transferRoubles, transferTenge, transferDollars].map(codeIn)).toEqual([
      ...[true, true],
      ...[false, false]
    ])
    expect(render(transferEuros)).toContain(qrSvg(transferEuros.chosen.instructions.qrPayload ?? ""))
    for (const instructions of Object.values(longestInstructions))
      expect(codeIn(chosenWith(instructions))).toBe(true)
    expect(codeIn(chosenWith({ qrPayload: "x".repeat(5_000) }))).toBe(false)
  })

  it("is told with what must be exact, how long it takes and until when to pay, in every language", () => {
    for (const locale of locales) {
      const page = render(transferEuros, locale)
      const { explanation, payUntil, transfer } = bankMessagesOf(locale)
      expect(page).toContain(`<span>${escapeText(transfer.exactly)}</span>`)
      expect(page).toContain(escapeText(explanation.transferring("")))
      expect(page).toContain(`<span>${payUntil}</span> <time datetime="2027-01-15T08:14:32.000Z">`)
      expect(page).not.toContain("data-remaining-millis")
    }
    expect(render(transferEuros)).toContain("That may take up to 5 days.")
    for (const settlement of [null, { ...transferEuros.settlement, days: 0 }])
      expect(render({ ...transferEuros, settlement })).not.toContain("That may take")
  })

  it("is only there while the customer can transfer", () => {
    for (const view of [onlyTransfer, preparing, expiredTransfer, bankViews.paid])
      expect(rowsOf(render(view))).toEqual([])
    expect(rowsOf(render({ ...transferEuros, status: "expired", chosen: null }))).toEqual([])
  })

  it("is made at the simulated bank of a sandbox, by a link of its own", () => {
    const transferPath = "/sandbox/transfer/abc"
    const link = '<a id="simulate-transfer" href="/sandbox/transfer/abc?lang=en" target="_top">'
    expect(render(transferEuros, "en", { sandbox: true, transferPath })).toContain(link)
    expect(render(onlyTransfer, "en", { sandbox: true, transferPath })).not.toContain("simulate-transfer")
    expect(render(transferEuros, "en", { transferPath })).not.toContain("simulate-transfer")
  })

  it("has the words of a rail of the host's own as they are, and as text", () => {
    const bankIds = ["constructor", hostileDescription].map((name) => ({ name, value: hostileDescription }))
    const page = render(chosenWith({ bankIds, beneficiary: hostileDescription, account: hostileDescription }))
    for (const text of ["<dt>constructor</dt>", `<dt>${escapeText(hostileDescription)}</dt>`])
      expect(page).toContain(text)
    expect(page).not.toContain("<img")
  })
})

describe("a bank that collects by transfer", () => {
  const nameOn = (page: string) => /value="transfer"[^>]*>.*?<bdi>([^<]*)<\/bdi>/.exec(page)?.[1]

  it("is called a bank transfer in the language of the page where it is the only one, and else by its name", () => {
    expect(locales.map((locale) => nameOn(render(onlyTransfer, locale)))).toEqual([
      "Bank transfer",
      "Банковский перевод",
      "Банк аударымы"
    ])
    for (const banks of [onlyTransfer.banks, null])
      expect(render({ ...transferEuros, banks })).toContain("<dt>Bank</dt><dd><bdi>Bank transfer</bdi></dd>")
    const other = { id: "other", name: "Account of Steppe Bank", collects: "transfer" } as const
    const page = render({ ...onlyTransfer, banks: [...onlyTransfer.banks, other] })
    for (const name of ["<bdi>transfer</bdi>", "<bdi>Account of Steppe Bank</bdi>"])
      expect(page).toContain(name)
  })

  it("is no bank that is asked or chosen, where nothing else is offered", () => {
    const { choosing, preparing: prepared } = bankMessagesOf("en").transfer
    expect(render(onlyTransfer)).toContain(choosing)
    expect(render(onlyTransfer)).not.toContain("Choose your bank")
    expect(render({ ...onlyTransfer, banks: transferEuros.banks })).toContain("Choose your bank")
    expect(render(preparing)).toContain(prepared.explanation)
    expect(render(preparing)).not.toContain("Contacting the bank")
  })

  it("still counts for an expired invoice until a day of its calendar, which is said as long as it lasts", () => {
    const days = ["January 20, 2027", "20 января 2027 г.", "2027 ж. 20 қаңтар"]
    for (const [index, locale] of locales.entries()) {
      const { lateMoney, lateTransfer } = bankMessagesOf(locale)
      const said = escapeText(lateTransfer(days[index] ?? ""))
      expect(render(expiredTransfer, locale)).toContain(said)
      expect(render(expiredLongAgo, locale)).not.toContain(said)
      expect(render(expiredLongAgo, locale)).toContain(escapeText(lateMoney))
    }
    // Money came after all.
    expect(render({ ...expiredTransfer, unmatched: "held" })).not.toContain("January 20")
  })
})
