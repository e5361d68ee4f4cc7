import { assert, describe, it } from "@effect/vitest"
import {
  type BlockUnknown,
  type Hex,
  type Log,
  type Questions,
  type Rpc,
  RpcUnavailable,
  TooMuch
} from "@quittance/adapters-evm"
import { Effect } from "effect"
import { everyNode } from "../../src/send/everyNode.ts"
import { blockOf } from "./toldNodes.ts"

type LogsOfRange = Questions["logsOfRange"]

const blockAt = (number: number, hash: Hex = blockOf(number).id) => ({
  ...{ number, hash, parentHash: blockOf(number - 1).id, timestamp: 0 },
  logsBloom: "0x" as const
})

const logOf = (logIndex: number, blockHash: Hex = "0x01"): Log => ({
  ...{ address: "0x", topics: [], data: "0x", transactionIndex: 0, transactionHash: "0x02" },
  ...{ blockNumber: 7, blockHash, logIndex }
})

const says =
  (last: Hex, ...logs: ReadonlyArray<Log>): LogsOfRange =>
  () =>
    Effect.succeed({ last: blockAt(9, last), logs })

const fails =
  (failure: RpcUnavailable | TooMuch | BlockUnknown): LogsOfRange =>
  () =>
    Effect.fail(failure)
const unavailable = (host: string, kind: RpcUnavailable["kind"]) =>
  new RpcUnavailable({ host, method: "eth_getLogs", kind, reason: "" })

const asked = (nodes: ReadonlyArray<LogsOfRange>, itself: LogsOfRange = says("0xff")) =>
  everyNode({
    nodes: nodes.map((logsOfRange) => ({ logsOfRange })),
    logsOfRange: itself
  } as unknown as Rpc["Service"]).logsOfRange(1, 9, { address: "0x", topics: [] })

describe("the logs that any node of TRON has", () => {
  it.effect("are those of all of them, each once, up to the last block of the first that answers", () =>
    Effect.gen(function* () {
      const { last, logs } = yield* asked([
        fails(unavailable("away", "timeout")),
        says("0xaa", logOf(0), logOf(1)),
        says("0xbb", logOf(1), logOf(2), logOf(1, "0x03"))
      ])
      assert.strictEqual(last.hash, "0xaa")
      assert.deepStrictEqual(logs, [logOf(0), logOf(1), logOf(2), logOf(1, "0x03")])
    })
  )

  it.effect("are asked for in a smaller range when that is too much for one of them", () =>
    Effect.gen(function* () {
      const tooMuch = new TooMuch({ host: "two", reason: "" })
      for (const nodes of [
        [says("0xaa"), fails(tooMuch)],
        [fails(tooMuch), says("0xaa")],
        [fails(unavailable("away", "unreachable")), fails(tooMuch)]
      ])
        assert.strictEqual(yield* Effect.flip(asked(nodes)), tooMuch)
    })
  )

  it.effect(
    "cannot be told when none answers: the failure is one that a smaller range may end, if there is one",
    () =>
      Effect.gen(function* () {
        const [away, limited] = [unavailable("one", "timeout"), unavailable("two", "refused")]
        assert.strictEqual(yield* Effect.flip(asked([fails(away)])), away)
        for (const nodes of [
          [fails(unavailable("three", "unsupported")), fails(limited)],
          [fails(limited), fails(unavailable("three", "unsupported"))]
        ])
          assert.strictEqual(yield* Effect.flip(asked(nodes)), limited)
      })
  )

  it.effect("are those of the network where it names no nodes", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* asked([])).last.hash, "0xff")
    })
  )
})
