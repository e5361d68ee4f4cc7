import { serializeTransaction } from "viem/utils"
import { bytesOf, type Hex, hexOf, keccak } from "../hex.ts"
import type { UnsignedTransaction } from "./Signer.ts"

/** A signature of secp256k1. `yParity` tells which of two keys made it. */
export interface Signature {
  readonly r: Hex
  readonly s: Hex
  readonly yParity: 0 | 1
}

/** The fields of a transaction, as they are signed. */
export const fieldsOf = ({ chainId, data, fees, gas, nonce, to }: UnsignedTransaction) => ({
  type: "eip1559" as const,
  chainId,
  nonce,
  gas,
  maxFeePerGas: fees.maxFeeWei,
  maxPriorityFeePerGas: fees.maxTipWei,
  data,
  ...(to !== undefined && { to })
})

/** What is signed: the hash of the transaction without its signature. */
export const digestOf = (transaction: UnsignedTransaction): Uint8Array =>
  keccak(bytesOf(serializeTransaction(fieldsOf(transaction))))

/** The transaction as nodes take it. */
export const signedBytes = (transaction: UnsignedTransaction, signature: Signature): Hex =>
  serializeTransaction(fieldsOf(transaction), signature)

/** The hash by which the network knows a signed transaction. */
export const hashOfBytes = (bytes: Hex): Hex => hexOf(keccak(bytesOf(bytes)))
