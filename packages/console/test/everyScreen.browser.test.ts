import { createServer } from "node:http"
import { gzipSync } from "node:zlib"
import { nodeListener } from "@quittance/adapters-http"
import { axeViolations, inChromium, pageWidth, type Visit } from "@quittance/adapters-http/testing"
import { Operations } from "@quittance/core"
import { sampled } from "@quittance/testing"
import { freePort } from "@quittance/testing/freePort"
import { Effect, Layer } from "effect"
import { assert, expect } from "vitest"
import { areasOf } from "../src/areas/areas.ts"
import { pathOf } from "../src/frame/screenPaths.ts"
import { makeConsole } from "../src/index.ts"
import type { Scope, Screen } from "../src/screen/Screen.ts"
import { en } from "../src/words/en/en.ts"
import { inWorldWith, joined, type Time, type World } from "./ConsoleWorld.ts"
import { populated } from "./populated.ts"
import { transferSettings, transfers } from "./transfers.ts"
import { verifying } from "./verifying.ts"

const port = await freePort()
const origin = `http://localhost:${port}`
/** A deployment that verifies people, and has accounts that customers transfer to. */
const inDeployment = inWorldWith(Layer.merge(verifying, transfers), origin, transferSettings)

const screens = areasOf(en).flatMap((area) => area.screens)

const patternOf = (screen: Screen): RegExp =>
  new RegExp(`^/console${pathOf(screen).replaceAll(/\{\w+\}/g, "[\\w-]+")}$`)
const patterns = screens
  .map((screen) => ({ screen, pattern: patternOf(screen) }))
  // A path without a parameter is meant before one that has any word there.
  .sort((a, b) => Number(a.screen.path.includes("{")) - Number(b.screen.path.includes("{")))

const screenAt = (path: string) => patterns.find(({ pattern }) => pattern.test(path))?.screen

const widths = [360, 768, 1440]
const looks = widths.flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ viewport: { width, height: 800 }, colorScheme }))
)

/** Each screen is looked at in one of them, and at night in all. */
const looksInTurn = looks.length

/** Screens to which no link leads in this world, because it has not what they are about. */
const unlinkedOfPeople = [
  // A form leads there.
  "/p/{partner}/search",
  "/p/{partner}/payouts/changes/{id}/agree",
  "/p/{partner}/payouts/changes/{id}/withdraw",
  "/p/{partner}/payouts/{id}/withdraw",
  "/account/passkeys/{id}/remove",
  "/account/end-others"
]
const unlinkedOfOperators = [
  "/operator/keys/{id}",
  "/operator/keys/{id}/revoke",
  "/operator/people/invitations/{id}/revoke",
  "/operator/people/{id}/forget",
  "/operator/bank-payments/{id}/returned",
  "/operator/hold/release",
  "/operator/networks/{id}",
  "/operator/networks/{id}/pause",
  "/operator/networks/{id}/resume",
  "/operator/books/verify"
]

/** A page that no text may be longer than, compressed, with all that it loads. */
const bytesMax = 60 * 1024

inChromium("every screen of the console, in Chromium,", (visit) => {
  const serve = Effect.acquireRelease(
    Effect.gen(function* () {
      const context = yield* Effect.context<World | Time>()
      const handle = yield* makeConsole
      const server = createServer(
        nodeListener(async (request) => {
          const { pathname, searchParams } = new URL(request.url)
          if (pathname !== "/enter")
            return Effect.runPromiseWith(context)(handle(request, { address: "127.0.0.1" }))
          const cookie = `${searchParams.get("cookie")}; Path=/; Secure; HttpOnly; SameSite=Lax`
          return new Response("in", { headers: { "set-cookie": cookie, "content-type": "text/plain" } })
        })
      )
      yield* Effect.promise(() => new Promise<void>((resolve) => server.listen(port, "localhost", resolve)))
      return server
    }),
    (server) =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
  )

  const signedIn = async (cookie: string): Promise<Visit> => {
    const visitor = await visit({ reducedMotion: "reduce" })
    // Chromium takes a cookie with this prefix over http from the server only.
    await visitor.page.goto(`${origin}/enter?${new URLSearchParams({ cookie })}`)
    return visitor
  }

  /** Looks at all screens that links lead to, each in one of the looks, and says which they were. */
  const lookedAt = async (
    cookie: string,
    first: ReadonlyArray<string>,
    isOwn: (screen: Screen) => boolean
  ) => {
    await using visitor = await signedIn(cookie)
    const { complaints, page } = visitor
    // No clock goes on here that would tell the streams of pages that were left.
    const stream = { status: 200, contentType: "text/event-stream", body: ":\n\n" }
    await page.route("**/events", (route) => route.fulfill(stream))
    const seen = new Map<Screen, string>()
    const faults: Array<string> = []
    const waiting = [...first]
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const response = await page.goto(`${origin}${path}`)
      const screen = screenAt(new URL(page.url()).pathname)
      if (response?.status() !== 200) faults.push(`${path} is answered with ${response?.status()}`)
      if (screen === undefined || seen.has(screen)) continue
      seen.set(screen, path)
      const bytes = gzipSync(await page.content()).length
      if (bytes > bytesMax) faults.push(`${path} has ${bytes} bytes`)
      for (const { colorScheme, viewport } of sampled(looks, looksInTurn, seen.size)) {
        await page.setViewportSize(viewport)
        await page.emulateMedia({ colorScheme })
        const wide = await pageWidth(page)
        if (wide > viewport.width) faults.push(`${path} is ${wide} px wide at ${viewport.width} px`)
        const pushed = await page
          .locator(".wide:has(th:nth-child(6))")
          .evaluateAll((tables) =>
            tables.flatMap((each) => (each.scrollWidth > each.clientWidth ? [each.ariaLabel] : []))
          )
        if (pushed.length > 0) faults.push(`${path} at ${viewport.width} px scrolls sideways: ${pushed}`)
        for (const [rule, where] of await axeViolations(page))
          faults.push(`${path} at ${viewport.width} px: ${rule}: ${where.slice(0, 2).join(" ")}`)
      }
      faults.push(...complaints.splice(0).map((complaint) => `${path}: ${complaint}`))
      const links: ReadonlyArray<string> = await page.evaluate(() =>
        Array.from(document.links, (link) => link.href)
      )
      for (const link of links) {
        const { origin: there, pathname, search } = new URL(link)
        const next = screenAt(pathname)
        if (there === origin && next !== undefined && !seen.has(next) && isOwn(next))
          waiting.push(`${pathname}${search}`)
      }
    }
    expect(faults).toEqual([])
    return seen
  }

  const walkOf = (
    who: "a partner's people" | "operators",
    scopes: ReadonlyArray<Scope>,
    missing: ReadonlyArray<string>
  ) =>
    inDeployment(
      `is reached by links by ${who}, accessible, as wide as its window and breaks no policy`,
      function* () {
        const id = yield* populated("shop")
        const { cryptoInvoices } = yield* Operations
        const { items } = yield* cryptoInvoices.list(id, { status: "pending" })
        const waiting = `/console/p/${id}/crypto-invoices/${items[0]?.id}`
        const { cookie } = yield* joined(
          who === "operators" ? { name: "Root" } : { name: `Anna ${"W".repeat(40)}`, partner: "shop" }
        )
        const first = who === "operators" ? ["/console/operator"] : [waiting, `/console/p/${id}`]
        const reached = yield* Effect.scoped(
          Effect.andThen(
            serve,
            Effect.promise(() => lookedAt(cookie, first, ({ scope }) => scopes.includes(scope)))
          )
        )
        const own = screens.filter(({ scope }) => scopes.includes(scope))
        const missed = own.filter((screen) => !reached.has(screen)).map(pathOf)
        assert.deepStrictEqual(missed, missing)
      }
    )

  walkOf("a partner's people", ["partner", "person"], unlinkedOfPeople)
  walkOf("operators", ["operator"], unlinkedOfOperators)

  inDeployment(
    "can be worked with by the keyboard alone: all that acts is reached, and its focus seen",
    function* () {
      const id = yield* populated("shop")
      const { cookie } = yield* joined({ name: "Anna", partner: "shop" })
      const walk = async () => {
        await using visitor = await signedIn(cookie)
        const { page } = visitor
        await page.setViewportSize({ width: 1440, height: 800 })
        await page.route("**/events", (route) => route.abort())
        for (const path of ["invoices", "payouts/create", "payouts/rules"]) {
          await page.goto(`${origin}/console/p/${id}/${path}`)
          const there = await page.evaluate(
            () =>
              Array.from(
                document.querySelectorAll(
                  "a[href], [tabindex='0'], button, input:not([type=hidden]), select, textarea, summary"
                )
              ).filter((each) => each.checkVisibility({ contentVisibilityAuto: true })).length
          )
          let reached = 0
          // A field for a day has several stops.
          for (let at = 0; at < there + 12; at++) {
            await page.keyboard.press("Tab")
            const isSeen = await page.evaluate(() => {
              const { activeElement } = document
              if (activeElement === null || activeElement === document.body) return false
              if (activeElement.hasAttribute("data-reached")) return false
              activeElement.setAttribute("data-reached", "")
              return getComputedStyle(activeElement).outlineStyle !== "none"
            })
            if (isSeen) reached += 1
          }
          assert.strictEqual(reached, there, path)
        }
        await page.locator("body").press("/")
        assert.strictEqual(await page.evaluate(() => document.activeElement?.id), "q")
        await page.keyboard.type("nothing has this name")
        await page.keyboard.press("Enter")
        await page.waitForURL("**/search?q=nothing+has+this+name")
      }
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* serve
          yield* Effect.promise(walk)
        })
      )
    }
  )
})
