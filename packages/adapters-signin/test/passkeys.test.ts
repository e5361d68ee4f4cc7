import { assert, describe } from "@effect/vitest"
import {
  credentials,
  credentialsIdOf,
  Enrolments,
  Guard,
  Sessions,
  SignIns,
  StateReader,
  StepUps,
  signatureExpiry
} from "@quittance/core/adapter"
import { Clock, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { anna, boris, client, enrolled, inWorld, origin, signedInWith } from "./SignInWorld.ts"
import { type Lies, SoftAuthenticator } from "./SoftAuthenticator.ts"

const refusedWith = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.map(Effect.flip(effect), String)

const storedOf = (userId: string) =>
  Effect.flatMap(StateReader, (states) =>
    Effect.map(states.get(credentials, userId, credentialsIdOf(userId)), Option.getOrThrow)
  )

/** A sign-in whose answer is told to lie. */
const lying = (authenticator: SoftAuthenticator, lies: Lies) =>
  Effect.gen(function* () {
    const signIns = yield* SignIns
    const { options, ticket } = yield* signIns.begin(client)
    return yield* signIns.finish({ ticket, answer: authenticator.get(options, lies) }, client)
  })

describe("a passkey", () => {
  inWorld("signs its person in without a name, and begins a session", function* () {
    const phone = yield* enrolled(anna)
    yield* enrolled(boris)
    const { cookie, session, user } = yield* signedInWith(phone)
    assert.strictEqual(user.id, anna.id)
    assert.strictEqual(session.way, "passkey")
    const sessions = yield* Sessions
    assert.strictEqual(Option.getOrThrow(yield* sessions.of(cookie)).user.name, "Anna")
  })

  inWorld("signs in right after a store was released, unless it was asked for before", function* () {
    const phone = yield* enrolled(anna)
    const signIns = yield* SignIns
    const { options, ticket } = yield* signIns.begin(client)
    // What a release does, so that nobody sends again what the store has forgotten.
    const now = yield* Clock.currentTimeMillis
    yield* Effect.flatMap(Guard, (guard) => guard.forgetThrough(signatureExpiry(now)))
    const early = signIns.finish({ ticket, answer: phone.get(options) }, client)
    assert.include(yield* refusedWith(early), "begin again")
    yield* TestClock.adjust(1)
    assert.strictEqual((yield* signedInWith(phone)).user.id, anna.id)
  })

  inWorld("is asked for without names, with verification, for the configured domain", function* () {
    const { options } = yield* Effect.flatMap(SignIns, (signIns) => signIns.begin(client))
    assert.deepStrictEqual(
      { ...options, challenge: "" },
      {
        challenge: "",
        timeout: 300_000,
        rpId: "pay.example",
        allowCredentials: [],
        userVerification: "required"
      }
    )
    const enrolments = yield* Enrolments
    const made = yield* enrolments.beginPasskey({ user: anna, holder: "link" })
    assert.strictEqual(made.options.rp.id, "pay.example")
    assert.strictEqual(made.options.authenticatorSelection.userVerification, "required")
    assert.strictEqual(made.options.authenticatorSelection.residentKey, "required")
  })

  const lies: { readonly [lie: string]: Lies } = {
    "of another origin": { origin: "https://pay.example.evil.example" },
    "of another port": { origin: "https://pay.example:444" },
    "for another domain": { rpId: "evil.example" },
    "over another challenge": { challenge: Buffer.alloc(32).toString("base64url") },
    "without verification of the person": { flags: 0x01 },
    "without presence of the person": { flags: 0x04 },
    "of another ceremony": { type: "webauthn.create" },
    "for another person": { userHandle: Buffer.from(boris.id).toString("base64url") },
    "for nobody": { userHandle: Buffer.from("usr_nobody").toString("base64url") }
  }
  for (const [lie, told] of Object.entries(lies))
    inWorld(`is refused ${lie}`, function* () {
      const phone = yield* enrolled(anna)
      yield* enrolled(boris)
      assert.match(yield* refusedWith(lying(phone, told)), /the passkey must be one that was added here/)
    })

  inWorld("is refused when its counter went back, and may count nothing for ever", function* () {
    const phone = yield* enrolled(anna)
    yield* lying(phone, { counter: 7 })
    for (const counter of [7, 6, 0])
      assert.match(yield* refusedWith(lying(phone, { counter })), /the counter of this passkey went back/)
    yield* lying(phone, { counter: 8 })
    const synced = yield* enrolled(anna, "synced")
    yield* lying(synced, { counter: 0 })
    yield* lying(synced, { counter: 0 })
  })

  inWorld("finishes one sign-in with one challenge, and in five minutes", function* () {
    const phone = yield* enrolled(anna)
    const signIns = yield* SignIns
    const { options, ticket } = yield* signIns.begin(client)
    const first = phone.get(options)
    yield* signIns.finish({ ticket, answer: first }, client)
    assert.match(yield* refusedWith(signIns.finish({ ticket, answer: first }, client)), /begin again/)
    assert.match(
      yield* refusedWith(signIns.finish({ ticket, answer: phone.get(options) }, client)),
      /begin again/
    )
    const late = yield* signIns.begin(client)
    yield* TestClock.adjust("5 minutes")
    assert.match(
      yield* refusedWith(signIns.finish({ ticket: late.ticket, answer: phone.get(late.options) }, client)),
      /five minutes ago/
    )
  })

  inWorld("is made once with one challenge, whose answer may be sent again", function* () {
    const enrolments = yield* Enrolments
    const enrolling = { user: anna, holder: "link" }
    const { options, ticket } = yield* enrolments.beginPasskey(enrolling)
    const [phone, other] = [new SoftAuthenticator(origin), new SoftAuthenticator(origin)]
    const answer = phone.create(options)
    yield* enrolments.finishPasskey(enrolling, { ticket, answer, name: "phone" })
    yield* enrolments.finishPasskey(enrolling, { ticket, answer, name: "phone" })
    const again = { ticket, answer: other.create(options), name: "other" }
    assert.match(yield* refusedWith(enrolments.finishPasskey(enrolling, again)), /begin again/)
    assert.strictEqual((yield* storedOf(anna.id)).state.passkeys.length, 1)
  })

  inWorld("is made only by whom it was begun by", function* () {
    const enrolments = yield* Enrolments
    const { options, ticket } = yield* enrolments.beginPasskey({ user: anna, holder: "link" })
    const answer = new SoftAuthenticator(origin).create(options)
    const given = { ticket, answer, name: "phone" }
    for (const enrolling of [
      { user: anna, holder: "another link" },
      { user: boris, holder: "link" }
    ])
      assert.match(yield* refusedWith(enrolments.finishPasskey(enrolling, given)), /begin again/)
  })

  inWorld("is named and removed, but never the last way in", function* () {
    const enrolments = yield* Enrolments
    yield* enrolled(anna, "phone")
    assert.isTrue((yield* enrolments.view(anna)).needsAnother)
    yield* enrolled(anna, "key")
    const { needsAnother, passkeys } = yield* enrolments.view(anna)
    assert.isFalse(needsAnother)
    assert.deepStrictEqual(
      passkeys.map(({ name, usable }) => [name, usable]),
      [
        ["phone", true],
        ["key", true]
      ]
    )
    const [phone, key] = passkeys.map(({ id }) => id)
    yield* enrolments.renamePasskey(anna, key ?? "", "  ключ  ")
    assert.match(yield* refusedWith(enrolments.renamePasskey(anna, key ?? "", "\n")), /1 to 60 characters/)
    assert.match(yield* refusedWith(enrolments.removePasskey(boris, key ?? "")), /one of this person's/)
    yield* enrolments.removePasskey(anna, phone ?? "")
    assert.match(
      yield* refusedWith(enrolments.removePasskey(anna, key ?? "")),
      /the only way in that is left/
    )
    assert.deepStrictEqual(
      (yield* enrolments.view(anna)).passkeys.map(({ name }) => name),
      ["ключ"]
    )
  })

  inWorld("counts no more after a recovery, nor do sessions of before", function* ({ people }) {
    const phone = yield* enrolled(anna)
    const { cookie } = yield* signedInWith(phone)
    people.enabled.set(anna.id, { ...anna, recoveries: 1 })
    assert.isTrue(Option.isNone(yield* Effect.flatMap(Sessions, (sessions) => sessions.of(cookie))))
    assert.match(yield* refusedWith(signedInWith(phone)), /the passkey must be one/)
    const fresh = yield* enrolled({ ...anna, recoveries: 1 })
    assert.strictEqual((yield* signedInWith(fresh)).user.recoveries, 1)
    assert.strictEqual((yield* storedOf(anna.id)).state.passkeys.length, 1)
  })

  inWorld("proves an act once, in its own session", function* () {
    const phone = yield* enrolled(anna)
    const stepUps = yield* StepUps
    const sessions = yield* Sessions
    const one = yield* signedInWith(phone)
    const other = yield* signedInWith(phone)
    const act = { act: "payout.approve", subject: "out_1" }
    const begun = yield* stepUps.begin(one, act)
    assert.deepStrictEqual(begun.options?.allowCredentials.length, 1)
    const answer = phone.get(begun.options ?? { challenge: "", rpId: "" })
    const proof = { ticket: begun.ticket, answer }
    assert.match(yield* refusedWith(stepUps.finish(other, proof)), /begin again/)
    const stepped = yield* stepUps.finish(one, proof)
    assert.match(yield* refusedWith(stepUps.finish(stepped, proof)), /begin again/)
    // The secret of before opens nothing, and the id that people see stays.
    assert.isTrue(Option.isNone(yield* sessions.of(one.cookie)))
    const visitor = Option.getOrThrow(yield* sessions.of(stepped.cookie))
    assert.strictEqual(visitor.session.id, one.session.id)
    const wanted = { ...act, nonce: "form-1", fingerprint: "a" }
    // Nor does a request that came with it, and was let in just before the step-up.
    assert.match(yield* refusedWith(sessions.beginAct(one, wanted)), /sign in again/)
    assert.match(
      yield* refusedWith(sessions.beginAct(visitor, { ...wanted, subject: "out_2" })),
      /of the last five minutes/
    )
    assert.match(
      yield* refusedWith(sessions.beginAct(visitor, { ...wanted, act: "payout.decline" })),
      /of the last five minutes/
    )
    assert.strictEqual(yield* sessions.beginAct(visitor, wanted), "first")
    assert.strictEqual(yield* sessions.beginAct(visitor, wanted), "again")
    assert.match(
      yield* refusedWith(sessions.beginAct(visitor, { ...wanted, fingerprint: "b" })),
      /sent before with something else/
    )
    assert.match(
      yield* refusedWith(sessions.beginAct(visitor, { ...wanted, nonce: "form-2" })),
      /of the last five minutes/
    )
  })

  inWorld("proves an act for five minutes", function* () {
    const phone = yield* enrolled(anna)
    const stepUps = yield* StepUps
    const sessions = yield* Sessions
    const one = yield* signedInWith(phone)
    const act = { act: "payout.approve", subject: "out_1" }
    const { options, ticket } = yield* stepUps.begin(one, act)
    const stepped = yield* stepUps.finish(one, {
      ticket,
      answer: phone.get(options ?? { challenge: "", rpId: "" })
    })
    yield* TestClock.adjust("5 minutes")
    assert.match(
      yield* refusedWith(sessions.beginAct(stepped, { ...act, nonce: "form-1", fingerprint: "a" })),
      /of the last five minutes/
    )
  })
})
