import { assert, describe, it } from "@effect/vitest"
import { ChainWallets } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { makeRefusals } from "../../src/send/refusals.ts"
import type { Trial } from "../../src/send/Trial.ts"
import { network } from "./Paying.ts"
import { errand, failing, idOf, inMemory, leased, logging, payoutOf, reverted, signAll } from "./Planning.ts"
import { wallet } from "./SlotChain.ts"

const treasury = "the treasury"

/** A node that refuses transfers to these, and nothing else. */
const refusing = (recipients: ReadonlyArray<string>, host = "two"): Trial => ({
  host,
  head: Effect.fail(failing("timeout")),
  tokens: () => Effect.succeed(10n ** 20n),
  transfer: (_, to) => (recipients.includes(to) ? Effect.fail(reverted) : Effect.void)
})

/** Orders of a store, and what ends them. */
const setting = Effect.fnUntraced(function* (trials: ReadonlyArray<Trial> = []) {
  const raised: Array<string> = []
  const job = yield* leased
  const wallets = yield* ChainWallets
  const refusals = yield* makeRefusals(network, trials, treasury, (kind, message) =>
    Effect.sync(() => {
      raised.push(`${kind}: ${message}`)
    })
  )
  const ended = Effect.map(refusals.endAll(job), (changed) =>
    changed.map((each) => [
      each.order.id,
      each._tag === "abandoned" ? Option.getOrUndefined(each.refusal) : each._tag
    ])
  )
  return { ended, job, refusals, raised, wallets }
})

const test = (
  name: string,
  body: (logged: ReadonlyArray<string>) => ReturnType<typeof inMemory<void, unknown>>
) => it.effect(name, () => logging(body))

const payout = payoutOf(1, 1)

describe("an order that must not be signed", () => {
  test("ends when it is found for two minutes, and an alert says why", (logged) =>
    inMemory(
      Effect.gen(function* () {
        const { ended, refusals, wallets } = yield* setting()
        yield* wallets.queue(payout)
        yield* wallets.queue(errand("sweep"))
        yield* refusals.refused(payout, "why")
        assert.deepStrictEqual(yield* ended, [])
        yield* TestClock.setTime(1)
        yield* refusals.refused(errand("sweep"), "because")
        yield* TestClock.setTime(119_999)
        yield* refusals.refused(payout, "another reason")
        assert.deepStrictEqual(yield* ended, [])
        yield* TestClock.setTime(120_000)
        yield* refusals.refused(payout, "another reason")
        yield* refusals.refused(errand("sweep"), "because")
        assert.deepStrictEqual(yield* ended, [[payout.id, "why"]])
        yield* TestClock.setTime(120_001)
        yield* refusals.refused(errand("sweep"), "because")
        assert.deepStrictEqual(yield* ended, [["sweep", "because"]])
        assert.deepStrictEqual(logged, [
          "payout payout-1 on ethereum is refused and ends, and its debit is returned: why",
          "sweep sweep on ethereum is given up: because"
        ])
        assert.strictEqual(refusals.reasonOf(payout), "")
        assert.deepStrictEqual(yield* ended, [])
      })
    ))

  test("does not end when it is found no longer, or was signed meanwhile and is found anew", () =>
    inMemory(
      Effect.gen(function* () {
        const { ended, refusals, wallets } = yield* setting()
        yield* wallets.queue(payout)
        yield* refusals.refused(payout, "why")
        assert.deepStrictEqual(yield* ended, [])
        yield* TestClock.setTime(120_000)
        assert.deepStrictEqual(yield* ended, [])
        refusals.forget(payout)
        yield* refusals.refused(payout, "why")
        assert.deepStrictEqual(yield* ended, [])
        yield* TestClock.setTime(240_000)
        yield* refusals.refused(payout, "why")
        assert.deepStrictEqual(yield* ended, [[payout.id, "why"]])
      })
    ))

  test("is cancelled when it is signed, which an alert and its reason tell", (logged) =>
    inMemory(
      Effect.gen(function* () {
        const { ended, job, refusals, wallets } = yield* setting()
        yield* wallets.queue(payout)
        yield* signAll(job)
        yield* refusals.refused(payout, "why\n")
        yield* TestClock.setTime(120_000)
        yield* refusals.refused(payout, "why\n")
        assert.deepStrictEqual(yield* ended, [[payout.id, "cancelling"]])
        assert.deepStrictEqual(logged, ["payout payout-1 on ethereum is refused and cancelled: why"])
        assert.strictEqual(refusals.reasonOf(payout), "why")
      })
    ))

  test("that the store does not have changes nothing", (logged) =>
    inMemory(
      Effect.gen(function* () {
        const { ended, refusals } = yield* setting()
        yield* refusals.refused(payout, "why")
        yield* TestClock.setTime(120_000)
        yield* refusals.refused(payout, "why")
        assert.deepStrictEqual([yield* ended, logged], [[], []])
      })
    ))

  test("ends at once if that is asked, unless it was signed", (logged) =>
    inMemory(
      Effect.gen(function* () {
        const { ended, job, refusals, wallets } = yield* setting()
        yield* wallets.queue(payout)
        yield* signAll(job)
        yield* wallets.queue(payoutOf(2, 1))
        yield* wallets.queue(payoutOf(3, 1))
        for (const number of [1, 2, 3]) refusals.end(payoutOf(number, 1), "why")
        refusals.forget(payoutOf(3, 1))
        assert.deepStrictEqual(yield* ended, [[idOf(2), "why"]])
        assert.lengthOf(logged, 1)
        assert.deepStrictEqual(yield* ended, [])
      })
    ))
})

describe("a payout that the token refuses", () => {
  const judged = (trials: ReadonlyArray<Trial>) =>
    Effect.gen(function* () {
      const { ended, refusals, raised, wallets } = yield* setting(trials)
      yield* wallets.queue(payout)
      const isGeneral = yield* refusals.judged(wallet, payout, 1n, reverted)
      return { isGeneral, raised, ended: yield* ended }
    })

  test("ends with the reason of the other node", () =>
    inMemory(
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* judged([refusing([payout.recipient])]), {
          ...{ isGeneral: false, raised: [] },
          ended: [[payout.id, "the token refuses the transfer: blocked"]]
        })
      })
    ))

  test("waits where the token refuses everything, or nothing is proven, or nodes disagree", () =>
    Effect.gen(function* () {
      const general = yield* inMemory(judged([refusing([payout.recipient, wallet, treasury])]))
      const every = `payouts on ethereum wait: the token refuses every transfer out of wallet ${wallet}: blocked`
      assert.deepStrictEqual(general, { isGeneral: true, raised: [`chain.refused: ${every}`], ended: [] })
      assert.deepStrictEqual(yield* inMemory(judged([])), { isGeneral: false, raised: [], ended: [] })
      const disputed =
        "payout payout-1 on ethereum waits: one says that the token refuses it (blocked), and two does not"
      assert.deepStrictEqual(yield* inMemory(judged([refusing([])])), {
        ...{ isGeneral: false, raised: [`chain.disputed: ${disputed}`], ended: [] }
      })
    }))

  test("is judged anew after it was signed or ended", () =>
    inMemory(
      Effect.gen(function* () {
        const heads = [7, 8, 9]
        const trial: Trial = {
          ...refusing([payout.recipient], "one"),
          head: Effect.sync(() => heads.shift() ?? 9)
        }
        const { ended, refusals, wallets } = yield* setting([trial])
        yield* wallets.queue(payout)
        const judge = refusals.judged(wallet, payout, 1n, reverted)
        yield* judge
        refusals.forget(payout)
        yield* judge
        assert.deepStrictEqual(yield* ended, [])
        yield* judge
        assert.lengthOf(yield* ended, 1)
      })
    ))
})
