import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { listenFor } from "../node/TestServer.ts"
import { startTestApi } from "../TestApi.ts"
import { axeViolations, eventually, headline, inChromium, pageWidth, wide } from "../visitor.ts"
import { issueFiat } from "./pageVisit.ts"

/** The whole application on a port, at work, with one invoice to pay. */
const startDeployment = async () => {
  const api = await startTestApi({ time: "running" })
  api.startWork()
  const server = await listenFor(api)
  const { path } = await issueFiat(api, { amount: 250, currency: "KZT", description: "Order 1042" })
  return {
    url: `${server.url}${path}`,
    [Symbol.asyncDispose]: async () => {
      await server.close()
      await api[Symbol.asyncDispose]()
    }
  }
}

inChromium("paying a fiat invoice in Chromium", (visit) => {
  const bank = (page: Page, name: string) => page.getByRole("button", { name, exact: true })
  const simulate = (page: Page) => page.getByRole("button", { name: "Simulate the payment" })

  it("leads from the choice to the bank and the success, which comes without a reload", async () => {
    await using deployment = await startDeployment()
    await using visitor = await visit(wide)
    const { complaints, page } = visitor
    await page.goto(deployment.url)
    await bank(page, "Sandbox Bank").click()
    await eventually(() => headline(page)).toBe("Confirm the payment at your bank")
    expect(await page.getByRole("img", { name: "QR code to pay with" }).isVisible()).toBe(true)
    expect(await page.getByRole("link", { name: "Pay with" }).getAttribute("href")).toMatch(
      /\/sandbox\/bank\/pmt_/
    )

    let navigations = 0
    page.on("framenavigated", () => {
      navigations += 1
    })
    await using elsewhere = await visit()
    await elsewhere.page.goto(deployment.url)
    await simulate(elsewhere.page).click()
    await eventually(() => headline(page)).toBe("Payment received")
    await eventually(() => headline(elsewhere.page)).toBe("Payment received")
    expect(navigations).toBe(0)
    expect([...complaints, ...elsewhere.complaints]).toEqual([])
  })

  it.each([true, false])(
    "leads to the simulated bank and back, whose answer the page shows (scripts: %s)",
    async (javaScriptEnabled) => {
      await using deployment = await startDeployment()
      await using visitor = await visit({ javaScriptEnabled })
      const { complaints, page } = visitor
      // The public address of the deployment, which is on a port that nobody knew before.
      await page.route("http://api.test/**", (route) => {
        const { pathname } = new URL(route.request().url())
        return route.fulfill({ status: 302, headers: { location: new URL(pathname, deployment.url).href } })
      })
      await page.goto(deployment.url)
      await bank(page, "Sandbox Bank").click()
      await eventually(() => headline(page)).toBe("Confirm the payment at your bank")
      await page.getByRole("link", { name: "Pay with" }).click()
      await eventually(() => headline(page)).toBe("Do you approve this payment?")
      expect(await pageWidth(page)).toBeLessThanOrEqual(360)
      if (javaScriptEnabled) expect(await axeViolations(page)).toEqual([])
      await page.getByRole("button", { name: "Decline" }).click()
      await eventually(() => headline(page)).toBe("The bank declined the payment")
      await page.goBack()
      await eventually(() => headline(page)).toBe("The payment is declined")
      await page.getByRole("link", { name: "Back to the invoice" }).click()
      await bank(page, "Sandbox Bank").click()
      await eventually(() => headline(page)).toBe("Confirm the payment at your bank")
      await page.getByRole("link", { name: "Pay with" }).click()
      await page.getByRole("button", { name: "Approve" }).click()
      await eventually(() => headline(page)).toBe("Payment received")
      await page.goBack()
      await eventually(() => headline(page)).toBe("The payment is approved")
      expect(complaints).toEqual([])
    }
  )

  it("lets a customer whose bank declines choose another, with the keyboard alone", async () => {
    await using deployment = await startDeployment()
    await using visitor = await visit()
    const { complaints, page } = visitor
    await page.goto(deployment.url)
    await bank(page, "Declining Bank").press("Enter")
    await eventually(() => headline(page)).toBe("The bank declined the payment")
    await bank(page, "Steppe Bank").press("Enter")
    await eventually(() => headline(page)).toBe("Confirm the payment at your bank")
    await page.getByText("Choose another bank").press("Enter")
    await bank(page, "No Answer Bank").press("Enter")
    await eventually(() => headline(page)).toBe("Contacting the bank")
    expect(complaints).toEqual([])
  })

  it("recovers from a choice that was refused: the page stays alive at the form's address", async () => {
    await using deployment = await startDeployment()
    await using visitor = await visit()
    const { complaints, page } = visitor
    await page.goto(deployment.url)
    await bank(page, "Steppe Bank").evaluate((button) => button.setAttribute("value", "nowhere"))
    await bank(page, "Steppe Bank").click()
    await eventually(() => page.getByRole("alert").textContent()).toContain("Please choose one of the banks")
    expect(new URL(page.url()).pathname).toMatch(/\/payments$/)

    await using elsewhere = await visit()
    await elsewhere.page.goto(deployment.url)
    await simulate(elsewhere.page).click()
    await eventually(() => headline(page)).toBe("Payment received")
    // The browser itself reports the status 422 of the document.
    expect(complaints.filter((text) => !text.includes("422"))).toEqual([])
  })
})
