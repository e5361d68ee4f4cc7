import { sampled } from "@quittance/testing"
import { afterAll, assert, beforeAll, expect, it } from "vitest"
import { locales } from "../../src/pages/Locale.ts"
import { axeViolations, inChromium, pageWidth, phone, type Visit, wide } from "../visitor.ts"
import { bankViewList, bankViews, choosing, banks as listed } from "./bankViews.ts"
import {
  bankPage,
  branded,
  cryptoPage,
  type HostedPage,
  type PageHost,
  receiptPage,
  startPageHost,
  verificationPage
} from "./PageHost.ts"
import { hostileDescription, manyTransfers, pending, views } from "./paymentViews.ts"
import { hostileReceipt, receipts } from "./receipts.ts"
import { longestInstructions } from "./transferViews.ts"
import { verificationViewList, verificationViews } from "./verificationViews.ts"

/** Every state of every page, once. */
const states = Object.fromEntries([
  ...Object.entries(views).map(([name, view]) => [`crypto-${name}`, cryptoPage(view)] as const),
  ...bankViewList.map(([name, view]) => [`fiat-${name}`, bankPage(view)] as const),
  ...Object.entries(receipts).map(([name, view]) => [`receipt-${name}`, receiptPage(view)] as const),
  ...verificationViewList.map(([name, view]) => [`verification-${name}`, verificationPage(view)] as const),
  // Colours that cannot be read on one ground or the other.
  ...["#ffee00", "#00104d", "#808080"].map(
    (colour) =>
      [
        `branded-${colour.slice(1)}`,
        branded(bankPage(bankViews.awaiting), {
          ...{ colour, support: "help@shop.example", siteUrl: "https://shop.example" }
        })
      ] as const
  )
])

/** The states are looked at in turn: neighbours share nearly all that they show. */
const looks = [phone, { ...phone, colorScheme: "dark" }, wide, { ...wide, colorScheme: "dark" }] as const

inChromium("every page in Chromium", (visit) => {
  let host: PageHost
  const visitors: Array<Visit> = []
  beforeAll(async () => {
    host = await startPageHost(states)
    for (const look of looks) visitors.push(await visit({ ...look, reducedMotion: "reduce" }))
  })
  afterAll(() => host?.[Symbol.asyncDispose]())

  it.each(Object.keys(states).map((name, index) => [name, index] as const))(
    "%s is accessible, fits its screen in every language and breaks no policy",
    async (name, index) => {
      const { page, complaints } = visitors[index % looks.length] ?? assert.fail()
      // However slow the machine is, the page is not left while it is looked at.
      await page.route("https://shop.example/**", (route) => route.fulfill({ status: 204 }))
      for (const lang of sampled(locales, locales.length, index)) {
        await page.goto(`${host.url(name)}?lang=${lang}`)
        await page.locator("html.scripted").waitFor()
        expect(await pageWidth(page)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
      }
      for (const details of await page.locator("details").all()) await details.locator("summary").click()
      expect(await axeViolations(page)).toEqual([])
      expect(complaints).toEqual([])
    }
  )

  const long = { id: "long", name: "W".repeat(120) }
  const description = hostileDescription + "W".repeat(300)
  const banks = [long, { id: "bad", name: hostileDescription }]
  const largest = { ...choosing, amount: "25000000.00", currency: "KZT", description, banks }
  const { pendingWithWallet } = views
  const amounts = { expectedAmount: "100000.123456", remainingAmount: "100000.123456" }
  const reasons = [hostileDescription, "document_blurry", "suspected_fraud"]

  it.each<readonly [string, HostedPage]>([
    [
      "a crypto invoice",
      branded(cryptoPage({ ...pendingWithWallet, ...amounts, description, transfers: manyTransfers(6) }), {
        name: "W".repeat(80)
      })
    ],
    ["a fiat invoice", bankPage(largest)],
    ["a chosen bank", bankPage({ ...largest, chosen: { ...bankViews.awaiting.chosen, bank: long } })],
    [
      "a transfer",
      bankPage({
        ...{ ...bankViews.transferRoubles, description },
        chosen: { ...bankViews.transferRoubles.chosen, instructions: longestInstructions.RUB }
      })
    ],
    ["a receipt", receiptPage(hostileReceipt)],
    ["a verification", verificationPage({ ...verificationViews.retryingAll, reasons })]
  ])(
    "%s keeps its width with the longest figures, names and hostile words, with scripts and without",
    async (_, worst) => {
      await using host = await startPageHost({ worst })
      for (const javaScriptEnabled of [true, false]) {
        await using visitor = await visit({ javaScriptEnabled, viewport: { width: 320, height: 640 } })
        const { page, complaints } = visitor
        for (const lang of locales) {
          await page.goto(`${host.url("worst")}?lang=${lang}`)
          expect(await page.locator("html").evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(320)
          expect(await page.locator("main script, main img").count()).toBe(0)
        }
        expect(complaints).toEqual([])
      }
    }
  )

  const languages = ["English", "Русский", "Қазақша"]

  it.each<readonly [string, HostedPage, ReadonlyArray<string>]>([
    [
      "a crypto invoice",
      cryptoPage(pending),
      ["Copy the amount", "Copy the address", "Cancel and return", "Simulate the payment"]
    ],
    [
      "a fiat invoice",
      bankPage(bankViews.choosing),
      [...listed.map(({ name }) => name), "Cancel and return", "Simulate the payment"]
    ],
    [
      "a verification",
      verificationPage(verificationViews.document),
      ["Which document do you show?", "Which country issued it?", "Take a photo", "Choose a file", "Send"]
    ]
  ])(
    "the keyboard reaches languages and all that %s offers, with a visible focus",
    async (_, shown, offered) => {
      await using host = await startPageHost({ page: shown })
      await using visitor = await visit(phone)
      const { page } = visitor
      await page.goto(host.url("page"))
      await page.locator("html.scripted").waitFor()
      const reached: Array<string | null | undefined> = []
      for (const _each of [...languages, ...offered]) {
        await page.keyboard.press("Tab")
        const ring = await page.locator(":focus").evaluate((focused) => {
          // The browser's own way to choose a file is covered by its label.
          const seen = (focused.matches(".chooser") && focused.nextElementSibling) || focused
          const label = focused instanceof HTMLSelectElement ? focused.labels[0] : seen
          const name = focused.getAttribute("aria-label") ?? label?.textContent
          return { name, style: getComputedStyle(seen).outlineStyle }
        })
        reached.push(ring.name)
        expect(ring.style).toBe("solid")
      }
      expect(reached).toEqual([...languages, ...offered])
    }
  )
})
