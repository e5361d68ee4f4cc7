import { Schema, SchemaTransformation } from "effect"

/**
 * What nodes answer, decoded strictly (Ethereum JSON-RPC specification). Hashes, addresses and data are in lower case,
 * numbers of blocks and positions are numbers, amounts are bigints, times milliseconds.
 */

const hexText = Schema.TemplateLiteral(["0x", Schema.String])

const lowerCase = (pattern: RegExp) =>
  hexText.check(Schema.isPattern(pattern)).pipe(
    Schema.decodeTo(
      hexText,
      SchemaTransformation.transform({
        decode: (hex) => hex.toLowerCase() as `0x${string}`,
        encode: (hex) => hex
      })
    )
  )

export const Hash = lowerCase(/^0x[0-9a-fA-F]{64}$/)
const Address = lowerCase(/^0x[0-9a-fA-F]{40}$/)
export const Bytes = lowerCase(/^0x(?:[0-9a-fA-F]{2})*$/)

/** At most 32 bytes; some nodes write leading zeros. */
export const Quantity = hexText
  .check(Schema.isPattern(/^0x[0-9a-fA-F]{1,64}$/))
  .pipe(
    Schema.decodeTo(
      Schema.BigInt,
      SchemaTransformation.transform({ decode: (hex) => BigInt(hex), encode: hexOfNumber })
    )
  )

export const Count = hexText
  .check(Schema.isPattern(/^0x0*[0-9a-fA-F]{1,13}$/))
  .pipe(
    Schema.decodeTo(
      Schema.Int,
      SchemaTransformation.transform({ decode: (hex) => Number(hex), encode: hexOfNumber })
    )
  )

/** Seconds on the wire; 11 digits are the year 500 000, so milliseconds stay exact. */
const TimeMillis = hexText.check(Schema.isPattern(/^0x0*[0-9a-fA-F]{1,11}$/)).pipe(
  Schema.decodeTo(
    Schema.Int,
    SchemaTransformation.transform({
      decode: (hex) => Number(hex) * 1000,
      encode: (millis) => hexOfNumber(Math.floor(millis / 1000))
    })
  )
)

/** A number as nodes take it. */
export function hexOfNumber(value: number | bigint): `0x${string}` {
  return `0x${value.toString(16)}`
}

/** A block's place in the chain. */
export const Block = Schema.Struct({
  number: Count,
  hash: Hash,
  parentHash: Hash,
  timestamp: TimeMillis,
  /** A filter over the addresses and topics of its logs. */
  logsBloom: Bytes
})
export interface Block extends Schema.Schema.Type<typeof Block> {}

/** An event of a contract in a block. */
export const Log = Schema.Struct({
  address: Address,
  topics: Schema.Array(Hash).check(Schema.isMaxLength(4)),
  data: Bytes,
  blockNumber: Count,
  blockHash: Hash,
  transactionHash: Hash,
  transactionIndex: Count,
  /** Counts within the block, so a reorganisation changes it. */
  logIndex: Count,
  /** True only in subscriptions, of a log that a reorganisation removed. */
  removed: Schema.optionalKey(Schema.Literal(false))
})
export interface Log extends Schema.Schema.Type<typeof Log> {}

/** The outcome of a transaction in a block. */
export const Receipt = Schema.Struct({
  transactionHash: Hash,
  transactionIndex: Count,
  blockHash: Hash,
  blockNumber: Count,
  from: Address,
  /** Null if it creates a contract. */
  to: Schema.NullOr(Address),
  contractAddress: Schema.optionalKey(Schema.NullOr(Address)),
  /** 1 if it succeeded, 0 if it reverted. */
  status: Count.check(Schema.isBetween({ minimum: 0, maximum: 1 })),
  gasUsed: Quantity,
  effectiveGasPrice: Quantity,
  logs: Schema.Array(Log)
})
export interface Receipt extends Schema.Schema.Type<typeof Receipt> {}

/** A transaction that a node knows, in a block or not. */
export const Transaction = Schema.Struct({
  hash: Hash,
  from: Address,
  to: Schema.NullOr(Address),
  nonce: Count,
  value: Quantity,
  input: Bytes,
  /** Null while it waits. */
  blockHash: Schema.NullOr(Hash)
})
export interface Transaction extends Schema.Schema.Type<typeof Transaction> {}

/** Who sent a transaction of a block, and in which slot. */
export const SlotUse = Schema.Struct({ hash: Hash, from: Address, nonce: Count })
export interface SlotUse extends Schema.Schema.Type<typeof SlotUse> {}

/** Fees of the latest blocks, in wei for each unit of gas. */
export const FeeHistory = Schema.Struct({
  oldestBlock: Count,
  /** Of each block, oldest first, and of the block after the last. */
  baseFeePerGas: Schema.Array(Quantity).check(Schema.isMinLength(2)),
  /** Of each block, the tips at the percentiles asked for. */
  reward: Schema.Array(Schema.Array(Quantity))
})
export interface FeeHistory extends Schema.Schema.Type<typeof FeeHistory> {}
