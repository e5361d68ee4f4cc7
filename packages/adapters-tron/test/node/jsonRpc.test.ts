import { beforeEach, describe, expect, it } from "vitest"
import { addressWord, hex41, wordOf } from "./bytes.ts"
import { token } from "./TronChain.ts"
import { tokenTransfer } from "./tronweb.ts"
import { ask, holder, paid, payer, resultOf, rpc, startWorld, stranger } from "./world.ts"

let world = startWorld()
let { chain, node } = world

beforeEach(() => {
  world = startWorld()
  ;({ chain, node } = world)
})

const failure = (code: number, message: string) => ({
  jsonrpc: "2.0",
  id: 1,
  error: { code, message, data: "{}" }
})

const balanceOf = `0x70a08231${addressWord(holder.address).slice(2)}`

it("the chain's id is the end of the first block's", async () => {
  expect(await resultOf(node, "eth_chainId")).toBe(`0x${chain.at(0).id.slice(-8)}`)
  expect(Number(await resultOf(node, "eth_chainId"))).toBe(chain.chainId)
})

describe("a block", () => {
  it("has seconds, no bloom filter, and the ids of its transactions", async () => {
    const { block, transaction } = await paid(world)
    const shown = await resultOf(node, "eth_getBlockByNumber", "latest", false)
    expect(shown).toMatchObject({
      ...{ number: "0x4", hash: block.id, parentHash: block.parentId, logsBloom: `0x${"0".repeat(512)}` },
      ...{ timestamp: `0x${(block.timestamp / 1000).toString(16)}`, transactions: [transaction.id] }
    })
    expect(await resultOf(node, "eth_getBlockByNumber", "0x4", false)).toEqual(shown)
    expect(await resultOf(node, "eth_getBlockByHash", block.id, false)).toEqual(shown)
    expect(await resultOf(node, "eth_getBlockByNumber", "0x4", true)).toMatchObject({
      transactions: [{ hash: transaction.id, from: payer.address, to: token, value: "0x0" }]
    })
    expect(await resultOf(node, "eth_blockNumber")).toBe("0x4")
    expect(await resultOf(node, "eth_getBlockByNumber", "0x5", false)).toBeNull()
  })

  it("that was replaced is gone", async () => {
    const { id } = chain.head
    chain.reorganise(1)
    expect(await resultOf(node, "eth_getBlockByHash", id, false)).toBeNull()
    expect(await rpc(node, "eth_getLogs", { blockHash: id })).toEqual(failure(-32602, "invalid blockHash"))
  })

  it("is finalized when it is solid; other names are refused", async () => {
    chain.produceMany(40)
    expect(await resultOf(node, "eth_getBlockByNumber", "finalized", false)).toMatchObject({
      hash: chain.solid.id
    })
    expect(await rpc(node, "eth_getBlockByNumber", "pending", false)).toEqual(
      failure(-32602, "TAG pending not supported")
    )
    expect(await rpc(node, "eth_getBlockByNumber", "safe", false)).toEqual(
      failure(-32602, "invalid block number")
    )
  })
})

describe("logs", () => {
  it("are found by block and by range, by address and topics", async () => {
    const first = await paid(world)
    const second = await paid(world)
    const found = (filter: object) => resultOf(node, "eth_getLogs", { address: token, ...filter })
    const log = {
      ...{ logIndex: "0x0", transactionIndex: "0x0", transactionHash: first.transaction.id, removed: false },
      ...{ blockHash: first.block.id, blockNumber: "0x4", address: token, data: `0x${wordOf(5n)}` },
      topics: first.outcome.logs[0]?.topics
    }
    expect(await found({ blockHash: first.block.id })).toEqual([log])
    const range = { fromBlock: "0x0", toBlock: "latest" }
    expect(await found({ ...range, topics: [null, null, addressWord(holder.address)] })).toHaveLength(2)
    expect(await found({ ...range, topics: [null, null, [addressWord(stranger.address)]] })).toEqual([])
    expect(await resultOf(node, "eth_getLogs", { ...range, address: [stranger.address] })).toEqual([])
    node.oldestLogs = second.block.number
    expect(await found(range)).toHaveLength(1)
    expect(await resultOf(node, "eth_getTransactionReceipt", first.transaction.id)).toMatchObject({
      logs: [log]
    })
  })

  it("are not asked over too many blocks, nor in two ways at once", async () => {
    node.rangeMax = 2
    expect(await resultOf(node, "eth_getLogs", { fromBlock: "0x1", toBlock: "0x3" })).toEqual([])
    expect(await rpc(node, "eth_getLogs", { fromBlock: "0x0", toBlock: "0x3" })).toEqual(
      failure(-32602, "exceed max block range: 2")
    )
    expect(await rpc(node, "eth_getLogs", { fromBlock: "0x3", toBlock: "0x1" })).toEqual(
      failure(-32602, "please verify: fromBlock <= toBlock")
    )
    expect(await rpc(node, "eth_getLogs", { blockHash: chain.head.id, fromBlock: "0x1" })).toEqual(
      failure(-32602, "cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other")
    )
  })
})

it("a receipt is there when a block has the transaction, and tells whether it failed", async () => {
  const done = await paid(world)
  const failed = await paid(world, holder.address, 1_000_000)
  expect(await resultOf(node, "eth_getTransactionReceipt", done.transaction.id)).toMatchObject({
    ...{ status: "0x1", gasUsed: "0xfb1d", effectiveGasPrice: "0x64", contractAddress: null, to: token }
  })
  expect(await resultOf(node, "eth_getTransactionReceipt", failed.transaction.id)).toMatchObject({
    ...{ status: "0x0", logs: [], from: payer.address }
  })
  expect(await resultOf(node, "eth_getTransactionReceipt", `0x${"1".repeat(64)}`)).toBeNull()
})

it("a transaction that waits is found too, in no block", async () => {
  const { id } = node.broadcast(await tokenTransfer(chain, payer, holder.address, 5n))
  expect(await resultOf(node, "eth_getTransactionByHash", id)).toMatchObject({
    ...{ hash: id, blockHash: "0x", blockNumber: "0x", from: payer.address }
  })
  expect(await resultOf(node, "eth_getTransactionReceipt", id)).toBeNull()
  chain.produce()
  expect(await resultOf(node, "eth_getTransactionByHash", id)).toMatchObject({ blockNumber: "0x4" })
})

describe("the state", () => {
  it("is the newest one", async () => {
    const call = { to: token, data: balanceOf }
    expect(await resultOf(node, "eth_call", call, "latest")).toBe(`0x${wordOf(1n)}`)
    expect(await resultOf(node, "eth_getBalance", payer.address, "latest")).toBe("0x3b9aca00")
    expect(await resultOf(node, "eth_getBalance", hex41(payer.address), "latest")).toBe("0x3b9aca00")
    expect(await resultOf(node, "eth_getCode", token, "latest")).toBe("0x6080")
    expect(await resultOf(node, "eth_getCode", stranger.address, "latest")).toBe("0x")
    expect(await resultOf(node, "eth_gasPrice")).toBe("0x64")
  })

  it.each(["eth_call", "eth_getBalance", "eth_getCode"])(
    "of another block is not told by %s",
    async (method) => {
      const asked = method === "eth_call" ? { to: token, data: balanceOf } : token
      const tag = failure(-32602, "TAG [earliest | pending | finalized] not supported")
      expect(await rpc(node, method, asked, "finalized")).toEqual(tag)
      expect(await rpc(node, method, asked, "0x1")).toEqual(
        failure(-32602, "QUANTITY not supported, just support TAG as latest")
      )
    }
  )

  it("is asked by calls that may revert, with the reason", async () => {
    const data = `0xa9059cbb${addressWord(holder.address).slice(2)}${wordOf(5n)}`
    const call = { from: stranger.address, to: token, data }
    const reverted = failure(-32000, "REVERT opcode executed: insufficient balance")
    expect(await rpc(node, "eth_call", call, "latest")).toEqual(reverted)
    expect(await rpc(node, "eth_estimateGas", call)).toEqual(reverted)
    expect(await resultOf(node, "eth_estimateGas", { ...call, from: payer.address })).toBe("0xfb1d")
    expect(await rpc(node, "eth_call", { ...call, to: stranger.address }, "latest")).toEqual(
      failure(-32600, "Smart contract is not exist.")
    )
  })
})

it("there is no nonce, and nothing is sent this way", async () => {
  for (const method of ["eth_getTransactionCount", "eth_sendRawTransaction"])
    expect(await rpc(node, method, "0x")).toEqual(
      failure(-32601, `the method ${method} does not exist/is not available`)
    )
  expect(await rpc(node, "eth_getBlockReceipts", "0x1")).toMatchObject({ error: { code: -32601 } })
})

it("questions may come together", async () => {
  const questions = ["eth_chainId", "eth_blockNumber"].map((method, id) => ({
    jsonrpc: "2.0",
    id,
    method,
    params: []
  }))
  expect(await ask(node, "jsonrpc", questions)).toMatchObject([{ id: 0 }, { id: 1, result: "0x3" }])
})
