import { assert, describe, it } from "@effect/vitest"
import { sampled } from "@quittance/testing"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { Rpc } from "../../src/rpc/Rpc.ts"
import { transferTopic } from "../../src/tokenCalls.ts"
import { readLogs } from "../../src/watch/readLogs.ts"
import { firstWindow } from "../../src/watch/WindowSize.ts"
import { Says } from "../rpc/fakeNodes.ts"
import { FakeChain, fakeToken, transferLog } from "./FakeChain.ts"
import { FakeNode, fetchFrom } from "./FakeNode.ts"
import { at, deployed, depositOf, giveOut, journalled, startWatching } from "./watching.ts"

/** How nodes and what is before them refuse a range of blocks that is too large. No rule of ours names these words. */
const refusals: ReadonlyArray<readonly [what: string, refuses: () => unknown]> = [
  ["an error with the reason in its data", () => new Says(-32602, "Invalid params", "Exceed 10 blocks")],
  [
    "an error with the reason in an object",
    () => new Says(-32602, "Invalid params", { reason: "10 blocks" })
  ],
  ["words that no rule knows", () => new Says(-32000, "please ask politely")],
  ["words in another language", () => new Says(-32000, "слишком широкий диапазон")],
  ["words like those for an unknown block", () => new Says(-32000, "block range greater than current plan")],
  ["words like those for lost history", () => new Says(-32000, "pruned: ask for 10 blocks")],
  ["words like those for too many requests", () => new Says(-32005, "10 blocks per second on your plan")],
  ["an internal error", () => new Says(-32603, "Internal error")],
  ["an error without a message", () => Response.json({ jsonrpc: "2.0", id: null, error: { code: -32000 } })],
  ["status 400 with a text", () => new Response("Bad Request", { status: 400 })],
  ["status 413", () => new Response("", { status: 413 })],
  ["status 500 with a web page", () => new Response("<html>", { status: 500 })],
  ["status 503 with a text", () => new Response("upstream connect error", { status: 503 })],
  ["status 504", () => new Response("", { status: 504 })],
  ["a web page", () => new Response("<html>", { headers: { "content-type": "text/html" } })],
  ["nothing", () => new Response("")],
  ["null", () => null],
  ["half an answer", () => new Response('{"jsonrpc":"2.0","id":1,"result":[{"addr')],
  [
    "a connection that ends in the answer",
    () => new Response(new ReadableStream({ pull: (to) => to.error(new TypeError("terminated")) }))
  ],
  [
    "a connection that ends before the answer",
    () => Promise.reject(new TypeError("fetch failed", { cause: { code: "UND_ERR_SOCKET" } }))
  ]
]

const paid = [3, 130, 131, 977]

/** A chain of a thousand blocks, of which a node shows the first one only, and refuses more than some at once. */
const chainOf = (rangeMax: number, refusesRange: () => unknown): FakeNode => {
  const chain = new FakeChain()
  for (let number = 1; number <= 1_000; number++)
    chain.mine(paid.includes(number) ? [{ name: `t${number}`, logs: [transferLog(depositOf(0), 10n)] }] : [])
  return Object.assign(new FakeNode(chain), { lag: 1_000, rangeMax, refusesRange })
}

/** Looks until everything was read, as far apart as the watcher wants. */
const read = Effect.fnUntraced(function* (node: FakeNode) {
  yield* at(node.chain.blocks[0] ?? node.chain.head)
  yield* giveOut(0, 1)
  const { look, lookOnce } = yield* startWatching([node])
  yield* look
  node.lag = 0
  for (let turns = 0; turns < 400; turns++) {
    const { againMillis } = yield* lookOnce
    yield* TestClock.adjust(againMillis)
    if ((yield* journalled).length === paid.length) return
  }
})

const found = Effect.map(journalled, (all) => all.map(({ blockNumber }) => blockNumber))

/** Each refusal is met in one of three ways, and at night in all. */
const refusalsMet = (way: 0 | 1 | 2) => sampled(refusals, 3, way)

describe("a node that refuses more than some blocks at once is read in smaller portions", () => {
  for (const [way, rangeMax] of [
    [0, 100],
    [1, 1]
  ] as const)
    it.effect.each(refusalsMet(way))(`when it answers with %s (${rangeMax})`, ([, refusesRange]) =>
      deployed(
        Effect.gen(function* () {
          yield* read(chainOf(rangeMax, refusesRange))
          assert.deepStrictEqual(yield* found, paid)
        })
      )
    )

  it.effect("when it never answers", () =>
    deployed(
      Effect.gen(function* () {
        const node = chainOf(100, () => new Promise(() => {}))
        const reading = yield* Effect.forkChild(read(node))
        for (let second = 0; second < 60; second++) yield* TestClock.adjust("1 second")
        yield* Fiber.interrupt(reading)
        assert.deepStrictEqual(yield* found, paid)
      })
    )
  )

  it.effect.each(refusalsMet(2))(
    "by whoever reads logs for operators, when it answers with %s",
    ([, refusesRange]) =>
      Effect.gen(function* () {
        const node = Object.assign(chainOf(70, refusesRange), { lag: 0 })
        const rpc = yield* Rpc.make({
          ...{ urls: ["http://node"], chainId: 1, restMillis: 0, fetch: fetchFrom({ node }) }
        })
        const numbers: Array<number> = []
        const reading = yield* Effect.forkChild(
          readLogs(rpc, { address: fakeToken, topics: [transferTopic] }, 0, 1_000, firstWindow, (logs) =>
            Effect.sync(() => void numbers.push(...logs.map(({ blockNumber }) => blockNumber)))
          )
        )
        yield* TestClock.adjust("1 minute")
        yield* Fiber.join(reading)
        assert.deepStrictEqual(numbers, paid)
      })
  )
})

const refusing = (refusesRange: () => unknown) => (node: FakeNode) =>
  Object.assign(node, { rangeMax: 0, refusesRange })

/** What no smaller range helps against, and how often the node is asked for logs. */
const silent: ReadonlyArray<readonly [what: string, change: (node: FakeNode) => unknown, times: number]> = [
  ["is down", (node) => Object.assign(node, { isDown: true }), 0],
  ["refuses for now", refusing(() => new Response("", { status: 429 })), 1],
  ["forbids it for now", refusing(() => new Response("", { status: 403 })), 1],
  ["wants a login", refusing(() => new Response("", { status: 401 })), 1],
  ["lacks the method", refusing(() => new Says(-32601, "no such method")), 1]
]

describe("a node that answers nothing about blocks", () => {
  it.effect.each(silent)("because it %s is asked once, and again later", ([, change, times]) =>
    deployed(
      Effect.gen(function* () {
        const node = chainOf(1_000, () => undefined)
        yield* at(node.chain.blocks[0] ?? node.chain.head)
        yield* giveOut(0, 1)
        const { look, lookOnce } = yield* startWatching([node])
        yield* look
        node.lag = 0
        change(node)
        node.asked.length = 0
        assert.isAtLeast((yield* lookOnce).againMillis, 5_000)
        assert.strictEqual(node.asked.filter((method) => method === "eth_getLogs").length, times)
      })
    )
  )
})
