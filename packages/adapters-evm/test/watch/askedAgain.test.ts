import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { hashOfText } from "./FakeChain.ts"
import { inJournal, silentNodes, waitingFor } from "./toldWaiting.ts"
import { blockNumber, receipt, type Says, toldNode, txHash } from "./toldWatched.ts"
import { depositOf, network } from "./watching.ts"

/** The heights below which nothing is as deep as a credit, and at which it is. */
const shallow = blockNumber
const deep = blockNumber + 24

const receiptsOf = ({ asked }: { readonly asked: ReadonlyArray<string> }) =>
  asked.filter((each) => each.startsWith("receipt"))

const nameOf = (index: number) => hashOfText(`invented ${index}`)
const asks = (...numbers: ReadonlyArray<number>) => numbers.map((index) => `receipt ${nameOf(index)}`)
const fromTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

describe("transfers that wait are asked for", () => {
  it.effect("in the order in which they were due, so that hundreds of invented ones keep no honest one", () =>
    inJournal(() =>
      Effect.gen(function* () {
        const [one, two] = [toldNode("one", { isSilent: true }), toldNode("two", { isSilent: true })]
        const { look, see } = yield* waitingFor([one, two])
        const askedNow = Effect.gen(function* () {
          one.asked.length = 0
          yield* look(shallow)
          return receiptsOf(one)
        })
        for (const index of fromTo(1, 40))
          yield* see({ txHash: nameOf(index), blockNumber: blockNumber + index })
        assert.deepStrictEqual(yield* askedNow, asks(...fromTo(1, 32)))
        yield* TestClock.adjust(1_000)
        // The last eight have been due for longer than those that are due again.
        assert.deepStrictEqual(yield* askedNow, asks(...fromTo(33, 40), ...fromTo(1, 24)))
        yield* see({ txHash: nameOf(99), blockNumber: blockNumber + 99 })
        assert.deepStrictEqual(yield* askedNow, asks(99, ...fromTo(25, 32)))
      })
    )
  )

  it.effect("after a second, then two, four and so on, and at least once a minute", () =>
    inJournal(() =>
      Effect.gen(function* () {
        const nodes = silentNodes()
        const { look, see } = yield* waitingFor(nodes)
        yield* see()
        const times: Array<number> = []
        for (let half = 0; half < 400; half++) {
          const before = nodes[0]?.asked.length
          yield* look(shallow)
          if (nodes[0]?.asked.length !== before) times.push(half / 2)
          yield* TestClock.adjust(500)
        }
        assert.deepStrictEqual(times, [0, 1, 3, 7, 15, 31, 63, 123, 183])
      })
    )
  )

  it.effect("at once when they come again", () =>
    inJournal(() =>
      Effect.gen(function* () {
        const nodes = silentNodes()
        const { job, journal, look, see } = yield* waitingFor(nodes)
        yield* see()
        yield* look(shallow)
        const [waiting] = yield* journal.waiting(network)
        if (waiting === undefined) return assert.fail("nothing waits")
        yield* journal.drop(waiting, job)
        yield* look(shallow)
        yield* see()
        yield* look(shallow)
        assert.lengthOf(nodes[0]?.asked ?? [], 2)
      })
    )
  )

  it.effect("of a node that has shown them not again, and of the others until they do", () =>
    inJournal(() =>
      Effect.gen(function* () {
        const late: { -readonly [Key in keyof Says]: Says[Key] } = {}
        const [one, two] = [toldNode("one", { receipt: receipt() }), toldNode("two", late)]
        const { journal, look, see } = yield* waitingFor([one, two])
        yield* see()
        assert.deepStrictEqual((yield* look(shallow)).resolved, [])
        yield* TestClock.adjust(1_000)
        yield* look(shallow)
        assert.deepStrictEqual([receiptsOf(one).length, receiptsOf(two).length], [1, 2])
        assert.lengthOf(yield* journal.waiting(network), 1)
        late.receipt = receipt()
        yield* TestClock.adjust(2_000)
        assert.deepStrictEqual((yield* look(shallow)).resolved, [depositOf(0)])
        assert.deepStrictEqual(yield* journal.waiting(network), [])
        assert.deepStrictEqual((yield* look(shallow)).resolved, [])
      })
    )
  )

  it.effect("once in a look while no node denies them, however deep they are", () =>
    inJournal(() =>
      Effect.gen(function* () {
        const nodes = silentNodes()
        const { look, see } = yield* waitingFor(nodes)
        yield* see()
        yield* look(deep)
        assert.deepStrictEqual(nodes[0]?.asked, [`receipt ${txHash}`])
      })
    )
  )
})

describe("an address with transfers that wait no longer is named", () => {
  it.effect("once, in the look in which they are dropped or were accepted before", () =>
    inJournal(() =>
      Effect.gen(function* () {
        const { job, journal, look, see } = yield* waitingFor(silentNodes())
        yield* see()
        yield* see({ position: 1 })
        yield* see({ txHash: nameOf(1), address: depositOf(1) })
        yield* see({ txHash: nameOf(2), address: depositOf(2) })
        yield* look(shallow)
        yield* journal.accept(network, txHash, "a block explorer has it")
        const dropped = (yield* journal.waiting(network)).find(({ address }) => address === depositOf(1))
        if (dropped === undefined) return assert.fail("it waits")
        yield* journal.drop(dropped, job)
        assert.deepStrictEqual([...(yield* look(shallow)).resolved].sort(), [depositOf(0), depositOf(1)])
        assert.deepStrictEqual((yield* look(shallow)).resolved, [])
      })
    )
  )
})
