import type { Token } from "./slotOutcome.ts"
import type { SpendingLimits } from "./spending.ts"

/** What each wallet should have, so that somebody refills it before payouts wait. */
export interface Floors {
  /** Of the network's own coin, in wei. Without it: what some transfers cost at the fees of now. */
  readonly coinWei: bigint | undefined
  /** Of the token, in minor units. Without it nothing is too little. */
  readonly tokenMinor: bigint | undefined
}

/** What the deployment sets for sending on a network. */
export interface SenderOptions {
  readonly network: string
  readonly chainId: number
  readonly token: Token
  readonly finality: "finalized" | "safe" | number
  /** How many nodes must show the same outcome of a transaction before it counts. */
  readonly agreeing: number
  /** Its factory is the only contract that is called for sweeps. */
  readonly treasury: string
  readonly limits: SpendingLimits
  readonly floors: Floors
}

/** About what a transfer of a token uses. */
export const usualGas = 80_000n

/** Nodes drop transactions when too many wait: no more than this wait in their pools for one wallet. */
export const waitingMax = 1_000

/** How many are signed in one commit: their signatures take some 50 ms together. */
export const signedAtOnceMax = 100

/** How long groups follow one another in one turn: far less than a turn's lease. */
export const signingMillisMax = 5_000

/** How many waiting payouts one turn looks at: they are read from the store each time. */
export const lookedAtOnceMax = 1_000

/** How many are estimated at once: not all, because later ones may have to wait. */
export const estimatedAtOnceMax = 50

/** A transaction that no block has taken is offered to the nodes again after this time. */
export const rebroadcastMillis = 15_000

/** ... and gets a higher fee after this one. */
export const raiseMillis = 90_000

/** How long an order is found that must not be signed, or a sweep that the network refuses, before it is given up. */
export const refusedMillisMax = 120_000

/** No more is signed for one commit after this time: an external signer may be slow, and the commit needs the lease. */
export const signedMillisMax = 8_000
