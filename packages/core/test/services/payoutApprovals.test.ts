import { assert, describe } from "@effect/vitest"
import { type Actor, ApiKeys, Payouts, Worker } from "@quittance/core"
import {
  actingAs,
  approvalsOf,
  millisPerHour,
  PayoutApprovals,
  PayoutProcessor,
  PayoutProcessorUnavailable,
  type StateReader,
  Store,
  StoreHold
} from "@quittance/core/adapter"
import { Clock, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { balanceOfPartner, fundedPartner, payoutOf, Seen, test, testIn, usdt } from "./Deployment.ts"
import { storeOf } from "./fiatInvoices.ts"
import { peopled, ruled, writeRoster } from "./rosters.ts"

const life = 72 * millisPerHour

/** A partner of 100 USDT, whose payouts from 10 USDT need two approvals of Anna, Ben, Cleo and Ivo. */
const ruledPartner = Effect.fnUntraced(function* (approvers = 2) {
  const partnerId = yield* fundedPartner(100)
  yield* peopled(partnerId, ["anna", "ben", "cleo", "ivo"])
  yield* ruled(partnerId, 10n * usdt, approvers)
  return partnerId
})

const create = (partnerId: string, by: Actor = "user:ivo", amount = 10, key = "a", note?: string) =>
  Effect.flatMap(Payouts, (payouts) =>
    Effect.map(actingAs(by, payouts.create(partnerId, key, payoutOf(amount, note))), ({ value }) => value)
  )

/** What lands before the next commit. */
const before: Array<Effect.Effect<void>> = []
const overtake = <E>(by: Effect.Effect<void, E, StateReader | Store>) =>
  Effect.map(
    Effect.context<StateReader | Store>(),
    (context) => void before.push(Effect.orDie(Effect.provideContext(by, context)))
  )
const overtaken = storeOf(Store, (inner) => ({
  commit: (commit) =>
    Effect.suspend(() => Effect.andThen(before.shift() ?? Effect.void, inner.commit(commit)))
}))

type Decision = "approve" | "decline" | "withdraw"
const decide = (decision: Decision) => (partnerId: string, id: string, user: string) =>
  Effect.flatMap(PayoutApprovals, (approvals) => actingAs(`user:${user}`, approvals[decision](partnerId, id)))
const approve = decide("approve")
const decline = decide("decline")
const withdraw = decide("withdraw")

const drain = Effect.flatMap(Worker, (worker) => worker.drain)
const stateOf = (partnerId: string, id: string) =>
  Effect.flatMap(Payouts, (payouts) => payouts.get(partnerId, id))
const stepOf = (partnerId: string, id: string) => Effect.map(stateOf(partnerId, id), ({ _tag }) => _tag)
const available = (partnerId: string) =>
  Effect.map(balanceOfPartner(partnerId), ({ availableMinor }) => availableMinor)
const calls = Effect.map(Seen, (seen) => seen.calls.map(({ name }) => name))

/** What was refused, in a few words. */
const refused = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (failure) =>
    "reason" in failure ? `${failure._tag}/${String(failure.reason)}` : failure._tag
  )

describe("a payout that needs approvals", () => {
  test("takes its debit at once, waits, and is sent by the last approval that is needed", function* () {
    const partnerId = yield* ruledPartner()
    const { approval, id } = yield* create(partnerId)
    const now = yield* Clock.currentTimeMillis
    assert.deepStrictEqual(
      approval,
      Option.some({ needed: 2, reasons: ["amount"], expiresAt: now + life, makers: ["ivo"] })
    )
    assert.strictEqual(yield* available(partnerId), 88n * usdt)
    yield* drain
    assert.strictEqual((yield* approve(partnerId, id, "anna"))._tag, "awaiting")
    yield* drain
    assert.deepStrictEqual(yield* calls, [])
    assert.strictEqual((yield* approve(partnerId, id, "ben"))._tag, "reserved")
    yield* drain
    assert.strictEqual(yield* stepOf(partnerId, id), "confirmed")
    assert.deepStrictEqual(yield* calls, ["submit"])
    assert.strictEqual(yield* available(partnerId), 88n * usdt)
  })

  test("below the rule is sent as ever, and says nothing of approvals", function* () {
    const partnerId = yield* ruledPartner()
    const { approval, id } = yield* create(partnerId, "user:ivo", 9.999999)
    assert.deepStrictEqual(approval, Option.none())
    yield* drain
    assert.strictEqual(yield* stepOf(partnerId, id), "confirmed")
  })

  test("is not reserved when the balance does not cover it", function* () {
    const partnerId = yield* ruledPartner()
    assert.strictEqual(yield* refused(create(partnerId, "user:ivo", 99)), "InsufficientFunds")
  })

  test("counts a person once, and not at all who asked for it, has no say, or is somebody else's", function* () {
    const partnerId = yield* ruledPartner()
    const { id } = yield* create(partnerId)
    const first = yield* approve(partnerId, id, "anna")
    assert.deepStrictEqual(yield* approve(partnerId, id, "anna"), first)
    assert.strictEqual(yield* refused(approve(partnerId, id, "ivo")), "ApprovalRefused/maker")
    assert.strictEqual(yield* refused(approve(partnerId, id, "vic")), "ApprovalRefused/no_say")
    assert.strictEqual(yield* refused(approve(partnerId, id, "zoe")), "ApprovalRefused/no_say")
    const other = yield* fundedPartner(1, "other")
    yield* peopled(other, ["dora"])
    assert.strictEqual(yield* refused(approve(other, id, "dora")), "NotFound")
    const approvals = yield* PayoutApprovals
    for (const actor of ["key:key_1", "operator:root", "system"] as const)
      assert.strictEqual(
        yield* refused(actingAs(actor, approvals.approve(partnerId, id))),
        "ApprovalRefused/no_say"
      )
    assert.strictEqual(yield* stepOf(partnerId, id), "awaiting")
  })

  test("of a key is approved by nobody who made the key", function* () {
    const partnerId = yield* ruledPartner(1)
    const keys = yield* ApiKeys
    const request = { partner: "shop", scopes: ["payouts:write"] as const }
    const { id: keyId } = yield* actingAs("user:anna", keys.create(request as never))
    const { createdBy, id } = yield* create(partnerId, `key:${keyId}`)
    assert.deepStrictEqual(createdBy, Option.some(`key:${keyId}`))
    assert.strictEqual(yield* refused(approve(partnerId, id, "anna")), "ApprovalRefused/maker")
    assert.strictEqual((yield* approve(partnerId, id, "ivo"))._tag, "reserved")
    const other = yield* create(partnerId, `key:${keyId}`, 11, "b")
    assert.strictEqual(yield* refused(withdraw(partnerId, other.id, "ivo")), "ApprovalRefused/not_maker")
    assert.strictEqual((yield* withdraw(partnerId, other.id, "anna"))._tag, "declined")
  })

  test("does not count people who were removed since, and asks them again if they come back", function* () {
    const partnerId = yield* ruledPartner()
    const { id } = yield* create(partnerId)
    yield* approve(partnerId, id, "anna")
    yield* peopled(partnerId, ["ben", "cleo", "ivo"])
    const second = yield* approve(partnerId, id, "ben")
    assert.strictEqual(second._tag, "awaiting")
    assert.deepStrictEqual(
      approvalsOf(second).map(({ by }) => by),
      ["ben"]
    )
    yield* peopled(partnerId, ["anna", "ben", "cleo", "ivo"])
    assert.strictEqual((yield* approve(partnerId, id, "anna"))._tag, "reserved")
  })

  testIn({ store: overtaken })("does not count a person whose removal lands just before", function* () {
    const partnerId = yield* ruledPartner(1)
    const { id } = yield* create(partnerId)
    yield* overtake(peopled(partnerId, ["ben"]))
    assert.strictEqual(yield* refused(approve(partnerId, id, "anna")), "ApprovalRefused/no_say")
    assert.strictEqual(yield* stepOf(partnerId, id), "awaiting")
  })

  testIn({ store: overtaken })("needs what a rule says that was tightened just before", function* () {
    const partnerId = yield* ruledPartner(1)
    yield* overtake(ruled(partnerId, 5n * usdt, 2))
    const { approval } = yield* create(partnerId, "user:ivo", 6)
    assert.strictEqual(Option.getOrThrow(approval).needed, 2)
  })

  testIn({ store: overtaken })("needs what the first rule of its partner says", function* () {
    const partnerId = yield* fundedPartner(100)
    yield* overtake(ruled(partnerId, 5n * usdt, 1))
    const { approval } = yield* create(partnerId, "user:ivo", 6)
    assert.strictEqual(Option.getOrThrow(approval).needed, 1)
  })

  test("keeps the rule of its creation when the rules are loosened", function* () {
    const partnerId = yield* ruledPartner()
    const { id } = yield* create(partnerId)
    yield* writeRoster(partnerId, () => ({ rules: [] }))
    yield* drain
    assert.strictEqual((yield* approve(partnerId, id, "anna"))._tag, "awaiting")
    assert.strictEqual((yield* approve(partnerId, id, "ben"))._tag, "reserved")
  })

  test("needs what a rule says that another process has just tightened", function* () {
    const partnerId = yield* fundedPartner(100)
    yield* create(partnerId, "user:ivo", 10, "before")
    yield* peopled(partnerId, ["anna"])
    yield* ruled(partnerId, 10n * usdt, 1)
    const { approval } = yield* create(partnerId, "user:ivo", 10, "after")
    assert.isTrue(Option.isSome(approval))
  })

  test("is answered with its first answer when it is asked for again, also after it was declined", function* () {
    const partnerId = yield* ruledPartner()
    const first = yield* create(partnerId)
    yield* approve(partnerId, first.id, "anna")
    yield* decline(partnerId, first.id, "ben")
    yield* writeRoster(partnerId, () => ({ rules: [] }))
    const payouts = yield* Payouts
    const again = yield* actingAs("user:anna", payouts.create(partnerId, "a", payoutOf(10)))
    assert.deepStrictEqual(again, { value: first, replayed: true })
    yield* drain
    assert.deepStrictEqual(yield* calls, [])
  })
})

describe("a payout that is not approved", () => {
  for (const [decision, user, error] of [
    ["decline", "ben", "declined"],
    ["withdraw", "ivo", "withdrawn"]
  ] as const)
    test(`returns its debit in the commit that has it ${error}, and leaves no work`, function* () {
      const partnerId = yield* ruledPartner()
      const { id } = yield* create(partnerId)
      yield* approve(partnerId, id, "anna")
      const ended = yield* decide(decision)(partnerId, id, user)
      assert.deepStrictEqual([ended._tag, ended.error], ["declined", Option.some(error)])
      assert.strictEqual(yield* available(partnerId), 100n * usdt)
      assert.strictEqual(yield* refused(approve(partnerId, id, "ben")), "InvalidState")
      assert.deepStrictEqual(yield* decide(decision)(partnerId, id, user), ended)
      assert.strictEqual(yield* drain, 1)
      yield* TestClock.adjust(life)
      assert.strictEqual(yield* drain, 0)
      assert.deepStrictEqual(yield* calls, [])
    })

  test("is declined by nobody without a say, and withdrawn by nobody who did not ask for it", function* () {
    const partnerId = yield* ruledPartner()
    const { id } = yield* create(partnerId)
    assert.strictEqual(yield* refused(decline(partnerId, id, "vic")), "ApprovalRefused/no_say")
    assert.strictEqual(yield* refused(withdraw(partnerId, id, "anna")), "ApprovalRefused/not_maker")
    yield* approve(partnerId, id, "anna")
    yield* approve(partnerId, id, "ben")
    assert.strictEqual(yield* refused(decline(partnerId, id, "cleo")), "InvalidState")
    assert.strictEqual(yield* refused(withdraw(partnerId, id, "ivo")), "InvalidState")
  })

  test("expires at its instant: no approval counts from then on, and the job returns the debit", function* () {
    const partnerId = yield* ruledPartner(1)
    const { id } = yield* create(partnerId)
    yield* TestClock.adjust(life - 1)
    yield* drain
    assert.strictEqual(yield* stepOf(partnerId, id), "awaiting")
    yield* TestClock.adjust(1)
    assert.strictEqual(yield* refused(approve(partnerId, id, "anna")), "ApprovalRefused/expired")
    assert.strictEqual(yield* available(partnerId), 88n * usdt)
    yield* drain
    const { _tag, error } = yield* stateOf(partnerId, id)
    assert.deepStrictEqual([_tag, error], ["declined", Option.some("expired")])
    assert.strictEqual(yield* available(partnerId), 100n * usdt)
    assert.notInclude(yield* calls, "submit")
  })

  test("is ended by an operator, who may also record that its money has left", function* () {
    const partnerId = yield* ruledPartner()
    const payouts = yield* Payouts
    const one = yield* create(partnerId)
    const other = yield* create(partnerId, "user:ivo", 11, "b")
    assert.strictEqual((yield* payouts.resolve(one.id, "failed", "asked to"))._tag, "not_confirmed")
    assert.strictEqual((yield* payouts.resolve(other.id, "completed", "seen there"))._tag, "confirmed")
    yield* drain
    assert.strictEqual(yield* refused(approve(partnerId, one.id, "anna")), "InvalidState")
    assert.strictEqual(yield* available(partnerId), 87n * usdt)
  })

  test("settles late when its money has left after all", function* () {
    const partnerId = yield* ruledPartner()
    const { id } = yield* create(partnerId)
    yield* decline(partnerId, id, "anna")
    const payouts = yield* Payouts
    const late = yield* payouts.resolve(id, "completed", "seen there")
    assert.strictEqual(late._tag, "declined")
    assert.strictEqual(yield* available(partnerId), 88n * usdt)
  })
})

describe("nothing is sent after the time for approvals", () => {
  test("of what was approved in time and not sent: it is declined", function* () {
    const partnerId = yield* ruledPartner(1)
    const { id } = yield* create(partnerId)
    yield* TestClock.adjust(life - 1)
    assert.strictEqual((yield* approve(partnerId, id, "anna"))._tag, "reserved")
    yield* TestClock.adjust(1)
    yield* drain
    assert.strictEqual(yield* stepOf(partnerId, id), "declined")
    assert.notInclude(yield* calls, "submit")
    assert.strictEqual(yield* available(partnerId), 100n * usdt)
  })

  test("of what was sent, and whose answer was lost: it is found, and not sent again", function* () {
    const partnerId = yield* ruledPartner(1)
    const { id } = yield* create(partnerId, "user:ivo", 10, "a", "sandbox:no-answer-then-complete")
    yield* approve(partnerId, id, "anna")
    yield* drain
    assert.strictEqual(yield* stepOf(partnerId, id), "unknown")
    yield* TestClock.adjust(life)
    yield* drain
    assert.strictEqual(yield* stepOf(partnerId, id), "confirmed")
    assert.strictEqual((yield* calls).filter((name) => name === "submit").length, 1)
  })
})

/** Answers no submission, knows of nothing, and can stop nothing. */
const deaf = Layer.succeed(
  PayoutProcessor,
  PayoutProcessor.of({
    submit: () => Effect.fail(new PayoutProcessorUnavailable({ reason: "no answer" })),
    lookup: () => Effect.succeed({ _tag: "NotFound" }),
    abandon: () => Effect.succeed({ _tag: "TooLate" }),
    transfersSince: () => Effect.succeed([])
  })
)

describe("when the time for approvals ends on the way", () => {
  testIn({ store: overtaken })("what is not sent yet is not sent, though it is submitted", function* () {
    const partnerId = yield* ruledPartner(1)
    const { id } = yield* create(partnerId)
    yield* TestClock.adjust(life - 1)
    yield* approve(partnerId, id, "anna")
    yield* overtake(TestClock.adjust(1))
    yield* drain
    yield* TestClock.adjust("2 hours")
    yield* drain
    assert.notInclude(yield* calls, "submit")
    assert.strictEqual(yield* stepOf(partnerId, id), "not_confirmed")
    assert.strictEqual(yield* available(partnerId), 100n * usdt)
  })

  testIn({ processor: deaf })("the debit stays where nobody says that it is not under way", function* () {
    const partnerId = yield* ruledPartner(1)
    const { id } = yield* create(partnerId)
    yield* TestClock.adjust(life - 1)
    yield* approve(partnerId, id, "anna")
    yield* drain
    yield* TestClock.adjust("2 hours")
    yield* drain
    assert.strictEqual(yield* stepOf(partnerId, id), "unknown")
    assert.include(yield* calls, "abandon")
    assert.strictEqual(yield* available(partnerId), 88n * usdt)
  })
})

describe("what the store does not know of", () => {
  /** Makes the transfer of a payout as a store did that has been put back since. */
  const sentBefore = Effect.fnUntraced(function* ({
    id,
    ...order
  }: Effect.Success<ReturnType<typeof create>>) {
    const processor = yield* PayoutProcessor
    const { address, amountMinor, currency, network, partnerId, reference } = order
    const transfer = { address, amountMinor, currency, network, partnerId, reference, payoutId: id, note: "" }
    yield* processor.submit(transfer)
  })

  test("is asked for before a payout expires: what was sent is recorded, and its debit stays", function* () {
    const partnerId = yield* ruledPartner(1)
    const order = yield* create(partnerId)
    yield* sentBefore(order)
    yield* TestClock.adjust(life)
    yield* drain
    assert.strictEqual(yield* stepOf(partnerId, order.id), "confirmed")
    assert.strictEqual(yield* available(partnerId), 88n * usdt)
    assert.strictEqual((yield* calls).filter((name) => name === "submit").length, 1)
  })
})

describe("somebody who has a say in two ways", () => {
  test("who asked for a payout as an operator does not approve it as a member", function* () {
    const partnerId = yield* ruledPartner(1)
    const ops = `usr_${"0".repeat(31)}1`
    yield* peopled(partnerId, [ops, "ben"])
    const { id } = yield* create(partnerId, `operator:${ops}`)
    assert.strictEqual(yield* refused(approve(partnerId, id, ops)), "ApprovalRefused/maker")
    const keys = yield* ApiKeys
    const request = { partner: "shop", scopes: ["payouts:write"] as const }
    const { id: keyId } = yield* actingAs(`operator:${ops}`, keys.create(request))
    const ofKey = yield* create(partnerId, `key:${keyId}`, 11, "b")
    assert.strictEqual(yield* refused(approve(partnerId, ofKey.id, ops)), "ApprovalRefused/maker")
    assert.strictEqual((yield* approve(partnerId, ofKey.id, "ben"))._tag, "reserved")
  })
})

describe("while the store is on hold", () => {
  test("nobody decides anything, and nothing expires; afterwards it does", function* () {
    const partnerId = yield* ruledPartner(1)
    const { id } = yield* create(partnerId)
    const hold = yield* StoreHold
    yield* hold.place({ reason: "an old copy", since: yield* Clock.currentTimeMillis })
    for (const decision of [approve, decline])
      assert.strictEqual(yield* refused(decision(partnerId, id, "anna")), "StoreOnHold/an old copy")
    assert.strictEqual(yield* refused(withdraw(partnerId, id, "ivo")), "StoreOnHold/an old copy")
    yield* TestClock.adjust(life)
    yield* drain
    assert.strictEqual(yield* stepOf(partnerId, id), "awaiting")
    yield* hold.release
    yield* drain
    assert.strictEqual(yield* stepOf(partnerId, id), "declined")
  })
})
