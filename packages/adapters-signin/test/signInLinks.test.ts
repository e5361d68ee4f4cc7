import { assert, describe, it } from "@effect/vitest"
import {
  AesGcmVault,
  defaultSettings,
  Ids,
  MemoryStore,
  Operations,
  Quittance,
  Settings
} from "@quittance/core"
import { AlertListener, SignInLinks } from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { makeConsoleHandler, signInServices } from "../src/index.ts"
import { browserOf, prove, start } from "./SignInWorld.ts"
import { SoftAuthenticator } from "./SoftAuthenticator.ts"

const here = "http://localhost:3000"

const layerAt = (consoleUrl: string) =>
  signInServices({ consoleUrl }).pipe(
    Layer.provideMerge(Quittance.layerSandbox),
    Layer.provideMerge(
      Layer.mergeAll(MemoryStore.layer, Ids.layer, AesGcmVault.layer(Buffer.alloc(32, 7).toString("base64")))
    ),
    Layer.provide(Layer.succeed(Settings, { ...defaultSettings, consoleUrl }))
  )

type Deployment = Layer.Success<ReturnType<typeof layerAt>>

const test = (
  name: string,
  run: () => Generator<Effect.Effect<unknown, unknown, Deployment>, unknown, never>,
  consoleUrl = here
) =>
  it.effect(name, () =>
    Effect.andThen(TestClock.setTime(start), Effect.gen(run).pipe(Effect.provide(layerAt(consoleUrl))))
  )

const madeLink = Effect.gen(function* () {
  const { partners } = yield* Operations
  const { id: partnerId } = yield* partners.ensure("shop")
  const { ticket } = yield* Effect.flatMap(SignInLinks, ({ make }) => make(partnerId))
  return { partnerId, ticket }
})

describe("a link that signs in", () => {
  test("makes the partner an owner, and signs one of those in who use it at once", function* () {
    const { partnerId, ticket } = yield* madeLink
    const { members } = yield* Operations
    assert.deepStrictEqual(yield* members.list(partnerId), [])
    const browsers = yield* Effect.all([browserOf(makeConsoleHandler), browserOf(makeConsoleHandler)])
    const used = yield* Effect.all(
      browsers.map((browser) => browser.ask("/session/link/use", { ticket })),
      { concurrency: "unbounded" }
    )
    assert.deepStrictEqual(used.map(({ status }) => status).sort(), [200, 401])
    const [owner] = yield* members.list(partnerId)
    assert.deepInclude(owner, { name: "Owner", role: "owner", email: null })
    const won = browsers[used.findIndex(({ status }) => status === 200)]
    assert.deepInclude((yield* won?.ask("/session") ?? Effect.die("none")).said.user, { id: owner?.user })
    const [again] = browsers
    assert.strictEqual((yield* again.ask("/session/link/use", { ticket })).status, 401)
    // The next link is of the same owner.
    const next = yield* madeLink
    yield* again.ask("/session/link/use", { ticket: next.ticket })
    assert.strictEqual((yield* again.ask("/session")).said.user.id, owner?.user)
    assert.lengthOf(yield* members.list(partnerId), 1)
  })

  it.effect("opens for ten minutes", () =>
    Effect.scoped(
      Effect.gen(function* () {
        yield* TestClock.setTime(start)
        // The sandbox has a clock of its own.
        const world = yield* Layer.build(layerAt(here))
        const { ticket } = yield* Effect.provideContext(madeLink, world)
        const browser = yield* Effect.provideContext(browserOf(makeConsoleHandler), world)
        yield* TestClock.adjust("10 minutes")
        const late = yield* browser.ask("/session/link/use", { ticket })
        assert.deepStrictEqual([late.status, late.said.error.code], [401, "sign_in_refused"])
      })
    )
  )

  it.effect("alerts nobody of the first owner that it makes", () => {
    const heard: Array<string> = []
    return Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const world = yield* Layer.build(layerAt(here))
      yield* Effect.gen(function* () {
        const { ticket } = yield* madeLink
        const browser = yield* browserOf(makeConsoleHandler)
        assert.strictEqual((yield* browser.ask("/session/link/use", { ticket })).status, 200)
        yield* (yield* Operations).drain()
      }).pipe(Effect.provideContext(world))
      assert.deepStrictEqual(heard, [])
    }).pipe(
      Effect.provideService(AlertListener, (kind) => void heard.push(kind)),
      Effect.scoped
    )
  })

  test("lets a first passkey be made without a proof, and from then on asks for one", function* () {
    const { ticket } = yield* madeLink
    const browser = yield* browserOf(makeConsoleHandler)
    yield* browser.ask("/session/link/use", { ticket })
    const { id } = (yield* browser.ask("/session")).said.user
    const begun = yield* browser.ask("/session/passkeys/begin", {})
    assert.strictEqual(begun.status, 200, begun.text)
    const authenticator = new SoftAuthenticator(here)
    const answer = authenticator.create(begun.said.options)
    const made = { ticket: begun.said.ticket, answer, name: "phone" }
    assert.strictEqual((yield* browser.ask("/session/passkeys/finish", made)).status, 200)
    const second = yield* browser.ask("/session/passkeys/begin", { nonce: "form-0001" })
    assert.deepStrictEqual([second.status, second.said.error.code], [403, "step_up_needed"])
    yield* prove(browser, authenticator, "credentials.change", id)
    assert.strictEqual((yield* browser.ask("/session/passkeys/begin", { nonce: "form-0001" })).status, 200)
  })

  test(
    "exists nowhere but at localhost",
    function* () {
      const { partners } = yield* Operations
      const { id } = yield* partners.ensure("shop")
      const refused = yield* Effect.flip(Effect.flatMap(SignInLinks, ({ make }) => make(id)))
      assert.strictEqual(refused.code, "sign_in_links_off")
      const browser = yield* browserOf(makeConsoleHandler)
      const used = yield* browser.ask("/session/link/use", { ticket: "v1.x" })
      assert.deepStrictEqual([used.status, used.said.error.code], [404, "sign_in_links_off"])
    },
    "https://pay.example"
  )
})
