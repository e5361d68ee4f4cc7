import { assert, describe } from "@effect/vitest"
import { type Actor, Partners, Worker } from "@quittance/core"
import {
  actingAs,
  EventReader,
  mayApprove,
  type RosterOutcome,
  Rosters,
  requirementOf,
  rosterIdOf,
  rosterView
} from "@quittance/core/adapter"
import { Clock, Context, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { DecidedAgain } from "../../src/kernel/transact/DecidedAgain.ts"
import { testOn } from "../testOn.ts"
import { deployed, Seen, test, tronAddress } from "./Deployment.ts"

const hour = 3_600_000
const quick = testOn(deployed({ settings: { approvals: { holdMillis: 5 } } }))

const shop = Effect.gen(function* () {
  const { id } = yield* Effect.flatMap(Partners, (partners) => partners.ensure("shop"))
  const rosters = yield* Rosters
  for (const [user, role] of [
    ["anna", "owner"],
    ["boris", "finance"],
    ["fatima", "finance"]
  ])
    yield* rosters.addMember(id, { user, role })
  yield* rosters.setTier(id, { from: 100, approvers: 1 })
  return id
})

const as = <A, E, R>(actor: Actor, effect: (rosters: Rosters["Service"]) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(Rosters, (rosters) => actingAs(actor, effect(rosters)))

const refusal = <E extends { readonly message: string }>(effect: Effect.Effect<unknown, E, Rosters>) =>
  Effect.map(Effect.flip(effect), ({ message }) => message)

const waiting = ({ pending }: RosterOutcome): string => Option.getOrThrow(pending).id

describe("rosters", () => {
  test("a partner without one has an empty one of version 0, and reading it writes nothing", function* () {
    const { id } = yield* Effect.flatMap(Partners, (partners) => partners.ensure("shop"))
    const rosters = yield* Rosters
    const { state, version } = yield* rosters.get(id)
    assert.deepStrictEqual([version, state.members, state.rules, state.addressBook], [0, [], [], []])
    assert.strictEqual((yield* rosters.fresh(id)).version, 0)
    const unknown = yield* Effect.flip(rosters.setTier("prt_none", { from: 1, approvers: 1 }))
    assert.strictEqual(unknown._tag, "NotFound")
  })

  test("what a person loosens holds a day after a second person agreed, and each step has its actor", function* () {
    const id = yield* shop
    const asked = yield* as("user:anna", (rosters) => rosters.setTiers(id, { tiers: [] }))
    const change = waiting(asked)
    yield* as("user:boris", (rosters) => rosters.agree(id, change))
    const needed = Effect.gen(function* () {
      const { state } = yield* (yield* Rosters).get(id)
      const at = yield* Clock.currentTimeMillis
      const ruled = {
        currency: "USDT",
        amountMinor: 100_000_000n,
        network: "tron",
        address: "T1",
        at
      } as const
      return requirementOf(state, ruled).needed
    })
    yield* TestClock.adjust(24 * hour - 1)
    assert.strictEqual(yield* needed, 1)
    yield* TestClock.adjust(1)
    assert.strictEqual(yield* needed, 0)
    const events = yield* Effect.flatMap(EventReader, (reader) => reader.ofSubject(id, rosterIdOf(id), 100))
    assert.deepStrictEqual(
      events.slice(-2).map(({ actor, type }) => [actor, type]),
      [
        ["user:anna", "RosterChangeProposed"],
        ["user:boris", "RosterChangeAgreed"]
      ]
    )
  })

  quick("the delay is that of the settings", function* () {
    const id = yield* shop
    const asked = yield* as("user:anna", (rosters) => rosters.setTiers(id, { tiers: [] }))
    const { at, pending } = yield* as("user:boris", (rosters) => rosters.agree(id, waiting(asked)))
    assert.strictEqual(Option.getOrThrow(pending).agreed?.holdsFrom, at + 5)
  })

  test("one that another process changed is at most a second old, and read again by what is decided again", function* () {
    const id = yield* shop
    const rosters = yield* Rosters
    const { version } = yield* rosters.get(id)
    const elsewhere = Context.get(yield* Layer.build(Layer.fresh(Rosters.layer)), Rosters)
    yield* elsewhere.setAddressBook(id, { addressBook: "on" })
    assert.strictEqual((yield* rosters.get(id)).version, version)
    const decidedAgain = Effect.provideService(rosters.get(id), DecidedAgain, true)
    assert.strictEqual((yield* decidedAgain).version, version + 1)
    yield* elsewhere.setAddressBook(id, { addressBook: "off" })
    yield* TestClock.adjust(999)
    assert.strictEqual((yield* rosters.get(id)).version, version + 1)
    yield* TestClock.adjust(1)
    assert.strictEqual((yield* rosters.get(id)).version, version + 2)
  })

  test("one tier is set, replaced and taken away, and the others stay, by rising amount", function* () {
    const { id } = yield* Effect.flatMap(Partners, (partners) => partners.ensure("shop"))
    const rosters = yield* Rosters
    for (const [from, approvers] of [
      [100, 2],
      [5, 1],
      [1_000, 3],
      [100, 3],
      [5, 2],
      [1_000, 0]
    ])
      yield* rosters.setTier(id, { from, approvers })
    assert.deepStrictEqual((yield* rosters.fresh(id)).state.rules, [
      {
        currency: "USDT",
        tiers: [
          { fromMinor: 5_000_000n, approvers: 2 },
          { fromMinor: 100_000_000n, approvers: 3 }
        ],
        addressBook: "off"
      }
    ])
  })

  test("a change is seen at once by the process that made it", function* () {
    const id = yield* shop
    const rosters = yield* Rosters
    const { version } = yield* rosters.get(id)
    yield* rosters.setAddressBook(id, { addressBook: "on" })
    assert.strictEqual((yield* rosters.get(id)).version, version + 1)
  })

  test("changes at once are decided one after another, so none is lost", function* () {
    const id = yield* shop
    const rosters = yield* Rosters
    const users = Array.from({ length: 20 }, (_, index) => `user-${index}`)
    yield* Effect.forEach(users, (user) => rosters.addMember(id, { user, role: "viewer" }), {
      concurrency: "unbounded"
    })
    assert.lengthOf((yield* rosters.fresh(id)).state.members, 23)
  })

  test("two owners who remove each other at the same instant leave one", function* () {
    const id = yield* shop
    const rosters = yield* Rosters
    yield* rosters.addMember(id, { user: "olga", role: "owner" })
    const outcomes = yield* Effect.all(
      [
        Effect.result(as("user:anna", (each) => each.removeMember(id, { user: "olga" }))),
        Effect.result(as("user:olga", (each) => each.removeMember(id, { user: "anna" })))
      ],
      { concurrency: "unbounded" }
    )
    assert.strictEqual(outcomes.filter(({ _tag }) => _tag === "Success").length, 1)
  })

  test("operators are alerted of what one of them changes, wherever the worker runs, and not of people", function* () {
    const id = yield* shop
    const { errors } = yield* Seen
    const { drain } = yield* Worker
    yield* drain
    assert.lengthOf(errors, 1)
    yield* as("operator:root", (rosters) => rosters.setTiers(id, { tiers: [] }))
    yield* drain
    assert.lengthOf(errors, 2)
    assert.include(errors[1], "operator:root changed who approves payouts of shop")
    yield* as("user:anna", (rosters) => rosters.setTier(id, { from: 5, approvers: 1 }))
    yield* drain
    assert.lengthOf(errors, 2)
  })

  test("a removal that leaves a rule nobody can satisfy is done, with a warning and an alert", function* () {
    const id = yield* shop
    const { errors } = yield* Seen
    yield* as("user:anna", (rosters) => rosters.setTier(id, { from: 1_000, approvers: 2 }))
    const { at, state } = yield* as("user:anna", (rosters) => rosters.removeMember(id, { user: "boris" }))
    assert.isFalse(mayApprove(state, "boris", at))
    assert.deepStrictEqual(rosterView(state, at).warnings, [
      "a rule for USDT asks for 2 approvers, so 3 people must be able to approve, because nobody approves a payout of their own; there are 2"
    ])
    assert.include(errors.at(-1), "payouts of shop wait in vain")
  })
})

describe("bad input of rosters, in one sentence, with nothing changed", () => {
  test("is refused", function* () {
    const id = yield* shop
    const rosters = yield* Rosters
    const { state: before } = yield* rosters.fresh(id)
    const cases: ReadonlyArray<
      readonly [Effect.Effect<unknown, { readonly message: string }, Rosters>, string]
    > = [
      [rosters.setTier(id, { from: -1, approvers: 1 }), "from must be 0 or more"],
      [rosters.setTier(id, { from: "1,000", approvers: 1 }), "from must be a decimal number"],
      [rosters.setTier(id, { from: 0.000_000_1, approvers: 1 }), "from must have at most 6 decimals in USDT"],
      [rosters.setTier(id, { from: 1, approvers: 21 }), "approvers must be from 0 to 20"],
      [rosters.setTier(id, { from: 1, approvers: 1.5 }), "approvers must be a whole number"],
      [rosters.setTier(id, { from: 1, approvers: 1, currency: "EUR" }), 'currency must be "USDT"'],
      [
        rosters.setTiers(id, { tiers: [1, "1.0"].map((from) => ({ from, approvers: 1 })) }),
        "tiers.1.from must not be that of another tier"
      ],
      [
        rosters.setTiers(id, { tiers: Array.from({ length: 21 }, (_, from) => ({ from, approvers: 1 })) }),
        "tiers must be at most 20"
      ],
      [
        rosters.setTiers(id, { tiers: [2, 1].map((approvers, from) => ({ from, approvers })) }),
        "a tier must not ask for fewer approvers than one of a smaller amount"
      ],
      [rosters.setAddressBook(id, { addressBook: "perhaps" }), "addressBook must be"],
      [rosters.addAddress(id, { network: "trom", address: tronAddress, label: "x" }), "did you mean tron?"],
      [
        rosters.addAddress(id, { network: "tron", address: "T1", label: "x" }),
        "it has 2 characters instead of 34"
      ],
      [
        rosters.addAddress(id, { network: "tron", address: tronAddress, label: "" }),
        "label must have 1 to 100"
      ],
      [rosters.removeAddress(id, { network: "tron", address: tronAddress }), "is not in the book of tron"],
      [rosters.addMember(id, { user: "an na", role: "owner" }), "user must be the id of a person"],
      [rosters.addMember(id, { user: "a\u200bnna", role: "owner" }), "user must be the id of a person"],
      [rosters.addMember(id, { user: "\ud800", role: "owner" }), "user must be the id of a person"],
      [rosters.addMember(id, { user: "zoe", role: "king" }), "role must be"],
      [rosters.addMember(id, { user: "anna", role: "viewer" }), "anna is a member with another role"],
      [rosters.changeRole(id, { user: "zoe", role: "viewer" }), "zoe is no member"],
      [rosters.removeMember(id, { user: "anna" }), "anna is the only owner"],
      [rosters.changeRole(id, { user: "anna", role: "viewer" }), "anna is the only owner"],
      [rosters.agree(id, "chg_none"), "there is no change chg_none that waits"],
      [
        as("user:anna", (each) => each.setTier(id, { from: 100, approvers: 3 })),
        "so 4 people must be able to approve"
      ],
      [as("user:boris", (each) => each.setTier(id, { from: 5, approvers: 1 })), "boris is finance"],
      [as("user:zoe", (each) => each.setTier(id, { from: 5, approvers: 1 })), "zoe is no member"],
      [as("key:k1", (each) => each.setTier(id, { from: 5, approvers: 1 })), "not keys"]
    ]
    for (const [change, expected] of cases) assert.include(yield* refusal(change), expected)
    assert.deepStrictEqual((yield* rosters.fresh(id)).state, before)
  })

  test("addresses in several spellings are one address, and names in several Unicode forms one person", function* () {
    const id = yield* shop
    const rosters = yield* Rosters
    const lower = "0x52908400098527886e0f7030069857d2e4169ee7"
    yield* rosters.addAddress(id, { network: "ethereum", address: lower, label: "Caf\u0065\u0301" })
    yield* rosters.addAddress(id, {
      network: "ethereum",
      address: `0x${lower.slice(2).toUpperCase()}`,
      label: "Caf\u00e9"
    })
    const { state } = yield* rosters.addMember(id, { user: "\uff41nna", role: "owner" })
    assert.deepStrictEqual(
      state.addressBook.map(({ address, label }) => [address, label]),
      [["0x52908400098527886E0F7030069857D2E4169EE7", "Caf\u00e9"]]
    )
    assert.deepStrictEqual(
      state.members.map(({ user }) => user),
      ["anna", "boris", "fatima"]
    )
  })
})
