import type { SignedForm } from "@quittance/core/adapter"
import { type Effect, Schema } from "effect"
import type { Hex } from "../hex.ts"
import type { GasFees } from "./fees.ts"

/** The signer did not sign: it is away, it refuses, it has another key, or its answer does not match the request. */
export class SignerUnavailable extends Schema.TaggedError<SignerUnavailable>()("SignerUnavailable", {
  reason: Schema.String
}) {}

/** A transaction of a wallet, before it is signed (EIP-1559). It sends nothing of the network's own coin. */
export interface UnsignedTransaction {
  readonly chainId: number
  readonly nonce: number
  /** Omitted if the transaction creates a contract. */
  readonly to?: Hex
  readonly data: Hex
  readonly gas: bigint
  readonly fees: GasFees
}

/** Signs for the wallets of a network. Signing twice may give two hashes, so nothing is signed that is not stored. */
export interface Signer<Transaction = UnsignedTransaction, Address extends string = Hex> {
  readonly sign: (
    wallet: Address,
    transaction: Transaction
  ) => Effect.Effect<Pick<SignedForm, "hash" | "bytes">, SignerUnavailable>
}
