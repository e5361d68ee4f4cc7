/** A person before a browser: a page of its own, and everything that the browser complained of. */
import axe, { type AxeResults } from "axe-core"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect } from "vitest"
import { chromiumRunsHere, launchChromium } from "./chromium.ts"

export interface Visit extends AsyncDisposable {
  readonly page: Page
  /** Console errors, uncaught errors and policy violations (which the browser reports on the console). */
  readonly complaints: Array<string>
}

/** With a phone in English unless `options` say otherwise. */
export const startVisit = async (browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> => {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    locale: "en",
    ...options
  })
  const page = await context.newPage()
  const complaints: Array<string> = []
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text())
  })
  page.on("pageerror", (error) => complaints.push(String(error)))
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() }
}

/** What axe finds wrong with the page by all its rules or by one, each rule with the elements that break it. */
export const axeViolations = async (page: Page, rule?: string) => {
  await page.evaluate(`${axe.source}\n;0`)
  const { violations } = await page.evaluate<AxeResults>(
    rule === undefined ? "axe.run()" : `axe.run({ runOnly: ["${rule}"] })`
  )
  return violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)] as const)
}

export const pageWidth = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth)

type Visiting = (options?: BrowserContextOptions) => Promise<Visit>

/** Tests with visitors in one browser, where it runs. */
export const inChromium = (name: string, run: (visit: Visiting) => void): void => {
  describe.skipIf(!chromiumRunsHere)(name, () => {
    let browser: Browser
    beforeAll(async () => {
      browser = await launchChromium()
    })
    afterAll(() => browser?.close())
    run((options) => startVisit(browser, options))
  })
}

/** Generous, because a loaded machine is slow and a passing poll does not wait. */
export const eventually = <Value>(read: () => Promise<Value> | Value) =>
  expect.poll(read, { timeout: 20_000 })

export const headline = (page: Page) => page.locator("h1").textContent()

export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const
export const wide = { viewport: { width: 1280, height: 800 } } as const
