import type { Hex } from "@quittance/adapters-evm"
import type { Call } from "@quittance/adapters-evm/parts"
import type { TronTransaction } from "../encode/TronTransaction.ts"
import type { TronBlock } from "../node/TronApi.ts"
import { lifetimeMillis } from "./TronSenderOptions.ts"

/** What a transaction is made of beside what it does. */
export interface Reference {
  /** Its time is the only one that counts: the clock of this machine may be wrong. */
  readonly head: TronBlock
  /** No reorganisation takes it back, so a transaction that refers to it stays valid until it expires. */
  readonly solid: TronBlock
}

/** More slots than a wallet uses while one block is the newest. */
const slotsTold = 100_000

/**
 * The transaction for a slot. Two that are the same in all fields would have one id: one payment for two payouts. So the slot is told in the
 * timestamp, which nodes do not look at, beside the time of the newest block, which is told in the expiration too. Two slots differ with
 * equal heads, and two heads differ with equal slots.
 */
export const transactionFor = (
  call: Call,
  owner: Hex,
  nonce: number,
  { head, solid }: Reference,
  feeLimitSun: bigint
): TronTransaction => ({
  ...call,
  owner,
  // The id of a block begins with its number, in eight bytes.
  refBlockBytes: `0x${solid.id.slice(14, 18)}`,
  refBlockHash: `0x${solid.id.slice(18, 34)}`,
  expiration: head.timestamp + lifetimeMillis,
  timestamp: head.timestamp + (nonce % slotsTold),
  feeLimitSun
})
