import type { Hex } from "../hex.ts"
import type { Spelling } from "../Spelling.ts"
import { evmSpelling } from "../Spelling.ts"
import type { UnsignedTransaction } from "./Signer.ts"
import { signedFault } from "./signedFault.ts"
import { digestOf, hashOfBytes, type Signature, signedBytes } from "./signedTransaction.ts"

/** How the transactions of a kind of network are written and signed. */
export interface TransactionForm<Transaction, Address extends string> {
  /** The account that an address names. */
  readonly hexOfAddress: Spelling["hexOfAddress"]
  /** What is signed. */
  readonly digestOf: (transaction: Transaction) => Uint8Array
  /** The transaction as nodes take it. */
  readonly signedBytes: (transaction: Transaction, signature: Signature) => Hex
  /** The id by which core knows a signed transaction. */
  readonly hashOf: (bytes: Hex, transaction: Transaction) => string
  /** Why bytes are not the signed form of a transaction by the wallet, in every bit; undefined if they are. */
  readonly faultOf: (wallet: Address, transaction: Transaction, answer: string) => string | undefined
}

export const evmForm: TransactionForm<UnsignedTransaction, Hex> = {
  hexOfAddress: evmSpelling.hexOfAddress,
  digestOf,
  signedBytes,
  hashOf: hashOfBytes,
  faultOf: signedFault
}
