import { describe, expect, it } from "vitest"
import { type BankPaymentPageOptions, renderBankPaymentPage } from "../../src/pages/BankPaymentPage.ts"
import type { BankPaymentView } from "../../src/pages/BankPaymentView.ts"
import { findsBank } from "../../src/pages/bankSearch.ts"
import { bankMessagesOf } from "../../src/pages/messages/messagesOf.ts"
import { bankViews, choosing, manyBanks } from "./bankViews.ts"

const options = {
  path: "/pay/bank/abc",
  selectedBank: null,
  assetsPath: "/assets",
  sandbox: false,
  locale: "en"
} as const
const texts = bankMessagesOf("en")

const render = (more: Partial<BankPaymentPageOptions> = {}, view: BankPaymentView = bankViews.manyBanks) =>
  renderBankPaymentPage(view, { ...options, ...more })

/** The ids of the banks that a page shows. */
const shown = (page: string) => [...page.matchAll(/<li><button[^>]* value="([^"]*)"/g)].map(([, id]) => id)
const listed = (page: string) => [...page.matchAll(/<li(?: hidden)?><button/g)].length

describe("the search of banks", () => {
  it.each([
    ["alatau", "Alatau City Bank"],
    ["BANK alat", "Alatau City Bank"],
    ["credit ile", "Crédit Agricole Île-de-France"],
    ["елка", "Ёлка Банк"],
    ["халық", "Қазақстанның Халық банкі"],
    ["санктпетербург", "Банк «Санкт-Петербург»"],
    ["санкт-п", "Банк «Санкт-Петербург»"],
    ["الراجحي", "مصرف الراجحي"],
    ["ｔｂａｎｋ", "T-Bank"],
    ["  ", "T-Bank"],
    ["«»", "T-Bank"]
  ])("finds with %j %s", (typed, name) => {
    expect(findsBank(typed)(name)).toBe(true)
  })

  it("finds nothing by words of which the name lacks one", () => {
    expect(findsBank("alatau credit")("Alatau City Bank")).toBe(false)
    expect(findsBank("kaspi")("Halyk Bank")).toBe(false)
  })

  it("is where the list is long, with every bank in the rail's order", () => {
    expect(renderBankPaymentPage(choosing, options)).not.toContain('role="search"')
    expect(render({ search: "kaspi" }, choosing)).not.toContain(" hidden")
    const page = render()
    expect(page).toContain('<form class="bank-search" method="get" action="/pay/bank/abc" role="search">')
    expect(shown(page)).toEqual(manyBanks(40).map(({ id }) => id))
    expect(page).toContain(texts.banksFound("40"))
  })

  it("hides without scripts what was not found, and keeps it for the script", () => {
    const page = render({ search: "cŕedit", selectedBank: "a&b" })
    expect(shown(page)).toEqual([
      "bank4",
      "bank5",
      "bank14",
      "bank15",
      "bank24",
      "bank25",
      "bank34",
      "bank35"
    ])
    expect(listed(page)).toBe(40)
    expect(page).toContain(
      `>${texts.banksFound("8")}</span> <a id="all-banks" href="/pay/bank/abc?lang=en&amp;bank=a%26b" hidden>`
    )
    expect(page).toContain('<input type="hidden" name="bank" value="a&amp;b">')
    // The words stay when the language changes.
    expect(page).toContain('href="/pay/bank/abc?lang=ru&amp;bank=a%26b&amp;q=c%C5%95edit"')
  })

  it("that finds nothing says so and leads back to all banks, whatever was typed", () => {
    const page = render({ search: '"><script>alert(1)</script>' })
    expect(shown(page)).toEqual([])
    expect(page).toContain(
      `>${texts.noBankFound}</span> <a id="all-banks" href="/pay/bank/abc?lang=en">${texts.allBanks}</a>`
    )
    expect(page).not.toContain("<script>")
  })

  it("opens the choice of another bank, whose marks are those of all", () => {
    const chosen = { ...bankViews.awaiting.chosen, bank: { id: "bank0", name: "Alatau City Bank" } }
    const view = { ...bankViews.manyBanks, chosen }
    expect(render({}, view)).toContain('<details class="more other-bank" id="other-bank">')
    const page = render({ search: "alatau credit" }, view)
    expect(page).toContain('<details class="more other-bank" id="other-bank" open>')
    expect(shown(page)).toEqual(["bank5", "bank15", "bank25", "bank35"])
    const markOf = (text: string) => /value="bank5"><span class="(mark mark-\d)"/.exec(text)?.[1]
    expect(markOf(page)).toBe(markOf(render()))
  })
})
