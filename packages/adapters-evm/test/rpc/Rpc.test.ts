import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { Rpc, type RpcOptions } from "../../src/rpc/Rpc.ts"
import {
  type Answer,
  type Arrived,
  addressOf,
  block,
  type FakeNodes,
  fakeNodes,
  hashOf,
  log,
  only,
  receipt,
  Says
} from "./fakeNodes.ts"

const a = "https://a.example/v3/0123456789abcdef"
const b = "https://b.example"

const rpcOf = ({ fetch }: FakeNodes, options: Partial<RpcOptions> = {}) =>
  Rpc.make({ urls: [a], chainId: 1, fetch, ...options })

const filter = { address: addressOf("C"), topics: [hashOf("1"), null] } as const

const html = () => new Response("<html>Sign in</html>", { headers: { "content-type": "text/html" } })

describe("a node that gives no usable answer is unavailable, and named without its key", () => {
  const cases: ReadonlyArray<readonly [name: string, kind: string, reason: string, answer: Answer]> = [
    ["a login page", "malformed", "it answers with a web page, not JSON-RPC", html],
    [
      "a login",
      "login",
      "it wants a login, or refuses the one that it got (status 401)",
      () => new Response("who are you?", { status: 401 })
    ],
    ...[
      "missing trie node 5f2c (path )",
      "pruned history unavailable",
      "required historical state unavailable (reexec=128)"
    ].map(
      (words) =>
        [
          "what it has thrown away",
          "refused",
          `it does not keep data that old (${words})`,
          new Says(-32000, words)
        ] as const
    ),
    ["nothing", "malformed", "no JSON-RPC answer (no content type)", () => new Response(null)],
    ["null for a block that must exist", "malformed", "it is not an answer of this method", null],
    [
      "a number that is no text",
      "malformed",
      "it is not an answer of this method",
      { ...block(5), number: 5 }
    ],
    ["a short hash", "malformed", "it is not an answer of this method", { ...block(5), hash: "0xbb" }],
    [
      "a number beyond what is exact",
      "malformed",
      "it is not an answer of this method",
      { ...block(5), number: "0x20000000000000" }
    ],
    [
      "the answer to another question",
      "malformed",
      "no JSON-RPC answer (application/json)",
      () => Response.json({ jsonrpc: "2.0", id: 999, result: block(5) })
    ],
    [
      "another protocol",
      "malformed",
      "no JSON-RPC answer (application/json)",
      ({ id }: Arrived) =>
        Response.json({ jsonrpc: "1.0", id, result: block(5), error: { code: 1, message: "x" } })
    ],
    [
      "a list of answers",
      "malformed",
      "no JSON-RPC answer (application/json)",
      ({ id }: Arrived) => Response.json([{ jsonrpc: "2.0", id, result: block(5) }])
    ],
    ["a redirection", "status", "status 302", () => Response.redirect("https://login.example", 302)],
    ["a fault", "status", "status 502", () => new Response("<html>", { status: 502 })],
    ["a refusal to answer so often", "limited", "status 429", () => new Response("", { status: 429 })],
    ["an error of that kind", "limited", "Too Many Requests", new Says(-32005, "Too Many Requests")],
    [
      "an error that repeats the key",
      "refused",
      "key … is not allowed",
      new Says(-32000, "key 0123456789abcdef is not allowed")
    ],
    [
      "a refusal of everything for a while",
      "limited",
      "it refuses requests for now, because there were too many or because of the login (status 403)",
      () => new Response("Forbidden", { status: 403 })
    ],
    [
      "such a refusal in the protocol",
      "limited",
      "not allowed",
      () =>
        Response.json(
          { jsonrpc: "2.0", id: null, error: { code: -32052, message: "not allowed" } },
          { status: 403 }
        )
    ],
    [
      "a method that it does not have",
      "unsupported",
      "the method does not exist",
      new Says(-32601, "the method does not exist")
    ],
    [
      "a reason beside the message",
      "refused",
      "Invalid params: exceed max range limit",
      new Says(-32602, "Invalid params", "exceed max range limit")
    ],
    [
      "no connection",
      "unreachable",
      "no connection (ECONNREFUSED)",
      () => Promise.reject(new TypeError(`failed: ${a}`, { cause: { code: "ECONNREFUSED" } }))
    ],
    [
      "a broken connection",
      "cutOff",
      "the connection ended before the answer did (ECONNRESET)",
      () => Promise.reject(new TypeError(`failed: ${a}`, { cause: { code: "ECONNRESET" } }))
    ],
    [
      "half an answer",
      "cutOff",
      "the connection ended before the answer did",
      () =>
        new Response(
          new ReadableStream({
            pull: (to) => to.error(new TypeError(`terminated: ${a}`))
          })
        )
    ],
    ["a failure without a code", "unreachable", "no connection", () => Promise.reject(new Error(a))]
  ]
  it.effect.each(cases)("%s", ([, kind, reason, answer]) =>
    Effect.gen(function* () {
      const rpc = yield* rpcOf(fakeNodes({ "a.example": { eth_getBlockByNumber: answer } }))
      const failure = yield* Effect.flip(rpc.head("latest"))
      assert.deepStrictEqual({ ...failure }, {
        _tag: "RpcUnavailable",
        host: "a.example",
        method: "eth_getBlockByNumber",
        kind,
        reason
      } as never)
      assert.notInclude(String(failure.stack) + JSON.stringify(failure), "0123456789abcdef")
    })
  )

  it.effect("no answer in time, not even to the rest of it", () =>
    Effect.gen(function* () {
      const hanging = () => new Promise<never>(() => {})
      const endless = () => new Response(new ReadableStream({ start: (to) => to.enqueue(Buffer.from("{")) }))
      for (const answer of [hanging, endless]) {
        const nodes = fakeNodes({ "a.example": { eth_getBlockByNumber: answer } })
        const rpc = yield* rpcOf(nodes)
        const asked = yield* Effect.forkChild(Effect.flip(rpc.head("latest")))
        yield* TestClock.adjust("10 seconds")
        const failure = yield* Fiber.join(asked)
        assert.deepStrictEqual([failure.kind, failure.reason], ["timeout", "no answer in 10000 ms"])
        assert.isTrue(nodes.arrived[0]?.request.signal?.aborted)
      }
    })
  )

  it.effect("another chain", () =>
    Effect.gen(function* () {
      const nodes = fakeNodes({ "a.example": { eth_chainId: "0x38", eth_getBlockByNumber: block(5) } })
      const failure = yield* Effect.flip((yield* rpcOf(nodes)).head("latest"))
      assert.deepStrictEqual([failure.kind, failure.reason], ["wrongChain", "it is chain 56, not 1"])
      assert.isEmpty(nodes.arrived)
    })
  )

  it.effect("more than is read, and the rest is given up", () =>
    Effect.gen(function* () {
      let given = 0
      let isCancelled = false
      const endless = () =>
        new Response(
          new ReadableStream({
            pull: (to) => {
              given++
              to.enqueue(new Uint8Array(1000))
            },
            cancel: () => {
              isCancelled = true
            }
          })
        )
      const nodes = fakeNodes({ "a.example": { eth_getBlockByNumber: endless, eth_getLogs: endless } })
      const rpc = yield* rpcOf(nodes, { answerBytesMax: 10_000 })
      const failure = yield* Effect.flip(rpc.head("latest"))
      assert.deepStrictEqual(
        [failure.kind, failure.reason],
        ["tooLarge", "the answer has more than 10000 bytes"]
      )
      assert.isBelow(given, 15)
      assert.isTrue(isCancelled)
      // Fewer logs may fit.
      const logs = yield* Effect.flip(rpc.logsOfBlock(hashOf("b"), filter))
      assert.strictEqual(logs._tag, "TooMuch")
    })
  )
})

describe("a node is not believed when it answers", () => {
  const believed = (
    method: string,
    answer: Answer,
    ask: (rpc: Rpc["Service"]) => Effect.Effect<unknown, unknown>
  ) =>
    Effect.gen(function* () {
      const rpc = yield* rpcOf(
        fakeNodes({ "a.example": { eth_getBlockByNumber: block(5), [method]: answer } })
      )
      return yield* Effect.result(ask(rpc))
    })

  const ofBlock = (rpc: Rpc["Service"]) => rpc.logsOfBlock(hashOf("B"), filter)
  const ofRange = (rpc: Rpc["Service"]) => rpc.logsOfRange(3, 5, filter)
  const ofReceipt = (rpc: Rpc["Service"]) => rpc.receipt(hashOf("D"))
  const ofBytes = (rpc: Rpc["Service"]) => only(rpc.broadcasts(["0x02c0"]))

  it.effect.each([
    ["with logs that fit", "eth_getLogs", [log(), log({ logIndex: "0x1" })], ofBlock, true],
    ["the same log twice", "eth_getLogs", [log(), log()], ofBlock, false],
    ["logs of another block", "eth_getLogs", [log({ blockHash: hashOf("f") })], ofBlock, false],
    ["logs of another contract", "eth_getLogs", [log({ address: addressOf("d") })], ofBlock, false],
    ["logs of another event", "eth_getLogs", [log({ topics: [hashOf("3"), hashOf("2")] })], ofBlock, false],
    ["logs with too few topics", "eth_getLogs", [log({ topics: [] })], ofBlock, false],
    ["removed logs", "eth_getLogs", [log({ removed: true })], ofBlock, false],
    ["logs that wait for a block", "eth_getLogs", [log({ blockHash: null })], ofBlock, false],
    ["null instead of logs", "eth_getLogs", null, ofBlock, false],
    [
      "with logs in the range",
      "eth_getLogs",
      [log(), log({ blockNumber: "0x3", blockHash: hashOf("9") })],
      ofRange,
      true
    ],
    ["logs above the range", "eth_getLogs", [log({ blockNumber: "0x6" })], ofRange, false],
    ["logs below the range", "eth_getLogs", [log({ blockNumber: "0x2" })], ofRange, false],
    ["with a receipt", "eth_getTransactionReceipt", receipt(), ofReceipt, true],
    [
      "the receipt of another transaction",
      "eth_getTransactionReceipt",
      receipt({ transactionHash: hashOf("f") }),
      ofReceipt,
      false
    ],
    [
      "a receipt with logs of another transaction",
      "eth_getTransactionReceipt",
      receipt({ logs: [log({ transactionHash: hashOf("f") })] }),
      ofReceipt,
      false
    ],
    [
      "a receipt with logs of another block",
      "eth_getTransactionReceipt",
      receipt({ logs: [log({ blockHash: hashOf("f") })] }),
      ofReceipt,
      false
    ],
    [
      "a receipt without a status",
      "eth_getTransactionReceipt",
      receipt({ status: undefined }),
      ofReceipt,
      false
    ],
    [
      "a receipt with a third status",
      "eth_getTransactionReceipt",
      receipt({ status: "0x2" }),
      ofReceipt,
      false
    ],
    [
      "with the hash of what was broadcast",
      "eth_sendRawTransaction",
      "0xd8b9161e8ea15e2f3ec00b0fa2a8a8ba5c9ca62b5e4a2a4f1d9a7e2b4b4f8a6c",
      ofBytes,
      false
    ],
    ["another block", "eth_getBlockByNumber", block(6), (rpc: Rpc["Service"]) => rpc.block(5), false],
    [
      "another transaction",
      "eth_getTransactionByHash",
      {
        hash: hashOf("f"),
        from: addressOf("a"),
        to: null,
        nonce: "0x0",
        value: "0x0",
        input: "0x",
        blockHash: null
      },
      (rpc: Rpc["Service"]) => rpc.transaction(hashOf("d")),
      false
    ],
    [
      "fees of fewer blocks than it names",
      "eth_feeHistory",
      { oldestBlock: "0x1", baseFeePerGas: ["0x1", "0x1"], reward: [["0x1"], ["0x1"]] },
      (rpc: Rpc["Service"]) => rpc.feeHistory(2, [50]),
      false
    ]
  ] as const)("%s", ([, method, answer, ask, isBelieved]) =>
    Effect.gen(function* () {
      const result = yield* believed(method, answer, ask)
      assert.strictEqual(result._tag, isBelieved ? "Success" : "Failure")
      if (result._tag === "Failure") assert.propertyVal(result.failure, "kind", "malformed")
    })
  )

  it.effect("None for what it does not know", () =>
    Effect.gen(function* () {
      const rpc = yield* rpcOf(
        fakeNodes({
          "a.example": {
            eth_getBlockByNumber: null,
            eth_getTransactionReceipt: null,
            eth_getTransactionByHash: null
          }
        })
      )
      assert.isTrue(Option.isNone(yield* rpc.block(5)))
      assert.isTrue(Option.isNone(yield* rpc.receipt(hashOf("d"))))
      assert.isTrue(Option.isNone(yield* rpc.transaction(hashOf("d"))))
    })
  )
})

describe("logs of a range", () => {
  it.effect("are not asked of a node that has not seen its last block", () =>
    Effect.gen(function* () {
      const nodes = fakeNodes({ "a.example": { eth_getBlockByNumber: null, eth_getLogs: [] } })
      const failure = yield* Effect.flip((yield* rpcOf(nodes)).logsOfRange(3, 5, filter))
      assert.deepStrictEqual({ ...failure }, { _tag: "BlockUnknown", host: "a.example", block: "5" } as never)
      assert.deepStrictEqual(
        nodes.arrived.map(({ method }) => method),
        ["eth_getBlockByNumber"]
      )
    })
  )

  it.effect("come with the last block, which a reorganisation in between does not replace unseen", () =>
    Effect.gen(function* () {
      const answers = { eth_getBlockByNumber: block(5, hashOf("7")), eth_getLogs: [log()] }
      const failure = yield* Effect.flip(
        (yield* rpcOf(fakeNodes({ "a.example": answers }))).logsOfRange(3, 5, filter)
      )
      assert.strictEqual(failure._tag, "BlockUnknown")
    })
  )
})

describe("of several nodes", () => {
  const urls = [a, b] as const
  const arrivedAt = ({ arrived }: FakeNodes) => arrived.map(({ host }) => host)

  it.effect(
    "the next one is asked when one gives no usable answer, and first until that one has rested",
    () =>
      Effect.gen(function* () {
        let isBroken = true
        const nodes = fakeNodes({
          "a.example": { eth_getBlockByNumber: () => (isBroken ? html() : block(5)) },
          "b.example": { eth_getBlockByNumber: block(6) }
        })
        const rpc = yield* rpcOf(nodes, { urls })
        const numbers = [(yield* rpc.head("latest")).number, (yield* rpc.head("latest")).number]
        isBroken = false
        yield* TestClock.adjust("29 seconds")
        numbers.push((yield* rpc.head("latest")).number)
        yield* TestClock.adjust("1 second")
        numbers.push((yield* rpc.head("latest")).number)
        assert.deepStrictEqual(numbers, [6, 6, 6, 5])
        assert.deepStrictEqual(arrivedAt(nodes), [
          "a.example",
          "b.example",
          "b.example",
          "b.example",
          "a.example"
        ])
      })
  )

  it.effect("a node that rested proves its chain again", () =>
    Effect.gen(function* () {
      let chain = "0x1"
      let answer: () => unknown = () => block(5)
      const nodes = fakeNodes({
        "a.example": { eth_chainId: () => chain, eth_getBlockByNumber: () => answer() },
        "b.example": { eth_getBlockByNumber: block(6) }
      })
      const rpc = yield* rpcOf(nodes, { urls })
      yield* rpc.head("latest")
      answer = html
      yield* rpc.head("latest")
      chain = "0x38"
      answer = () => block(1)
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual((yield* rpc.head("latest")).number, 6)
    })
  )

  it.effect("the failure of the preferred one is told when none answers", () =>
    Effect.gen(function* () {
      const nodes = fakeNodes({
        "a.example": { eth_getBlockByNumber: html },
        "b.example": { eth_chainId: "0x2" }
      })
      const failure = yield* Effect.flip((yield* rpcOf(nodes, { urls })).head("latest"))
      assert.deepStrictEqual([failure.host, failure.kind], ["a.example", "malformed"])
    })
  )

  it.effect("a block is unknown only if every one says so", () =>
    Effect.gen(function* () {
      const unknown = { eth_getLogs: new Says(-32000, "unknown block") }
      const ask = (nodes: Record<string, Record<string, Answer>>) =>
        Effect.flatMap(rpcOf(fakeNodes(nodes), { urls }), (rpc) => rpc.logsOfBlock(hashOf("b"), filter))
      const all = yield* Effect.flip(ask({ "a.example": unknown, "b.example": unknown }))
      assert.strictEqual(all._tag, "BlockUnknown")
      const some = yield* Effect.flip(ask({ "a.example": unknown, "b.example": { eth_getLogs: html } }))
      assert.strictEqual(some._tag, "RpcUnavailable")
      assert.lengthOf(yield* ask({ "a.example": unknown, "b.example": { eth_getLogs: [log()] } }), 1)
    })
  )

  it.effect("a limit or a refused broadcast is not taken to another", () =>
    Effect.gen(function* () {
      const nodes = fakeNodes({
        "a.example": {
          eth_getLogs: new Says(-32005, "query returned more than 10000 results"),
          eth_sendRawTransaction: new Says(-32000, "nonce too low")
        }
      })
      const rpc = yield* rpcOf(nodes, { urls })
      assert.strictEqual((yield* Effect.flip(rpc.logsOfBlock(hashOf("b"), filter)))._tag, "TooMuch")
      assert.strictEqual((yield* Effect.flip(only(rpc.broadcasts(["0x02c0"]))))._tag, "BroadcastRefused")
      assert.deepStrictEqual(arrivedAt(nodes), ["a.example", "a.example"])
    })
  )

  it.effect("each can be asked alone", () =>
    Effect.gen(function* () {
      const nodes = fakeNodes({
        "a.example": { eth_getBlockByNumber: block(5) },
        "b.example": { eth_getBlockByNumber: block(6) }
      })
      const { nodes: each } = yield* rpcOf(nodes, { urls })
      const numbers = yield* Effect.forEach(each, (node) => node.head("latest"))
      assert.deepStrictEqual(
        [each.map(({ host }) => host), numbers.map(({ number }) => number)],
        [
          ["a.example", "b.example"],
          [5, 6]
        ]
      )
    })
  )
})

describe("a URL", () => {
  it.effect("keeps its key, and its login becomes a header", () =>
    Effect.gen(function* () {
      const nodes = fakeNodes({
        "c.example:8545": { eth_getBlockByNumber: new Says(1, "no p@ssword1, p%40ssword1 or querykey1") }
      })
      const urls = ["https://user:p%40ssword1@c.example:8545/path?key=querykey1"] as const
      const failure = yield* Effect.flip((yield* rpcOf(nodes, { urls })).head("latest"))
      assert.deepStrictEqual([failure.host, failure.reason], ["c.example:8545", "no …, … or …"])
      const [{ request, url }] = nodes.arrived as [(typeof nodes.arrived)[number]]
      assert.strictEqual(url, "https://c.example:8545/path?key=querykey1")
      assert.propertyVal(
        request.headers,
        "authorization",
        `Basic ${Buffer.from("user:p@ssword1").toString("base64")}`
      )
    })
  )

  it.effect.each([
    ["not-a-url-with-key", "is no URL"],
    ["file:///key", "must begin with https:// or http://"],
    ["wss://a.example/key", "must begin with https:// or http://"]
  ] as const)("that is none for a node is refused and not repeated: %s", ([url, reason]) =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(rpcOf(fakeNodes({}), { urls: [url] }))
      assert.deepStrictEqual({ ...failure }, { _tag: "NodeUrlRefused", reason } as never)
    })
  )
})
