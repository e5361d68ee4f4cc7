import type { StoreUnavailable } from "@quittance/core"
import type { ChainJournal } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { Block, Log } from "../rpc/ChainData.ts"
import { minorOf } from "../tokenCalls.ts"
import { keyOf, type OwnTransfer, type ReadBlock } from "./ReadBlock.ts"
import type { NodeFailure } from "./TokenNode.ts"
import { type TokenTransfer, tokenTransfers } from "./TokenTransfer.ts"
import type { WatchedNetwork } from "./WatchedNetwork.ts"

/** Blocks that are kept after they were read: a reorganisation that takes several passes continues where it was. */
const keptBlocksMax = 300

type Place = Pick<Block, "hash" | "number" | "timestamp">

/** Reads the transfers of blocks. What a block holds never changes, so one that was read is not read again. */
export interface BlockReader {
  /** The block, if it was read already. */
  readonly kept: (hash: string) => ReadBlock | undefined
  /** If the node cannot show all its logs, those of the other are taken: receipts decide which transfers count. */
  readonly read: (
    from: Pick<WatchedNetwork, "node" | "other">,
    block: Block
  ) => Effect.Effect<ReadBlock, NodeFailure | StoreUnavailable>
  /** Uses these as all the token's logs of the block, instead of those read before. */
  readonly readFrom: (block: Block, logs: ReadonlyArray<Log>) => Effect.Effect<ReadBlock, StoreUnavailable>
  /** Those to addresses of this store. One indexed look-up for each recipient, however many addresses there are. */
  readonly ownOf: (
    block: Place,
    transfers: ReadonlyArray<TokenTransfer>
  ) => Effect.Effect<ReadonlyArray<OwnTransfer>, StoreUnavailable>
}

export const makeBlockReader = (
  { agreeing, decimals, name, spelling }: WatchedNetwork,
  journal: ChainJournal["Service"]
): BlockReader => {
  const kept = new Map<string, ReadBlock>()

  const ownOf: BlockReader["ownOf"] = Effect.fnUntraced(function* ({ hash, number, timestamp }, transfers) {
    const areOwn = new Map<string, boolean>()
    const own: Array<OwnTransfer> = []
    for (const transfer of transfers) {
      const { position, recipient, sender, txHash, value } = transfer
      // Less than a minor unit counts too: it costs whoever sends it as much as a minor unit does.
      const amountMinor = minorOf(value, decimals)
      const isOwn = areOwn.get(recipient) ?? Option.isSome(yield* journal.ownerOf(name, recipient))
      areOwn.set(recipient, isOwn)
      if (!isOwn) continue
      const found = {
        address: recipient,
        ...{ sender, txHash, position, amountMinor },
        value: String(value),
        blockHash: hash,
        blockNumber: number,
        seenAt: timestamp,
        askedFor: agreeing,
        shownBy: []
      }
      own.push({ found, key: keyOf(transfer) })
    }
    return own
  })

  const readFrom: BlockReader["readFrom"] = Effect.fnUntraced(function* (block, logs) {
    const transfers = tokenTransfers(logs, spelling)
    const own = yield* ownOf(block, transfers)
    const read: ReadBlock = { ...block, keys: new Set(transfers.map(keyOf)), own }
    kept.set(block.hash, read)
    for (const oldest of kept.keys()) {
      if (kept.size <= keptBlocksMax) break
      kept.delete(oldest)
    }
    return read
  })

  return {
    kept: (hash) => kept.get(hash),
    read: ({ node, other }, block) => {
      const before = kept.get(block.hash)
      if (before !== undefined) return Effect.succeed(before)
      const logs = Effect.catchTag(node.logsOf(block), "BlockUnknown", (failure) =>
        other === undefined ? Effect.fail(failure) : other.logsOf(block)
      )
      return Effect.flatMap(logs, (found) => readFrom(block, found))
    },
    readFrom,
    ownOf
  }
}
