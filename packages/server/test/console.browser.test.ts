/**
 * The way of somebody who meets the console today, as the guide tells it, and the guide's pictures:
 *
 *     QUITTANCE_PICTURES=1 npx vitest run packages/server/test/console.browser.test.ts
 */
import { mkdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { eventually, inChromium, type Visit } from "@quittance/adapters-http/testing"
import { freePort } from "@quittance/testing/freePort"
import { expect, it } from "vitest"
import { EventReceiver } from "./EventReceiver.ts"
import { quittance, serveHere, temporaryFolder } from "./QuittanceProcess.ts"

type Page = Visit["page"]
type Locator = ReturnType<Page["locator"]>

const isPictured = process.env.QUITTANCE_PICTURES !== undefined
const pictures = fileURLToPath(new URL("../../adapters-http/src/guides/console/", import.meta.url))
const size = { width: 960, height: 600 }
const heightMax = 700
const address = "TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE"

/** What the guide shows: the content of a page, or all of the page from its top. */
const pictured = async (page: Page, name: string, isWhole = false): Promise<void> => {
  if (!isPictured) return
  mkdirSync(pictures, { recursive: true })
  await page.evaluate(() => document.querySelector<HTMLElement>(":focus")?.blur())
  const box = isWhole ? null : await page.locator("main").boundingBox()
  const { y = 0, height = size.height } = box ?? {}
  const clip = { x: 0, y, width: size.width, height: Math.min(height, heightMax) }
  await page.screenshot({ path: `${pictures}${name}.png`, fullPage: true, animations: "disabled", clip })
}

/** What makes passkeys and uses them as a person would who is always there. */
const withAuthenticator = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send("WebAuthn.enable")
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true }
    }
  })
}

const hands = (page: Page) => {
  const headline = () => page.locator("h1").textContent()
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click()
  const follow = (name: string | RegExp) => page.getByRole("link", { name }).first().click()
  const headed = (title: string | RegExp) =>
    typeof title === "string" ? eventually(headline).toBe(title) : eventually(headline).toMatch(title)
  /** Goes to a part of the console. */
  const area = (name: string) =>
    page.getByRole("navigation", { name: "Areas" }).getByRole("link", { name }).click()
  const tab = (name: string): Promise<void> => page.locator("nav.tabs").getByRole("link", { name }).click()
  const main: Locator = page.locator("main")
  const reads = (text: string | RegExp) =>
    eventually(() => main.textContent())[typeof text === "string" ? "toContain" : "toMatch"](text as never)
  const field = (label: string): Locator => page.locator("main form").getByLabel(label)
  return { area, field, follow, headed, main, press, reads, tab }
}

inChromium("somebody who meets the console today", (visit) => {
  it("is paid, mends a webhook, and has a payout approved by a second person", async () => {
    let isUp = false
    const receiver = await EventReceiver.open(() => (isUp ? 204 : 500), isPictured ? 4000 : 0)
    const folder = temporaryFolder()
    await serveHere(folder, {
      PORT: String(isPictured ? 3000 : await freePort()),
      QUITTANCE_WEBHOOK_ALLOW_PRIVATE: "1"
    })
    const { stdout } = await quittance(["console", "link", "--json"], folder)

    await using first = await visit({ viewport: size, reducedMotion: "reduce" })
    const { page } = first
    await withAuthenticator(page)
    const { area, field, follow, headed, main, press, reads, tab } = hands(page)
    await page.goto(JSON.parse(stdout).url)
    await press("Sign in")
    await headed("Needs attention")

    await area("Developers")
    await tab("Webhooks")
    await follow("Add a webhook")
    await headed("First, make a passkey or a password")
    await pictured(page, "passkey")
    await press("Make a passkey")
    await headed("Add a webhook for payments and KYC")
    await field("URL").fill(receiver.url)
    await field("invoice.paid").check()
    await press("Add a webhook")
    await headed("The signing secret")

    await area("Payments")
    await follow("New fiat invoice")
    await field("Amount").fill("1250.5")
    await field("Currency").selectOption("EUR")
    await field("Description").fill("Order 1042")
    await press("Make invoice")
    await reads("The invoice was made.")
    await pictured(page, "invoice", true)
    await follow("Pay it in the sandbox")
    await press("Pay the invoice")
    await reads("The bank took the money.")
    await reads("Bank took the money")
    await pictured(page, "paid")

    await receiver.arrived(0)
    await area("Developers")
    await tab("Webhooks")
    await follow(receiver.url)
    await follow("Deliveries")
    await main.getByRole("row").filter({ hasText: "500" }).getByRole("link").click()
    await reads("Attempt 1: 500")
    expect(await page.locator("nav.tabs [aria-current]").allTextContents()).toEqual(["Webhooks"])
    await pictured(page, "delivery")
    isUp = true
    await follow("Send it again")
    await press("Send it again")
    await reads(/Attempt \d: 204/)
    await pictured(page, "redelivered")

    await area("People")
    await follow("Invite a person")
    await field("Name").fill("Boris Weber")
    await field("Role").selectOption("finance")
    await press("Make the link")
    await headed("The link")
    const link = (await page.locator("code.address").textContent()) ?? ""

    await using second = await visit({ viewport: size, reducedMotion: "reduce" })
    const other = hands(second.page)
    await withAuthenticator(second.page)
    await second.page.goto(link)
    await other.headed("You are invited")
    await pictured(second.page, "invited")
    await other.press("Make a passkey")
    await other.headed("Needs attention")

    await area("Payouts")
    await tab("Rules")
    await follow("Set an amount")
    await field("From amount").fill("100")
    await field("Approvals").fill("1")
    await press("Set the rule")
    await reads("The rule was set")

    await area("Developers")
    await tab("Sandbox")
    await follow("Add to the balance")
    await field("Amount in USDT").fill("1000")
    await press("Add to the balance")
    await reads("The balance is credited.")

    await area("Payouts")
    await follow("New payout")
    await field("Network").selectOption("tron")
    await field("To address").fill(address)
    await field("Amount").fill("250")
    await press("Check the payout")
    // Who has no authenticator is not asked for its code.
    expect(await field("Code of your authenticator").count()).toBe(0)
    await pictured(page, "payout")
    await page.getByRole("button", { name: "Send 250" }).click()
    await reads("The payout was created.")
    await reads("Waits for approval")

    await other.area("Payouts")
    await other.tab("Approvals")
    await second.page.locator("main table a").first().click()
    await other.follow("Approve")
    await other.headed("Approve this payout?")
    await pictured(second.page, "approve")
    await second.page.getByRole("button", { name: /^Approve 250/ }).click()
    await other.reads("Your approval counts.")
    // The page of the one who asked for it changes by itself.
    await reads("Arrived")
    expect([...first.complaints, ...second.complaints]).toEqual([])
  })
})
