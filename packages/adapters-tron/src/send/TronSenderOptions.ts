import type { Call, SpendingLimits, Token } from "@quittance/adapters-evm/parts"

/** What the deployment sets for sending on a network of TRON. */
export interface TronSenderOptions {
  readonly network: string
  readonly token: Token
  readonly finality: "finalized" | number
  /** How many nodes must show the same outcome of a transaction before it counts. */
  readonly agreeing: number
  /** What creates the factory of deposit addresses: the only contract that a wallet may create. */
  readonly deployment: Call
  readonly treasury: string
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

/** How long after the block that was the newest at its creation the network may take a transaction. */
export const lifetimeMillis = 180_000

/**
 * How much later than the expiration a node's solid block must be before a missing transaction counts as never
 * carried out. Several machines may answer at one address, and one of them may be behind the one that named the
 * block.
 */
export const proofMarginMillis = 60_000

/** How far the time of the newest block may be from the clock or a second node: less than the life of a transaction. */
export const headSkewMillis = 120_000

/** An open transaction is checked and offered again after this time. */
export const againMillis = 15_000

/** How many requests are open at once. */
export const concurrency = 8

/** How many open transactions are checked in one turn: this takes far less than a turn's lease. */
export const askedAtOnceMax = 200

/** No more waits in the nodes for one wallet. */
export const waitingMax = 1_000

/** Energy of a transfer to an address that does not have the token yet. */
export const usualEnergy = 130_000n

/** Bandwidth of a transfer, with its result. */
export const usualBandwidth = 410n

/** Whether so little time has passed; a clock that was set back does not make anything late. */
export const isRecent = (at: number | undefined, now: number): boolean =>
  at !== undefined && Math.abs(now - at) < againMillis
