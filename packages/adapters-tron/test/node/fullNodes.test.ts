import { assert, describe, it } from "@effect/vitest"
import type { Hex } from "@quittance/adapters-evm"
import { transferCall } from "@quittance/adapters-evm/parts"
import { Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { fullNodesOf, jsonRpcOf } from "../../src/node/fullNodes.ts"
import type { TronApi } from "../../src/node/TronApi.ts"
import { hexOf } from "./bytes.ts"
import { Refusal } from "./Refusal.ts"
import { TronChain, token } from "./TronChain.ts"
import { type Fetch, TronNode } from "./TronNode.ts"
import { keyOf, tokenTransfer } from "./tronweb.ts"

const payer = keyOf(1)
const holder = keyOf(2)
const stranger = keyOf(3)
const unknown: Hex = `0x${"0".repeat(63)}1`
const key = "0123456789abcdef"

const startChain = () => {
  const chain = new TronChain()
  chain.setAccount(payer.address, { balance: 1_000_000_000n, energyLimit: 100_000n, netLimit: 5_000n })
  chain.giveToken(payer.address, 1_000_000_000n)
  chain.giveToken(holder.address, 1n)
  chain.produceMany(30)
  return chain
}

const chainIdOf = async (node: TronNode): Promise<number> => {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] })
  const response = await node.fetch("http://a/jsonrpc", { method: "POST", body })
  return Number(((await response.json()) as { readonly result: string }).result)
}

/** Nodes of the model at `https://a.example/KEY` and so on. */
const apiOf = Effect.fnUntraced(function* (...nodes: readonly [TronNode, ...ReadonlyArray<TronNode>]) {
  const [first, ...others] = nodes.map((_, index) => `https://${"abc"[index]}.example/${key}/`)
  const fetch: Fetch = (url, request) =>
    nodes["abc".indexOf(new URL(url).hostname[0] ?? "")]?.fetch(url, request) ??
    Promise.reject(new Error(url))
  const chainId = yield* Effect.promise(() => chainIdOf(nodes[0]))
  nodes[0].asked.length = 0
  return yield* fullNodesOf({ chainId, rpcUrls: [first ?? "", ...others] }, fetch)
})

const bytesOf = (chain: TronChain, to: Hex = holder.address, value = 5n) =>
  Effect.map(
    Effect.promise(() => tokenTransfer(chain, payer, to, value)),
    hexOf
  )

describe("of a full node by the rules of java-tron", () => {
  it.effect("blocks are told with their ids, and none that it does not have", () =>
    Effect.gen(function* () {
      const chain = startChain()
      const api = yield* apiOf(new TronNode(chain))
      const expected = ({ id, number, parentId, timestamp }: TronChain["head"]) => ({
        ...{ id, number, parentId, timestamp }
      })
      assert.deepStrictEqual(yield* api.head, expected(chain.head))
      assert.deepStrictEqual(yield* api.solidHead, expected(chain.solid))
      assert.deepStrictEqual(yield* api.block(7), Option.some(expected(chain.at(7))))
      assert.deepStrictEqual(yield* api.block(0), Option.some(expected(chain.at(0))))
      assert.deepStrictEqual(yield* api.block(31), Option.none())
    })
  )

  it.effect("a payment is passed on, waits, is in a block, and has its outcome and its cost", () =>
    Effect.gen(function* () {
      const chain = startChain()
      const node = new TronNode(chain)
      const api = yield* apiOf(node)
      const signed = yield* bytesOf(chain)
      yield* api.broadcast(signed)
      const again = yield* Effect.flip(api.broadcast(signed))
      assert.deepStrictEqual(
        [again._tag, "kind" in again && again.kind],
        ["BroadcastRefused", "alreadyKnown"]
      )
      const [waiting] = node.pending.transactions
      const id = waiting?.id ?? assert.fail("nothing waits")
      assert.isFalse(yield* api.isInBlock(id))
      assert.isTrue(Option.isNone(yield* api.info(id)))
      chain.produce()
      assert.isTrue(yield* api.isInBlock(id))
      const info = Option.getOrThrow(yield* api.info(id))
      const { outcome } = chain.found(id) ?? assert.fail("it is in no block")
      assert.deepStrictEqual(info, {
        ...{ id, blockNumber: 31, isSuccess: true, result: "", contract: token },
        ...{ feeSun: outcome.fee, energyUsed: outcome.energyTotal, logs: outcome.logs }
      } as never)
      assert.lengthOf(info.logs, 1)
      assert.deepStrictEqual(yield* api.infosOfBlock(31), [info])
      assert.deepStrictEqual(yield* api.infosOfBlock(30), [])
      assert.isFalse(yield* api.isInBlock(unknown))
      assert.isTrue(Option.isNone(yield* api.info(unknown)))
      // A slot of the 24 hours in which what was used comes back has passed.
      assert.deepStrictEqual(yield* api.account(payer.address), {
        ...{ isActivated: true, balanceSun: 1_000_000_000n - outcome.fee },
        ...{ energyLeft: 100_000n - outcome.energyUsage + 3n, bandwidthLeft: 5_000n - outcome.netUsage + 1n }
      })
    })
  )

  it.effect("a transaction that ran out of energy is a failure that cost money", () =>
    Effect.gen(function* () {
      const chain = startChain()
      chain.setAccount(payer.address, { balance: 1_000_000_000n, energyLimit: 0n })
      const api = yield* apiOf(new TronNode(chain))
      const signed = hexOf(
        yield* Effect.promise(() => tokenTransfer(chain, payer, holder.address, 5n, { feeLimit: 1_000_000 }))
      )
      yield* api.broadcast(signed)
      chain.produce()
      const [info] = yield* api.infosOfBlock(31)
      assert.deepInclude(info, { isSuccess: false, result: "OUT_OF_ENERGY", feeSun: 1_000_000n, logs: [] })
    })
  )

  it.effect("the energy of a call depends on the recipient, and a call that reverts says why", () =>
    Effect.gen(function* () {
      const api = yield* apiOf(new TronNode(startChain()))
      const call = (to: Hex, value: bigint, contract = token) =>
        api.energyOf({ owner: payer.address, contract, data: transferCall(to, value) })
      assert.strictEqual(yield* call(holder.address, 5n), 64_285n)
      assert.strictEqual(yield* call(stranger.address, 5n), 130_285n)
      const tooMuch = yield* Effect.flip(call(holder.address, 10n ** 12n))
      assert.strictEqual(tooMuch._tag, "CallReverted")
      assert.notMatch(tooMuch.reason, /\\x|0x08c379a0/)
      const missing = yield* Effect.flip(call(holder.address, 5n, stranger.address))
      assert.deepStrictEqual([missing._tag, missing.reason], ["CallReverted", "Smart contract is not exist."])
    })
  )

  it.effect("an account that nobody ever sent TRX is not activated", () =>
    Effect.gen(function* () {
      const api = yield* apiOf(new TronNode(startChain()))
      assert.deepStrictEqual(yield* api.account(stranger.address), {
        ...{ isActivated: false, balanceSun: 0n, energyLeft: 0n, bandwidthLeft: 0n }
      })
      assert.deepStrictEqual(yield* api.parameters, {
        ...{ energyPriceSun: 100n, bandwidthPriceSun: 1_000n, maxFeeLimitSun: 15_000_000_000n }
      })
    })
  )

  it.effect("a node that keeps no outcomes is not believed that nothing happened", () =>
    Effect.gen(function* () {
      const chain = startChain()
      const [poor, good] = [new TronNode(chain), new TronNode(chain)]
      poor.broadcast(yield* Effect.promise(() => tokenTransfer(chain, payer, holder.address, 5n)))
      chain.produce()
      const forgetful: Fetch = (url, request) =>
        url.endsWith("gettransactioninfobyblocknum") && url.includes("a.example")
          ? Promise.resolve(Response.json([]))
          : (url.includes("a.example") ? poor : good).fetch(url, request)
      const chainId = yield* Effect.promise(() => chainIdOf(good))
      const api = yield* fullNodesOf(
        { chainId, rpcUrls: ["https://a.example", "https://b.example"] },
        forgetful
      )
      assert.lengthOf(yield* api.infosOfBlock(31), 1)
      const failure = yield* Effect.flip(api.nodes[0]?.infosOfBlock(31) ?? assert.fail("no node"))
      assert.strictEqual(failure.reason, "it does not keep the outcomes of the transactions of block 31")
    })
  )

  it.effect(
    "a broadcast that is refused says so in words, and a node without peers is not the last one asked",
    () =>
      Effect.gen(function* () {
        const chain = startChain()
        const [busy, other] = [new TronNode(chain), new TronNode(chain)]
        const api = yield* apiOf(busy, other)
        const signed = yield* bytesOf(chain)
        busy.refusesAll = new Refusal("NO_CONNECTION", "No connection.")
        yield* api.broadcast(signed)
        assert.lengthOf(other.pending.transactions, 1)
        const late = hexOf(
          yield* Effect.promise(() =>
            tokenTransfer(chain, payer, holder.address, 5n, { expiration: chain.head.timestamp })
          )
        )
        busy.refusesAll = undefined
        const refused = yield* Effect.flip(api.broadcast(late))
        assert.deepInclude(refused, {
          ...{ _tag: "BroadcastRefused", kind: "other", host: "a.example" },
          reason: refused.reason
        } as never)
        assert.match(refused.reason, /^TRANSACTION_EXPIRATION_ERROR: /)
        const nothing = yield* Effect.flip(api.broadcast("0x0a02"))
        assert.strictEqual(nothing.reason, "it is not a transaction of this adapter")
      })
  )

  it.effect("another node takes over, and a node of another chain is not asked", () =>
    Effect.gen(function* () {
      const chain = startChain()
      const [down, up] = [new TronNode(chain), new TronNode(chain)]
      const api = yield* apiOf(down, up)
      down.isDown = true
      assert.strictEqual((yield* api.head).number, 30)
      up.asked.length = 0
      yield* api.head
      assert.deepStrictEqual(up.asked, ["getnowblock"])
      const wrong = yield* fullNodesOf({ chainId: 1, rpcUrls: ["https://a.example"] }, up.fetch)
      up.asked.length = 0
      const failure = yield* Effect.flip(wrong.head)
      assert.strictEqual(failure.kind, "wrongChain")
      assert.deepStrictEqual(up.asked, ["eth_chainId"])
    })
  )

  it.effect("its JSON-RPC is asked below the same URL", () =>
    Effect.gen(function* () {
      const chain = startChain()
      const node = new TronNode(chain)
      const chainId = yield* Effect.promise(() => chainIdOf(node))
      const rpc = yield* jsonRpcOf({ chainId, rpcUrls: [`https://a.example/${key}`] }, node.fetch)
      assert.strictEqual((yield* rpc.head("finalized")).hash, chain.solid.id)
    })
  )
})

const id: Hex = `0x${"d".repeat(64)}`
const blockId = `${"5".padStart(16, "0")}${"b".repeat(48)}`

const block = (changes: object = {}) => ({
  blockID: blockId,
  block_header: { raw_data: { number: 5, parentHash: "a".repeat(64), timestamp: 1_700_000_000_000 } },
  ...changes
})

const info = (changes: object = {}) => ({
  id: id.slice(2),
  blockNumber: 5,
  receipt: { result: "SUCCESS", energy_usage_total: 64_285 },
  ...changes
})

const url = `https://a.example/${key}`

/** One node that answers this to a method, whatever is asked. */
const answering = Effect.fnUntraced(function* (answers: Record<string, unknown>, apiKey?: string, at = url) {
  const arrived: Array<{ readonly url: string; readonly request: RequestInit }> = []
  const fetch: Fetch = async (asked, request) => {
    arrived.push({ url: asked, request })
    const body = JSON.parse(String(request.body))
    const name = new URL(asked).pathname.split("/").at(-1) ?? ""
    if (name === "jsonrpc") return Response.json({ jsonrpc: "2.0", id: body.id, result: "0x1" })
    const answer = answers[name]
    const given = typeof answer === "function" ? await answer() : answer
    return given instanceof Response ? given : Response.json(given ?? {})
  }
  return { api: yield* fullNodesOf({ apiKey, chainId: 1, rpcUrls: [at] }, fetch), arrived }
})

describe("a full node that gives no usable answer is unavailable, and named without its key", () => {
  const json = (text: string) => () => new Response(text, { headers: { "content-type": "application/json" } })
  const cases: ReadonlyArray<readonly [string, string, string, unknown]> = [
    [
      "a web page",
      "malformed",
      "it answers with a web page, not JSON",
      () => new Response("<html>", { headers: { "content-type": "text/html" } })
    ],
    ["half an answer", "malformed", "no answer in JSON (application/json)", json('{"blockID":')],
    ["nothing", "malformed", "no answer in JSON (no content type)", () => new Response(null)],
    ["no block", "malformed", "it is not an answer of this method", {}],
    ["a short id", "malformed", "it is not an answer of this method", block({ blockID: "bb" })],
    [
      "an id of another number",
      "malformed",
      "it answers another request",
      block({ blockID: "b".repeat(64) })
    ],
    [
      "a login",
      "login",
      "it wants a login, or refuses the one that it got (status 401)",
      () => new Response("", { status: 401 })
    ],
    ["a redirection", "status", "status 302", () => Response.redirect("https://login.example", 302)],
    ["a fault", "status", "status 502", () => new Response("<html>", { status: 502 })],
    [
      "a refusal to answer so often",
      "limited",
      "status 429",
      () => Response.json({ Error: "x" }, { status: 429 })
    ],
    [
      "that it has too much to do",
      "limited",
      "class java.lang.IllegalAccessException : lack of computing resources",
      { Error: "class java.lang.IllegalAccessException : lack of computing resources" }
    ],
    [
      "a fault of its own with status 200",
      "refused",
      "class java.lang.NullPointerException : null",
      { Error: "class java.lang.NullPointerException : null" }
    ],
    ["words that repeat the key", "refused", "key … is not allowed", { Error: `key ${key} is not allowed` }],
    [
      "a broken connection",
      "cutOff",
      "the connection ended before the answer did (ECONNRESET)",
      () => Promise.reject(new TypeError(`failed: ${url}`, { cause: { code: "ECONNRESET" } }))
    ]
  ]
  it.effect.each(cases)("%s", ([, kind, reason, answer]) =>
    Effect.gen(function* () {
      const { api } = yield* answering({ getnowblock: answer })
      const failure = yield* Effect.flip(api.head)
      assert.deepInclude(failure, { host: "a.example", method: "getnowblock", kind, reason } as never)
      assert.notInclude(String(failure.stack) + JSON.stringify(failure), key)
    })
  )

  it.effect("no answer in time", () =>
    Effect.gen(function* () {
      const { api, arrived } = yield* answering({ getnowblock: () => new Promise(() => {}) })
      const asked = yield* Effect.forkChild(Effect.flip(api.head))
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual((yield* Fiber.join(asked)).kind, "timeout")
      assert.isTrue(arrived.at(-1)?.request.signal?.aborted)
    })
  )
})

describe("a full node is not believed", () => {
  const other = "e".repeat(64)
  const cases: ReadonlyArray<
    readonly [string, string, unknown, (api: TronApi) => Effect.Effect<unknown, unknown>]
  > = [
    ["with another block", "getblockbynum", block(), (api) => api.block(6)],
    ["with the outcome of another", "gettransactioninfobyid", info({ id: other }), (api) => api.info(id)],
    [
      "with an outcome in no block",
      "gettransactioninfobyid",
      { id: id.slice(2), receipt: {} },
      (api) => api.info(id)
    ],
    [
      "with outcomes of another block",
      "gettransactioninfobyblocknum",
      [info()],
      (api) => api.infosOfBlock(6)
    ],
    [
      "with one outcome twice",
      "gettransactioninfobyblocknum",
      [info(), info()],
      (api) => api.infosOfBlock(5)
    ],
    ["with another transaction", "gettransactionbyid", { txID: other }, (api) => api.isInBlock(id)],
    ["with another account", "getaccount", { address: `41${"a".repeat(40)}` }, (api) => api.account(token)],
    [
      "with less than no TRX",
      "getaccount",
      { address: `41${token.slice(2)}`, balance: -1 },
      (api) => api.account(token)
    ],
    [
      "without prices",
      "getchainparameters",
      { chainParameter: [{ key: "getEnergyFee" }] },
      (api) => api.parameters
    ],
    [
      "that a call takes no energy",
      "triggerconstantcontract",
      { result: { result: true }, transaction: { ret: [{}] } },
      (api) => api.energyOf({ owner: token, contract: token, data: "0x" })
    ]
  ]
  it.effect.each(cases)("%s", ([, method, answer, ask]) =>
    Effect.gen(function* () {
      const { api } = yield* answering({ [method]: answer })
      const failure = yield* Effect.flip(ask(api))
      assert.deepInclude(failure, { _tag: "RpcUnavailable", kind: "malformed", method } as never)
    })
  )
})

describe("a transaction looks like a success only if its contract says so", () => {
  const failures = [
    ["DEFAULT", { receipt: {} }],
    ["DEFAULT", { receipt: { energy_usage_total: 5 } }],
    ["FAILED", { result: "FAILED" }],
    ["FAILED", { result: "FAILED", receipt: {} }],
    ["REVERT", { receipt: { result: "REVERT" }, result: "FAILED" }],
    ["REVERT", { receipt: { result: "REVERT" } }],
    ["OUT_OF_ENERGY", { receipt: { result: "OUT_OF_ENERGY" } }],
    ["OUT_OF_TIME", { receipt: { result: "OUT_OF_TIME" } }],
    ["success", { receipt: { result: "success" } }],
    ["UNHEARD_OF", { result: "UNHEARD_OF" }]
  ] as const
  const log = { address: token.slice(2), topics: ["1".repeat(64)], data: "" }
  it.effect.each(failures)("%s, not with %o", ([result, changes]) =>
    Effect.gen(function* () {
      const { api } = yield* answering({ gettransactioninfobyid: info({ fee: 7, log: [log], ...changes }) })
      const found = Option.getOrThrow(yield* api.info(id))
      assert.deepInclude(found, { isSuccess: false, result, feeSun: 7n, logs: [] } as never)
    })
  )

  it.effect("and what is left out is zero", () =>
    Effect.gen(function* () {
      const { api } = yield* answering({ gettransactioninfobyid: info() })
      assert.deepInclude(Option.getOrThrow(yield* api.info(id)), {
        isSuccess: true,
        result: "",
        feeSun: 0n
      } as never)
    })
  )
})

it.effect("numbers beyond what JavaScript has exactly are exact", () =>
  Effect.gen(function* () {
    const text = `{"address":"41${token.slice(2)}","balance":9007199254740993,"x":[99999999999999999999,1.5e300]}`
    const { api } = yield* answering({ getaccount: () => new Response(text) })
    assert.strictEqual((yield* api.account(token)).balanceSun, 9_007_199_254_740_993n)
    const { api: tooLarge } = yield* answering({
      getaccount: () => new Response(text.replace("9007199254740993", "9223372036854775808"))
    })
    assert.strictEqual((yield* Effect.flip(tooLarge.account(token))).kind, "malformed")
  })
)

it.effect("only nodes of TronGrid get its key, over TLS, and nobody is shown it", () =>
  Effect.gen(function* () {
    const apiKey = "11112222-3333-4444-5555-666677778888"
    const keyAt = Effect.fnUntraced(function* (at: string) {
      const { api, arrived } = yield* answering({ getnowblock: { Error: `bad ${apiKey}` } }, apiKey, at)
      const { reason } = yield* Effect.flip(api.head)
      return {
        reason,
        keys: arrived.map(({ request }) => new Headers(request.headers).get("TRON-PRO-API-KEY"))
      }
    })
    for (const at of ["https://api.trongrid.io", "https://nile.trongrid.io/"])
      assert.deepStrictEqual(yield* keyAt(at), { reason: "bad …", keys: [apiKey, apiKey] })
    for (const at of [
      "http://api.trongrid.io",
      "https://trongrid.io.example",
      "https://eviltrongrid.io",
      url
    ])
      assert.deepStrictEqual((yield* keyAt(at)).keys, [null, null])
  })
)

it.effect("a key in the query of a URL stays where it is", () =>
  Effect.gen(function* () {
    const { api, arrived } = yield* answering(
      { getnowblock: block() },
      undefined,
      `${url}/?token=secret-token`
    )
    yield* api.head
    assert.deepStrictEqual(
      arrived.map((each) => each.url),
      [`${url}/jsonrpc?token=secret-token`, `${url}/wallet/getnowblock?token=secret-token`]
    )
  })
)
