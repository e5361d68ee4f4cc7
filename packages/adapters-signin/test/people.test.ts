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
import { actingAs, Invitations, Users } from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { makeConsoleHandler, signInServices } from "../src/index.ts"
import { browserOf, origin, prove, signInAt, start } from "./SignInWorld.ts"
import { SoftAuthenticator } from "./SoftAuthenticator.ts"

const layer = signInServices({ consoleUrl: origin }).pipe(
  Layer.provideMerge(Quittance.layerSandbox),
  Layer.provideMerge(
    Layer.mergeAll(MemoryStore.layer, Ids.layer, AesGcmVault.layer(Buffer.alloc(32, 7).toString("base64")))
  ),
  Layer.provide(Layer.succeed(Settings, defaultSettings))
)

type Deployment = Layer.Success<typeof layer>

const test = (
  name: string,
  run: () => Generator<Effect.Effect<unknown, unknown, Deployment>, unknown, never>
) =>
  it.effect(name, () => Effect.andThen(TestClock.setTime(start), Effect.gen(run).pipe(Effect.provide(layer))))

/** Somebody whom the command line invited, and who made a first passkey with the link. */
const joined = Effect.fnUntraced(function* (name: string, role: string) {
  const invitations = yield* Invitations
  yield* Effect.flatMap(Operations, ({ partners }) => partners.ensure("shop"))
  const { token } = yield* actingAs(
    "operator:root",
    invitations.create({ partner: "shop", role, name, email: `${name}@shop.example` })
  )
  const browser = yield* browserOf(makeConsoleHandler)
  const { said } = yield* browser.ask("/session/link/passkey/begin", { token })
  const authenticator = new SoftAuthenticator(origin)
  const answer = authenticator.create(said.options)
  const made = { token, ticket: said.ticket, answer, name: "phone" }
  const finished = yield* browser.ask("/session/link/passkey/finish", made)
  assert.strictEqual(finished.status, 200, finished.text)
  return { authenticator, browser, made, token, userId: String(finished.said.user.id) }
})

/** A partner whose payouts one person approves, and a payout that waits. */
const waitingPayout = Effect.gen(function* () {
  const { partners, payouts, rosters, sandbox } = yield* Operations
  const { id: partnerId } = yield* partners.ensure("shop")
  yield* sandbox.credit(partnerId, { amount: 1_000 })
  yield* actingAs("operator:root", rosters.setTier(partnerId, { currency: "USDT", from: 0, approvers: 1 }))
  const created = yield* payouts.create(partnerId, "key-1", {
    amount: 100,
    network: "tron",
    address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"
  })
  return { partnerId, id: created.id }
})

describe("people at the console", () => {
  test("join with a link once, and sign in with the passkey that they made", function* () {
    const { authenticator, browser, made, token, userId } = yield* joined("anna", "owner")
    assert.strictEqual((yield* browser.ask("/session")).said.user.name, "anna")
    const again = yield* browser.ask("/session/link/passkey/finish", made)
    assert.deepStrictEqual([again.status, again.said.error.code], [409, "invitation_refused"])
    assert.strictEqual((yield* browser.ask("/session/link/passkey/begin", { token })).status, 409)
    const other = yield* browserOf(makeConsoleHandler)
    yield* signInAt(other, authenticator)
    assert.strictEqual((yield* other.ask("/session")).said.user.id, userId)
  })

  test("join a second partner by one request when they are signed in, once", function* () {
    const anna = yield* joined("anna", "owner")
    const { create } = yield* Invitations
    yield* Effect.flatMap(Operations, ({ partners }) => partners.ensure("<cafe>"))
    const { token } = yield* create({ partner: "<cafe>", role: "viewer", name: "Anna & Co" })
    assert.strictEqual((yield* anna.browser.ask("/session/link/accept", { token })).status, 200)
    const other = yield* joined("boris", "owner")
    const late = yield* other.browser.ask("/session/link/accept", { token })
    assert.deepStrictEqual([late.status, late.said.error.code], [409, "invitation_refused"])
  })

  test("are let back in by a link, after which nothing of before opens anything", function* () {
    const { authenticator, browser, userId } = yield* joined("anna", "owner")
    const { token } = yield* Effect.flatMap(Users, (users) => users.recover(userId))
    const fresh = yield* browserOf(makeConsoleHandler)
    const { said } = yield* fresh.ask("/session/link/passkey/begin", { token })
    const key = new SoftAuthenticator(origin)
    const made = { token, ticket: said.ticket, answer: key.create(said.options), name: "key" }
    assert.strictEqual((yield* fresh.ask("/session/link/passkey/finish", made)).status, 200)
    assert.strictEqual((yield* browser.ask("/session")).status, 401)
    assert.strictEqual((yield* signInAt(browser, authenticator)).status, 401)
    const { credentials } = (yield* fresh.ask("/session")).said
    assert.deepStrictEqual(
      credentials.passkeys.map(({ name }: { name: string }) => name),
      ["key"]
    )
  })

  test("are nobody from the moment in which they are disabled", function* () {
    yield* joined("anna", "owner")
    const boris = yield* joined("boris", "owner")
    yield* Effect.flatMap(Users, (users) => users.disable(boris.userId))
    assert.strictEqual((yield* boris.browser.ask("/session")).status, 401)
    assert.strictEqual((yield* signInAt(boris.browser, boris.authenticator)).status, 401)
  })

  test("approve a payout with a proof of their own, once however often the form is sent", function* () {
    const anna = yield* joined("anna", "owner")
    const viewer = yield* joined("vera", "viewer")
    const { id } = yield* waitingPayout
    const path = `/payouts/${id}/approve`
    const nonce = "form-0001"
    const early = yield* anna.browser.ask(path, { nonce })
    assert.deepStrictEqual([early.status, early.said.error.code], [403, "step_up_needed"], early.text)
    const refused = yield* viewer.browser.ask(path, { nonce })
    assert.deepStrictEqual([refused.status, refused.said.error.code], [403, "not_allowed"])
    yield* prove(anna.browser, anna.authenticator, "payouts.approve", id)
    const first = yield* anna.browser.ask(path, { nonce })
    assert.strictEqual(first.status, 200, first.text)
    assert.deepStrictEqual(
      first.said.payout.approval.given.map(({ by }: { by: string }) => by),
      [`user:${anna.userId}`]
    )
    const second = yield* anna.browser.ask(path, { nonce })
    assert.strictEqual(second.status, 200, second.text)
    assert.strictEqual(second.said.payout.approval.given.length, 1)
    assert.strictEqual((yield* anna.browser.ask(path, { nonce: "form-0002" })).status, 403)
  })

  test("decline a payout of their own partner, and see none of another's", function* () {
    const anna = yield* joined("anna", "owner")
    const { id } = yield* waitingPayout
    const declined = yield* anna.browser.ask(`/payouts/${id}/decline`, { nonce: "form-0001" })
    assert.deepStrictEqual([declined.status, declined.said.payout.status], [200, "FAILED"], declined.text)
    const unknown = yield* anna.browser.ask("/payouts/out_none/decline", { nonce: "form-0001" })
    assert.strictEqual(unknown.status, 404)
    assert.strictEqual((yield* anna.browser.ask(`/payouts/${id}/resolve`, {})).status, 404)
  })
})
