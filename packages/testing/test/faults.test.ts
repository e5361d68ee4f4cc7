import { assert, describe, it } from "@effect/vitest"
import { MemoryStore } from "@quittance/core"
import {
  type AccountBalances,
  type Commit,
  emptyCommit,
  emptyMemoryState,
  isBalanced,
  LedgerReader,
  type MemoryState,
  PayoutProcessor,
  Store
} from "@quittance/core/adapter"
import {
  atEveryKillPoint,
  faultyStore,
  KillSwitch,
  killableProvider,
  killableStore,
  untilKilled
} from "@quittance/testing"
import { Clock, Effect, Fiber, Layer, Option, Random, Ref } from "effect"
import { TestClock } from "effect/testing"

const partnerId = "prt_1"

const credit = (name: string): Commit => ({
  ...emptyCommit,
  entries: [
    {
      partnerId,
      currency: "USDT",
      kind: "balance.adjusted",
      subjectId: name,
      at: 0,
      postings: [{ debit: "adjustments", credit: "available", amountMinor: 1n }],
      limit: "enforced"
    }
  ],
  events: [
    {
      id: `evt_${name}`,
      partnerId,
      subjectId: name,
      version: 1,
      at: 0,
      actor: "system",
      event: { _tag: "BalanceAdjusted", amountMinor: 1n, reason: "" }
    }
  ]
})

const commit = (name: string) => Effect.flatMap(Store, (store) => store.commit(credit(name)))
const balances = Effect.flatMap(LedgerReader, (ledger) => ledger.balances(partnerId, "USDT"))
const available = Effect.map(balances, (accounts) => accounts.available)

describe("faultyStore", () => {
  /** What became of 200 commits: the answers, and how many landed. */
  const run = (
    seed: string,
    faults: { readonly notWrittenRatio: number; readonly lostAnswerRatio: number }
  ) =>
    Effect.gen(function* () {
      const names = Array.from({ length: 200 }, (_, index) => `${index}`)
      const writer = Effect.forEach(
        names,
        (name) =>
          Effect.gen(function* () {
            const store = yield* Store
            const answer = yield* commit(name).pipe(
              Effect.as("landed"),
              Effect.catchTag("StoreUnavailable", ({ outcome }) => Effect.succeed(outcome)),
              Effect.orDie
            )
            const [event] = credit(name).events
            const landed = event !== undefined && (yield* store.committed(event))
            return `${yield* Clock.currentTimeMillis} ${name} ${answer} ${landed}`
          }),
        { concurrency: 10 }
      )
      const fiber = yield* Effect.forkChild(writer)
      yield* TestClock.adjust("1 hour")
      const trace = yield* Fiber.join(fiber)
      const waiting = yield* Effect.forkChild(available)
      yield* TestClock.adjust("1 hour")
      return { trace, available: yield* Fiber.join(waiting) }
    }).pipe(
      Effect.provide(faultyStore({ ...faults, latencyMillisMax: 50 }).pipe(Layer.provide(MemoryStore.layer))),
      Effect.provide(TestClock.layer()),
      Random.withSeed(seed)
    )

  const answered = (trace: ReadonlyArray<string>, end: string) =>
    trace.filter((line) => line.endsWith(end)).length

  it.effect("says notWritten only of what did not land, and unknown of what did", () =>
    Effect.gen(function* () {
      const { available, trace } = yield* run("1", { notWrittenRatio: 0.2, lostAnswerRatio: 0.2 })
      const [landed, lost, unwritten] = ["landed true", "unknown true", "notWritten false"].map((end) =>
        answered(trace, end)
      )
      assert.strictEqual((landed ?? 0) + (lost ?? 0) + (unwritten ?? 0), 200)
      assert.isAbove(landed ?? 0, 80)
      assert.isAbove(lost ?? 0, 15)
      assert.isAbove(unwritten ?? 0, 15)
      assert.strictEqual(available, BigInt((landed ?? 0) + (lost ?? 0)))
    })
  )

  it.effect("repeats a run with its seed, and only with it", () =>
    Effect.gen(function* () {
      const faults = { notWrittenRatio: 0.2, lostAnswerRatio: 0.2 }
      assert.deepStrictEqual(yield* run("1", faults), yield* run("1", faults))
      assert.notDeepEqual(yield* run("1", faults), yield* run("2", faults))
    })
  )

  it.effect("changes nothing without faults", () =>
    Effect.gen(function* () {
      const { trace } = yield* run("1", { notWrittenRatio: 0, lostAnswerRatio: 0 })
      assert.strictEqual(answered(trace, "landed true"), 200)
    })
  )
})

describe("kill points", () => {
  const processor = (sent: Ref.Ref<number>): Layer.Layer<PayoutProcessor> =>
    Layer.succeed(PayoutProcessor, {
      submit: () =>
        Effect.as(
          Ref.update(sent, (count) => count + 1),
          { _tag: "Accepted", processingId: "p" }
        ),
      lookup: () => Effect.succeed({ _tag: "NotFound" }),
      abandon: () => Effect.succeed({ _tag: "Abandoned" }),
      transfersSince: () => Effect.succeed([])
    })

  const process = Effect.gen(function* () {
    yield* commit("before the call")
    const { submit } = yield* PayoutProcessor
    const transfer = {
      payoutId: "p",
      partnerId: "prt_1",
      network: "n",
      currency: "USDT",
      address: "a",
      amountMinor: 1n,
      note: ""
    } as const
    yield* submit({ reference: "r", ...transfer })
    yield* commit("after the call")
  })

  const killable = (state: MemoryState, sent: Ref.Ref<number>) =>
    Layer.merge(
      killableStore.pipe(Layer.provide(MemoryStore.layerOver(state))),
      killableProvider(PayoutProcessor).pipe(Layer.provide(processor(sent)))
    )

  it.effect("lie before and after every commit and every call outside", () =>
    Effect.gen(function* () {
      const seen: Array<readonly [string, bigint, number, boolean]> = []
      const story = Effect.gen(function* () {
        const state = emptyMemoryState()
        const sent = yield* Ref.make(0)
        const outcome = yield* untilKilled(process).pipe(Effect.provide(killable(state, sent)))
        const killSwitch = yield* KillSwitch
        const point = (yield* killSwitch.passed).at(-1) ?? ""
        const landed = yield* Effect.provide(available, MemoryStore.layerOver(state))
        seen.push([point, landed, yield* Ref.get(sent), Option.isSome(outcome)])
      })
      assert.strictEqual(yield* atEveryKillPoint(story), 6)
      assert.deepStrictEqual(seen, [
        ["before Store.commit", 0n, 0, false],
        ["after Store.commit", 1n, 0, false],
        ["before PayoutProcessor.submit", 1n, 0, false],
        ["after PayoutProcessor.submit", 1n, 1, false],
        ["before Store.commit", 1n, 1, false],
        ["after Store.commit", 2n, 1, false],
        ["after Store.commit", 2n, 1, true]
      ])
    })
  )

  it.effect("end everything that the process does, whatever it catches", () =>
    Effect.gen(function* () {
      const stubborn = Effect.gen(function* () {
        const attempts = Array.from({ length: 20 }, (_, index) => Effect.exit(commit(`${index}`)))
        yield* Effect.all(attempts, { concurrency: 3 })
        return yield* Effect.exit(available)
      })
      let survivals = 0
      const story = Effect.gen(function* () {
        const state = emptyMemoryState()
        const sent = yield* Ref.make(0)
        const outcome = yield* untilKilled(stubborn).pipe(Effect.provide(killable(state, sent)))
        if (Option.isSome(outcome)) survivals += 1
        const kept: AccountBalances = yield* Effect.provide(balances, MemoryStore.layerOver(state))
        assert.isTrue(isBalanced(kept))
        const killSwitch = yield* KillSwitch
        const before = (yield* killSwitch.passed).filter((point) => point.startsWith("before"))
        assert.isAtMost(Number(kept.available), before.length)
      })
      assert.strictEqual(yield* atEveryKillPoint(story), 40)
      assert.strictEqual(survivals, 1)
    })
  )
})
