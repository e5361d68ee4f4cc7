import { assert, describe } from "@effect/vitest"
import { Worker } from "@quittance/core"
import { actingAs, Invitations, Rosters, type StateReader, Store, Users } from "@quittance/core/adapter"
import { Effect } from "effect"
import { Seen, test, testIn } from "./Deployment.ts"
import { storeOf } from "./fiatInvoices.ts"
import { invite, join, member, membersOf, reasonOf, root, shop } from "./people.ts"
import { writeRoster } from "./rosters.ts"

/** What lands before the next commit. */
const before: Array<Effect.Effect<void>> = []
const overtaken = storeOf(Store, (inner) => ({
  commit: (commit) =>
    Effect.suspend(() => Effect.andThen(before.shift() ?? Effect.void, inner.commit(commit)))
}))

const operator = Effect.fnUntraced(function* (name: string) {
  return yield* join((yield* invite({ operator: true, partner: null, role: null, name })).token)
})

describe("an operator who was disabled", () => {
  test("opens nothing by a link that they gave out before", function* () {
    const users = yield* Users
    const { id: partnerId } = yield* shop
    const anna = yield* member()
    const rogue = yield* operator("Rolf")
    const as = `operator:${rogue.id}` as const
    const own = yield* invite({ operator: true, partner: null, role: null }, as)
    const other = yield* invite({ role: "finance" }, as)
    const recovery = yield* actingAs(as, users.recover(anna.id))
    yield* actingAs(root, users.disable(rogue.id))
    assert.strictEqual(yield* reasonOf(join(own.token)), "revoked")
    assert.strictEqual(yield* reasonOf(join(other.token)), "revoked")
    assert.strictEqual(yield* reasonOf(users.recoverBy(recovery.token)), "revoked")
    assert.deepStrictEqual(yield* membersOf(partnerId), [anna.id])
    assert.lengthOf(yield* users.all, 2)
  })

  test("is named by no alert of what another one stands for", function* () {
    yield* shop
    const rosters = yield* Rosters
    const { id: partnerId } = yield* shop
    yield* actingAs("operator:early", rosters.setTier(partnerId, { from: 100, approvers: 1 }))
    yield* (yield* Worker).drain
    const { token } = yield* actingAs(
      "operator:late",
      (yield* Invitations).create({ partner: "shop", role: "finance", name: "Anna" })
    )
    yield* join(token)
    yield* (yield* Worker).drain
    const alerts = (yield* Seen).errors.filter((line) => line.includes("changed who approves"))
    assert.deepStrictEqual(
      alerts.map((line) => /operator:\w+/.exec(line)?.[0]),
      ["operator:early", "operator:late"]
    )
  })
})

describe("a roster and the users of its store", () => {
  test("have nobody in them who is disabled or no user, whoever says so", function* () {
    const users = yield* Users
    const rosters = yield* Rosters
    const { id: partnerId } = yield* shop
    const anna = yield* member()
    const boris = yield* member("finance", "Boris")
    yield* actingAs(root, users.disable(boris.id))
    const wide = boris.id.replace("usr_", "\uff55sr_")
    for (const user of [boris.id, wide, `usr_${"0".repeat(32)}`]) {
      const refused = yield* Effect.flip(
        actingAs(root, rosters.addMember(partnerId, { user, role: "finance" }))
      )
      assert.include(refused.message, "must be a user who is not disabled: invite the person instead")
    }
    assert.deepStrictEqual(yield* membersOf(partnerId), [anna.id])
    yield* rosters.addMember(partnerId, { user: "usr_of_the_host", role: "viewer" })
  })

  testIn({ store: overtaken })(
    "let go of somebody whom a roster got just before they were disabled",
    function* () {
      const users = yield* Users
      const { id: partnerId } = yield* shop
      const rolf = yield* operator("Rolf")
      const context = yield* Effect.context<StateReader | Store>()
      const added = writeRoster(partnerId, ({ members }) => ({
        members: [...members, { user: rolf.id, role: "finance", since: 0 }]
      }))
      before.push(Effect.orDie(Effect.provideContext(added, context)))
      yield* actingAs(root, users.disable(rolf.id))
      assert.lengthOf(before, 0)
      assert.deepStrictEqual(yield* membersOf(partnerId), [])
    }
  )

  test("let go of a disabled person whom an old copy of a roster has, when they are disabled again", function* () {
    const users = yield* Users
    const { id: partnerId } = yield* shop
    const rolf = yield* operator("Rolf")
    yield* users.disable(rolf.id)
    yield* writeRoster(partnerId, () => ({ members: [{ user: rolf.id, role: "finance", since: 0 }] }))
    yield* users.disable(rolf.id)
    assert.deepStrictEqual(yield* membersOf(partnerId), [])
  })
})
