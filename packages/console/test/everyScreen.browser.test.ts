import { createServer } from "node:http"
import { gzipSync } from "node:zlib"
import { nodeListener } from "@quittance/adapters-http"
import { axeViolations, inChromium, pageWidth, type Visit } from "@quittance/adapters-http/testing"
import { sampled } from "@quittance/testing"
import { freePort } from "@quittance/testing/freePort"
import { Effect, Layer } from "effect"
import { assert, expect } from "vitest"
import { areasOf } from "../src/areas/areas.ts"
import { pathOf } from "../src/frame/screenPaths.ts"
import { makeConsole } from "../src/index.ts"
import type { Screen } from "../src/screen/Screen.ts"
import { en } from "../src/words/en/en.ts"
import { inWorldWith, joined, type Time, type World } from "./ConsoleWorld.ts"
import { populated } from "./populated.ts"

const port = await freePort()
const origin = `http://localhost:${port}`
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

/** A page that no text may be longer than, compressed, with all that it loads. */
const bytesMax = 60 * 1024

inChromium("every screen of the console, in Chromium,", (visit) => {
  const serve = Effect.acquireRelease(
    Effect.gen(function* () {
      const context = yield* Effect.context<World | Time>()
      const handle = yield* makeConsole
      const server = createServer(
        nodeListener((request) => Effect.runPromiseWith(context)(handle(request, { address: "127.0.0.1" })))
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

  const signedIn = async (cookie: string, options: Parameters<typeof visit>[0]): Promise<Visit> => {
    const visitor = await visit({ ...options, reducedMotion: "reduce" })
    const [name = "", value = ""] = cookie.split("=")
    await visitor.page
      .context()
      .addCookies([{ name, value, url: origin, secure: true, httpOnly: true, sameSite: "Lax" }])
    return visitor
  }

  /** Looks at all screens that links lead to, each in one of the looks, and says which they were. */
  const lookedAt = async (cookie: string, first: string, from: number) => {
    const visitors: Array<Visit> = []
    for (const look of looks) visitors.push(await signedIn(cookie, look))
    const seen = new Map<Screen, string>()
    const waiting = [first]
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const [visitor = assert.fail(), ...more] = sampled(looks, looks.length, from + seen.size).map(
        (look) => visitors[looks.indexOf(look)] ?? assert.fail()
      )
      const { page } = visitor
      const response = await page.goto(`${origin}${path}`)
      const screen = screenAt(new URL(page.url()).pathname)
      assert.strictEqual(response?.status(), 200, path)
      if (screen === undefined || seen.has(screen)) continue
      seen.set(screen, path)
      const bytes = gzipSync(await page.content()).length
      assert.isBelow(bytes, bytesMax, path)
      for (const each of [visitor, ...more]) {
        if (each !== visitor) await each.page.goto(`${origin}${path}`)
        expect(await axeViolations(each.page), path).toEqual([])
        assert.isAtMost(await pageWidth(each.page), each.page.viewportSize()?.width ?? 0, path)
        assert.deepStrictEqual(each.complaints, [], path)
      }
      const links: ReadonlyArray<string> = await page.evaluate(() =>
        Array.from(document.links, (link) => link.href)
      )
      for (const link of links) {
        const { origin: there, pathname, search } = new URL(link)
        const next = screenAt(pathname)
        if (there === origin && next !== undefined && !seen.has(next)) waiting.push(`${pathname}${search}`)
      }
    }
    return seen
  }

  inWorldWith(Layer.empty, origin)(
    "is reached by links, accessible, as wide as its window and breaks no policy",
    function* () {
      const id = yield* populated("shop")
      const owner = yield* joined({ name: `Anna ${"W".repeat(60)}`, partner: "shop" })
      const operator = yield* joined({ name: "Root" })
      const reached = yield* Effect.scoped(
        Effect.gen(function* () {
          yield* serve
          const mine = yield* Effect.promise(() => lookedAt(owner.cookie, `/console/p/${id}`, 0))
          const all = yield* Effect.promise(() => lookedAt(operator.cookie, "/console/operator", 3))
          return new Set([...mine.keys(), ...all.keys()])
        })
      )
      const missed = screens.filter((screen) => !reached.has(screen)).map(pathOf)
      assert.deepStrictEqual(missed, [])
    }
  )
})
