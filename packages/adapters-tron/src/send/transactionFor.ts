import type { Hex } from "@quittance/adapters-evm"
import type { Call } from "@quittance/adapters-evm/parts"
import type { TronTransaction } from "../encode/TronTransaction.ts"
import type { TronBlock } from "../node/TronApi.ts"
import { lifetimeMillis } from "./TronSenderOptions.ts"

/** What a transaction needs in addition to its call. */
export interface Reference {
  /** Only its time counts: the clock of this machine may be wrong. */
  readonly head: TronBlock
  /** No reorganisation takes it back, so a transaction that refers to it stays valid until it expires. */
  readonly solid: TronBlock
}

/** More slots than a wallet uses while one block is the newest. */
const slotsApart = 100_000

/**
 * The transaction for a slot. Two transactions with the same fields would have the same id: one payment for two
 * payouts. So the timestamp, which nodes ignore, contains the slot and the time of the newest block, and the
 * expiration contains the latter too. So two slots differ even with equal heads, and two heads differ even with equal
 * slots.
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
  timestamp: head.timestamp + (nonce % slotsApart),
  feeLimitSun
})
