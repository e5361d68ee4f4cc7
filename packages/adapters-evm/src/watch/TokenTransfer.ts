import type { Hex } from "../hex.ts"
import type { Log } from "../rpc/ChainData.ts"
import type { Spelling } from "../Spelling.ts"

/** A transfer of the token, as its log says, in the spelling of core. */
export interface TokenTransfer {
  readonly txHash: string
  /** Its place among the token's Transfer logs of its transaction. */
  readonly position: number
  /** Its place in the block. Together with the hash of the block it names the log; alone it names nothing. */
  readonly logIndex: number
  readonly sender: string
  readonly recipient: string
  /** In units of the token, above zero. */
  readonly value: bigint
}

/**
 * The transfers in all Transfer logs of the token in one block. Logs of another form, such as the transfer of a single
 * thing (ERC-721), are no transfers but count for the position. Transfers of nothing are left out: anybody can make
 * them between any two addresses, so they would fill the store.
 */
export const tokenTransfers = (
  logs: ReadonlyArray<Pick<Log, "data" | "logIndex" | "topics" | "transactionHash">>,
  spelling: Spelling
): ReadonlyArray<TokenTransfer> => {
  const counts = new Map<string, number>()
  return logs
    .toSorted((a, b) => a.logIndex - b.logIndex)
    .flatMap(({ data, logIndex, topics, transactionHash }) => {
      const position = counts.get(transactionHash) ?? 0
      counts.set(transactionHash, position + 1)
      const [, from, to] = topics
      if (topics.length !== 3 || data.length !== 66 || !isAddressWord(from) || !isAddressWord(to)) return []
      const value = BigInt(data)
      if (value === 0n) return []
      const named = { txHash: spelling.hash(transactionHash), position, logIndex }
      const [sender, recipient] = [spelling.address(addressIn(from)), spelling.address(addressIn(to))]
      return [{ ...named, sender, recipient, value }]
    })
}

const isAddressWord = (topic: Hex | undefined): topic is Hex =>
  topic !== undefined && /^0x0{24}[0-9a-f]{40}$/.test(topic)

/** The last 20 bytes of a topic. */
export const addressIn = (topic: Hex): Hex => `0x${topic.slice(-40)}`
