import {
  type ChainTransactionOrder,
  type ChainWallet,
  ChainWallets,
  type ComparedPoint,
  chainTransaction,
  StateReader,
  statesOf
} from "@quittance/core/adapter"
import { Effect } from "effect"
import type { Hex } from "../hex.ts"
import type { LiveNetwork } from "../LiveNetwork.ts"
import type { Log } from "../rpc/ChainData.ts"
import { addressTopic, transferTopic, valueOf } from "../tokenCalls.ts"
import { firstBlock } from "../watch/firstBlock.ts"
import { readLogs } from "../watch/readLogs.ts"
import { tokenNode } from "../watch/TokenNode.ts"
import { type TokenTransfer, tokenTransfers } from "../watch/TokenTransfer.ts"
import { firstWindow } from "../watch/WindowSize.ts"

/** Every transfer of the token out of wallets, from where they came into the store. */
export const makeOutgoing = Effect.fnUntraced(function* (
  network: Pick<LiveNetwork, "rpc" | "spelling" | "token">,
  wallets: ReadonlyArray<ChainWallet>,
  since: Pick<ComparedPoint, "comparedAt">
) {
  const { rpc, spelling } = network
  const token = spelling.hexOfAddress(network.token.address).toLowerCase() as Hex
  const node = tokenNode(rpc, token)
  const head = yield* node.head
  /** By wallet: the block after which its transfers count. Earlier transfers do not concern this store. */
  const begins = new Map<string, number>()
  for (const { address, createdAt } of wallets) {
    const isKnown = createdAt <= since.comparedAt
    begins.set(address, isKnown ? 0 : (yield* firstBlock(node, head, createdAt)).number)
  }
  const filter = {
    address: token,
    topics: [transferTopic, [...begins.keys()].map((each) => addressTopic(spelling.hexOfAddress(each)))]
  }
  let window = firstWindow

  /** What left the wallets in the blocks above one, up to another. */
  return Effect.fnUntraced(function* <E, R>(
    above: number,
    upTo: number,
    use: (transfer: TokenTransfer, blockNumber: number) => Effect.Effect<void, E, R>
  ) {
    const take = Effect.fnUntraced(function* (found: ReadonlyArray<Log>) {
      for (const [blockNumber, logs] of Map.groupBy(found, (log) => log.blockNumber))
        for (const transfer of tokenTransfers(logs, spelling))
          if (blockNumber > (begins.get(transfer.sender) ?? above)) yield* use(transfer, blockNumber)
    })
    const begin = Math.max(above, Math.min(...begins.values()))
    window = yield* readLogs(rpc, filter, begin, upTo, window, take)
  })
})

/**
 * How a transfer out of a wallet differs from the payouts of the journal. So a transfer by an allowance or by a stolen
 * key is found.
 */
export const outgoingDifference = (network: LiveNetwork, transfer: TokenTransfer) =>
  Effect.map(isKnown(network, transfer), (isOurs) =>
    isOurs
      ? undefined
      : `transaction ${transfer.txHash} moved ${transfer.value} of the token from wallet ${transfer.sender} to ${transfer.recipient} on ${network.name}, and no payout of the journal did`
  )

/** Whether the journal has paid this, was told of it by an import, or is about to learn that it did. */
const isKnown = Effect.fnUntraced(function* (
  { name, token }: LiveNetwork,
  { recipient, sender, txHash, value }: TokenTransfer
) {
  const states = yield* StateReader
  const wallets = yield* ChainWallets
  const isThis = ({ amountMinor, purpose, ...order }: ChainTransactionOrder): boolean =>
    purpose === "payout" && order.recipient === recipient && valueOf(amountMinor, token.decimals) === value
  const settled = Effect.map(states.indexed(chainTransaction, "by_hash", { equal: [name, txHash] }), statesOf)
  let found = yield* settled
  if (found.length === 0) {
    const open = yield* wallets.open(name)
    // A form that this store has forgotten is still recognised by what it does.
    if (open.some(({ order, wallet }) => wallet === sender && isThis(order))) return true
    // It may have got its outcome between the two reads.
    found = yield* settled
  }
  return found.some((each) => {
    const { _tag, order } = each
    if (_tag === "failed" || _tag === "cancelled" || !("wallet" in each) || each.wallet !== sender)
      return false
    return order.purpose === "other" || isThis(order)
  })
})
