import { assert, describe, it } from "@effect/vitest"
import {
  type Block,
  BlockUnknown,
  type Hex,
  type Log,
  type Questions,
  type Rpc
} from "@quittance/adapters-evm"
import { Effect, Option, Result } from "effect"
import type { TronApi } from "../../src/node/TronApi.ts"
import { watchedNodes } from "../../src/watch/watchedNodes.ts"
import { token } from "../node/TronChain.ts"
import { recipientOf } from "../send/Paying.ts"
import { blockOf, formOf, infoOf, movedLog, toldNode } from "../send/toldNodes.ts"

const form = formOf(701)
const info = infoOf(form, 1, 701, { logs: [movedLog(recipientOf(1), 5n)] })

const evmBlock = (number: number): Block => ({
  ...{ number, hash: blockOf(number).id, parentHash: blockOf(number).parentId, timestamp: 0 },
  logsBloom: `0x${"0".repeat(512)}`
})

const log: Log = {
  ...{ ...movedLog(recipientOf(1), 5n), blockNumber: 701, blockHash: blockOf(701).id },
  ...{ transactionHash: `0x${form.hash}` as Hex, transactionIndex: 0, logIndex: 0 }
}

/** The index of a node, as it is asked over JSON-RPC. */
const indexOf = (host: string, logs: ReadonlyArray<Log>) => {
  const asked: Array<string> = []
  const index = {
    host,
    asked,
    head: () => Effect.succeed(evmBlock(999)),
    block: (number: number) => Effect.succeed(Option.some(evmBlock(number))),
    logsOfBlock: (hash: Hex) => Effect.succeed(logs.filter(({ blockHash }) => blockHash === hash)),
    logsOfRange: (from: number, to: number) =>
      Effect.sync(() => {
        asked.push(`${from} to ${to}`)
        return { logs, last: evmBlock(to) }
      })
  }
  return index as unknown as Questions & { readonly host: string; readonly asked: ReadonlyArray<string> }
}

const watched = (
  indexes: ReadonlyArray<ReturnType<typeof indexOf>>,
  infosOf = (number: number) => (number === 701 ? [info] : [])
) => {
  const nodes = indexes.map(({ host }) => toldNode(host, { solid: 999, infos: [info], infosOf }))
  const [first] = nodes
  const api = { ...first, nodes } as unknown as TronApi
  const rpc = { ...indexes[0], nodes: indexes } as unknown as Rpc["Service"]
  return { asked: nodes.map(({ asked }) => asked), ...watchedNodes(api, rpc, token) }
}

describe("the transfers of a long range on TRON", () => {
  it.effect("are those of the index if the two ends of the range prove that it has them", () =>
    Effect.gen(function* () {
      const { asked, node } = watched([indexOf("one", [log])])
      assert.lengthOf((yield* node.logsOfRange(701, 765, undefined)).logs, 1)
      assert.deepStrictEqual(
        asked[0]?.filter((each) => each.startsWith("infosOfBlock")),
        ["infosOfBlock 701", "infosOfBlock 765"]
      )
      // A short range needs no proof.
      const short = watched([indexOf("one", [])])
      assert.deepStrictEqual((yield* short.node.logsOfRange(701, 764, undefined)).logs, [])
      assert.deepStrictEqual(short.asked[0], [])
    })
  )

  it.effect("are not told when the index lacks one of an end", () =>
    Effect.gen(function* () {
      const more = infoOf(formOf(702), 1, 701, { logs: [movedLog(recipientOf(2), 6n)] })
      const two = (number: number) => (number === 701 ? [info, more] : [])
      for (const [logs, infos] of [
        [[], undefined],
        [[log], two]
      ] as const)
        for (const [from, to] of [
          [701, 765],
          [637, 701]
        ] as const) {
          const { node } = watched([indexOf("one", logs)], infos)
          const failed = yield* Effect.flip(node.logsOfRange(from, to, undefined))
          assert.include("reason" in failed ? failed.reason : "", "it leaves out transfers of block 701")
        }
    })
  )

  it.effect(
    "are compared with the blocks themselves in a short range, and with the index in a long one",
    () =>
      Effect.gen(function* () {
        const [one, two] = [indexOf("one", []), indexOf("two", [])]
        const { asked, other } = watched([one, two])
        assert.lengthOf((yield* other?.logsOfRange(701, 764, undefined) ?? Effect.die("none")).logs, 1)
        assert.deepStrictEqual(two.asked, [])
        assert.lengthOf(asked[0] ?? [], 0)
        assert.deepStrictEqual(
          (yield* other?.logsOfRange(701, 765, undefined) ?? Effect.die("none")).logs,
          []
        )
        assert.deepStrictEqual([one.asked, two.asked], [[], ["701 to 765"]])
        const alone = watched([indexOf("one", [])])
        assert.lengthOf((yield* alone.other?.logsOfRange(701, 702, undefined) ?? Effect.die("none")).logs, 1)
      })
  )
})

describe("the receipt of a transaction of TRON", () => {
  const receiptBy = Effect.fnUntraced(function* (host: ReturnType<typeof watched>, hash: Hex) {
    const [answer] = yield* host.nodes[0]?.receipts([hash]) ?? Effect.die("no node")
    return answer ?? Effect.die("no answer")
  })

  it.effect("names the block that the node has there now, and the places of all logs", () =>
    Effect.gen(function* () {
      const answer = yield* receiptBy(watched([indexOf("one", [])]), `0x${form.hash}`)
      const receipt = Option.getOrThrow(Result.getOrThrow(answer as Result.Result<Option.Option<object>>))
      assert.deepInclude(receipt, { blockHash: blockOf(701).id, isSuccess: true })
      assert.deepInclude(receipt, {
        logs: [{ ...movedLog(recipientOf(1), 5n), logIndex: 0, transactionHash: `0x${form.hash}` }] as never
      })
      const none = yield* receiptBy(watched([indexOf("one", [])]), `0x${"00".repeat(32)}`)
      assert.deepStrictEqual(none, Result.succeed(Option.none()))
    })
  )

  it.effect("is unknown when the node has no block of its number", () =>
    Effect.gen(function* () {
      const nodes = [toldNode("one", { solid: 999, infos: [info], block: () => undefined })]
      const rpc = { ...indexOf("one", []), nodes: [indexOf("one", [])] } as unknown as Rpc["Service"]
      const host = watchedNodes({ ...nodes[0], nodes } as unknown as TronApi, rpc, token)
      const [answer] = yield* host.nodes[0]?.receipts([`0x${form.hash}`]) ?? Effect.die("no node")
      assert.deepStrictEqual(answer, Result.fail(new BlockUnknown({ host: "", block: "701" })))
    })
  )
})
