import { assert, describe } from "@effect/vitest"
import { ChainWallets, type LeasedJob, type RecordedTransaction } from "@quittance/core/adapter"
import { Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import type { LiveNetwork } from "../../src/LiveNetwork.ts"
import { carryOut, type Send } from "../../src/operate/carryOut.ts"
import { openSlot } from "../send/SlotChain.ts"
import { type FakeMoves, moving, name } from "./FakeMoves.ts"
import { addTransaction, orderOf } from "./FakePayouts.ts"

const [first, second] = [1, 2].map((number) => orderOf(number, { purpose: "sweep" })) as [
  ReturnType<typeof orderOf>,
  ReturnType<typeof orderOf>
]

/** What a block says of a transaction, by its hash. */
class Blocks extends Map<string, number> {
  readonly turns: Array<LeasedJob> = []
  /** Happens in each turn of the wallets. */
  inTurn: (turn: number) => void = () => undefined

  readonly send: Send = (job) =>
    Effect.sync(() => {
      this.turns.push(job)
      this.inTurn(this.turns.length)
      return { open: 0, queued: 0 } as never
    })

  executionOf = (hash: string) => {
    const blockNumber = this.get(hash)
    return Effect.succeed(
      blockNumber === undefined
        ? Option.none()
        : Option.some({ blockNumber, transactionIndex: 0, failure: undefined, costWei: 0n, logs: [] })
    )
  }

  /** What the command said that it waits for. */
  readonly sentences: Array<string> = []

  carryOut(orders = [first]) {
    return carryOut(
      { executionOf: this.executionOf } as Partial<LiveNetwork> as LiveNetwork,
      this.send,
      orders,
      (sentence) => Effect.sync(() => void this.sentences.push(sentence))
    )
  }
}

const sign = (
  fake: FakeMoves,
  order: ReturnType<typeof orderOf>,
  hashes: ReadonlyArray<string>,
  cancels: ReadonlyArray<string> = [],
  tag: RecordedTransaction["_tag"] = "sent"
): void => {
  const forms = openSlot(0, 0, ["any"]).forms
  addTransaction(fake, order, tag, {
    forms: hashes.flatMap((hash) =>
      forms.map((form) => ({ ...form, hash, isCancel: cancels.includes(hash) }))
    )
  })
}

const hashesOf = (mined: ReadonlyArray<{ readonly hash: string }>) => mined.map(({ hash }) => hash)

describe("a command of an operator", () => {
  moving(
    "queues what it wants done, takes the turn of the wallets, and tells the blocks that have it",
    (fake) =>
      Effect.gen(function* () {
        const blocks = new Blocks([
          ["0xa", 7],
          ["0xb", 8]
        ])
        const queued: Array<string> = []
        blocks.inTurn = () => {
          queued.push(...fake.state.aggregates.ChainTransaction.keys())
          sign(fake, first, ["0xa"])
          sign(fake, second, ["0xb"])
        }
        const mined = yield* blocks.carryOut([first, second])
        assert.deepStrictEqual(queued, [first.id, second.id])
        assert.deepStrictEqual(
          mined.map(({ execution, hash }) => [hash, execution.blockNumber]),
          [
            ["0xa", 7],
            ["0xb", 8]
          ]
        )
        assert.lengthOf(blocks.turns, 1)
        assert.deepInclude(blocks.turns[0], { subjectId: name, leaseUntil: 30_000 })
      })
  )

  moving("takes no turn of another network, and keeps none", (fake) =>
    Effect.gen(function* () {
      const blocks = new Blocks([["0xa", 7]])
      const wallets = yield* ChainWallets
      yield* wallets.queue(orderOf(9, { partnerId: "bsc" }))
      blocks.inTurn = (turn) => {
        if (turn === 2) sign(fake, first, ["0xa"])
      }
      const running = yield* Effect.forkChild(blocks.carryOut())
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(hashesOf(yield* Fiber.join(running)), ["0xa"])
      assert.deepStrictEqual(
        blocks.turns.map(({ subjectId }) => subjectId),
        [name, name]
      )
    })
  )

  moving("waits for all of them, also while they are queued or in no block", (fake) =>
    Effect.gen(function* () {
      const blocks = new Blocks([["0xa", 7]])
      const running = yield* Effect.forkChild(blocks.carryOut([first, second]))
      const isDone = Effect.map(
        Effect.sync(() => running.pollUnsafe()),
        (exit) => exit !== undefined
      )
      yield* TestClock.adjust("1 second")
      assert.isFalse(yield* isDone)
      sign(fake, first, ["0xa"])
      sign(fake, second, ["0xb"])
      yield* TestClock.adjust("1 second")
      assert.isFalse(yield* isDone)
      blocks.set("0xb", 9)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(hashesOf(yield* Fiber.join(running)), ["0xa", "0xb"])
      // Each once, however often it looked.
      assert.deepStrictEqual(blocks.sentences, [
        "The sweep waits until it is signed: quittance chain status --network ethereum shows what the wallets have.",
        "The sweep was sent as transaction 0xb, and waits for a block."
      ])
    })
  )

  moving("tells the latest form that a block has, and no cancellation", (fake) =>
    Effect.gen(function* () {
      const blocks = new Blocks([
        ["0xa", 7],
        ["0xb", 7],
        ["0xc", 7]
      ])
      sign(fake, first, ["0xa", "0xb", "0xc", "0xd"], ["0xc"])
      assert.deepStrictEqual(hashesOf(yield* blocks.carryOut()), ["0xb"])
    })
  )

  moving("ends with the reason when what it wants was given up", (fake) =>
    Effect.gen(function* () {
      for (const [refusal, reason] of [
        [Option.some("too dear"), "this transaction was given up: too dear"],
        [Option.none(), "this transaction was given up: somebody decided so"]
      ] as const) {
        addTransaction(fake, first, "abandoned", { refusal })
        assert.propertyVal(yield* Effect.flip(new Blocks().carryOut()), "reason", reason)
      }
    })
  )

  moving("ends after three minutes without a block, and what it wants stays queued", () =>
    Effect.gen(function* () {
      const blocks = new Blocks()
      const running = yield* Effect.forkChild(Effect.flip(blocks.carryOut()))
      yield* TestClock.adjust("3 minutes")
      assert.isUndefined(running.pollUnsafe())
      yield* TestClock.adjust("1 second")
      assert.include(
        (yield* Fiber.join(running)).reason,
        "no block has taken the transaction in three minutes"
      )
      // It looks twice a second.
      assert.lengthOf(blocks.turns, 362)
      const [waiting] = yield* (yield* ChainWallets).queued(name, 9)
      assert.deepStrictEqual(waiting?.order, first)
    })
  )

  moving("reads what became of each once a look", (fake) =>
    Effect.gen(function* () {
      const blocks = new Blocks([["0xa", 7]])
      const wallets = yield* ChainWallets
      let readCount = 0
      const counting = ChainWallets.of({
        ...wallets,
        transaction: (name, id) =>
          Effect.andThen(
            Effect.sync(() => void readCount++),
            wallets.transaction(name, id)
          )
      })
      blocks.inTurn = (turn) => {
        if (turn === 3) sign(fake, first, ["0xa"])
      }
      const running = yield* Effect.forkChild(
        Effect.provideService(blocks.carryOut(), ChainWallets, counting)
      )
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(running)
      assert.strictEqual(readCount, 3)
    })
  )
})
