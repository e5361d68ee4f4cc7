import { sampled } from "@quittance/testing"
import { assert, expect, it } from "vitest"
import { listenFor } from "../node/TestServer.ts"
import { startTestApi } from "../TestApi.ts"
import { axeViolations, inChromium, pageWidth, phone, wide } from "../visitor.ts"
import { docsPathsOf } from "./docsPathsOf.ts"

/** At night every page is walked, with seconds for each on a busy machine. */
const nightMillisMax = 900_000

const looks = [phone, { ...phone, colorScheme: "dark" }, wide, { ...wide, colorScheme: "dark" }] as const

inChromium("the documents in Chromium", (visit) => {
  it(
    "are accessible, fit their screen, break no policy and load nothing from elsewhere, in light and dark",
    async () => {
      await using api = await startTestApi({ rateLimits: "off" })
      await using server = await listenFor(api)
      const paths = await docsPathsOf(api)
      assert.isAbove(paths.length, 25)
      // One of each kind, and some of the others.
      const kinds = ["/docs", "/docs/guides/signing", "/docs/reference/crypto-payouts", "/docs/errors"]
      const others = paths.filter((path) => !kinds.includes(path))
      for (const [index, path] of [...kinds, ...sampled(others, 10)].entries()) {
        await using visitor = await visit({ ...looks[index % looks.length], reducedMotion: "reduce" })
        const { complaints, page } = visitor
        const requested: Array<string> = []
        page.on("request", (request) => void requested.push(request.url()))
        await page.goto(`${server.url}${path}`)
        await page.locator("html.scripted").waitFor()
        expect(await pageWidth(page), path).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
        await page.evaluate(() => {
          for (const each of document.querySelectorAll("details")) each.open = true
        })
        expect(await axeViolations(page), path).toEqual([])
        expect(await pageWidth(page), path).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
        expect(complaints, path).toEqual([])
        expect(requested.filter((address) => !address.startsWith(server.url))).toEqual([])
      }
    },
    nightMillisMax
  )

  it("are read without a script, with the list of pages at hand", async () => {
    await using api = await startTestApi()
    await using server = await listenFor(api)
    for (const look of [phone, wide]) {
      await using visitor = await visit({ ...look, javaScriptEnabled: false })
      const { page } = visitor
      await page.goto(`${server.url}/docs/reference/crypto-payouts`)
      for (const name of ["Copy", "Send", "Search the documents"])
        expect(await page.getByText(name, { exact: true }).filter({ visible: true }).count(), name).toBe(0)
      if (look === phone) await page.getByText("All pages").click()
      await page.getByRole("link", { name: "Sign a request" }).click()
      expect(await page.locator("h1").textContent()).toBe("Sign a request")
      await page.getByRole("link", { name: "signature_invalid" }).first().click()
      expect(page.url()).toContain("/docs/errors#signature_invalid")
    }
  })

  it("are searched from the keyboard", async () => {
    await using api = await startTestApi()
    await using server = await listenFor(api)
    await using visitor = await visit(wide)
    const { complaints, page } = visitor
    await page.goto(`${server.url}/docs`)
    await page.locator("html.scripted").waitFor()
    await page.keyboard.press("/")
    await page.keyboard.type("nothing of zebras")
    expect(await page.getByRole("option").count()).toBe(0)
    await page.getByRole("combobox").fill("send a pay")
    await page.getByRole("option").first().waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("Enter")
    await page.waitForURL(/\/docs\/(?:guides\/payouts|reference\/crypto-payouts#createPayout)$/)
    expect(complaints).toEqual([])
  })
})
