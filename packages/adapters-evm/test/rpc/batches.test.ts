import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Option, Result } from "effect"
import { TestClock } from "effect/testing"
import { Rpc } from "../../src/rpc/Rpc.ts"
import { type Arrived, addressOf, fakeNodes, hashOf, receipt, Says, type WholeAnswer } from "./fakeNodes.ts"

const a = "https://a.example"
const b = "https://b.example"

/** The hash of a transaction by its number. */
const numbered = (number: number) => `0x${number.toString(16).padStart(64, "0")}` as const
const hashes = (count: number) => Array.from({ length: count }, (_, number) => numbered(number))

/** Knows each transaction, in a block of its number. */
const knows = ({ params: [hash] }: Arrived) =>
  receipt({ transactionHash: hash, blockNumber: `0x${Number(hash).toString(16)}`, logs: [] })

/** The numbers of the blocks, or the kind of the failure. */
const counted = (rpc: Rpc["Service"], count: number) =>
  Effect.map(rpc.receipts(hashes(count)), (answers) =>
    answers.map(
      Result.match({
        onFailure: ({ kind }): number | string => kind,
        onSuccess: (found): number | string => Option.getOrThrow(found).blockNumber
      })
    )
  )

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number)

describe("many questions", () => {
  it.effect("go in batches of 25, and each gets its answer, in whatever order a batch is answered", () =>
    Effect.gen(function* () {
      const { fetch, sizes } = fakeNodes({ "a.example": { eth_getTransactionReceipt: knows } }, (answers) =>
        answers.toReversed()
      )
      const rpc = yield* Rpc.make({ urls: [a], chainId: 1, fetch })
      assert.deepStrictEqual(yield* counted(rpc, 60), numbers(60))
      assert.deepStrictEqual(sizes, [1, 25, 25, 10])
      assert.deepStrictEqual(yield* counted(rpc, 0), [])
      assert.deepStrictEqual(yield* counted(rpc, 1), [0])
      assert.deepStrictEqual(sizes.slice(4), [1])
    })
  )

  it.effect("have two batches open at once", () =>
    Effect.gen(function* () {
      let open = 0
      let openMost = 0
      const nodes = fakeNodes({ "a.example": { eth_getTransactionReceipt: knows } })
      const rpc = yield* Rpc.make({
        urls: [a],
        chainId: 1,
        fetch: async (url, request) => {
          openMost = Math.max(openMost, ++open)
          const answer = await nodes.fetch(url, request)
          open--
          return answer
        }
      })
      yield* counted(rpc, 125)
      assert.strictEqual(openMost, 2)
    })
  )

  it.effect("fail one by one: an error of one is not an error of the others", () =>
    Effect.gen(function* () {
      const estimate = ({ params: [call] }: Arrived) =>
        (call as { data: string }).data === "0x01" ? new Says(3, "execution reverted") : "0x5208"
      const { fetch } = fakeNodes({ "a.example": { eth_estimateGas: estimate } })
      const rpc = yield* Rpc.make({ urls: [a], chainId: 1, fetch })
      const calls = (["0x00", "0x01", "0x02"] as const).map((data) => ({ to: addressOf("c"), data }))
      const answers = yield* rpc.estimates(calls)
      assert.deepStrictEqual(
        answers.map(
          Result.match({ onFailure: ({ _tag }): unknown => _tag, onSuccess: (gas): unknown => gas })
        ),
        [21_000n, "CallReverted", 21_000n]
      )
    })
  )

  it.effect("that one node does not answer are asked of the next one, and only these", () =>
    Effect.gen(function* () {
      const { arrived, fetch } = fakeNodes({
        "a.example": {
          // It mixes answers up now and then.
          eth_getTransactionReceipt: (asked: Arrived) =>
            Number(asked.params[0]) % 3 === 1 ? receipt({ transactionHash: hashOf("f") }) : knows(asked)
        },
        "b.example": { eth_getTransactionReceipt: knows }
      })
      const rpc = yield* Rpc.make({ urls: [a, b], chainId: 1, fetch })
      assert.deepStrictEqual(yield* counted(rpc, 8), numbers(8))
      assert.deepStrictEqual(
        arrived.filter(({ host }) => host === "b.example").map(({ params: [hash] }) => Number(hash)),
        [1, 4, 7]
      )
    })
  )
})

describe("a node that does not answer a batch as a whole is asked one by one", () => {
  const refusals: ReadonlyArray<readonly [name: string, wholeAnswer: WholeAnswer]> = [
    [
      "an error instead of answers",
      () => ({ jsonrpc: "2.0", id: null, error: { code: -32600, message: "batch limit 20 exceeded" } })
    ],
    [
      "an error to the first question alone",
      ([first]) => [{ jsonrpc: "2.0", id: first?.id, error: { code: -32600, message: "batch too large" } }]
    ],
    ["the answer to the first question alone", ([first]) => first],
    ["no answers", () => []],
    ["one answer too few", (answers) => answers.slice(1)],
    ["one answer too many", (answers) => [...answers, { jsonrpc: "2.0", id: 99, result: null }]],
    ["one answer twice", (answers) => [...answers, ...answers.slice(0, 1)]],
    ["one answer twice instead of another", (answers) => [...answers.slice(1), ...answers.slice(1, 2)]],
    ["one answer to a question of its own", (answers) => [...answers.slice(1), { ...answers[0], id: 99 }]],
    ["a page", () => new Response("<html>", { status: 400 })],
    ["what is no JSON", () => new Response("[")]
  ]
  it.effect.each(refusals)("%s", ([, wholeAnswer]) =>
    Effect.gen(function* () {
      const { fetch, sizes } = fakeNodes({ "a.example": { eth_getTransactionReceipt: knows } }, wholeAnswer)
      const rpc = yield* Rpc.make({ urls: [a], chainId: 1, fetch })
      assert.deepStrictEqual(yield* counted(rpc, 10), numbers(10))
      assert.deepStrictEqual(yield* counted(rpc, 3), numbers(3))
      // The chain, the batch that was refused, and each question.
      assert.deepStrictEqual(sizes, [1, 10, ...Array.from({ length: 13 }, () => 1)])
    })
  )

  it.effect("eight at once, and in batches again after it has rested", () =>
    Effect.gen(function* () {
      let takesBatches = false
      let isBroken = false
      let open = 0
      let openMost = 0
      const nodes = fakeNodes({ "a.example": { eth_getTransactionReceipt: knows } }, (answers) =>
        takesBatches ? answers : []
      )
      const rpc = yield* Rpc.make({
        urls: [a],
        chainId: 1,
        fetch: async (url, request) => {
          if (isBroken) return new Response("", { status: 502 })
          openMost = Math.max(openMost, ++open)
          const answer = await nodes.fetch(url, request)
          open--
          return answer
        }
      })
      yield* counted(rpc, 20)
      assert.strictEqual(openMost, 8)
      takesBatches = true
      isBroken = true
      assert.deepStrictEqual(yield* counted(rpc, 2), ["status", "status"])
      isBroken = false
      const before = nodes.sizes.length
      yield* counted(rpc, 20)
      assert.deepStrictEqual(nodes.sizes.slice(before), [1, 20])
    })
  )
})

describe("a batch fails as a whole, and is not asked one by one, when the node", () => {
  const troubles: ReadonlyArray<readonly [name: string, kind: string, wholeAnswer: WholeAnswer]> = [
    ["has had too many requests", "limited", () => new Response("", { status: 429 })],
    [
      "says so in words",
      "limited",
      () => ({ jsonrpc: "2.0", id: null, error: { code: -32005, message: "Too Many Requests" } })
    ],
    ["has a fault", "status", () => new Response("<html>", { status: 502 })],
    [
      "breaks the connection",
      "unreachable",
      () => {
        throw new TypeError("failed")
      }
    ]
  ]
  it.effect.each(troubles)("%s", ([, kind, wholeAnswer]) =>
    Effect.gen(function* () {
      const { fetch, sizes } = fakeNodes({ "a.example": { eth_getTransactionReceipt: knows } }, wholeAnswer)
      const rpc = yield* Rpc.make({ urls: [a], chainId: 1, fetch })
      assert.deepStrictEqual(yield* counted(rpc, 3), [kind, kind, kind])
      assert.deepStrictEqual(sizes, [1, 3])
    })
  )

  it.effect("does not answer in time", () =>
    Effect.gen(function* () {
      const { fetch, sizes } = fakeNodes(
        { "a.example": { eth_getTransactionReceipt: knows } },
        () => new Response(new ReadableStream({ start: (to) => to.enqueue(Buffer.from("[")) }))
      )
      const rpc = yield* Rpc.make({ urls: [a], chainId: 1, fetch })
      const asked = yield* Effect.forkChild(counted(rpc, 3))
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(yield* Fiber.join(asked), ["timeout", "timeout", "timeout"])
      assert.deepStrictEqual(sizes, [1, 3])
    })
  )

  it.effect("is of another chain", () =>
    Effect.gen(function* () {
      const { arrived, fetch } = fakeNodes({ "a.example": { eth_chainId: "0x38" } })
      const rpc = yield* Rpc.make({ urls: [a], chainId: 1, fetch })
      assert.deepStrictEqual(yield* counted(rpc, 2), ["wrongChain", "wrongChain"])
      assert.isEmpty(arrived)
    })
  )
})
