import { expect, it } from "vitest"
import { eventually, headline, inChromium, phone, wide } from "../visitor.ts"
import { startPageHost, verificationPage } from "./PageHost.ts"
import { verificationViews } from "./verificationViews.ts"

const start = () => startPageHost({ document: verificationPage(verificationViews.document) })

inChromium("the verification page in Chromium", (visit) => {
  it("offers the camera where fingers are, and a file alone elsewhere", async () => {
    await using host = await start()
    await using visitor = await visit(phone)
    await visitor.page.goto(host.url("document"))
    expect(await visitor.page.getByText("Take a photo", { exact: true }).isVisible()).toBe(true)
    expect(await visitor.page.getByText("Go on with your phone").isVisible()).toBe(false)
    await using desk = await visit(wide)
    await desk.page.goto(host.url("document"))
    expect(await desk.page.getByText("Take a photo", { exact: true }).isVisible()).toBe(false)
    expect(await desk.page.getByText("Choose a file").isVisible()).toBe(true)
    // It has a phone beside it, on which the page goes on.
    expect(await desk.page.getByRole("img", { name: "QR code of this page" }).isVisible()).toBe(true)
  })

  it("says beside the form that there is no connection, and keeps the file that is chosen meanwhile", async () => {
    await using host = await start()
    await using visitor = await visit(phone)
    const { page } = visitor
    await page.goto(host.url("document"))
    await eventually(() => host.streamCount()).toBe(1)
    const offline = page.getByText("No connection. What you have chosen stays here")
    expect(await offline.isVisible()).toBe(false)
    await page.context().setOffline(true)
    await eventually(() => offline.isVisible()).toBe(true)
    const file = { name: "scan.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") }
    await page.locator("#file-document").setInputFiles(file)
    await page.getByRole("button", { name: "Send" }).click()
    await eventually(() => page.locator("#problem").textContent()).toContain("The file is still chosen")
    await page.context().setOffline(false)
    await eventually(() => offline.isVisible()).toBe(false)
    expect(await page.locator("#chosen").textContent()).toBe("scan.pdf")
    expect(
      await page.locator("#file-document").evaluate((input: HTMLInputElement) => input.files?.length)
    ).toBe(1)
  })

  it("keeps the chosen file when news change nothing, and gives way when they do", async () => {
    await using host = await start()
    await using visitor = await visit(phone)
    const { page, complaints } = visitor
    await page.goto(host.url("document"))
    await eventually(() => host.streamCount()).toBe(1)
    const file = { name: "scan.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") }
    await page.locator("#file-document").setInputFiles(file)
    await eventually(() => page.locator("#chosen").textContent()).toBe("scan.pdf")

    const looked = page.waitForResponse(host.url("document"))
    host.set("document", verificationPage(verificationViews.document))
    host.publish()
    await looked
    // A phone that comes back from its camera looks too.
    const lookedAgain = page.waitForResponse(host.url("document"))
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")))
    await lookedAgain
    await page.evaluate(() => new Promise(requestAnimationFrame))
    expect(await page.locator("#chosen").textContent()).toBe("scan.pdf")

    host.set("document", verificationPage(verificationViews.selfie))
    host.publish()
    await eventually(() => headline(page)).toBe("Take a photo of yourself")
    expect(await page.locator("#chosen").textContent()).toBe("")
    expect(complaints).toEqual([])
  })

  it("shows what happens from waiting to the result, says it, and keeps the focus in the page", async () => {
    const { checking, retryingSelfie, verifiedWithoutLink } = verificationViews
    await using host = await startPageHost({ one: verificationPage(checking) })
    await using visitor = await visit(phone)
    const { page, complaints } = visitor
    await page.goto(host.url("one"))
    await eventually(() => host.streamCount()).toBe(1)
    await page.locator("#page").focus()
    host.set("one", verificationPage(retryingSelfie))
    host.publish()
    await eventually(() => page.locator("#announcer").textContent()).toBe(
      "Take a photo of yourself again. The picture is blurry. Hold the camera still and let it focus."
    )
    expect(await page.locator(":focus").getAttribute("id")).toBe("page")
    await page.keyboard.press("Tab")
    expect(await page.locator(":focus").getAttribute("id")).toBe("photo-selfie")
    host.set("one", verificationPage(verifiedWithoutLink))
    host.publish()
    await eventually(() => headline(page)).toBe("You are verified")
    await eventually(() => host.streamCount()).toBe(0)
    expect(complaints).toEqual([])
  })
})
