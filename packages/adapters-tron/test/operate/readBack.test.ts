import { assert, describe, it } from "@effect/vitest"
import { ChainOperators } from "@quittance/adapters-evm"
import { Holds } from "@quittance/core"
import { ChainWallets } from "@quittance/core/adapter"
import { Effect } from "effect"
import {
  asked,
  copyOf,
  doubtful,
  first,
  learn,
  none,
  openSlots,
  paidTo,
  placeHold,
  reconcile,
  request,
  second,
  settled,
  startRestoring,
  statusOf,
  steal,
  surveyed,
  waited
} from "./Restoring.ts"

const test = <E>(
  named: string,
  body: (setting: Effect.Success<typeof startRestoring>) => Effect.Effect<void, E>
) => it.effect(named, () => Effect.flatMap(startRestoring, body))

const statusesOf = (ids: ReadonlyArray<string>) =>
  Effect.forEach(ids, (id) => Effect.map(statusOf(id), ({ status }) => status))

describe("a copy in which a payout is queued that was paid since", () => {
  test("signs nothing until it is read back, and pays nothing twice", (setting) =>
    Effect.gen(function* () {
      const { live, on, state } = setting
      const { id } = yield* on(state)(request(asked("queued", 10)))
      const copy = copyOf(state)
      yield* on(state)(live(settled))
      assert.strictEqual(paidTo(setting, first), 10)
      yield* on(copy)(
        Effect.gen(function* () {
          yield* live(waited)
          assert.deepStrictEqual(yield* openSlots, [])
          assert.strictEqual((yield* statusOf(id)).status, "PENDING")
          const { readBack } = yield* reconcile("import")
          assert.deepStrictEqual(
            readBack.map(({ did, payoutId }) => [did, payoutId]),
            [[`moves 10 USDT to ${first}`, id]]
          )
          const txHash = readBack[0]?.txHash ?? ""
          const held = yield* request(asked("like it", 10))
          const other = yield* request(asked("other", 20, second))
          yield* live(settled)
          yield* learn
          assert.deepStrictEqual(yield* statusOf(id), { status: "COMPLETED", hash: txHash })
          assert.deepStrictEqual([paidTo(setting, first), paidTo(setting, second)], [10, 20])
          assert.deepStrictEqual(yield* statusesOf([held.id, other.id]), ["PENDING", "COMPLETED"])
          const operators = yield* ChainOperators
          yield* operators.clear("tron", txHash)
          yield* live(settled)
          yield* learn
          assert.deepStrictEqual(yield* statusesOf([held.id]), ["COMPLETED"])
          assert.strictEqual(paidTo(setting, first), 20)
          assert.deepStrictEqual((yield* reconcile("compare")).differences, [])
        })
      )
    }))
})

describe("a copy in which a payout is queued that was signed since and no block has", () => {
  for (const missed of [31, 46, 64, 65, 80])
    test(`signs nothing in any of its processes after ${missed} blocks until that has expired`, (setting) =>
      Effect.gen(function* () {
        const { live, on, state } = setting
        const { id } = yield* Effect.andThen(live(1), request(asked("queued", 10))).pipe(on(state))
        const copy = copyOf(state)
        yield* live(missed, none).pipe(on(state))
        for (let process = 0; process < 4; process++) {
          yield* live(5, none).pipe(on(copy))
          assert.deepStrictEqual(yield* openSlots.pipe(on(copy)), [])
        }
        yield* live(1).pipe(on(copy))
        assert.strictEqual(paidTo(setting, first), missed + 20 < 60 ? 10 : 0)
        yield* Effect.andThen(live(waited), reconcile("import")).pipe(on(copy))
        yield* Effect.andThen(live(waited), learn).pipe(on(copy))
        assert.deepStrictEqual(yield* statusesOf([id]).pipe(on(copy)), ["COMPLETED"])
        assert.strictEqual(paidTo(setting, first), 10)
      }))
})

/** A copy with a form of a payout that never got into a block; the other server proved that, and signed again. */
const signedAgain = Effect.fnUntraced(function* (
  setting: Effect.Success<typeof startRestoring>,
  isGivenUp: "given up" | "kept" = "kept"
) {
  const { live, on, state } = setting
  const id = yield* Effect.gen(function* () {
    const { id } = yield* request(asked("expires", 10))
    yield* live(1, none)
    assert.lengthOf(yield* openSlots, 1)
    return id
  }).pipe(on(state))
  const copy = copyOf(state)
  if (isGivenUp === "given up")
    yield* Effect.gen(function* () {
      const wallets = yield* ChainWallets
      const [open] = yield* openSlots
      if (open !== undefined) yield* wallets.abandon(open.order)
    }).pipe(on(copy))
  yield* Effect.gen(function* () {
    let [slot] = yield* openSlots
    for (let blocks = 0; blocks < 200 && slot?.forms.length === 1; blocks += 3) {
      yield* live(3, none)
      slot = (yield* openSlots)[0]
    }
    assert.strictEqual(slot?.forms.length, 2)
  }).pipe(on(state))
  return { copy, id }
})

describe("a copy with an open payout that was signed again since", () => {
  test("takes the new form for its outcome when it is final, and goes on", (setting) =>
    Effect.gen(function* () {
      const { live, on, state } = setting
      const { copy, id } = yield* signedAgain(setting)
      yield* on(state)(live(settled))
      const hash = yield* on(state)(
        Effect.andThen(
          learn,
          Effect.map(statusOf(id), (each) => each.hash)
        )
      )
      yield* Effect.gen(function* () {
        const next = yield* request(asked("next", 20, second))
        yield* live(waited)
        yield* learn
        assert.deepStrictEqual(yield* statusOf(id), { status: "COMPLETED", hash })
        assert.deepStrictEqual(yield* statusesOf([next.id]), ["COMPLETED"])
        assert.deepStrictEqual([paidTo(setting, first), paidTo(setting, second)], [10, 20])
        assert.deepStrictEqual((yield* reconcile("compare")).differences, [])
      }).pipe(on(copy))
    }))

  test("does not give it up when it is paid", (setting) =>
    Effect.gen(function* () {
      const { live, on, state } = setting
      const { copy, id } = yield* signedAgain(setting, "given up")
      yield* on(state)(live(settled))
      yield* Effect.gen(function* () {
        yield* live(waited)
        yield* learn
        assert.deepStrictEqual(yield* statusesOf([id]), ["COMPLETED"])
        assert.strictEqual(paidTo(setting, first), 10)
      }).pipe(on(copy))
    }))

  for (const what of ["kept", "given up"] as const)
    for (const processes of [1, 2])
      test(`waits as long as the new form may still be carried out: ${what}, ${processes} processes`, (setting) =>
        Effect.gen(function* () {
          const { live, on } = setting
          const { copy, id } = yield* signedAgain(setting, what)
          for (let process = 1; process <= processes; process++)
            yield* Effect.gen(function* () {
              yield* live(20, none)
              assert.deepStrictEqual(
                (yield* openSlots).map(({ forms }) => forms.length),
                [1]
              )
              assert.deepStrictEqual(yield* statusesOf([id]), ["PENDING"])
            }).pipe(on(copy))
          yield* live(waited).pipe(on(copy))
          yield* learn.pipe(on(copy))
          assert.deepStrictEqual(yield* statusesOf([id]).pipe(on(copy)), ["COMPLETED"])
          assert.strictEqual(paidTo(setting, first), 10)
        }))

  test("signs it once more when the new form expired too, and pays once", (setting) =>
    Effect.gen(function* () {
      const { live, on } = setting
      const { copy, id } = yield* signedAgain(setting)
      yield* Effect.gen(function* () {
        yield* live(waited, none)
        assert.deepStrictEqual(
          (yield* openSlots).map(({ forms }) => forms.length),
          [2]
        )
        yield* live(settled)
        yield* learn
        assert.deepStrictEqual(yield* statusesOf([id]), ["COMPLETED"])
        assert.strictEqual(paidTo(setting, first), 10)
        assert.deepStrictEqual((yield* reconcile("compare")).differences, [])
      }).pipe(on(copy))
    }))
})

describe("payouts that a copy has forgotten", () => {
  test("are found, listed and held back, and an operator says which payouts they were", (setting) =>
    Effect.gen(function* () {
      const { live, on, state } = setting
      const copy = copyOf(state)
      const forgotten = asked("forgotten", 10)
      yield* Effect.andThen(request(forgotten), live(settled)).pipe(on(state))
      yield* Effect.gen(function* () {
        const { readBack } = yield* reconcile("import")
        assert.deepStrictEqual(
          readBack.map(({ did, payoutId }) => [did, payoutId]),
          [[`moves 10 USDT to ${first}`, ""]]
        )
        const txHash = readBack[0]?.txHash ?? ""
        const nobodys = `transaction ${txHash} moved 10 USDT to ${first}, and no known payout of this store asked for it`
        assert.deepStrictEqual((yield* reconcile("compare")).differences, [nobodys])
        const { id } = yield* request(forgotten)
        yield* live(waited)
        assert.deepStrictEqual(yield* statusesOf([id]), ["PENDING"])
        assert.deepStrictEqual((yield* reconcile("compare")).differences, [
          nobodys,
          `payout ${id} of 10 USDT to ${first} waits for an operator: ${txHash} moved the same amount, and may have been this payout`
        ])
        const operators = yield* ChainOperators
        assert.deepStrictEqual(yield* operators.claimAll("tron"), [{ txHash, payoutId: id }])
        yield* live(settled)
        yield* learn
        assert.deepStrictEqual(yield* statusOf(id), { status: "COMPLETED", hash: txHash })
        assert.strictEqual(paidTo(setting, first), 10)
        assert.deepStrictEqual((yield* reconcile("compare")).differences, [])
      }).pipe(on(copy))
    }))

  test("are not paid again if an open payout is the same", (setting) =>
    Effect.gen(function* () {
      const { live, on, state } = setting
      const { copy, id } = yield* signedAgain(setting)
      const forgotten = asked("the same", 10)
      yield* Effect.andThen(request(forgotten), live(settled)).pipe(on(state))
      assert.strictEqual(paidTo(setting, first), 20)
      yield* Effect.gen(function* () {
        yield* live(settled)
        yield* reconcile("import")
        const again = yield* request(forgotten)
        yield* live(waited)
        yield* Effect.flatMap(ChainOperators, (operators) => operators.claimAll("tron"))
        yield* live(waited)
        yield* learn
        assert.deepStrictEqual(yield* statusesOf([id, again.id]), ["COMPLETED", "COMPLETED"])
        assert.strictEqual(paidTo(setting, first), 20)
        assert.deepStrictEqual((yield* reconcile("compare")).differences, [])
      }).pipe(on(copy))
    }))
})

describe("a store on hold", () => {
  test("is not complete before the other server's transactions are dead, in no process", (setting) =>
    Effect.gen(function* () {
      const { live, on, pass, state } = setting
      const { id } = yield* on(state)(request(asked("queued", 10)))
      const copy = copyOf(state)
      yield* live(1, none).pipe(on(state))
      yield* placeHold.pipe(on(copy))
      for (let process = 0; process < 4; process++) {
        const { listed } = yield* surveyed.pipe(on(copy))
        assert.strictEqual(listed._tag, "Unlisted")
        assert.match(
          listed._tag === "Unlisted" ? listed.reason : "",
          /a transaction that another server signed may be carried out on tron until 20/
        )
        yield* live(20, none).pipe(on(copy))
        assert.deepStrictEqual(yield* openSlots.pipe(on(copy)), [])
      }
      yield* pass(20, none)
      assert.deepStrictEqual((yield* surveyed.pipe(on(copy))).listed, { _tag: "Count", count: 0 })
      yield* Effect.flatMap(Holds, (holds) => holds.release).pipe(on(copy))
      yield* Effect.andThen(live(waited), learn).pipe(on(copy))
      assert.deepStrictEqual(yield* statusesOf([id]).pipe(on(copy)), ["COMPLETED"])
      assert.strictEqual(paidTo(setting, first), 10)
    }))
})

describe("a transfer by a stolen key", () => {
  test("stops everything until an operator has read it back and cleared it", (setting) =>
    Effect.gen(function* () {
      const { live, on, state } = setting
      yield* Effect.gen(function* () {
        yield* live(1)
        yield* steal(setting, first, 10)
        yield* live(1)
        const [same, other] = [yield* request(asked("same", 10)), yield* request(asked("other", 20, second))]
        yield* live(settled)
        assert.deepStrictEqual(yield* openSlots, [])
        assert.strictEqual(paidTo(setting, second), 0)
        const { readBack } = yield* reconcile("import")
        // It looks like the payout that waits, so it is taken for it until an operator clears it.
        assert.deepStrictEqual(
          readBack.map(({ payoutId }) => payoutId),
          [same.id]
        )
        assert.lengthOf(yield* doubtful, 1)
        const next = yield* request(asked("next", 10))
        yield* live(settled)
        assert.strictEqual(paidTo(setting, first), 10)
        yield* Effect.flatMap(ChainOperators, (operators) =>
          operators.clear("tron", readBack[0]?.txHash ?? "")
        )
        yield* live(settled)
        yield* learn
        assert.deepStrictEqual(yield* statusesOf([same.id, other.id, next.id]), [
          "COMPLETED",
          "COMPLETED",
          "COMPLETED"
        ])
        assert.deepStrictEqual([paidTo(setting, first), paidTo(setting, second)], [20, 20])
      }).pipe(on(state))
    }))
})
