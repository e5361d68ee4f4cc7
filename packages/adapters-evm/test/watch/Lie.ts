import type { Chance } from "@quittance/testing"
import type { Hex } from "../../src/hex.ts"
import { addressTopic } from "../../src/tokenCalls.ts"
import { type FakeBlock, hashOfText, transferLog } from "./FakeChain.ts"
import type { FakeNode, Way } from "./FakeNode.ts"

export const lieKinds = [
  "adds",
  "hides",
  "changes amounts",
  "changes recipients",
  "tells another block",
  "is ahead of its receipts",
  "is ahead of its blocks"
] as const
export type LieKind = (typeof lieKinds)[number]

const logWays: ReadonlyArray<Way> = ["hash", "range"]
const allWays: ReadonlyArray<Way> = ["hash", "range", "receipts", "receipt"]

/** What a node says of the blocks that come while it lies, to the addresses of this store; all else is true. */
export class Lie {
  readonly kind: LieKind
  readonly node: FakeNode
  readonly #from: number
  readonly #ways: ReadonlyArray<Way>

  /** `own` are the deposit addresses. */
  constructor(chance: Chance, kind: LieKind, node: FakeNode, own: ReadonlyArray<Hex>) {
    this.kind = kind
    this.node = node
    this.#from = node.chain.head.number + 1
    this.#ways = chance.happens(0.5) ? logWays : allWays
    const topics = own.map(addressTopic)
    const isAbout = (number: number, way: Way) => number >= this.#from && this.#ways.includes(way)
    const toUs = ({ topics: [, , to = "0x"] }: { readonly topics: ReadonlyArray<Hex> }) => topics.includes(to)
    switch (kind) {
      case "adds":
        node.invents = ({ number }, way) =>
          isAbout(number, way) && number % 2 === 0
            ? [{ name: `invented ${number}`, logs: [transferLog(own[number % own.length] ?? "0x", 77n)] }]
            : []
        return
      case "hides":
        node.leavesOut = (log, way) => isAbout(Number(log.blockNumber), way) && toUs(log)
        return
      case "changes amounts":
        node.bends = (log, way) =>
          isAbout(Number(log.blockNumber), way) && toUs(log)
            ? { ...log, data: `0x${(BigInt(log.data) * 1_000n).toString(16).padStart(64, "0")}` }
            : log
        return
      case "changes recipients":
        node.bends = (log, way) => {
          const [event = "0x", sender = "0x", to = "0x"] = log.topics
          const next = topics[(topics.indexOf(to) + 1) % topics.length] ?? to
          return isAbout(Number(log.blockNumber), way) ? { ...log, topics: [event, sender, next] } : log
        }
        return
      case "tells another block":
        node.shows = (block) => this.#otherBlock(block)
        return
      case "is ahead of its receipts":
        node.leavesOut = (log, way) => Number(log.blockNumber) >= this.#from && way.startsWith("receipt")
        return
      case "is ahead of its blocks":
        node.boasts = 1 + chance.below(20)
    }
  }

  /** From now on the node says what is true. */
  stop(): void {
    Object.assign(this.node, {
      boasts: 0,
      invents: () => [],
      leavesOut: () => false,
      bends: <Log>(log: Log) => log,
      shows: <Block>(block: Block) => block
    })
  }

  #otherBlock(block: FakeBlock): FakeBlock {
    const hashOf = (hash: Hex, number: number) => (number >= this.#from ? hashOfText(`other ${hash}`) : hash)
    const { hash, number, parentHash } = block
    return { ...block, hash: hashOf(hash, number), parentHash: hashOf(parentHash, number - 1) }
  }
}
