import { assert, describe, it } from "@effect/vitest"
import { Cause, Context, Effect, Exit, Layer, Option } from "effect"
import { invoiceClaims } from "../../../src/concepts/invoice/invoiceNames.ts"
import { kycJobs } from "../../../src/concepts/kyc/kycNames.ts"
import { partner } from "../../../src/concepts/partner/Partner.ts"
import { payoutJobs } from "../../../src/concepts/payout/payoutNames.ts"
import { webhookJobs } from "../../../src/concepts/webhook/webhookNames.ts"
import { Actor } from "../../../src/kernel/actor/Actor.ts"
import { ownClaim } from "../../../src/kernel/ports/Claim.ts"
import { Ids } from "../../../src/kernel/ports/Ids.ts"
import { StateReader } from "../../../src/kernel/ports/StateReader.ts"
import {
  ClaimTaken,
  type Commit,
  type CommitFailure,
  type JobCompletion,
  LeaseLost,
  LimitExceeded,
  Store,
  StoreUnavailable
} from "../../../src/kernel/ports/Store.ts"
import { WorkQueue } from "../../../src/kernel/ports/WorkQueue.ts"
import { knownFirst } from "../../../src/kernel/transact/DecidedAgain.ts"
import type { Draft, FailureOf } from "../../../src/kernel/transact/Draft.ts"
import { makeTransact, makeTransactWith } from "../../../src/kernel/transact/Transact.ts"
import { writeOver } from "../../../src/kernel/transact/writeOver.ts"
import { MemoryStore } from "../../../src/reference/memory/MemoryStore.ts"

const partnerId = "prt_1"
const partnerNamed = (name: string) => ({ id: partnerId, name, terms: {}, createdAt: 0 })
const changed = (version: number) =>
  ({ partnerId, subjectId: partnerId, version, at: 0, event: { _tag: "PartnerTermsChanged" } }) as const

/** The draft that makes the partner. */
const making = (name: string) =>
  ({
    aggregates: [{ _tag: "Partner", state: partnerNamed(name), expectedVersion: 0 }],
    events: [changed(1)]
  }) as const

/** The draft that names the partner, on what it was at this version. */
const naming = (name: string, version: number) => ({
  aggregates: [writeOver("Partner", { state: partnerNamed("before"), version }, partnerNamed(name))],
  events: [changed(version + 1)]
})

const guarding = (version: number) => ({ _tag: "Partner", partnerId, id: partnerId, version }) as const

const found = Effect.flatMap(StateReader, (states) => states.get(partner, partnerId, partnerId))
const nameNow = Effect.map(found, (partner) => Option.getOrThrow(partner).state.name)
const versionNow = Effect.map(found, (partner) => (Option.isNone(partner) ? 0 : partner.value.version))

const unknown = new StoreUnavailable({ outcome: "unknown", reason: "the answer was lost" })
const noAnswer = new StoreUnavailable({ outcome: "notWritten", reason: "nothing answers" })

/** The memory store behind a wire: `course` says what becomes of the n-th commit. */
const storeWith = (
  course: (
    n: number,
    land: Effect.Effect<void, CommitFailure>,
    commit: Commit
  ) => Effect.Effect<void, CommitFailure>,
  committed?: Effect.Effect<boolean, StoreUnavailable>
) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const ports = yield* Layer.build(MemoryStore.layer)
      const inner = Context.get(ports, Store)
      let n = 0
      return Context.add(
        ports,
        Store,
        Store.of({
          commit: (commit) =>
            Effect.suspend(() => {
              n += 1
              return course(n, inner.commit(commit), commit)
            }),
          committed: (event) => committed ?? inner.committed(event)
        })
      )
    })
  ).pipe(Layer.merge(Ids.layer))

const sound = storeWith((_, land) => land)
const landsUnheard = (first: number) =>
  storeWith((n, land) => (n === first ? Effect.andThen(land, Effect.fail(unknown)) : land))
const isLost = (first: number) => storeWith((n, land) => (n === first ? Effect.fail(unknown) : land))

describe("transact", () => {
  it.effect("fills what a draft leaves out, and gives each event an id", () => {
    const seen: Array<Commit> = []
    return Effect.gen(function* () {
      const { commit } = yield* makeTransact
      yield* commit({ events: [changed(1), changed(2)] })
      const [{ events, ...others } = assert.fail("nothing was committed")] = seen
      assert.deepStrictEqual(others, {
        aggregates: [],
        guards: [],
        entries: [],
        claims: [],
        counters: [],
        outbox: [],
        erasures: [],
        jobs: [],
        completion: undefined
      })
      assert.strictEqual(new Set(events.map(({ id }) => id)).size, 2)
      for (const { id } of events) assert.match(id, /^evt_[0-9a-f]{32}$/)
    }).pipe(
      Effect.provide(
        storeWith((_, land, commit) => {
          seen.push(commit)
          return land
        })
      )
    )
  })

  it.effect("stamps each event with who is acting, which is the system unless somebody was let in", () => {
    const seen: Array<Commit> = []
    return Effect.gen(function* () {
      const { commit } = yield* makeTransact
      yield* commit({ events: [changed(1)] })
      yield* Effect.provideService(commit({ events: [changed(2), changed(3)] }), Actor, "key:key_1")
      yield* commit({ events: [changed(4)] })
      const actors = seen.flatMap(({ events }) => events.map(({ actor }) => actor))
      assert.deepStrictEqual(actors, ["system", "key:key_1", "key:key_1", "system"])
    }).pipe(
      Effect.provide(
        storeWith((_, land, commit) => {
          seen.push(commit)
          return land
        })
      )
    )
  })

  it.effect("answers once it landed; without a commit nothing is written", () =>
    Effect.gen(function* () {
      const { transact } = yield* makeTransact
      assert.strictEqual(yield* transact(Effect.succeed({ answer: "nothing to do" })), "nothing to do")
      assert.strictEqual(yield* transact(Effect.succeed({ commit: making("a"), answer: "made" })), "made")
      assert.strictEqual(yield* nameNow, "a")
    }).pipe(Effect.provide(sound))
  )

  it.effect("dies of a commit of two partners, before any of it is written", () =>
    Effect.gen(function* () {
      const { commit } = yield* makeTransact
      const job = { kind: payoutJobs.dispatch, partnerId: "prt_2", subjectId: "pay_1", dueAt: 0 } as const
      const exit = yield* Effect.exit(commit({ ...making("never"), jobs: [job] }))
      assert.match(String(exit), /a commit is of one partner/)
      assert.strictEqual(yield* versionNow, 0)
    }).pipe(Effect.provide(sound))
  )

  it.effect("loads and decides again after a lost race", () =>
    Effect.gen(function* () {
      const { commit, transact } = yield* makeTransact
      yield* commit(making("first"))
      let rounds = 0
      yield* transact(
        Effect.gen(function* () {
          const version = yield* versionNow
          rounds += 1
          // Somebody else is faster once.
          if (rounds === 1)
            yield* transact(Effect.succeed({ commit: naming("second", version), answer: undefined }))
          return { commit: naming("third", version), answer: undefined }
        })
      )
      assert.deepStrictEqual([rounds, yield* nameNow, yield* versionNow], [2, "third", 3])
    }).pipe(Effect.provide(sound))
  )

  it.effect("decides again when what it guards has changed, and reads past what it kept of it", () =>
    Effect.gen(function* () {
      const { commit, transact } = yield* makeTransact
      const kept = yield* versionNow
      yield* commit(making("first"))
      const seen: Array<number> = []
      yield* transact(
        Effect.gen(function* () {
          const version = yield* knownFirst(kept, () => versionNow)
          seen.push(version)
          return {
            commit: { guards: [guarding(version)], events: [changed(2)] },
            answer: undefined
          }
        })
      )
      assert.deepStrictEqual(seen, [0, 1])
    }).pipe(Effect.provide(sound))
  )

  it.effect("dies of a commit that guards what it writes, or what is another partner's", () =>
    Effect.gen(function* () {
      const { transact } = yield* makeTransact
      const dies = (draft: Draft, reason: RegExp) =>
        Effect.map(Effect.exit(transact(Effect.succeed({ commit: draft, answer: undefined }))), (exit) =>
          assert.match(String(exit), reason)
        )
      yield* dies({ ...making("never"), guards: [guarding(0)] }, /guards what it does not write/)
      const other = { ...guarding(0), partnerId: "prt_2", id: "prt_2" }
      yield* dies({ ...making("never"), guards: [other] }, /a commit is of one partner/)
      assert.strictEqual(yield* versionNow, 0)
    }).pipe(Effect.provide(sound))
  )

  it.effect("gives up after a hundred lost races, and says about what", () =>
    Effect.gen(function* () {
      const { commit, transact } = yield* makeTransact
      let rounds = 0
      const stale = transact(
        Effect.sync(() => {
          rounds += 1
          return { commit: naming("never", 7), answer: undefined }
        })
      )
      yield* commit(making("first"))
      const failure = yield* Effect.flip(stale)
      assert.deepStrictEqual(
        [rounds, failure],
        [100, new StoreUnavailable({ outcome: "notWritten", reason: "prt_1 is contended" })]
      )
    }).pipe(Effect.provide(sound))
  )

  it.effect("finds a commit that landed unheard, and carries nothing out twice", () =>
    Effect.gen(function* () {
      const { transact } = yield* makeTransact
      let rounds = 0
      const answer = yield* transact(
        Effect.map(versionNow, (version) => {
          rounds += 1
          return { commit: naming("once", version), answer: rounds }
        })
      )
      assert.deepStrictEqual([answer, yield* versionNow], [1, 1])
    }).pipe(Effect.provide(landsUnheard(1)))
  )

  it.effect("decides again when an unclear commit did not land", () =>
    Effect.gen(function* () {
      const { commit } = yield* makeTransact
      yield* commit(making("after all"))
      assert.deepStrictEqual([yield* nameNow, yield* versionNow], ["after all", 1])
    }).pipe(Effect.provide(isLost(1)))
  )

  it.effect("leaves it unknown when the store does not say whether it landed", () =>
    Effect.gen(function* () {
      const { commit } = yield* makeTransact
      assert.deepStrictEqual(yield* Effect.flip(commit(making("a"))), unknown)
    }).pipe(Effect.provide(storeWith(() => Effect.fail(unknown), Effect.fail(noAnswer))))
  )

  it.effect("a commit without events stays unknown, unless its decision knows how to find out", () =>
    Effect.gen(function* () {
      const { commit, transact } = yield* makeTransact
      const draft = { aggregates: making("a").aggregates }
      assert.deepStrictEqual(yield* Effect.flip(commit(draft)), unknown)
      const landed = Effect.provide(Effect.map(found, Option.isSome), yield* Effect.context<StateReader>())
      yield* transact(Effect.succeed({ commit: draft, answer: undefined, landed }))
      assert.strictEqual(yield* versionNow, 1)
    }).pipe(
      Effect.provide(
        storeWith((n, land) => (n === 2 ? Effect.andThen(land, Effect.fail(unknown)) : Effect.fail(unknown)))
      )
    )
  )

  it.effect("leaves it unknown when its decision cannot find out either", () =>
    Effect.gen(function* () {
      const { transact } = yield* makeTransact
      const draft = { aggregates: making("a").aggregates }
      const unclear = transact(
        Effect.succeed({ commit: draft, answer: undefined, landed: Effect.fail(noAnswer) })
      )
      assert.deepStrictEqual(yield* Effect.flip(unclear), unknown)
    }).pipe(Effect.provide(storeWith(() => Effect.fail(unknown))))
  )

  it.effect("tells at once that nothing was written", () =>
    Effect.gen(function* () {
      const { commit } = yield* makeTransact
      assert.deepStrictEqual(yield* Effect.flip(commit(making("a"))), noAnswer)
      assert.isTrue(Option.isNone(yield* found))
    }).pipe(Effect.provide(storeWith((n, land) => (n === 1 ? Effect.fail(noAnswer) : land))))
  )

  it.effect("a store that fails with what the commit has nothing of is broken", () =>
    Effect.gen(function* () {
      const { commit } = yield* makeTransact
      for (let n = 0; n < 3; n++) {
        const exit = yield* Effect.exit(commit(making("a")))
        assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
      }
    }).pipe(
      Effect.provide(
        storeWith((n) =>
          Effect.fail(
            [
              new LeaseLost({ subjectId: "" }),
              new ClaimTaken({ taken: [] }),
              new LimitExceeded({ partnerId, account: "available" })
            ][n - 1] ?? noAnswer
          )
        )
      )
    )
  )

  const debit = { debit: "available", credit: "deposits", amountMinor: 1n } as const
  const entry = {
    partnerId,
    currency: "USDT",
    kind: "balance.adjusted",
    subjectId: "adj_1",
    at: 0,
    postings: [debit]
  } as const

  it.effect("fails with what the commit has: a claim that is taken, an entry beyond its limit", () =>
    Effect.gen(function* () {
      const { commit } = yield* makeTransact
      const claims = [ownClaim({ id: "inv_1", partnerId }, invoiceClaims.externalId, "order-7")]
      yield* commit({ ...making("a"), claims })
      assert.deepStrictEqual(
        yield* Effect.flip(commit({ events: [changed(2)], claims })),
        new ClaimTaken({
          taken: [{ scope: invoiceClaims.externalId.name, key: "order-7", ownerId: "inv_1" }]
        })
      )
      assert.deepStrictEqual(
        yield* Effect.flip(commit({ events: [changed(2)], entries: [{ ...entry, limit: "enforced" }] })),
        new LimitExceeded({ partnerId, account: "available" })
      )
    }).pipe(Effect.provide(sound))
  )

  it.effect("a store that limits an entry whose limit is waived is broken", () =>
    Effect.gen(function* () {
      const { commit } = yield* makeTransact
      const exit = yield* Effect.exit(
        commit({ events: [changed(1)], entries: [{ ...entry, limit: "waived" }] })
      )
      assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
    }).pipe(
      Effect.provide(storeWith(() => Effect.fail(new LimitExceeded({ partnerId, account: "available" }))))
    )
  )

  it.effect("asks nobody who is to be told of a commit that announces nothing", () =>
    Effect.gen(function* () {
      const { commit } = yield* makeTransactWith<string>(() => Effect.die("nothing is announced"))
      yield* commit(making("a"))
      assert.strictEqual(yield* versionNow, 1)
    }).pipe(Effect.provide(sound))
  )

  it.effect("adds what is told of the events to their commit", () => {
    const fanOut = { kind: webhookJobs.fanOut, partnerId, subjectId: partnerId, dueAt: 5 } as const
    return Effect.gen(function* () {
      const { commit } = yield* makeTransactWith((records, announcements: ReadonlyArray<string>) => {
        assert.deepStrictEqual([records.length, announcements], [1, ["hello"]])
        return Effect.succeed({ aggregates: [], outbox: [], jobs: [fanOut] })
      })
      yield* commit({
        ...making("a"),
        jobs: [{ ...fanOut, dueAt: 9, subjectId: "own" }],
        announcements: ["hello"]
      })
      const due = yield* Effect.flatMap(WorkQueue, (queue) => queue.nextDue)
      assert.strictEqual(due.get(webhookJobs.fanOut), 5)
    }).pipe(Effect.provide(sound))
  })

  it.effect("completes a job, and nothing else", () =>
    Effect.gen(function* () {
      const { commit, complete } = yield* makeTransact
      const queue = yield* WorkQueue
      const kind = kycJobs.check
      yield* commit({ jobs: [{ kind, partnerId, subjectId: "s", dueAt: 1 }] })
      const [job = assert.fail("nothing is due")] = yield* queue.claim({
        kind,
        owner: "me",
        now: 2,
        leaseUntil: 10,
        limit: 1
      })
      yield* complete({ _tag: "DueAgain", job, dueAt: 7 })
      assert.strictEqual((yield* queue.nextDue).get(kind), 7)
      assert.deepStrictEqual(
        yield* Effect.flip(complete({ _tag: "Done", job })),
        new LeaseLost({ subjectId: "s" })
      )
    }).pipe(Effect.provide(sound))
  )
})

/** Fails to compile unless both are the same type. */
const same = <A, B>(..._proof: [A] extends [B] ? ([B] extends [A] ? [] : [never]) : [never]): void =>
  undefined

it("what a commit can fail with follows from what its draft has", () => {
  same<FailureOf<{ jobs: [] }>, never>()
  same<FailureOf<{ completion: JobCompletion }>, LeaseLost>()
  same<FailureOf<{ completion: JobCompletion | undefined }>, LeaseLost>()
  same<FailureOf<{ completion: undefined }>, never>()
  same<FailureOf<{ claims: Commit["claims"]; jobs: [] }>, ClaimTaken>()
  same<FailureOf<{ entries: Commit["entries"] }>, LimitExceeded>()
  same<FailureOf<{ entries: ReadonlyArray<{ limit: "waived" }> }>, never>()
  same<FailureOf<{ claims: Commit["claims"] } | { completion: JobCompletion }>, ClaimTaken | LeaseLost>()
  same<FailureOf<Draft>, ClaimTaken | LeaseLost | LimitExceeded>()
  void Effect.map(makeTransact, ({ commit }) =>
    // @ts-expect-error: a misspelt field would not land
    commit({ events: [], claim: [] })
  )
  void Effect.map(makeTransact, ({ commit }) =>
    // @ts-expect-error: a change of what is there must be decided again after a lost race
    commit(naming("b", 1))
  )
})
