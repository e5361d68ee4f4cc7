import { secp256k1 } from "@noble/curves/secp256k1.js"
import { concatBytes } from "@noble/hashes/utils.js"
import { addressIn, bytesOf, type Hex, hexOf, keccakOf, sha256Of } from "./bytes.ts"
import { allBytesIn, bytesIn, numberIn, readFields, written } from "./protobuf.ts"

/** What a transaction does; only these kinds are known here. */
export type Contract =
  | { readonly type: "TransferContract"; readonly owner: Hex; readonly to: Hex; readonly amount: bigint }
  | {
      readonly type: "TriggerSmartContract"
      readonly owner: Hex
      readonly contract: Hex
      readonly callValue: bigint
      readonly data: Hex
    }
  | {
      readonly type: "CreateSmartContract"
      readonly owner: Hex
      readonly origin: Hex
      readonly name: string
      readonly bytecode: Hex
      readonly callValue: bigint
      readonly percent: bigint
      readonly originEnergyLimit: bigint
    }

/** A transaction as its bytes say (`Protocol.Transaction`). */
export interface Transaction {
  /** SHA-256 of the raw data: the signatures are not in it. */
  readonly id: Hex
  readonly raw: Uint8Array
  readonly refBlockBytes: Uint8Array
  readonly refBlockHash: Uint8Array
  readonly expiration: number
  readonly timestamp: number
  readonly feeLimit: bigint
  readonly memo: Uint8Array
  readonly permissionId: number
  /** Undefined if there is not exactly one of a kind that is known here. */
  readonly contract: Contract | undefined
  readonly contractCount: number
  readonly signatures: ReadonlyArray<Uint8Array>
  /** Its length without results. */
  readonly size: number
}

const typeUrl = (type: Contract["type"]): string => `type.googleapis.com/protocol.${type}`
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** What is unreadable has no address; the rules refuse it as an account that does not exist. */
const nobody: Hex = "0x"

const addressOr = (bytes: Uint8Array): Hex => addressIn(bytes) ?? nobody

const contractOf = (type: bigint, url: string, value: Uint8Array): Contract | undefined => {
  const fields = readFields(value)
  const owner = addressOr(bytesIn(fields, 1))
  if (type === 1n && url === typeUrl("TransferContract"))
    return { type: "TransferContract", owner, to: addressOr(bytesIn(fields, 2)), amount: numberIn(fields, 3) }
  if (type === 31n && url === typeUrl("TriggerSmartContract"))
    return {
      ...{ type: "TriggerSmartContract", owner, contract: addressOr(bytesIn(fields, 2)) },
      ...{ callValue: numberIn(fields, 3), data: hexOf(bytesIn(fields, 4)) }
    }
  if (type !== 30n || url !== typeUrl("CreateSmartContract")) return undefined
  const made = readFields(bytesIn(fields, 2))
  return {
    ...{ type: "CreateSmartContract", owner, origin: addressOr(bytesIn(made, 1)) },
    ...{ name: textOf(bytesIn(made, 7)), bytecode: hexOf(bytesIn(made, 4)), callValue: numberIn(made, 5) },
    ...{ percent: numberIn(made, 6), originEnergyLimit: numberIn(made, 8) }
  }
}

/** Reads the bytes that a client broadcasts. Throws if they are no message. */
export const readTransaction = (bytes: Uint8Array): Transaction => {
  const transaction = readFields(bytes)
  const raw = bytesIn(transaction, 1)
  const fields = readFields(raw)
  const contracts = allBytesIn(fields, 11)
  const only = readFields(contracts[0] ?? new Uint8Array())
  const parameter = readFields(bytesIn(only, 2))
  const signatures = allBytesIn(transaction, 2)
  return {
    ...{ id: hexOf(sha256Of(raw)), raw, signatures, contractCount: contracts.length },
    ...{ refBlockBytes: bytesIn(fields, 1), refBlockHash: bytesIn(fields, 4), memo: bytesIn(fields, 10) },
    ...{ expiration: Number(numberIn(fields, 8)), timestamp: Number(numberIn(fields, 14)) },
    ...{ feeLimit: numberIn(fields, 18), permissionId: Number(numberIn(only, 5)) },
    contract:
      contracts.length === 1
        ? contractOf(numberIn(only, 1), textOf(bytesIn(parameter, 1)), bytesIn(parameter, 2))
        : undefined,
    size: written([[1, raw], ...signatures.map((each) => [2, each] as const)]).length
  }
}

/** The bytes of a transaction, without results. */
export const bytesOfTransaction = ({
  raw,
  signatures
}: Pick<Transaction, "raw" | "signatures">): Uint8Array =>
  written([[1, raw], ...signatures.map((each) => [2, each] as const)])

/** Of signatures that were looked at: what waits is looked at over and over. */
const signers = new WeakMap<Uint8Array, Hex | undefined>()

/**
 * Who signed, as `SignUtils.signatureToAddress` finds it: 32 bytes r, 32 bytes s, 1 byte v. Undefined if nobody can
 * have.
 */
export const signerOf = (id: Hex, signature: Uint8Array): Hex | undefined => {
  if (!signers.has(signature)) signers.set(signature, recoveredSigner(id, signature))
  return signers.get(signature)
}

const recoveredSigner = (id: Hex, signature: Uint8Array): Hex | undefined => {
  const v = signature[64] ?? 0
  const recovery = v >= 27 ? v - 27 : v
  if (recovery > 3) return undefined
  try {
    const point = secp256k1.Signature.fromCompact(signature.slice(0, 64))
      .addRecoveryBit(recovery)
      .recoverPublicKey(bytesOf(id))
      .toRawBytes(false)
    return hexOf(keccakOf(point.slice(1)).slice(12))
  } catch {
    return undefined
  }
}

/** Where a transaction creates its contract (`WalletUtil.generateContractAddress`). */
export const createdAddress = (id: Hex, owner: Hex): Hex =>
  hexOf(keccakOf(concatBytes(bytesOf(id), Uint8Array.of(0x41), bytesOf(owner))).slice(12))
