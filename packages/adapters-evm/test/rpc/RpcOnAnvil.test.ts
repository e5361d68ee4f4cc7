import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { afterwards } from "@quittance/testing"
import { Effect, Option } from "effect"
import type { Hex } from "viem"
import { encodeFunctionData, keccak256, parseGwei, toHex } from "viem/utils"
import { word } from "../../src/hex.ts"
import { Rpc } from "../../src/rpc/Rpc.ts"
import { accountOf, genesisSeconds } from "../anvil/Anvil.ts"
import { type Deployed, TestChain } from "../anvil/TestChain.ts"
import { BlockingToken } from "../contracts/BlockingToken.ts"
import { BoolToken } from "../contracts/BoolToken.ts"
import { only } from "./fakeNodes.ts"

const sender = accountOf(0)
const receiver = "0x00000000000000000000000000000000000000cc"
const transferTopic = keccak256(toHex("Transfer(address,address,uint256)"))

const setUp = async () => {
  const chain = await TestChain.start({ slotsInAnEpoch: 1 })
  const rpc = await Effect.runPromise(Rpc.make({ urls: [chain.anvil.url], chainId: 31_337 }))
  const token = await chain.deploy(BoolToken)
  return { chain, rpc, token, filter: { address: token.address, topics: [transferTopic] } }
}

const ask = Effect.runPromise
const failureOf = <A, E>(asked: Effect.Effect<A, E>) => Effect.runPromise(Effect.flip(asked))

const transferData = ({ abi }: Deployed<typeof BoolToken.abi>, amount: bigint): Hex =>
  encodeFunctionData({ abi, functionName: "transfer", args: [receiver, amount] })

describe("a node answers about", () => {
  it("blocks", async () => {
    const { chain, rpc } = await setUp()
    await chain.mine(4)
    const latest = await ask(rpc.head("latest"))
    assert.strictEqual(latest.number, 5)
    const parent = Option.getOrThrow(await ask(rpc.block(4)))
    assert.strictEqual(latest.parentHash, parent.hash)
    assert.strictEqual(latest.timestamp - parent.timestamp, 12_000)
    assert.strictEqual(Option.getOrThrow(await ask(rpc.block(0))).timestamp, genesisSeconds * 1000)
    assert.isTrue(Option.isNone(await ask(rpc.block(6))))
    assert.strictEqual((await ask(rpc.head("safe"))).number, 4)
    assert.strictEqual((await ask(rpc.head("finalized"))).number, 3)
  })

  it("logs, before and after a reorganisation", async () => {
    const { chain, filter, rpc, token } = await setUp()
    const first = await chain.mint(token, receiver, 1n)
    const second = await chain.mint(token, receiver, 2n)
    await chain.mine()
    const { hash, number } = await ask(rpc.head("latest"))
    const logs = await ask(rpc.logsOfBlock(hash, filter))
    assert.deepStrictEqual(
      logs.map(({ data, logIndex, transactionHash }) => [transactionHash, logIndex, BigInt(data)]),
      [
        [first, 0, 1n],
        [second, 1, 2n]
      ]
    )
    assert.deepStrictEqual((await ask(rpc.logsOfRange(0, number, filter))).logs, logs)
    assert.isEmpty((await ask(rpc.logsOfRange(0, number, { ...filter, topics: [`0x${word(1n)}`] }))).logs)
    assert.strictEqual((await failureOf(rpc.logsOfRange(0, number + 1, filter)))._tag, "BlockUnknown")

    await chain.reorganise(1, [[await chain.signedBytes(first), 0]])
    assert.strictEqual((await failureOf(rpc.logsOfBlock(hash, filter)))._tag, "BlockUnknown")
    const after = await ask(rpc.logsOfRange(0, number, filter))
    assert.notStrictEqual(after.last.hash, hash)
    assert.deepStrictEqual(
      after.logs.map(({ blockHash, transactionHash }) => [blockHash, transactionHash]),
      [[after.last.hash, first]]
    )
    assert.isTrue(Option.isNone(await ask(rpc.receipt(second))))
    assert.isTrue(Option.isNone(await ask(rpc.transaction(second))))
  })

  it("a transaction, from its broadcast to its receipt", async () => {
    const { chain, rpc, token } = await setUp()
    await chain.mined(await chain.mint(token, sender.address, 10n))
    const nonce = await ask(rpc.transactionCount(sender.address, "latest"))
    const signed = (changes: object) =>
      sender.signTransaction({
        type: "eip1559",
        chainId: 31_337,
        to: token.address,
        data: transferData(token, 3n),
        gas: 100_000n,
        nonce,
        maxFeePerGas: parseGwei("4"),
        maxPriorityFeePerGas: parseGwei("1"),
        ...changes
      })
    const bytes = await signed({})
    const hash = await ask(only(rpc.broadcasts([bytes])))
    assert.strictEqual(hash, keccak256(bytes))
    const kindOf = async (changes: object) => {
      const failure = await failureOf(only(rpc.broadcasts([await signed(changes)])))
      return failure._tag === "BroadcastRefused" ? failure.kind : failure._tag
    }
    assert.strictEqual(await kindOf({}), "alreadyKnown")
    assert.strictEqual(await kindOf({ nonce: nonce - 1 }), "nonceTooLow")
    assert.strictEqual(await kindOf({ gas: 90_000n }), "underpriced")
    assert.strictEqual(await kindOf({ nonce: nonce + 1, value: 10n ** 30n }), "insufficientFunds")
    assert.strictEqual(await kindOf({ nonce: nonce + 1, chainId: 1 }), "other")

    const waiting = Option.getOrThrow(await ask(rpc.transaction(hash)))
    assert.deepStrictEqual([waiting.nonce, waiting.blockHash], [nonce, null])
    assert.isTrue(Option.isNone(await ask(rpc.receipt(hash))))
    assert.strictEqual(await ask(rpc.transactionCount(sender.address, "pending")), nonce + 1)
    assert.strictEqual(await ask(rpc.transactionCount(sender.address, "latest")), nonce)

    await chain.mine()
    const receipt = Option.getOrThrow(await ask(rpc.receipt(hash)))
    assert.deepStrictEqual(
      [receipt.status, receipt.from, receipt.to, receipt.logs.length],
      [1, sender.address.toLowerCase(), token.address, 1]
    )
    assert.deepStrictEqual(await ask(rpc.slotsUsedIn(receipt.blockNumber)), [
      { hash, from: receipt.from, nonce }
    ])
    assert.isEmpty(await ask(rpc.slotsUsedIn(receipt.blockNumber + 1)))
    assert.strictEqual(await kindOf({}), "nonceTooLow")
    assert.strictEqual(await ask(rpc.transactionCount(sender.address, "latest")), nonce + 1)
  })

  it("a transaction that reverted", async () => {
    const { chain, rpc, token } = await setUp()
    const hash = await chain.send({ to: token.address, data: transferData(token, 3n), gas: 100_000n })
    await chain.mine()
    assert.strictEqual(Option.getOrThrow(await ask(rpc.receipt(hash))).status, 0)
  })

  it("calls, codes, balances and gas", async () => {
    const { chain, rpc, token } = await setUp()
    await chain.mined(await chain.mint(token, sender.address, 10n))
    const balanceOf = encodeFunctionData({
      abi: token.abi,
      functionName: "balanceOf",
      args: [sender.address]
    })
    const call = { to: token.address, data: balanceOf }
    assert.strictEqual(BigInt(await ask(rpc.call(call, "latest"))), 10n)
    assert.strictEqual(BigInt(await ask(rpc.call(call, 1))), 0n)
    const transfer = { from: sender.address, to: token.address, data: transferData(token, 3n) }
    assert.isTrue((await ask(only(rpc.estimates([transfer])))) > 21_000n)
    const tooMuch = { ...transfer, data: transferData(token, 11n) }
    assert.strictEqual((await failureOf(only(rpc.estimates([tooMuch]))))._tag, "CallReverted")
    assert.strictEqual((await failureOf(rpc.call(tooMuch, "latest")))._tag, "CallReverted")

    const blocking = await chain.deploy(BlockingToken)
    assert.include(BlockingToken.bytecode, (await ask(rpc.code(blocking.address, "latest"))).slice(2))
    assert.strictEqual(await ask(rpc.code(receiver, "latest")), "0x")
    assert.strictEqual(await ask(rpc.balance(receiver, "latest")), 0n)
    await chain.mined(await chain.send({ to: receiver, value: 7n }))
    assert.strictEqual(await ask(rpc.balance(receiver, "latest")), 7n)
  })

  it("fees", async () => {
    const { chain, rpc } = await setUp()
    await chain.mine(3)
    const { baseFeePerGas, oldestBlock, reward } = await ask(rpc.feeHistory(3, [10, 50]))
    assert.deepStrictEqual([oldestBlock, baseFeePerGas.length, reward.length], [2, 4, 3])
    assert.isTrue(baseFeePerGas.every((fee) => fee > 0n))
  })
})

describe("over the platform's own fetch", () => {
  const serverWith = async (answer: RequestListener): Promise<string> => {
    const server = createServer(answer).listen(0, "127.0.0.1")
    afterwards(() => {
      server.closeAllConnections()
      server.close()
    })
    await once(server, "listening")
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const closedUrl = async (): Promise<string> => {
    const server = createServer().listen(0, "127.0.0.1")
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, "close")
    return `http://127.0.0.1:${port}`
  }
  const failureAt = (url: string) =>
    Effect.flip(Effect.flatMap(Rpc.make({ urls: [url], chainId: 31_337 }), (rpc) => rpc.head("latest")))

  it.effect("a redirection is not followed", () =>
    Effect.gen(function* () {
      const { chain } = yield* Effect.promise(setUp)
      const url = yield* Effect.promise(() =>
        serverWith((_, response) => response.writeHead(307, { location: chain.anvil.url }).end())
      )
      assert.propertyVal(yield* failureAt(url), "reason", "status 307")
    })
  )

  it.effect("a closed port is unreachable, and a broken connection cuts the answer off", () =>
    Effect.gen(function* () {
      const broken = yield* Effect.promise(() => serverWith((request) => request.socket.destroy()))
      assert.propertyVal(yield* failureAt(broken), "kind", "cutOff")
      assert.propertyVal(
        yield* failureAt(yield* Effect.promise(closedUrl)),
        "reason",
        "no connection (ECONNREFUSED)"
      )
    })
  )
})
