import { assert, describe } from "@effect/vitest"
import {
  Auditor,
  MemoryStore,
  Operations,
  Partners,
  type StorePorts,
  StoreUnavailable,
  Worker
} from "@quittance/core"
import {
  actingAs,
  EventReader,
  type InvitationRequest,
  Invitations,
  type MemoryState,
  millisPerDay,
  operatorsId,
  roleOf,
  roster,
  rosterIdOf,
  StateReader,
  Store,
  Users
} from "@quittance/core/adapter"
import { Context, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { start, test, testIn } from "./Deployment.ts"
import { invite, join, member, membersOf, reasonOf, root, shop } from "./people.ts"

const eventsOf = Effect.fnUntraced(function* (ownerId: string, subjectId: string) {
  const events = yield* (yield* EventReader).ofSubject(ownerId, subjectId, 100)
  return events.map(({ actor, type }) => `${type} ${actor.replace(/usr_\w+/, "ID")}`)
})

describe("an invitation", () => {
  test("brings somebody new to a partner with a role, under an id of their own", function* () {
    const { id: partnerId } = yield* shop
    const { invitation: invited, token } = yield* invite({ role: "finance", email: "anna@example.com" })
    assert.match(token, /^[0-9a-f]{64}$/)
    assert.notInclude(JSON.stringify(invited), token)
    const joined = yield* join(token)
    const users = yield* Users
    assert.deepStrictEqual(yield* users.memberships(joined.id), [{ partnerId, role: "finance" }])
    assert.deepInclude(joined, { name: "Anna", email: Option.some("anna@example.com"), isOperator: false })
    assert.isTrue(Option.isNone(joined.joining))
    assert.deepStrictEqual(yield* eventsOf(joined.id, joined.id), [
      "UserCreated user:ID",
      "UserJoining user:ID",
      "UserJoined user:ID"
    ])
    assert.deepStrictEqual(yield* eventsOf(partnerId, invited.id), [
      "InvitationCreated operator:root",
      "InvitationAccepted user:ID"
    ])
    assert.deepStrictEqual(Option.getOrThrow(yield* users.byEmail("ANNA@Example.com")).id, joined.id)
    yield* TestClock.adjust("1 minute")
    yield* (yield* Worker).drain
    assert.deepStrictEqual(yield* membersOf(partnerId), [joined.id])
  })

  test("makes an operator, who is of no partner", function* () {
    const { token } = yield* invite({ operator: true, partner: null, role: null })
    const joined = yield* join(token)
    assert.isTrue(joined.isOperator)
    assert.deepStrictEqual(yield* (yield* Users).memberships(joined.id), [])
    const listed = yield* (yield* Invitations).list(operatorsId)
    assert.deepInclude(listed[0], {
      acceptedBy: Option.some(joined.id),
      name: "",
      redactedAt: Option.some(start)
    })
  })

  test("brings somebody who is signed in to another partner, and to none twice", function* () {
    const users = yield* Users
    const { id } = yield* member()
    const other = yield* (yield* Partners).ensure("other")
    const to = yield* invite({ partner: "other", role: "viewer" })
    yield* users.accept(to.token, { _tag: "Known", id })
    assert.strictEqual(yield* users.roleOf(id, other.id), "viewer")
    const again = yield* invite({ partner: "other", role: "owner" })
    assert.strictEqual(yield* reasonOf(users.accept(again.token, { _tag: "Known", id })), "member")
    assert.strictEqual(yield* users.roleOf(id, other.id), "viewer")
    // It is open for another person.
    assert.deepStrictEqual((yield* join(again.token)).partners, [other.id])
  })

  test("is refused by one sentence where its link opens nothing, and nothing is changed", function* () {
    const { id: partnerId } = yield* shop
    const used = yield* invite()
    const first = yield* join(used.token)
    const revoked = yield* invite()
    yield* (yield* Invitations).revoke(partnerId, revoked.invitation.id)
    const expired = yield* invite()
    yield* TestClock.adjust(millisPerDay)
    const refusals = [
      [used.token, "used", "the link was used already, and opens once: sign in, or ask for a new one"],
      [revoked.token, "revoked", "the link was revoked: ask for a new one"],
      [expired.token, "expired", "the link has expired, and is open for 24 hours: ask for a new one"],
      [
        "0".repeat(64),
        "unknown",
        "the link must be one that was given out: copy all of it, or ask for a new one"
      ]
    ] as const
    for (const [token, reason, sentence] of refusals) {
      const failure = yield* Effect.flip(join(token))
      assert.deepInclude(failure, { _tag: "InvitationRefused", reason, message: sentence })
    }
    assert.lengthOf(yield* (yield* Users).all, 1)
    assert.deepStrictEqual(yield* membersOf(partnerId), [first.id])
  })

  test("says nothing of the person any more when its link has expired", function* () {
    const { id: partnerId } = yield* shop
    yield* invite({ email: "anna@example.com" })
    const listed = Effect.flatMap(Invitations, ({ list }) => list(partnerId))
    assert.deepInclude((yield* listed)[0], { name: "Anna", email: Option.some("anna@example.com") })
    yield* TestClock.adjust(millisPerDay)
    yield* (yield* Worker).drain
    assert.deepInclude((yield* listed)[0], { name: "", email: Option.none() })
  })

  test("is used by one of many who use its link at once", function* () {
    const { id: partnerId } = yield* shop
    const { token } = yield* invite()
    const tried = yield* Effect.all(
      Array.from({ length: 20 }, () => Effect.result(join(token))),
      { concurrency: "unbounded" }
    )
    assert.lengthOf(
      tried.filter(({ _tag }) => _tag === "Success"),
      1
    )
    assert.lengthOf(yield* membersOf(partnerId), 1)
    assert.lengthOf(yield* (yield* Users).all, 1)
  })

  test("is used once by one person who uses it many times at once", function* () {
    const users = yield* Users
    const { id } = yield* member()
    const other = yield* (yield* Partners).ensure("other")
    const { token } = yield* invite({ partner: "other" })
    yield* Effect.all(
      Array.from({ length: 20 }, () => Effect.result(users.accept(token, { _tag: "Known", id }))),
      { concurrency: "unbounded" }
    )
    assert.deepStrictEqual(yield* membersOf(other.id), [id])
    const joinings = (yield* eventsOf(id, id)).filter((event) => event.startsWith("UserJoin"))
    assert.lengthOf(joinings, 4)
  })

  test("with the e-mail address of somebody else brings nobody new", function* () {
    yield* shop
    yield* join((yield* invite({ email: "anna@example.com" })).token)
    const second = yield* invite({ email: "ANNA@example.com" })
    assert.strictEqual(yield* reasonOf(join(second.token)), "account")
    assert.lengthOf(yield* (yield* Users).all, 1)
  })

  test("of somebody who may invite no more brings nobody", function* () {
    const { id: partnerId } = yield* shop
    const anna = yield* member("owner", "Anna")
    const boris = yield* member("owner", "Boris")
    const { token } = yield* invite({ name: "Vera" }, `user:${boris.id}`)
    yield* (yield* Users).disable(boris.id)
    assert.strictEqual(yield* reasonOf(join(token)), "roster")
    assert.deepStrictEqual(yield* membersOf(partnerId), [anna.id])
  })

  test("is refused where a field is wrong", function* () {
    yield* shop
    const wrong: ReadonlyArray<readonly [Partial<InvitationRequest>, string]> = [
      [{ name: "\u202eAnna" }, "name must have 1 to 100 visible characters on one line"],
      [{ email: "anna" }, "email must be an e-mail address such as name@example.com"],
      [{ role: null }, "role is required with a partner"],
      [{ partner: null }, "partner is required, unless the person becomes an operator"],
      [{ operator: true }, "operator must be sent without partner and role"],
      [{ partner: "nobody" }, "there is no partner nobody"]
    ]
    for (const [request, sentence] of wrong)
      assert.include((yield* Effect.flip(invite(request))).message, sentence)
  })
})

describe("a user who is disabled", () => {
  test("is in no roster from that commit on, and nowhere else", function* () {
    const users = yield* Users
    const { id: partnerId } = yield* shop
    yield* member()
    const boris = yield* member("finance", "Boris")
    yield* (yield* Partners).ensure("other")
    const { token } = yield* invite({ partner: "other", role: "viewer" })
    yield* users.accept(token, { _tag: "Known", id: boris.id })
    yield* actingAs(root, users.disable(boris.id))
    const states = yield* StateReader
    for (const name of ["shop", "other"]) {
      const { id } = yield* (yield* Partners).find(name)
      const found = Option.getOrThrow(yield* states.get(roster, id, rosterIdOf(id)))
      assert.isUndefined(roleOf(found.state, boris.id, start + millisPerDay * 100))
    }
    assert.isUndefined(yield* users.roleOf(boris.id, partnerId))
    const again = yield* invite({ partner: "other", role: "viewer" })
    const refused = yield* Effect.flip(users.accept(again.token, { _tag: "Known", id: boris.id }))
    assert.strictEqual(
      refused.message,
      "the user is disabled, so accept is not possible; it is possible while the user is enabled"
    )
    assert.strictEqual((yield* Effect.flip(users.recover(boris.id)))._tag, "InvalidState")
  })

  test("is not the last owner of a partner: then nothing is changed anywhere", function* () {
    const users = yield* Users
    const { id: partnerId } = yield* shop
    const anna = yield* member()
    const other = yield* (yield* Partners).ensure("other")
    yield* join((yield* invite({ partner: "other" })).token)
    const { token } = yield* invite({ partner: "other", role: "viewer" })
    yield* users.accept(token, { _tag: "Known", id: anna.id })
    const refused = yield* Effect.flip(users.disable(anna.id))
    assert.include(refused.message, "is the only owner: make another member an owner first")
    assert.strictEqual(yield* users.roleOf(anna.id, partnerId), "owner")
    assert.strictEqual(yield* users.roleOf(anna.id, other.id), "viewer")
  })

  test("gives its e-mail address free, and is forgotten on request", function* () {
    const users = yield* Users
    yield* member()
    const boris = yield* join((yield* invite({ name: "Boris", email: "b@example.com" })).token)
    assert.strictEqual((yield* Effect.flip(users.forget(boris.id)))._tag, "InvalidState")
    yield* users.disable(boris.id)
    yield* users.disable(boris.id)
    assert.isTrue(Option.isNone(yield* users.byEmail("b@example.com")))
    const forgotten = yield* users.forget(boris.id)
    assert.deepInclude(forgotten, { id: boris.id, name: "", email: Option.none() })
    assert.deepStrictEqual(yield* users.forget(boris.id), forgotten)
    const again = yield* join((yield* invite({ name: "Boris", email: "b@example.com" })).token)
    assert.notStrictEqual(again.id, boris.id)
  })

  test("is out of what it was joining at the same instant", function* () {
    const users = yield* Users
    yield* member()
    for (let each = 0; each < 10; each++) {
      const boris = yield* member("finance", "Boris")
      const other = yield* (yield* Partners).ensure(`other ${each}`)
      yield* join((yield* invite({ partner: other.name })).token)
      const { token } = yield* invite({ partner: other.name, role: "finance" })
      yield* Effect.all(
        [
          Effect.result(users.accept(token, { _tag: "Known", id: boris.id })),
          Effect.andThen(
            Effect.forEach(Array.from({ length: each }), () => Effect.yieldNow),
            users.disable(boris.id)
          )
        ],
        { concurrency: "unbounded" }
      )
      assert.isTrue(Option.isSome((yield* users.get(boris.id)).disabledAt))
      assert.notInclude(yield* membersOf(other.id), boris.id)
    }
  })
})

describe("a link of recovery", () => {
  test("opens once, in time, and only the newest one", function* () {
    const users = yield* Users
    const { id } = yield* member()
    const first = yield* users.recover(id)
    const second = yield* users.recover(id)
    assert.strictEqual(yield* reasonOf(users.recoverBy(first.token)), "revoked")
    assert.strictEqual(yield* reasonOf(join(second.token)), "unknown")
    assert.strictEqual((yield* users.recoverBy(second.token)).recoveries, 1)
    assert.strictEqual(yield* reasonOf(users.recoverBy(second.token)), "used")
    const invited = yield* invite()
    assert.strictEqual(yield* reasonOf(users.recoverBy(invited.token)), "unknown")
    const late = yield* users.recover(id)
    yield* TestClock.adjust(millisPerDay)
    assert.strictEqual(yield* reasonOf(users.recoverBy(late.token)), "expired")
    assert.deepInclude(yield* users.get(id), { recoveries: 1 })
  })
})

describe("an audit", () => {
  test("finds nothing wrong with people, whatever became of them", function* () {
    const users = yield* Users
    const { id: partnerId } = yield* shop
    yield* member()
    const boris = yield* join((yield* invite({ name: "Boris", email: "b@example.com" })).token)
    yield* users.recoverBy((yield* users.recover(boris.id)).token)
    yield* users.disable(boris.id)
    yield* users.forget(boris.id)
    yield* (yield* Invitations).revoke(partnerId, (yield* invite()).invitation.id)
    yield* invite({ operator: true, partner: null, role: null })
    yield* TestClock.adjust(millisPerDay)
    yield* (yield* Worker).drain
    assert.deepStrictEqual((yield* (yield* Auditor).verify).faults, [])
  })
})

describe("operators", () => {
  test("are told what became of a person and of an invitation, and by whom", function* () {
    const { id: partnerId } = yield* shop
    const { invitation: invited, token } = yield* invite({ role: "viewer" })
    const { id } = yield* join(token)
    yield* actingAs(root, (yield* Users).disable(id))
    const { invitations, users } = yield* Operations
    const told = (history: ReadonlyArray<object>) => JSON.stringify(history).replaceAll(id, "ID")
    const ofUser = told((yield* users.history(id)).history)
    for (const part of ["user_created", "user_joining", "user_joined", "user_disabled", '"actor":"user:ID"'])
      assert.include(ofUser, part)
    assert.include(ofUser, '"type":"user_disabled","actor":"operator:root"')
    const ofInvitation = told((yield* invitations.history(partnerId, invited.id)).history)
    assert.include(ofInvitation, '"details":{"purpose":"member","role":"viewer"}')
    assert.include(ofInvitation, '"details":{"user":"ID"}')
    assert.notInclude(ofUser + ofInvitation, "Anna")
    const [listed] = yield* users.list()
    assert.deepInclude(listed, { id, name: "Anna", memberships: [] })
  })
})

/** A store that writes only so many commits more. */
const left = { commits: Number.POSITIVE_INFINITY }
const dying = (memory: MemoryState): Layer.Layer<StorePorts> =>
  Layer.effectContext(
    Effect.map(Effect.context<StorePorts>(), (ports) => {
      const store = Context.get(ports, Store)
      return Context.add(ports, Store, {
        ...store,
        commit: (commit) =>
          Effect.suspend(() =>
            left.commits-- > 0
              ? store.commit(commit)
              : Effect.fail(new StoreUnavailable({ outcome: "notWritten", reason: "the process died" }))
          )
      })
    })
  ).pipe(Layer.provide(MemoryStore.layerOver(memory)))

describe("a process that dies", () => {
  for (const commits of [0, 1, 2])
    testIn({ store: dying })(
      `after ${commits} of three commits of an acceptance loses nothing, and nobody joins twice`,
      function* () {
        left.commits = Number.POSITIVE_INFINITY
        const { id: partnerId } = yield* shop
        const { token } = yield* invite()
        left.commits = commits
        yield* Effect.flip(join(token))
        left.commits = Number.POSITIVE_INFINITY
        const users = yield* Users
        const [found] = yield* users.all
        assert.strictEqual(found !== undefined, commits > 0)
        // Another person with the same link, before anybody made the rest.
        const other = yield* Effect.result(join(token))
        assert.strictEqual(other._tag, commits > 0 ? "Failure" : "Success")
        yield* TestClock.adjust("1 minute")
        yield* (yield* Worker).drain
        const [only, ...more] = yield* users.all
        assert.isEmpty(more)
        assert.isTrue(only && Option.isNone(only.joining))
        assert.deepStrictEqual(yield* membersOf(partnerId), [only?.id])
        assert.deepStrictEqual(only?.partners, [partnerId])
      }
    )

  for (const commits of [0, 1, 2])
    testIn({ store: dying })(
      `after ${commits} of three commits that disable leaves it to the next call`,
      function* () {
        left.commits = Number.POSITIVE_INFINITY
        const users = yield* Users
        const { id: partnerId } = yield* shop
        const anna = yield* member()
        const boris = yield* member("finance", "Boris")
        const other = yield* (yield* Partners).ensure("other")
        yield* join((yield* invite({ partner: "other" })).token)
        yield* users.accept((yield* invite({ partner: "other", role: "finance" })).token, {
          _tag: "Known",
          id: boris.id
        })
        left.commits = commits
        yield* Effect.flip(users.disable(boris.id))
        left.commits = Number.POSITIVE_INFINITY
        assert.isTrue(Option.isNone((yield* users.get(boris.id)).disabledAt))
        yield* users.disable(boris.id)
        assert.isTrue(Option.isSome((yield* users.get(boris.id)).disabledAt))
        assert.deepStrictEqual(yield* membersOf(partnerId), [anna.id])
        assert.notInclude(yield* membersOf(other.id), boris.id)
      }
    )

  testIn({ store: dying })(
    "in an acceptance whose invitation is then revoked brings nobody to the partner",
    function* () {
      left.commits = Number.POSITIVE_INFINITY
      const { id: partnerId } = yield* shop
      const { invitation: invited, token } = yield* invite()
      left.commits = 1
      yield* Effect.flip(join(token))
      left.commits = Number.POSITIVE_INFINITY
      yield* (yield* Invitations).revoke(partnerId, invited.id)
      const users = yield* Users
      const [found] = yield* users.all
      yield* users.finish(found?.id ?? "")
      assert.deepStrictEqual(yield* membersOf(partnerId), [])
      const after = yield* users.get(found?.id ?? "")
      assert.deepInclude(after, { partners: [], joining: Option.none() })
    }
  )
})

describe("the actors of a partner's records", () => {
  test("are named where they are its people or its keys, and nobody else is", function* () {
    const { id: partnerId } = yield* shop
    const { id: other } = yield* (yield* Partners).ensure("other")
    const { actors, keys } = yield* Operations
    const anna = yield* member("owner", "Anna")
    const bert = yield* member("finance", "Bert")
    const named = yield* keys.create({ partner: "shop", name: "Till 4" })
    const nameless = yield* keys.create({ partner: "shop" })
    const asked = [
      ...[`user:${anna.id}`, `user:${bert.id}`, `key:${named.id}`, `key:${nameless.id}`],
      ...["operator", "system", "customer", "provider:bank", "unknown", "user:anna@host.example", "key:"]
    ]
    const names = { [`user:${anna.id}`]: "Anna", [`user:${bert.id}`]: "Bert", [`key:${named.id}`]: "Till 4" }
    assert.deepStrictEqual(yield* actors.named(partnerId, asked), names)
    assert.deepStrictEqual(yield* actors.named(other, asked), {})
    // Whoever looks at what happened has to know who it was, also afterwards.
    yield* (yield* Users).disable(bert.id)
    assert.deepStrictEqual(yield* actors.named(partnerId, asked), names)
    yield* (yield* Users).forget(bert.id)
    const { [`user:${bert.id}`]: _, ...others } = names
    assert.deepStrictEqual(yield* actors.named(partnerId, asked), others)
  })
})
