import {
  type AddressFormat,
  type ChainTransactionOrder,
  isAddress,
  type SignedForm
} from "@quittance/core/adapter"
import { Effect } from "effect"
import type { Hex } from "../hex.ts"
import { type AllowedContracts, type Call, forbiddenCall, type SigningPurpose } from "./allowedCalls.ts"
import { type Signer, SignerUnavailable, type UnsignedTransaction } from "./Signer.ts"

/** Signs the calls that are allowed on a network, and nothing else. */
export interface GuardedSigner<Transaction = UnsignedTransaction, Address extends string = Hex> {
  /** Why nothing is ever signed for an order; undefined if it may be. */
  readonly forbids: (wallet: Address, order: ChainTransactionOrder) => string | undefined
  /** Checks the call once more before it is signed. */
  readonly sign: (
    wallet: Address,
    purpose: SigningPurpose,
    transaction: Transaction
  ) => Effect.Effect<Pick<SignedForm, "hash" | "bytes">, SignerUnavailable>
}

export const guardedSigner = <Transaction extends Call, Address extends string>(
  signer: Signer<Transaction, Address>,
  format: AddressFormat,
  allowed: AllowedContracts,
  callOf: (order: ChainTransactionOrder) => Call
): GuardedSigner<Transaction, Address> => ({
  forbids: (wallet, order) => {
    const { amountMinor, purpose, recipient } = order
    if (purpose === "payout" && !isAddress(format, recipient)) return "its recipient is not an address"
    if (purpose === "payout" && amountMinor <= 0n) return "it pays nothing"
    return forbiddenCall(purpose, wallet, callOf(order), allowed)
  },
  sign: (wallet, purpose, transaction) => {
    const reason = forbiddenCall(purpose, wallet, transaction, allowed)
    return reason === undefined
      ? signer.sign(wallet, transaction)
      : Effect.fail(new SignerUnavailable({ reason: `a ${purpose} is not signed: ${reason}` }))
  }
})
