import { formatMinor } from "../../kernel/money/Money.ts"

/** What a wallet has, and what it is about to do. */
export interface WalletStatus {
  readonly address: string
  /** Of the network's own coin, in wei, decimal digits. */
  readonly coinWei: string
  /** Of the token, in minor units rounded down. */
  readonly tokenMinor: bigint
  /** How many transactions the network has carried out, and how many this store has signed. */
  readonly minedCount: number
  readonly signedCount: number
}

export interface NodeStatus {
  readonly host: string
  /** Its newest block; null if it did not answer. */
  readonly head: number | null
  /** What is wrong with it, in one sentence; null if nothing was found. */
  readonly fault: string | null
}

/** A network as its nodes and the store know it now. */
export interface ChainStatus {
  readonly network: string
  readonly chainId: number
  readonly head: number
  readonly nodes: ReadonlyArray<NodeStatus>
  /** The last block that was read; null before the first. */
  readonly readTo: number | null
  readonly isPaused: boolean
  /** That of the configured treasury. Null before it is deployed. */
  readonly factory: string | null
  /** The recorded one where it belongs to another treasury, as after a change of the configuration; else null. */
  readonly earlierFactory: string | null
  readonly treasury: string
  readonly wallets: ReadonlyArray<WalletStatus>
  /** What its transactions cost so far, in gwei of its coin, by the ledger. */
  readonly spentMinor: bigint
  /** Transactions that wait for a wallet; at most 1000 are counted. */
  readonly queued: number
  /** Transactions that are signed and not final. */
  readonly open: number
}

/** The coin that pays for gas has 18 decimals on every network of this kind. */
const coinText = (wei: string): string => {
  const digits = wei.padStart(19, "0")
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`.replace(/\.?0+$/, "")
}

const walletView = ({ address, coinWei, minedCount, signedCount, tokenMinor }: WalletStatus) => ({
  address,
  /** Of the network's own coin, as a decimal. */
  coin: coinText(coinWei),
  /** Of the token, as a decimal. */
  token: formatMinor(tokenMinor, "USDT"),
  minedCount,
  signedCount
})

/** The same for operators: amounts are decimals. */
export const chainStatusView = ({ spentMinor, wallets, ...status }: ChainStatus) => ({
  ...status,
  spent: coinText(`${spentMinor}000000000`),
  wallets: wallets.map(walletView)
})
export type ChainStatusView = ReturnType<typeof chainStatusView>
