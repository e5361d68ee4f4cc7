import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { CallReverted, RpcUnavailable } from "../../src/rpc/RpcFailure.ts"
import { makeJudge, type Verdict } from "../../src/send/judgeRefusal.ts"
import type { Trial } from "../../src/send/Trial.ts"
import { payoutOrder } from "./Paying.ts"

const order = payoutOrder(1)
const value = 10n
const [wallet, treasury] = ["the wallet", "the treasury"]

interface Says {
  /** What the wallet has; as much as is paid by default. Undefined if the node is away. */
  readonly tokens?: bigint | undefined
  /** To whom a transfer is refused; the recipient by default. */
  readonly refuses?: ReadonlyArray<string>
  /** About whose transfers it does not answer. */
  readonly silentAbout?: ReadonlyArray<string>
  /** Its newest block; none if it does not say. */
  readonly heads?: ReadonlyArray<number>
}

const trial = (host: string, says: Says = {}): Trial & { readonly asked: Array<string> } => {
  const { heads = [], refuses = [order.recipient], silentAbout = [] } = says
  const away = new RpcUnavailable({ host, method: "", kind: "timeout", reason: "away" })
  const asked: Array<string> = []
  const rest = [...heads]
  return {
    ...{ host, asked },
    head: Effect.suspend(() => {
      const head = rest.shift()
      return head === undefined ? Effect.fail(away) : Effect.succeed(head)
    }),
    tokens: () =>
      "tokens" in says && says.tokens === undefined
        ? Effect.fail(away)
        : Effect.succeed(says.tokens ?? value),
    transfer: (_, to, amount) =>
      Effect.suspend((): Effect.Effect<void, CallReverted | RpcUnavailable> => {
        asked.push(`${amount} to ${to}`)
        if (silentAbout.includes(to)) return Effect.fail(away)
        return refuses.includes(to)
          ? Effect.fail(new CallReverted({ host, reason: `${host} refuses` }))
          : Effect.void
      })
  }
}

const failure = new CallReverted({ host: "asked", reason: "blocked" })

/** The verdicts after each look. */
const verdicts = (trials: ReadonlyArray<Trial>, looks = 1) => {
  const { judge } = makeJudge(trials, treasury)
  return Effect.forEach(Array.from({ length: looks }), () => judge(wallet, order, value, failure))
}

const unproven: Verdict = { _tag: "unproven" }
const refused: Verdict = { _tag: "refused", reason: "other refuses" }
const all = [order.recipient, wallet, treasury]

describe("a refused payout, as another node sees it", () => {
  const byOther = (says: Says) => Effect.map(verdicts([trial("asked"), trial("other", says)]), ([one]) => one)

  it.effect("is refused for good where the node moves something else, even to the treasury only", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* byOther({}), refused)
      assert.deepStrictEqual(yield* byOther({ refuses: [order.recipient, wallet] }), refused)
      const general: Verdict = { _tag: "general", reason: "other refuses" }
      assert.deepStrictEqual(yield* byOther({ refuses: all }), general)
    })
  )

  it.effect("is in dispute where the node would carry it out", () =>
    Effect.gen(function* () {
      const disputed: Verdict = { _tag: "disputed", host: "other" }
      assert.deepStrictEqual(yield* byOther({ refuses: [] }), disputed)
    })
  )

  it.effect("is not proven by a node that shows less in the wallet, or that does not answer", () =>
    Effect.gen(function* () {
      for (const says of [
        { tokens: value - 1n },
        { tokens: undefined },
        { silentAbout: [order.recipient] },
        { silentAbout: [wallet] },
        { refuses: [order.recipient, wallet], silentAbout: [treasury] }
      ])
        assert.deepStrictEqual(yield* byOther(says), unproven)
    })
  )

  it.effect("is tried with the payout's amount, and the least to somebody else", () =>
    Effect.gen(function* () {
      const [asked, other, third] = [trial("asked"), trial("other", { refuses: all }), trial("third")]
      yield* verdicts([asked, other, third])
      assert.deepStrictEqual(other.asked, [`10 to ${order.recipient}`, `1 to ${wallet}`, `1 to ${treasury}`])
      assert.deepStrictEqual([asked.asked, third.asked], [[], []])
      const away = trial("away", { tokens: undefined })
      assert.deepStrictEqual(yield* verdicts([away, trial("other")]), [refused])
    })
  )
})

describe("a refused payout, where no other node answers", () => {
  const own: Verdict = { _tag: "refused", reason: "asked refuses" }

  it.effect("is refused for good by the same node after a later block, and not before", () =>
    Effect.gen(function* () {
      const heads = [7, 7, 8, 9]
      assert.deepStrictEqual(yield* verdicts([trial("asked", { heads })], 3), [unproven, unproven, own])
      const away = trial("other", { tokens: undefined })
      assert.deepStrictEqual(yield* verdicts([away, trial("asked", { heads: [7, 8] })], 2), [unproven, own])
    })
  )

  it.effect("is not proven while the node does not tell its blocks, or contradicts itself", () =>
    Effect.gen(function* () {
      const twice = (says: Says) => verdicts([trial("asked", says)], 2)
      for (const says of [
        {},
        { heads: [7] },
        { heads: [7, 8], refuses: [] },
        { heads: [7, 8], tokens: undefined }
      ])
        assert.deepStrictEqual(yield* twice(says), [unproven, unproven])
      assert.deepStrictEqual(yield* verdicts([]), [unproven])
    })
  )

  it.effect("begins anew when it was signed meanwhile", () =>
    Effect.gen(function* () {
      const { forget, judge } = makeJudge([trial("asked", { heads: [7, 8, 9] })], treasury)
      const look = judge(wallet, order, value, failure)
      assert.strictEqual((yield* look)._tag, "unproven")
      forget(order.id)
      assert.strictEqual((yield* look)._tag, "unproven")
      assert.strictEqual((yield* look)._tag, "refused")
    })
  )
})
