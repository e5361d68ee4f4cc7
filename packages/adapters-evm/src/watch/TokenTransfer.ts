import { addressOfBytes } from "@quittance/core"
import { bytesOf, type Hex } from "../hex.ts"
import type { Log } from "../rpc/ChainData.ts"

/** A transfer of the token, as its log says. */
export interface TokenTransfer {
  readonly txHash: Hex
  /** Its place among the token's Transfer logs of its transaction. */
  readonly position: number
  /** Its place in the block. Together with the hash of the block it names the log; alone it names nothing. */
  readonly logIndex: number
  /** Addresses in canonical spelling. */
  readonly sender: string
  readonly recipient: string
  /** In units of the token, above zero. */
  readonly value: bigint
}

/**
 * The transfers in all Transfer logs of the token in one block. Logs of another form, such as the transfer of a single thing (ERC-721),
 * are no transfers but count for the position. Transfers of nothing are left out: anybody can make them between any two
 * addresses, so they would fill the store.
 */
export const tokenTransfers = (logs: ReadonlyArray<Log>): ReadonlyArray<TokenTransfer> => {
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
      const named = { txHash: transactionHash, position, logIndex }
      return [{ ...named, sender: addressIn(from), recipient: addressIn(to), value }]
    })
}

const isAddressWord = (topic: Hex | undefined): topic is Hex =>
  topic !== undefined && /^0x0{24}[0-9a-f]{40}$/.test(topic)

const addressIn = (topic: Hex): string => addressOfBytes("evm", bytesOf(topic).subarray(12))
