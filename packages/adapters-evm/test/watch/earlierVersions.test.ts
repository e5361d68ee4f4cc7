import { assert, describe, it } from "@effect/vitest"
import { chainClaims, emptyCommit, Store } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { hashOfText } from "./FakeChain.ts"
import { asBefore, begunAt, inJournal, silentNodes, waitingFor } from "./toldWaiting.ts"
import { blockNumber, txHash } from "./toldWatched.ts"
import { depositOf, giveOut, network } from "./watching.ts"

const head = blockNumber + 200
const confirmations = 3
/** The highest block that is settled at that height. */
const settled = head - 20

/** What an earlier version recorded in these blocks, and how many of them are asked for after each look. */
const recorded = Effect.fnUntraced(function* (blocks: ReadonlyArray<number>) {
  const waiting = yield* waitingFor(silentNodes(), { confirmations })
  const { journal, see } = waiting
  for (const [index, each] of blocks.entries())
    yield* see({ txHash: hashOfText(`paid ${index}`), blockNumber: each })
  for (const each of yield* journal.transfersAbove(network, -1)) yield* asBefore(each)
  const blocksAsked = Effect.map(journal.waiting(network), (all) => all.map((each) => each.blockNumber))
  return {
    ...waiting,
    blocksAsked,
    countAfter: (height: number) =>
      Effect.andThen(
        waiting.look(height),
        Effect.map(blocksAsked, (all) => all.length)
      )
  }
})

describe("what an earlier version recorded without asking for receipts", () => {
  it.effect("is asked for from now on by as many nodes as must agree, those that are not settled first", () =>
    inJournal(() =>
      Effect.gen(function* () {
        const { blocksAsked, journal, look } = yield* recorded([0, settled, settled + 1, head])
        yield* look(head)
        assert.deepStrictEqual(yield* blocksAsked, [settled + 1, head])
        yield* look(head)
        assert.deepStrictEqual(yield* blocksAsked, [0, settled, settled + 1, head])
        for (const { askedFor, shownBy } of yield* journal.waiting(network))
          assert.deepStrictEqual([askedFor, shownBy], [Option.some(2), Option.some([])])
      })
    )
  )

  it.effect(
    "is looked through from the first block where the network has few, and never again after that",
    () =>
      inJournal(({ searches }) =>
        Effect.gen(function* () {
          const { blocksAsked, look } = yield* recorded([0, 5])
          yield* look(9)
          assert.deepStrictEqual(yield* blocksAsked, [0, 5])
          for (let turn = 0; turn < 4; turn++) yield* look(9)
          assert.deepStrictEqual(searches, [-1, -1])
        })
      )
  )

  it.effect("is looked through a hundred at a time, up to whole blocks", () =>
    inJournal(({ searches }) =>
      Effect.gen(function* () {
        const { countAfter } = yield* recorded(Array.from({ length: 250 }, (_, index) => index >> 1))
        // Nothing of it is recent.
        assert.strictEqual(yield* countAfter(1_000), 0)
        assert.strictEqual(yield* countAfter(1_000), 98)
        assert.strictEqual(yield* countAfter(1_000), 196)
        assert.strictEqual(yield* countAfter(1_000), 250)
        assert.strictEqual(yield* countAfter(1_000), 250)
        assert.deepStrictEqual(searches, [980, -1, 48, 97])
      })
    )
  )

  it.effect("is looked through whole where a hundred end with the first of a block", () =>
    inJournal(({ searches }) =>
      Effect.gen(function* () {
        const { countAfter } = yield* recorded(Array.from({ length: 150 }, (_, index) => (index + 1) >> 1))
        assert.strictEqual(yield* countAfter(1_000), 0)
        assert.strictEqual(yield* countAfter(1_000), 99)
        assert.strictEqual(yield* countAfter(1_000), 150)
        assert.deepStrictEqual(searches, [980, -1, 49])
      })
    )
  )

  it.effect("is looked through at once where it is all in one block", () =>
    inJournal(({ searches }) =>
      Effect.gen(function* () {
        const { countAfter } = yield* recorded(Array.from({ length: 250 }, () => head))
        assert.strictEqual(yield* countAfter(head), 250)
        assert.deepStrictEqual(searches, [settled, settled, settled])
      })
    )
  )

  it.effect("and credited, or dropped, stays as it is", () =>
    inJournal(() =>
      Effect.gen(function* () {
        const { job, journal, look, see } = yield* waitingFor(silentNodes(), { confirmations })
        const { commit } = yield* Store
        yield* giveOut(0, 1)
        const [seen, dropped] = [hashOfText("seen"), hashOfText("dropped")]
        yield* see()
        yield* see({ txHash: seen })
        yield* see({ txHash: dropped })
        for (const hash of [txHash, seen]) {
          const id = `dep_${hash}`
          const deposit = {
            order: {
              ...{
                id,
                partnerId: "partner",
                walletId: "wal",
                network,
                currency: "USDT" as const,
                txHash: hash
              },
              ...{ address: depositOf(0), logIndex: 0, requiredConfirmations: 3, createdAt: begunAt }
            },
            ...{ amountMinor: 7n, confirmations: 3, seenAt: begunAt, updatedAt: begunAt }
          } as const
          const state =
            hash === seen
              ? ({ ...deposit, _tag: "seen" } as const)
              : ({ ...deposit, _tag: "credited" } as const)
          const claim = {
            scope: chainClaims.transfer,
            key: `${network}/${hash}/0`,
            partnerId: "partner"
          } as const
          yield* commit({
            ...emptyCommit,
            aggregates: [{ _tag: "TransitDeposit", state, expectedVersion: 0 }],
            claims: [{ ...claim, ownerId: id, fingerprint: Option.none(), expiresAt: Option.none() }]
          })
        }
        for (const each of yield* journal.transfersAbove(network, -1)) {
          if (each.txHash === dropped) yield* journal.drop(each, job)
          yield* asBefore(each)
        }
        for (let turn = 0; turn < 3; turn++) yield* look(head)
        assert.deepStrictEqual(
          (yield* journal.waiting(network)).map((each) => each.txHash),
          [seen]
        )
      })
    )
  )
})
