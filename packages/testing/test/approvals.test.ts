import { assert, describe, it } from "@effect/vitest"
import type { StorePorts } from "@quittance/core"
import { Store } from "@quittance/core/adapter"
import { Context, Effect } from "effect"
import { simulateApprovals } from "../src/simulator/approvals/ApprovalSimulation.ts"

const seedCount = Number(process.env.QUITTANCE_SEEDS ?? 300)
// Only against hanging: how long it takes is the machine's.
const timeoutMillis = 300_000 + seedCount * 1_000

/** What a run can be about, as it shows in its trace. */
const moments = {
  "a payout waits for one more": /< \w+ approves .*: awaiting 1$/,
  "the last approval sends a payout": /< \w+ approves .*: (reserved|submitting|submitted|unknown|confirmed)$/,
  "a payout is declined": /< \w+ declines .*: declined$/,
  "a payout is withdrawn": /< \w+ withdraws .*: declined$/,
  "somebody has no say, or is too late": /< \w+ approves .*: ApprovalRefused$/,
  "a payout waits no more": /< \w+ approves .*: InvalidState$/,
  "somebody has to wait for the release": /< \w+ approves .*: StoreOnHold$/,
  "what became of an approval is unclear": /< \w+ approves .*: (killed|StoreUnavailable\/unknown)$/,
  "a member is removed": /< remove \w+: changed/,
  "the rules are changed": /< rules .*: changed/,
  "a race is lost": /Store.commit VersionConflict$/,
  "an answer is lost": /Store.commit StoreUnavailable\/unknown$/,
  "a request is replayed": /: replays /,
  "a copy of the store is put back": /operator puts a copy of the store back$/,
  "a clock jumps ahead": /clock jumps \d+ ahead$/
}

describe("approvals (memory)", () => {
  it.effect(
    `${seedCount} seeds send nothing without its approvals and lose no debit, and everything that a run can be about happens`,
    () =>
      Effect.gen(function* () {
        const unseen = new Map(Object.entries(moments))
        let sent = 0
        for (let seed = 1; seed <= seedCount; seed++) {
          const { faults, sentCount, trace } = yield* simulateApprovals(seed)
          assert.deepStrictEqual(
            faults,
            [],
            `npm run simulate -- --approvals --seeds 1 --from ${seed} --trace`
          )
          sent += sentCount
          for (const [moment, pattern] of unseen)
            if (trace.some((line) => pattern.test(line))) unseen.delete(moment)
        }
        assert.deepStrictEqual([...unseen.keys()], [])
        assert.isAbove(sent, seedCount / 4, "too few payouts were approved")
      }),
    timeoutMillis
  )

  it.effect(
    "finds a store that takes no notice of guards",
    () =>
      Effect.gen(function* () {
        const found = new Set<string>()
        for (let seed = 1; seed <= 200 && found.size === 0; seed++)
          for (const fault of (yield* simulateApprovals(seed, unguarded)).faults) found.add(fault)
        assert.match(
          [...found].join(),
          /who may not approve, counts|where the rules ask for|was decided on version/
        )
      }),
    timeoutMillis
  )
})

const unguarded = (ports: Context.Context<StorePorts>): Context.Context<StorePorts> => {
  const store = Context.get(ports, Store)
  return Context.add(
    ports,
    Store,
    Store.of({ ...store, commit: (commit) => store.commit({ ...commit, guards: [] }) })
  )
}
