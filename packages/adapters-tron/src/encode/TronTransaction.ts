import { sha256 } from "@noble/hashes/sha2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"
import type { Hex } from "@quittance/adapters-evm"
import { bytesOf, type Call, hexOf } from "@quittance/adapters-evm/parts"
import { prefixedBytes } from "../address.ts"
import { type Field, fieldsIn, message } from "./protobuf.ts"

/**
 * The two transactions that are ever signed: one that calls a contract and one that creates one. Neither moves TRX.
 * Their fields are those of `Transaction`, `TriggerSmartContract` and `CreateSmartContract` in the protocol of
 * java-tron.
 */
export interface TronTransaction extends Call {
  readonly owner: Hex
  /** The block that it refers to: the last two bytes of its number, and eight bytes of its id. */
  readonly refBlockBytes: Hex
  readonly refBlockHash: Hex
  /** Milliseconds. It is in no block whose parent is as late. */
  readonly expiration: number
  /** Milliseconds. Nodes ignore it: it distinguishes two otherwise equal transactions. */
  readonly timestamp: number
  /** The most TRX that its energy may burn, in sun. */
  readonly feeLimitSun: bigint
}

/** A transaction with the signature of its owner: r, s and a byte that says which of two keys made it. */
export interface SignedTransaction {
  readonly transaction: TronTransaction
  readonly signature: Hex
}

/**
 * What the node needs to create a contract. The caller pays all the energy, so its limit for the creator is the
 * lowest.
 */
const creation = { name: "ForwarderFactory", consumeUserResourcePercent: 100n, originEnergyLimit: 1n }

const kinds = {
  create: { type: 30n, typeUrl: "type.googleapis.com/protocol.CreateSmartContract" },
  trigger: { type: 31n, typeUrl: "type.googleapis.com/protocol.TriggerSmartContract" }
}

/** What is hashed and signed (`Transaction.raw`). */
export const rawData = (transaction: TronTransaction): Uint8Array => {
  const { expiration, feeLimitSun, refBlockBytes, refBlockHash, timestamp, to } = transaction
  const { type, typeUrl } = to === undefined ? kinds.create : kinds.trigger
  const parameter = message([
    { number: 1, value: utf8ToBytes(typeUrl) },
    { number: 2, value: message(contractFields(transaction)) }
  ])
  return message([
    { number: 1, value: bytesOf(refBlockBytes) },
    { number: 4, value: bytesOf(refBlockHash) },
    { number: 8, value: BigInt(expiration) },
    {
      number: 11,
      value: message([
        { number: 1, value: type },
        { number: 2, value: parameter }
      ])
    },
    { number: 14, value: BigInt(timestamp) },
    { number: 18, value: feeLimitSun }
  ])
}

const contractFields = ({ data, owner, to }: TronTransaction): ReadonlyArray<Field> => {
  const ownerField = { number: 1, value: prefixedBytes(owner) }
  if (to !== undefined)
    return [ownerField, { number: 2, value: prefixedBytes(to) }, { number: 4, value: bytesOf(data) }]
  const { consumeUserResourcePercent, name, originEnergyLimit } = creation
  const contract = message([
    ownerField,
    { number: 4, value: bytesOf(data) },
    { number: 6, value: consumeUserResourcePercent },
    { number: 7, value: utf8ToBytes(name) },
    { number: 8, value: originEnergyLimit }
  ])
  return [ownerField, { number: 2, value: contract }]
}

/** The id of a transaction on the network, signed or not; this is also what is signed. */
export const transactionId = (raw: Uint8Array): Hex => hexOf(sha256(raw))

/** The transaction as nodes take it. */
export const signedTransaction = (raw: Uint8Array, signature: Hex): Hex =>
  hexOf(
    message([
      { number: 1, value: raw },
      { number: 2, value: bytesOf(signature) }
    ])
  )

/** The transaction in signed bytes; undefined if they differ in any bit from this encoding of it. */
export const readSigned = (bytes: string): SignedTransaction | undefined => {
  if (!isHex(bytes)) return undefined
  const fields = fieldsIn(bytesOf(bytes))
  const [raw, signature] = [fields?.get(1), fields?.get(2)]
  if (!(raw instanceof Uint8Array) || !(signature instanceof Uint8Array)) return undefined
  const transaction = readRawData(raw)
  if (transaction === undefined || signature.length !== signatureBytes) return undefined
  const found = { transaction, signature: hexOf(signature) }
  return signedTransaction(rawData(transaction), found.signature) === bytes ? found : undefined
}

const isHex = (text: string): text is Hex => /^0x(?:[0-9a-f]{2})*$/.test(text)

const signatureBytes = 65
const addressBytes = 20

/** The fields where they should be. Anything else shows when the transaction is encoded again. */
const readRawData = (raw: Uint8Array): TronTransaction | undefined => {
  const fields = fieldsIn(raw)
  const contract = messageIn(fields, 11)
  const value = messageIn(messageIn(contract, 2), 2)
  const owner = hexIn(value, 1).slice(4)
  const created = messageIn(value, 2)
  const isCreation = contract?.get(1) === kinds.create.type
  const to = hexIn(value, 2).slice(4)
  if (owner.length !== 2 * addressBytes || (!isCreation && to.length !== 2 * addressBytes)) return undefined
  return {
    owner: `0x${owner}`,
    ...(!isCreation && { to: `0x${to}` as const }),
    data: isCreation ? hexIn(created, 4) : hexIn(value, 4),
    refBlockBytes: hexIn(fields, 1),
    refBlockHash: hexIn(fields, 4),
    expiration: Number(numberIn(fields, 8)),
    timestamp: Number(numberIn(fields, 14)),
    feeLimitSun: numberIn(fields, 18)
  }
}

type Fields = ReturnType<typeof fieldsIn>

const bytesIn = (fields: Fields, number: number): Uint8Array => {
  const value = fields?.get(number)
  return value instanceof Uint8Array ? value : new Uint8Array()
}

const hexIn = (fields: Fields, number: number): Hex => hexOf(bytesIn(fields, number))

const messageIn = (fields: Fields, number: number): Fields => fieldsIn(bytesIn(fields, number))

const numberIn = (fields: Fields, number: number): bigint => {
  const value = fields?.get(number)
  return typeof value === "bigint" ? value : 0n
}
