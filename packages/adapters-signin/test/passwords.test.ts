import { assert, describe } from "@effect/vitest"
import {
  credentials,
  credentialsIdOf,
  Enrolments,
  Sessions,
  SignIns,
  StateReader,
  StepUps
} from "@quittance/core/adapter"
import { Clock, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import {
  anna,
  boris,
  client,
  elsewhere,
  enrolled,
  inWorld,
  password,
  signedInWith,
  withPassword
} from "./SignInWorld.ts"

const refusal = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.map(Effect.flip(effect), String)

const together = /must belong together/

const signIn = (given: { email?: string; password?: string; code: string }, from = client) =>
  Effect.flatMap(SignIns, (signIns) =>
    signIns.withPassword({ email: anna.account, password, ...given }, from)
  )

const storedOf = (userId: string) =>
  Effect.flatMap(StateReader, (states) =>
    Effect.map(states.get(credentials, userId, credentialsIdOf(userId)), Option.getOrThrow)
  )

const later = TestClock.adjust("1 minute")

describe("a password with codes of an authenticator", () => {
  inWorld("signs its person in with the code of now, and each code once", function* () {
    const { codeOf } = yield* withPassword(anna)
    // The code that the password was set with is used.
    assert.match(yield* refusal(signIn({ code: codeOf(yield* Clock.currentTimeMillis) })), together)
    yield* later
    const code = codeOf(yield* Clock.currentTimeMillis)
    const { session, user } = yield* signIn({ code })
    assert.deepStrictEqual([user.id, session.way], [anna.id, "password"])
    assert.match(yield* refusal(signIn({ code })), together)
    yield* later
    assert.match(yield* refusal(signIn({ code })), together)
    yield* signIn({ code: codeOf((yield* Clock.currentTimeMillis) + 30_000) })
    yield* later
    const now = yield* Clock.currentTimeMillis
    for (const off of [-60_000, 60_000])
      assert.match(yield* refusal(signIn({ code: codeOf(now + off) })), together)
  })

  inWorld("takes a code of the last half minute from a clock that is behind", function* () {
    const { codeOf } = yield* withPassword(anna)
    yield* later
    yield* signIn({ code: codeOf((yield* Clock.currentTimeMillis) - 30_000) })
  })

  inWorld("is one password in all its Unicode forms, of 12 to 256 characters", function* () {
    const { codeOf } = yield* withPassword(anna, "ﬁancé ﬁancé ﬁancé")
    yield* later
    yield* signIn({
      password: "fiance\u0301 fiance\u0301 fiance\u0301",
      code: codeOf(yield* Clock.currentTimeMillis)
    })
    for (const wrong of ["elevenchars", "x".repeat(257), "\u0301".repeat(5_000)])
      assert.match(yield* refusal(withPassword(boris, wrong)), /must have 12 to 256 characters/)
    yield* withPassword(boris, "x".repeat(256))
  })

  inWorld("is told from a wrong one, a wrong code and an unknown address by nothing", function* ({ hasher }) {
    const { codeOf } = yield* withPassword(anna)
    yield* enrolled(boris)
    yield* later
    const code = codeOf(yield* Clock.currentTimeMillis)
    const tries = [
      { email: anna.account, password: "wrong password", code },
      { email: anna.account, password, code: "000000" },
      { email: "nobody@shop.example", password, code },
      // Boris has no password.
      { email: boris.account, password, code },
      { email: anna.account, password: "x".repeat(100_000), code }
    ]
    const said = new Set<string>()
    for (const [place, each] of tries.entries()) {
      const before = hasher.count
      said.add(yield* refusal(signIn(each, { address: `192.0.2.${place}`, agent: "" })))
      assert.strictEqual(hasher.count - before, 1, JSON.stringify(each).slice(0, 100))
    }
    assert.strictEqual(said.size, 1)
  })

  inWorld("opens with each recovery code once, however it is written", function* () {
    const { recoveryCodes } = yield* withPassword(anna)
    assert.strictEqual(new Set(recoveryCodes).size, 10)
    const [first = "", second = ""] = recoveryCodes
    assert.match(first, /^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/)
    const { session } = yield* signIn({ code: first.toUpperCase().replaceAll("-", " ") })
    assert.strictEqual(session.way, "recovery_code")
    assert.match(yield* refusal(signIn({ code: first })), together)
    yield* signIn({ code: second })
    assert.strictEqual((yield* Effect.flatMap(Enrolments, (all) => all.view(anna))).recoveryCodesLeft, 8)
    const codes = yield* Effect.flatMap(Enrolments, (all) => all.makeRecoveryCodes(anna))
    assert.match(yield* refusal(signIn({ code: recoveryCodes[2] ?? "" }, elsewhere)), together)
    yield* signIn({ code: codes[0] ?? "" }, elsewhere)
  })

  inWorld("is replaced with its authenticator, whose codes then count no more", function* () {
    const before = yield* withPassword(anna)
    yield* later
    const after = yield* withPassword(anna, "another password")
    yield* later
    const now = yield* Clock.currentTimeMillis
    const given = { password: "another password" }
    assert.match(yield* refusal(signIn({ ...given, code: before.codeOf(now) })), together)
    assert.match(yield* refusal(signIn({ ...given, code: before.recoveryCodes[0] ?? "" })), together)
    yield* signIn({ ...given, code: after.codeOf(now) })
  })

  inWorld("is not set with a wrong code, and its secret is stored sealed", function* () {
    const enrolments = yield* Enrolments
    const enrolling = { user: anna, holder: "link" }
    const { secret, ticket, uri } = yield* enrolments.beginPassword(enrolling)
    assert.strictEqual(
      uri,
      `otpauth://totp/pay.example:anna%40shop.example?secret=${secret}&issuer=pay.example`
    )
    assert.match(
      yield* refusal(enrolments.finishPassword(enrolling, { ticket, password, code: "12345" })),
      /the authenticator shows now/
    )
    yield* withPassword(anna)
    const { state } = yield* storedOf(anna.id)
    assert.notInclude(JSON.stringify(state), secret)
    assert.match(Option.getOrThrow(state.sealedCodeSecret), /^[A-Za-z0-9+/=:._$-]{60,}$/)
  })

  inWorld("is removed only where another way in is left", function* () {
    const enrolments = yield* Enrolments
    yield* withPassword(anna)
    assert.match(yield* refusal(enrolments.removePassword(anna)), /the only way in that is left/)
    yield* enrolled(anna)
    yield* enrolments.removePassword(anna)
    assert.match(yield* refusal(enrolments.removePassword(anna)), /no password to remove/)
    assert.match(yield* refusal(enrolments.makeRecoveryCodes(anna)), /no password/)
  })

  inWorld("proves an act with a code, once", function* () {
    const { codeOf } = yield* withPassword(anna)
    yield* later
    const visitor = yield* signIn({ code: codeOf(yield* Clock.currentTimeMillis) })
    const stepUps = yield* StepUps
    const { options, takesCode, ticket } = yield* stepUps.begin(visitor, {
      act: "payout.approve",
      subject: "out_1"
    })
    assert.deepStrictEqual([options, takesCode], [null, true])
    const used = codeOf(yield* Clock.currentTimeMillis)
    assert.match(yield* refusal(stepUps.finish(visitor, { ticket, code: used })), /opens once/)
    yield* later
    const code = codeOf(yield* Clock.currentTimeMillis)
    const stepped = yield* stepUps.finish(visitor, { ticket, code })
    assert.deepStrictEqual([stepped.act, stepped.subject], ["payout.approve", "out_1"])
    assert.match(yield* refusal(stepUps.finish(stepped, { ticket, code })), /opens once|begin again/)
  })
})

describe("tries to sign in", () => {
  inWorld("wait longer and longer in one place, and nobody is kept out elsewhere", function* () {
    const { codeOf } = yield* withPassword(anna)
    yield* later
    const wrong = { password: "wrong password", code: "000000" }
    for (let count = 0; count < 5; count++) assert.match(yield* refusal(signIn(wrong)), together)
    assert.match(yield* refusal(signIn(wrong)), /try again in \d+ seconds/)
    // From elsewhere the person signs in as ever, and with a passkey from here too.
    yield* signIn({ code: codeOf(yield* Clock.currentTimeMillis) }, elsewhere)
    yield* signedInWith(yield* enrolled(anna))
    let tries = 0
    for (let minute = 0; minute < 24 * 60; minute++) {
      yield* later
      if (together.test(yield* refusal(signIn(wrong)))) tries++
    }
    assert.isBelow(tries, 130)
  })

  inWorld("of an address that nobody has wait as long", function* () {
    const wrong = { email: "nobody@shop.example", code: "000000" }
    for (let count = 0; count < 5; count++) assert.match(yield* refusal(signIn(wrong)), together)
    assert.match(yield* refusal(signIn(wrong)), /try again in \d+ seconds/)
  })

  inWorld("of many codes with a password that is known stop, from anywhere", function* () {
    const { codeOf, recoveryCodes } = yield* withPassword(anna)
    yield* later
    for (let place = 0; place < 12; place++)
      assert.match(
        yield* refusal(signIn({ code: "000000" }, { address: `203.0.113.${place}`, agent: "" })),
        together
      )
    const code = codeOf(yield* Clock.currentTimeMillis)
    assert.match(yield* refusal(signIn({ code }, elsewhere)), together)
    // A recovery code cannot be guessed, so it still opens; and so does a passkey.
    yield* signIn({ code: recoveryCodes[0] ?? "" }, elsewhere)
    yield* signedInWith(yield* enrolled(anna))
    yield* TestClock.adjust("10 minutes")
    yield* signIn({ code: codeOf(yield* Clock.currentTimeMillis) }, elsewhere)
  })

  inWorld("begin at most twenty sessions, of which the oldest end", function* () {
    const phone = yield* enrolled(anna)
    const cookies: Array<string> = []
    for (let count = 0; count < 22; count++) {
      cookies.push((yield* signedInWith(phone)).cookie)
      yield* TestClock.adjust("5 seconds")
    }
    const sessions = yield* Sessions
    const on: Array<boolean> = []
    for (const cookie of cookies) on.push(Option.isSome(yield* sessions.of(cookie)))
    assert.deepStrictEqual(on, [false, false, ...Array(20).fill(true)])
    assert.strictEqual((yield* sessions.list(anna)).length, 20)
  })
})
