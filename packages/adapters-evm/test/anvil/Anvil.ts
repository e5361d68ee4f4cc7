import { afterwards } from "@quittance/testing"
import { AnvilNode, anvilMnemonic } from "@quittance/testing/chain"
import { type HDAccount, mnemonicToAccount } from "viem/accounts"

export interface AnvilOptions {
  /** A block for each transaction, soon after it arrived; otherwise blocks are made only when told. */
  readonly automine?: boolean
  readonly chainId?: number
  /** `safe` is this many blocks below the head and `finalized` twice as many; 32. */
  readonly slotsInAnEpoch?: number
}

/** A node of its own on a fixed chain: the same calls give the same hashes, addresses and times. */
export interface Anvil {
  readonly url: string
  readonly chainId: number
  /** One JSON-RPC call. Rejects with the node's message. */
  readonly rpc: (method: string, parameters?: ReadonlyArray<unknown>) => Promise<unknown>
  /** Ends the node; it ends afterwards in any case. */
  readonly stop: () => Promise<void>
}

/** The time of the first block, in seconds. Each block is `blockSeconds` later than the one before. */
export const genesisSeconds = 1_700_000_000
export const blockSeconds = 12

/** One of the ten accounts that own 10 000 coins. The node signs for them too. */
export const accountOf = (index: number): HDAccount =>
  mnemonicToAccount(anvilMnemonic, { addressIndex: index })

export const startAnvil = async (options: AnvilOptions = {}): Promise<Anvil> => {
  const { automine = false, chainId = 31_337, slotsInAnEpoch = 32 } = options
  const node = await AnvilNode.start([
    ...["--chain-id", String(chainId)],
    ...["--timestamp", String(genesisSeconds)],
    ...["--slots-in-an-epoch", String(slotsInAnEpoch)]
  ])
  const { stop, url } = node
  afterwards(stop)
  const rpc: Anvil["rpc"] = (method, parameters) => node.rpc(method, parameters)
  await rpc("anvil_setBlockTimestampInterval", [blockSeconds])
  if (!automine) await rpc("evm_setAutomine", [false])
  return { url, chainId, rpc, stop }
}
