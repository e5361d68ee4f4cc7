import { assert, describe, it } from "@effect/vitest"
import { type FoundTransfer, otherExecution } from "@quittance/core/adapter"
import { Effect } from "effect"
import { isRefuted } from "../../src/watch/isRefuted.ts"
import { testimonies } from "../../src/watch/receipts.ts"
import type { Watch } from "../../src/watch/Watch.ts"
import type { WatchedNode } from "../../src/watch/WatchedNetwork.ts"
import { hashOfText, payerAddress, transferLog } from "./FakeChain.ts"
import {
  blockNumber,
  confirmations,
  found,
  log,
  networkOf,
  receipt,
  type Says,
  toldNode,
  txHash
} from "./toldWatched.ts"
import { depositOf } from "./watching.ts"

interface Asking {
  readonly reader?: string | undefined
  readonly isAgain?: boolean
  readonly transfer?: FoundTransfer
}

const said = (nodes: ReadonlyArray<WatchedNode>, asking: Asking = {}) => {
  const { isAgain = false, transfer = found() } = asking
  const reader = "reader" in asking ? asking.reader : "elsewhere"
  return Effect.map(testimonies(networkOf(nodes), [transfer], reader, isAgain), ([one]) => ({
    shownBy: one?.shownBy,
    deniedBy: one?.deniedBy.map(({ host }) => host)
  }))
}

const shows: Says = { receipt: receipt() }

describe("the receipt of a transfer", () => {
  it.effect("is asked of one node after the other, until as many have shown it as must", () =>
    Effect.gen(function* () {
      const nodes = [
        toldNode("one"),
        toldNode("two", shows),
        toldNode("three", shows),
        toldNode("four", shows)
      ]
      assert.deepStrictEqual(yield* said(nodes), { shownBy: ["two", "three"], deniedBy: ["one"] })
      assert.deepStrictEqual(nodes[3]?.asked, [])
    })
  )

  it.effect("is not asked again of who has shown it, unless all are to be asked", () =>
    Effect.gen(function* () {
      const nodes = () => [toldNode("one"), toldNode("two", shows)]
      const transfer = found({ shownBy: ["one"] })
      const first = nodes()
      assert.deepStrictEqual(yield* said(first, { transfer }), { shownBy: ["one", "two"], deniedBy: [] })
      assert.deepStrictEqual(first[0]?.asked, [])
      assert.deepStrictEqual(yield* said(nodes(), { transfer, isAgain: true }), {
        ...{ shownBy: ["two"], deniedBy: ["one"] }
      })
      const enough = found({ shownBy: ["three", "four"] })
      const idle = nodes()
      assert.deepStrictEqual(yield* said(idle, { transfer: enough }), {
        shownBy: ["three", "four"],
        deniedBy: []
      })
      assert.deepStrictEqual(idle[0]?.asked, [])
      assert.deepStrictEqual(yield* said(idle, { transfer: enough, isAgain: true }), {
        ...{ shownBy: ["two"], deniedBy: ["one"] }
      })
    })
  )

  it.effect(
    "counts only for a success in that block that moved the same, to the same, at the same place",
    () =>
      Effect.gen(function* () {
        const other: Record<string, Says> = {
          "no receipt": {},
          "a failure": { receipt: receipt({ isSuccess: false }) },
          "another block": { receipt: receipt({ blockHash: hashOfText("other") }) },
          "no log": { receipt: receipt({ logs: [] }) },
          "another token": { receipt: receipt({ logs: [log({ address: payerAddress })] }) },
          "another event": {
            receipt: receipt({ logs: [log({ topics: [hashOfText("Approval"), ...log().topics.slice(1)] })] })
          },
          "another amount": { receipt: receipt({ logs: [log(transferLog(depositOf(0), 8n))] }) },
          "another recipient": { receipt: receipt({ logs: [log(transferLog(depositOf(1), 7n))] }) },
          "another place": {
            receipt: receipt({ logs: [log(transferLog(depositOf(1), 1n)), log({ logIndex: 1 })] })
          },
          "a block that it has not in its chain": { ...shows, hash: hashOfText("other") }
        }
        for (const [what, says] of Object.entries(other))
          assert.deepStrictEqual(
            yield* said([toldNode("one", says)]),
            { shownBy: [], deniedBy: ["one"] },
            what
          )
        const right = { shownBy: ["one"], deniedBy: [] }
        assert.deepStrictEqual(yield* said([toldNode("one", shows)]), right)
        const second = {
          receipt: receipt({ logs: [log(transferLog(depositOf(1), 1n)), log({ logIndex: 1 })] })
        }
        for (const position of [1, otherExecution + 1])
          assert.deepStrictEqual(
            yield* said([toldNode("one", second)], { transfer: found({ position }) }),
            right
          )
      })
  )

  it.effect("is neither shown nor denied by a node that does not answer, or not about the block", () =>
    Effect.gen(function* () {
      const nothing = { shownBy: [], deniedBy: [] }
      assert.deepStrictEqual(yield* said([toldNode("one", { isSilent: true })]), nothing)
      assert.deepStrictEqual(yield* said([toldNode("one", { ...shows, hash: undefined })]), nothing)
    })
  )

  it.effect("needs no block from the node whose blocks are read, nor where one node is enough", () =>
    Effect.gen(function* () {
      const left = { ...shows, hash: hashOfText("other") }
      for (const reader of ["one", undefined]) {
        const node = toldNode("one", left)
        assert.deepStrictEqual(yield* said([node], { reader }), { shownBy: ["one"], deniedBy: [] })
        assert.notInclude(node.asked, "block 100")
      }
    })
  )

  it.effect("is asked for once, and so is its block, for all transfers in it", () =>
    Effect.gen(function* () {
      const logs = [log(), log({ ...transferLog(depositOf(1), 9n), logIndex: 1 })]
      const node = toldNode("one", { receipt: receipt({ logs }) })
      const transfers = [found(), found({ address: depositOf(1), value: "9", position: 1 })]
      const answers = yield* testimonies(networkOf([node]), transfers, "elsewhere")
      assert.deepStrictEqual(
        answers.map(({ shownBy }) => shownBy),
        [["one"], ["one"]]
      )
      assert.deepStrictEqual(node.asked, [`receipt ${txHash}`, "block 100"])
    })
  )
})

describe("a transfer that waits is refuted", () => {
  /** The first block at which nodes have long indexed it. */
  const deep = blockNumber + confirmations - 1
  const denies: Says = { head: deep }

  const refuted = (nodes: ReadonlyArray<WatchedNode>, transfer = found(), head = deep) =>
    isRefuted({ host: "elsewhere", network: networkOf(nodes) } as unknown as Watch, transfer, head)

  it.effect("by as many nodes as were to agree on it, when it is as deep as a credit", () =>
    Effect.gen(function* () {
      const nodes = () => [toldNode("one", denies), toldNode("two", denies)]
      assert.isTrue(yield* refuted(nodes()))
      assert.isFalse(yield* refuted(nodes(), found(), deep - 1))
      assert.isFalse(yield* refuted([toldNode("one", denies), toldNode("two", { ...denies, ...shows })]))
      const three = [...nodes(), toldNode("three", { ...denies, ...shows })]
      assert.isTrue(yield* refuted(three))
      assert.isFalse(yield* refuted(three, found({ askedFor: 3 })))
      // Fewer nodes than were to agree: all of them.
      assert.isTrue(yield* refuted(nodes(), found({ askedFor: 3 })))
    })
  )

  it.effect("by all nodes where one was enough to show it", () =>
    Effect.gen(function* () {
      const one = found({ askedFor: 1 })
      assert.isTrue(yield* refuted([toldNode("one", denies), toldNode("two", denies)], one))
      assert.isFalse(yield* refuted([toldNode("one", denies), toldNode("two", { ...denies, ...shows })], one))
      assert.isFalse(yield* refuted([toldNode("one", denies), toldNode("two", { isSilent: true })], one))
    })
  )

  it.effect("not by a node that has not the depth, does not know the block, or has it in its logs", () =>
    Effect.gen(function* () {
      const by = (says: Says) => refuted([toldNode("one", denies), toldNode("two", says)])
      assert.isTrue(yield* by(denies))
      assert.isFalse(yield* by({ head: deep - 1 }))
      assert.isFalse(yield* by({ ...denies, hash: undefined }))
      assert.isFalse(yield* by({ ...denies, logs: [log()] }))
      assert.isTrue(yield* by({ ...denies, hash: hashOfText("other"), logs: [log()] }))
      for (const other of [
        log({ transactionHash: hashOfText("other") }),
        log(transferLog(depositOf(1), 7n)),
        log(transferLog(depositOf(0), 8n))
      ])
        assert.isTrue(yield* by({ ...denies, logs: [other] }))
      assert.isTrue(
        yield* by({ ...denies, logs: [log(transferLog(depositOf(1), 1n)), log({ logIndex: 1 })] })
      )
    })
  )
})
