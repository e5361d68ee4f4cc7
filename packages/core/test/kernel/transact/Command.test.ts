import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Result } from "effect"
import { kycJobs } from "../../../src/concepts/kyc/kycNames.ts"
import type { Decider } from "../../../src/kernel/machine/Decider.ts"
import { Ids } from "../../../src/kernel/ports/Ids.ts"
import type { LeasedJob } from "../../../src/kernel/ports/Job.ts"
import { type Commit, emptyCommit, type JobCompletion, Store } from "../../../src/kernel/ports/Store.ts"
import type { Draft } from "../../../src/kernel/transact/Draft.ts"
import type { Decided } from "../../../src/kernel/transact/Transact.ts"
import { makeTransact } from "../../../src/kernel/transact/Transact.ts"

type Changed = { readonly _tag: "PartnerTermsChanged" }
const changed: Changed = { _tag: "PartnerTermsChanged" }

/** Counts how often it was changed, and takes nothing off. */
const counter: Decider<number, { readonly times: number }, Changed, "negative"> = {
  initial: 0,
  decide: (_, { times }) =>
    times < 0 ? Result.fail(negative) : Result.succeed(Array<Changed>(times).fill(changed)),
  evolve: (count) => count + 1
}

const negative = "negative" as const

const run = {
  machine: counter,
  partnerId: "prt_1",
  subjectId: "sub_1",
  at: 5,
  load: Effect.succeed({ state: 10, version: 3 }),
  commit: () => ({})
}

const ofOther = { partnerId: "prt_1", subjectId: "sub_2", version: 8, at: 5, event: changed }
const own = { partnerId: "prt_1", subjectId: "sub_1", version: 4, at: 5, event: changed }

const job: LeasedJob = {
  kind: kycJobs.check,
  partnerId: "prt_1",
  subjectId: "sub_1",
  dueAt: 1,
  fence: 1,
  leaseUntil: 9
}
const completion: JobCompletion = { _tag: "Done", job }

/** Carries out a command on a store that takes everything. Shows the commits without ids and actors of events. */
const committing = Effect.fnUntraced(function* <A, E>(
  use: (transact: Effect.Success<typeof makeTransact>) => Effect.Effect<A, E>
) {
  const seen: Array<Commit> = []
  const store = Layer.succeed(Store)({
    commit: (commit) => Effect.sync(() => void seen.push(commit)),
    committed: () => Effect.die("nothing is unclear")
  })
  const answer = yield* Effect.result(
    Effect.provide(Effect.flatMap(makeTransact, use), Layer.merge(store, Ids.layer))
  )
  const commits: ReadonlyArray<Omit<Commit, "events"> & Pick<Draft, "events">> = seen.map(
    ({ events, ...others }) => ({
      ...others,
      events: events.map(({ actor: _, id: __, ...event }) => event)
    })
  )
  return { answer, commits }
})

describe("a command", () => {
  it.effect("commits its own events first, under the version it makes, and answers what became of it", () =>
    Effect.gen(function* () {
      let decided: Decided<number, Changed> | undefined
      const { answer, commits } = yield* committing(({ runCommand }) =>
        runCommand({
          ...run,
          command: { times: 2 },
          commit: (facts) => {
            decided = facts
            return { events: [ofOther] }
          }
        })
      )
      const events = [changed, changed]
      assert.deepStrictEqual(decided, {
        loaded: { state: 10, version: 3 },
        previous: 10,
        next: 12,
        events
      })
      assert.deepStrictEqual(commits, [{ ...emptyCommit, events: [own, own, ofOther] }])
      assert.deepStrictEqual(answer, Result.succeed({ state: 12, version: 4, events }))
    })
  )

  it.effect("completes its job in the same commit", () =>
    Effect.gen(function* () {
      const { commits } = yield* committing(({ runCommand }) =>
        runCommand({ ...run, command: { times: 1 }, completion })
      )
      assert.deepStrictEqual(commits, [{ ...emptyCommit, events: [own], completion }])
    })
  )

  it.effect("that changes nothing writes nothing, and answers what is there", () =>
    Effect.gen(function* () {
      const { answer, commits } = yield* committing(({ runCommand }) =>
        runCommand({ ...run, command: { times: 0 }, commit: () => assert.fail("there is nothing to commit") })
      )
      assert.deepStrictEqual(commits, [])
      assert.deepStrictEqual(answer, Result.succeed({ state: 10, version: 3, events: [] }))
    })
  )

  it.effect("that changes nothing still completes its job", () =>
    Effect.gen(function* () {
      const { answer, commits } = yield* committing(({ runCommand }) =>
        runCommand({ ...run, command: { times: 0 }, completion })
      )
      assert.deepStrictEqual(commits, [{ ...emptyCommit, completion }])
      assert.deepStrictEqual(answer, Result.succeed({ state: 10, version: 3, events: [] }))
    })
  )

  it.effect("that is refused writes nothing and leaves its job alone", () =>
    Effect.gen(function* () {
      const refused = yield* committing(({ runCommand }) =>
        runCommand({ ...run, command: { times: -1 }, completion })
      )
      assert.deepStrictEqual(refused.commits, [])
      assert.deepStrictEqual(Result.getFailure(refused.answer), Option.some(negative))
    })
  )

  it.effect("can depend on what was loaded", () =>
    Effect.gen(function* () {
      const { commits } = yield* committing(({ runCommand }) =>
        runCommand({ ...run, command: ({ version }) => ({ times: version - 1 }) })
      )
      assert.deepStrictEqual(commits, [{ ...emptyCommit, events: [own, own] }])
    })
  )
})
