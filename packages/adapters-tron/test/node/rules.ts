import { type Block, slotMillis } from "./Block.ts"
import { base58, bytesOf, type Hex, hexOf } from "./bytes.ts"
import { resultSize } from "./execution.ts"
import { Refusal } from "./Refusal.ts"
import type { TronState } from "./TronState.ts"
import { signerOf, type Transaction } from "./transaction.ts"

/** `Constant.TRANSACTION_MAX_BYTE_SIZE` */
const sizeMax = 500 * 1024
/** `Constant.MAXIMUM_TIME_UNTIL_EXPIRATION` */
export const expirationMillisMax = 24 * 60 * 60 * 1000

/** Where a transaction shall be: after a block, of whose branch all is known. */
export interface Place {
  readonly head: Pick<Block, "number" | "timestamp">
  readonly isInBlock: boolean
  readonly at: (number: number) => Pick<Block, "id">
  readonly isMined: (id: Hex) => boolean
}

/**
 * All that must be true of a transaction before it is carried out, in the order of `Manager.processTransaction`. In a
 * block the head is the block's parent, so that a block after missed slots may take what expired meanwhile. Throws a
 * refusal.
 */
export const checkTransaction = (state: TronState, transaction: Transaction, place: Place): void => {
  if (transaction.contractCount !== 1) throw contractSize(transaction)
  checkTapos(transaction, place)
  checkSize(transaction)
  checkExpiration(state, transaction, place)
  if (place.isMined(transaction.id)) throw Refusal.duplicate
  checkSignature(transaction)
}

const contractSize = ({ contractCount, id }: Transaction): Refusal => {
  const reason = `tx ${id.slice(2)} contract size should be exactly 1, this is extend feature ,actual :${contractCount}`
  return new Refusal("OTHER_ERROR", `Error: ${reason}`)
}

/**
 * What a node checks before it lets a broadcast transaction in (`Wallet.broadcastTransaction`,
 * `Manager.pushTransaction`).
 */
export const checkBroadcast = (transaction: Transaction, { head }: Place): void => {
  if (transaction.contractCount === 0) throw Refusal.contract("No contract!")
  if (transaction.expiration < head.timestamp + slotMillis) throw Refusal.expired
  checkSignature(transaction)
}

/**
 * `Manager.validateTapos`: two bytes of the number say which of the last 65 536 blocks, and eight bytes of its id that
 * it is on this branch.
 */
const checkTapos = ({ refBlockBytes, refBlockHash }: Transaction, { at, head }: Place): void => {
  if (refBlockBytes.length !== 2) throw Refusal.tapos
  const wanted = Number(BigInt(hexOf(refBlockBytes)))
  const number = head.number - ((head.number - wanted) & 0xffff)
  if (number < 0) throw Refusal.tapos
  if (hexOf(bytesOf(at(number).id).slice(8, 16)) !== hexOf(refBlockHash)) throw Refusal.tapos
}

/** `Manager.validateCommon`, first half */
const checkSize = ({ id, size }: Transaction): void => {
  const withResult = size + 2 * resultSize
  if (withResult <= sizeMax) return
  const reason = `Too big transaction with result, TxId ${id.slice(2)}, the size is ${withResult} bytes, maxTxSize ${sizeMax}`
  throw new Refusal("TOO_BIG_TRANSACTION_ERROR", reason)
}

/** `Manager.validateCommon`, second half */
const checkExpiration = (
  { parameters }: TronState,
  { expiration }: Transaction,
  { head, isInBlock }: Place
): void => {
  const next = head.timestamp + slotMillis
  if (isInBlock && parameters.isStrictlyExpiring && expiration < next) throw Refusal.expired
  if (expiration <= head.timestamp || expiration > head.timestamp + expirationMillisMax) throw Refusal.expired
}

/** `TransactionCapsule.isVerified`: who signed is found once. */
const verified = new WeakSet<Transaction>()

/**
 * `TransactionCapsule.validatePubSignature` and `checkWeight`. Every account has its own key alone, with the
 * permissions 0 and 2.
 */
const checkSignature = (transaction: Transaction): void => {
  if (verified.has(transaction)) return
  const { contract, contractCount, id, permissionId, signatures } = transaction
  const [signature] = signatures
  if (signature === undefined) throw Refusal.signature("miss sig or contract")
  if (contract === undefined) {
    if (contractCount > 1) throw contractSize(transaction)
    throw new Error("the model does not know what this kind of transaction does")
  }
  if (permissionId !== 0 && permissionId !== 2) throw Refusal.signature("permission isn't exit")
  if (signatures.length > 1)
    throw Refusal.signature(`Signature count is ${signatures.length} more than key counts of permission : 1`)
  if (signature.length < 65) throw Refusal.signature(`Signature size is ${signature.length}`)
  const signer = signerOf(id, signature)
  if (signer === undefined) throw Refusal.signature("Signature is not valid")
  if (signer !== contract.owner)
    throw Refusal.signature(
      `${hexOf(signature).slice(2)} is signed by ${base58(signer)} but it is not contained of permission.`
    )
  verified.add(transaction)
}
