import type { Call, SpendingLimits, Token } from "@quittance/adapters-evm/parts"

/** What sending on a network of TRON is told by the deployment. */
export interface TronSenderOptions {
  readonly network: string
  readonly token: Token
  readonly finality: "finalized" | number
  /** What creates the factory of deposit addresses: the only contract that a wallet may create. */
  readonly deployment: Call
  /** Where the energy of transactions comes from. */
  readonly energy: "burn" | "staked"
  readonly limits: SpendingLimits
  readonly floors: TronFloors
}

/** What each wallet should have, so that somebody refills it before payouts wait. */
export interface TronFloors {
  /** Of TRX, in sun. Without it: what some transfers burn at the prices of now. */
  readonly coinSun: bigint | undefined
  /** Of the token, in minor units. Without it nothing is too little. */
  readonly tokenMinor: bigint | undefined
}

/** How long the network may take a transaction after the block that was the newest when it was made. */
export const lifetimeMillis = 180_000

/**
 * How much later than the expiration a node's solid block must be before what the node lacks counts as never carried out. Answers come from
 * several machines behind one address, and one may be behind the one that told the block.
 */
export const proofMarginMillis = 60_000

/** How far the time of the newest block may be from what the clock or a second node says: less than a transaction lives. */
export const headSkewMillis = 120_000

/** An open transaction is asked about and offered again after this time. */
export const againMillis = 15_000

/** How many questions are open at once. */
export const concurrency = 8

/** How many open transactions are asked about in one turn: far less than a turn's lease. */
export const askedAtOnceMax = 200

/** No more waits in the nodes for one wallet. */
export const waitingMax = 1_000

/** Energy of a transfer to an address that does not have the token yet. */
export const usualEnergy = 130_000n

/** Bandwidth of a transfer, with its result. */
export const usualBandwidth = 410n

/** Whether so little time went by; a clock that was set back has no say in what is late. */
export const isRecent = (at: number | undefined, now: number): boolean =>
  at !== undefined && Math.abs(now - at) < againMillis
