import { ChainJournal, chainJobs, WorkQueue } from "@quittance/core/adapter"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import type { Hex } from "../../src/hex.ts"
import type { Block, Log } from "../../src/rpc/ChainData.ts"
import { BlockUnknown, RpcUnavailable } from "../../src/rpc/RpcFailure.ts"
import { makeBlockReader } from "../../src/watch/BlockReader.ts"
import type { NodeFailure, TokenNode } from "../../src/watch/TokenNode.ts"
import type { Watch } from "../../src/watch/Watch.ts"
import { hashOfText, transferLog } from "./FakeChain.ts"
import { networkOf } from "./toldWatched.ts"
import { depositOf, giveOut, network } from "./watching.ts"

export const failing = (kind: RpcUnavailable["kind"]): NodeFailure =>
  new RpcUnavailable({ host: "", method: "", kind, reason: "it does not answer" })

/** A node that shows a chain of endless length, and notes what it is asked. */
export class ScriptedNode {
  readonly asked: Array<string> = []
  /** The first block of its branch, which is named so. */
  forkedAt = Number.POSITIVE_INFINITY
  branch = "other"
  /** All logs of the token. */
  logs: ReadonlyArray<Log> = []
  /** Why it answers nothing about a range, or about the logs of a block. */
  refuses: (from: number, to: number) => NodeFailure | undefined = () => undefined
  /** How long it takes for each answer about logs. */
  millis = 0

  blockAt = (number: number): Block => ({
    ...{ number, hash: this.#hashAt(number), parentHash: this.#hashAt(number - 1) },
    ...{ timestamp: number * 1_000, logsBloom: "0x" }
  })

  /** A transfer to the first address of this store in a block of this node, or in another. */
  transfer = (number: number, name = `paid ${number}`, changes: Partial<Log> = {}): Log => ({
    ...transferLog(depositOf(0), 7n),
    ...{ transactionHash: hashOfText(name), transactionIndex: 0, logIndex: 0 },
    ...{ blockNumber: number, blockHash: this.blockAt(number).hash },
    ...changes
  })

  #hashAt(number: number): Hex {
    return hashOfText(`${number >= this.forkedAt ? this.branch : "main"} ${number}`)
  }

  readonly #logsOf = (
    said: string,
    from: number,
    to: number,
    recipients?: ReadonlyArray<Hex>
  ): Effect.Effect<ReadonlyArray<Log>, NodeFailure> =>
    Effect.gen({ self: this }, function* () {
      this.asked.push(recipients === undefined ? said : `${said} to ${recipients.length}`)
      yield* TestClock.adjust(this.millis)
      const failure = this.refuses(from, to)
      if (failure !== undefined) return yield* failure
      return this.logs.filter(({ blockNumber }) => from <= blockNumber && blockNumber <= to)
    })

  readonly node: TokenNode = {
    head: Effect.fail(failing("unsupported")),
    block: (number) =>
      Effect.sync(() => {
        this.asked.push(`block ${number}`)
        return this.blockAt(number)
      }),
    logsOf: ({ number, hash }) =>
      hash === this.#hashAt(number)
        ? this.#logsOf(`logs ${number}`, number, number)
        : Effect.fail(new BlockUnknown({ host: "", block: hash })),
    provenLogsOf: ({ number }) => this.#logsOf(`receipts ${number}`, number, number),
    logsOfRange: (from, to, recipients) =>
      Effect.map(this.#logsOf(`${from}-${to}`, from, to, recipients), (logs) => ({
        logs,
        last: this.blockAt(to)
      }))
  }
}

/** A look at a network, over a journal of its own with one address, that has so much time. */
export const scriptedWatch = Effect.fnUntraced(function* (
  node: ScriptedNode,
  other?: ScriptedNode,
  given: { readonly millis?: number; readonly confirmations?: number } = {}
) {
  const { confirmations = 3, millis = 8_000 } = given
  const journal = yield* ChainJournal
  const queue = yield* WorkQueue
  const now = yield* Clock.currentTimeMillis
  yield* giveOut(0, 1)
  yield* journal.begin(network)
  const claim = { kind: chainJobs.read, owner: "test", limit: 1 } as const
  const [job] = yield* queue.claim({ ...claim, now, leaseUntil: now + 86_400_000 })
  if (job === undefined) return yield* Effect.die(new Error("another process looks"))
  const watched = { ...networkOf([]), confirmations, node: node.node, other: other?.node }
  const watch: Watch = {
    ...{ network: watched, node: node.node, other: other?.node, host: undefined },
    ...{ journal, job, reader: makeBlockReader(watched, journal), deadline: now + millis }
  }
  /** What the journal holds: blocks, and which are dropped. */
  const held = Effect.map(journal.transfersAbove(network, -1), (all) =>
    all.map(({ blockNumber, isDropped }) => `${blockNumber}${isDropped ? " dropped" : ""}`)
  )
  return { watch, held }
})
