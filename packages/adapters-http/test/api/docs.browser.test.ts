import { expect, it } from "vitest"
import { listenFor } from "../node/TestServer.ts"
import { startTestApi } from "../TestApi.ts"
import { axeViolations, inChromium } from "../visitor.ts"

inChromium("the API reference", (visit) => {
  it("reads without the internet, names its language, offers nothing of its reader's maker, and stands out in light and dark", async () => {
    await using api = await startTestApi()
    await using server = await listenFor(api)
    await using visitor = await visit({ viewport: { width: 1280, height: 720 } })
    const { complaints, page } = visitor
    const requested: Array<string> = []
    page.on("request", (request) => void requested.push(request.url()))
    // A developer's own machine, which is where the maker would offer its services.
    await page.goto(`${server.url}/docs`)
    await page.getByText("List the networks that are offered").first().waitFor()
    expect(await page.locator("html").getAttribute("lang")).toBe("en")
    expect(await page.locator('a[href*="scalar.com"]:visible').count()).toBe(0)
    const offers = page.getByText(/developer tools|SDK|\$\d+|powered by|ask ai/i)
    expect(await offers.filter({ visible: true }).count()).toBe(0)
    expect(await axeViolations(page, "color-contrast")).toEqual([])
    for (const [group, operation] of [
      ["Webhooks", "Register a webhook"],
      ["Transit wallets", "Create a wallet with its own deposit address"],
      ["Transit webhook", "Read the webhook"]
    ] as const) {
      await page.getByText(group, { exact: true }).first().click()
      await page.getByText(operation).first().waitFor()
    }
    await page.waitForLoadState("networkidle")
    expect(complaints).toEqual([])
    expect(requested.filter((address) => !address.startsWith(`${server.url}/docs`))).toEqual([])

    await using night = await visit({ viewport: { width: 1280, height: 720 }, colorScheme: "dark" })
    await night.page.goto(`${server.url}/docs`)
    await night.page.getByText("List the networks that are offered").first().waitFor()
    expect(await axeViolations(night.page, "color-contrast")).toEqual([])
  }, 120_000)
})
