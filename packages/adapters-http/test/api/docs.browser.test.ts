import { Ids } from "@quittance/core"
import { Context, Effect, Layer } from "effect"
import type { Browser } from "playwright-core"
import { assert, describe, it } from "vitest"
import { HttpApp, NodeServer } from "../../src/index.ts"
import { chromiumRunsHere, launchChromium } from "../chromium.ts"
import { startTestApi, type TestApi } from "../TestApi.ts"
import { axeViolations } from "../visitor.ts"

const browserMillis = 120_000

/** The address of the application behind a server, until the scope ends. */
const serve = (api: TestApi) =>
  Effect.gen(function* () {
    const app = yield* Effect.promise(() =>
      api.runtime.runPromise(HttpApp.use((service) => Effect.succeed(service)))
    )
    const layer = NodeServer.layer({ port: 0, host: "127.0.0.1" }).pipe(
      Layer.provide([Layer.succeed(HttpApp, app), Ids.layer])
    )
    return Context.get(yield* Layer.build(layer), NodeServer).url
  })

/** What a browser sees that reads the reference of a server. */
const read = async <A>(look: (browser: Browser, url: string) => Promise<A>): Promise<A> => {
  await using api = await startTestApi()
  const seen = Effect.gen(function* () {
    const url = yield* serve(api)
    const browser = yield* Effect.acquireRelease(Effect.promise(launchChromium), (each) =>
      Effect.promise(() => each.close())
    )
    return yield* Effect.promise(() => look(browser, url))
  })
  return await Effect.runPromise(Effect.scoped(seen))
}

describe.skipIf(!chromiumRunsHere)("the API reference", { timeout: browserMillis }, () => {
  it("reads without the internet, and its policy hinders nothing it does", () =>
    read(async (browser, url) => {
      const page = await browser.newPage()
      const requested: Array<string> = []
      const complaints: Array<string> = []
      page.on("request", (request) => void requested.push(request.url()))
      page.on("pageerror", (error) => void complaints.push(error.message))
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") complaints.push(message.text())
      })
      await page.goto(`${url}/docs`)
      await page.getByText("List the networks that are offered").first().waitFor()
      for (const [group, operation] of [
        ["Webhooks", "Register a webhook"],
        ["Transit wallets", "Create a wallet with its own deposit address"],
        ["Transit webhook", "Read the webhook"]
      ] as const) {
        await page.getByText(group, { exact: true }).first().click()
        await page.getByText(operation).first().waitFor()
      }
      await page.waitForLoadState("networkidle")
      assert.deepStrictEqual(complaints, [])
      assert.isTrue(
        requested.every((address) => address.startsWith(`${url}/docs`)),
        requested.join("\n")
      )
    }))

  it.each(["light", "dark"] as const)(
    "stands out from its ground in %s, names its language, and offers nothing of its reader's maker",
    (colorScheme) =>
      read(async (browser, url) => {
        const page = await browser.newPage({ colorScheme })
        // A developer's own machine, which is where the maker would offer its services.
        await page.goto(`${url}/docs`)
        await page.getByText("List the networks that are offered").first().waitFor()
        assert.strictEqual(await page.locator("html").getAttribute("lang"), "en")
        assert.strictEqual(await page.locator('a[href*="scalar.com"]:visible').count(), 0)
        const offers = page.getByText(/developer tools|SDK|\$\d+|powered by|ask ai/i)
        assert.strictEqual(await offers.filter({ visible: true }).count(), 0)
        assert.deepStrictEqual(await axeViolations(page, "color-contrast"), [])
      })
  )
})
