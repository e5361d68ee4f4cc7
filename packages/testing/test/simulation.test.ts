import { assert, describe, it } from "@effect/vitest"
import { MemoryStore } from "@quittance/core"
import { simulate } from "@quittance/testing"
import { Effect } from "effect"

const seedCount = 500
const timeoutMillis = 120_000

/** What a run can be about, as it shows in its trace. */
const moments = {
  "a process dies": /killed$/,
  "a commit is not written": /Store.commit StoreUnavailable\/notWritten$/,
  "the answer to a commit is lost": /Store.commit StoreUnavailable\/unknown$/,
  "a read has no answer": /PayoutReader.byId StoreUnavailable/,
  "a race is lost": /Store.commit VersionConflict$/,
  "a key is taken meanwhile": /Store.commit ClaimTaken$/,
  "a lease is lost": /Store.commit LeaseLost$/,
  "the balance does not cover it": /: InsufficientFunds$/,
  "a limit is hit in the commit": /Store.commit LimitExceeded$/,
  "a request is replayed": /: replays /,
  "a key is used for something else": /: IdempotencyConflict$/,
  "a submission is lost": /processor.submit that is lost ok$/,
  "a submission is late": /processor.submit that is late ok$/,
  "a payout is given up": /processor.abandon ok$/,
  "a payout has no known outcome": /! payout .* has no known outcome/,
  "a payout settles late": /! payout .* was confirmed after its debit was returned/,
  "an operator decides": /< resolve .*: (confirmed|not_confirmed)$/,
  "an invoice is cancelled": /< cancel .*: cancelled$/,
  "an invoice cannot be cancelled": /: InvalidState$/,
  "an invoice is underpaid": /< (read|refresh) .*: underpaid$/,
  "an invoice expires": /< (read|refresh) .*: expired$/,
  "an invoice is paid": /< (read|refresh) .*: paid$/,
  "a credited transfer vanishes": /! a credited transfer .* was reorganised away/
}

describe("simulation (memory)", () => {
  it.effect(
    `${seedCount} seeds break no law, and everything that a run can be about happens`,
    () =>
      Effect.gen(function* () {
        const unseen = new Map(Object.entries(moments))
        for (let seed = 1; seed <= seedCount; seed++) {
          const { faults, trace } = yield* simulate(seed, MemoryStore.layer)
          assert.deepStrictEqual(faults, [], `npm run simulate -- --seeds 1 --from ${seed} --trace`)
          for (const [moment, pattern] of unseen) {
            if (trace.some((line) => pattern.test(line))) unseen.delete(moment)
          }
        }
        assert.deepStrictEqual([...unseen.keys()], [])
      }),
    timeoutMillis
  )

  it.effect("the same seed gives the same run, another seed another", () =>
    Effect.gen(function* () {
      const one = yield* simulate(7, MemoryStore.layer)
      const again = yield* simulate(7, MemoryStore.layer)
      const other = yield* simulate(8, MemoryStore.layer)
      assert.isAbove(one.trace.length, 100)
      assert.deepStrictEqual(one, again)
      assert.notDeepEqual(one.trace, other.trace)
    })
  )
})
