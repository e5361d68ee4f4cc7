import { Operations, SandboxClock } from "@quittance/core"
import { Sessions, SignInUsers } from "@quittance/core/adapter"
import { Effect, Fiber, Option } from "effect"
import { assert, describe } from "vitest"
import { inWorld, joined } from "./ConsoleWorld.ts"

const shownIn = (page: string): string => /data-shown="([^"]*)"/.exec(page)?.[1] ?? ""

const invoiceOf = Effect.fnUntraced(function* (partner: string) {
  const { invoices, partners } = yield* Operations
  const { id: partnerId } = yield* partners.ensure(partner)
  const { id } = yield* invoices.create(partnerId, { amount: 5, currency: "USD" })
  return { id, partnerId, path: `p/${partnerId}/invoices/${id}` }
})

/** The next event, while time goes on. */
const next = Effect.fnUntraced(function* (reader: ReadableStreamDefaultReader<string>) {
  const { advance } = yield* SandboxClock
  const waiting = yield* Effect.forkChild(Effect.promise(() => reader.read()))
  for (let second = 0; second < 30 && waiting.pollUnsafe() === undefined; second++) {
    yield* advance(1_000)
    yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
  }
  return yield* Fiber.join(waiting)
})

describe("an open page", () => {
  inWorld("is told when it says something else, until its reader's session ends", function* () {
    const { id, partnerId, path } = yield* invoiceOf("shop")
    const { browser, id: userId } = yield* joined({ name: "Anna", partner: "shop" })
    const page = yield* browser.get(path)
    assert.include(page.text, `data-events="/console/${path}/events"`)
    const { reader, status } = yield* browser.events(path)
    assert.strictEqual(status, 200)
    const first = yield* next(reader)
    assert.strictEqual(first.value, `data: ${JSON.stringify({ shown: shownIn(page.text), version: 0 })}\n\n`)
    yield* (yield* Operations).invoices.cancel(partnerId, id)
    const changed = yield* next(reader)
    assert.include(changed.value, shownIn((yield* browser.get(path)).text))
    const sessions = yield* Sessions
    const user = Option.getOrThrow(yield* (yield* SignInUsers).find(userId))
    for (const each of yield* sessions.list(user)) yield* sessions.end(userId, each.id, "revoked")
    assert.isTrue((yield* next(reader)).done)
  })

  inWorld("is watched by who may see it, in a few tabs at once", function* () {
    const { path } = yield* invoiceOf("shop")
    const stranger = yield* joined({ name: "Otto", partner: "another shop" })
    assert.strictEqual((yield* stranger.browser.events(path)).status, 404)
    const { browser } = yield* joined({ name: "Anna", partner: "shop" })
    const tabs = yield* Effect.forEach(Array.from({ length: 7 }), () =>
      Effect.tap(browser.events(path), ({ reader, status }) => (status === 200 ? next(reader) : Effect.void))
    )
    assert.deepStrictEqual(
      tabs.map(({ status }) => status),
      [200, 200, 200, 200, 200, 200, 503]
    )
    yield* Effect.forEach(tabs, ({ reader }) => Effect.promise(() => reader.cancel()))
  })
})
