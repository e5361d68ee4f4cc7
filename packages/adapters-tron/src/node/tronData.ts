import type { Hex } from "@quittance/adapters-evm"
import { Effect, Schema, SchemaTransformation } from "effect"

/**
 * What the HTTP API of full nodes answers, decoded strictly (`JsonFormat` of java-tron). Bytes are hex without `0x`, an
 * address has 21 of them, and a field that is zero, empty or the first of its kind is left out.
 */

const hexText = (pattern: RegExp, prefix = "") =>
  Schema.String.check(Schema.isPattern(pattern)).pipe(
    Schema.decodeTo(
      Schema.TemplateLiteral(["0x", Schema.String]),
      SchemaTransformation.transform({
        decode: (text): Hex => `0x${text.slice(prefix.length).toLowerCase()}`,
        encode: (hex) => `${prefix}${hex.slice(2)}`
      })
    )
  )

const Hash = hexText(/^[0-9a-fA-F]{64}$/)
const Bytes = hexText(/^(?:[0-9a-fA-F]{2})*$/)
const Address = hexText(/^41[0-9a-fA-F]{40}$/, "41")
/** Logs have addresses as the virtual machine does. */
const LogAddress = hexText(/^[0-9a-fA-F]{40}$/)

/** A 64-bit integer that is not negative. */
const Amount = Schema.Union([Schema.Int, Schema.BigInt]).pipe(
  Schema.decodeTo(
    Schema.BigInt.check(Schema.isBetweenBigInt({ minimum: 0n, maximum: (1n << 63n) - 1n })),
    SchemaTransformation.transform({ decode: BigInt, encode: (value): number | bigint => value })
  )
)
const AmountOrZero = Amount.pipe(Schema.withDecodingDefaultTypeKey(Effect.succeed(0n)))

const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))
const CountOrZero = Count.pipe(Schema.withDecodingDefaultTypeKey(Effect.succeed(0)))

const Text = Schema.String.pipe(Schema.withDecodingDefaultTypeKey(Effect.succeed("")))
const Data = Bytes.pipe(Schema.withDecodingDefaultTypeKey(Effect.succeed("0x" as const)))

/** A node answers `{}` for what it does not have. */
const Nothing = Schema.Record(Schema.String, Schema.Never).pipe(
  Schema.decodeTo(Schema.Null, SchemaTransformation.transform({ decode: () => null, encode: () => ({}) }))
)

export const orNull = <A>(answer: Schema.Decoder<A>): Schema.Decoder<A | null> =>
  Schema.Union([answer, Nothing])

export const BlockAnswer = Schema.Struct({
  blockID: Hash,
  block_header: Schema.Struct({
    raw_data: Schema.Struct({
      number: CountOrZero,
      parentHash: Hash,
      timestamp: CountOrZero,
      /** The root of the tree of its transactions; zeros if it has none. */
      txTrieRoot: Data
    })
  }),
  transactions: Schema.Array(Schema.Unknown).pipe(Schema.withDecodingDefaultTypeKey(Effect.succeed([])))
})

export interface BlockAnswer extends Schema.Schema.Type<typeof BlockAnswer> {}

const LogAnswer = Schema.Struct({
  address: LogAddress,
  topics: Schema.Array(Hash)
    .check(Schema.isMaxLength(4))
    .pipe(Schema.withDecodingDefaultTypeKey(Effect.succeed([]))),
  data: Data
})

export const InfoAnswer = Schema.Struct({
  id: Hash,
  blockNumber: Count,
  fee: AmountOrZero,
  contract_address: Schema.optionalKey(Address),
  /** What happened before any contract ran. */
  result: Text,
  receipt: Schema.Struct({ result: Text, energy_usage_total: AmountOrZero }),
  /** What the contract returned; the reason if it reverted. */
  contractResult: Schema.Array(Bytes).pipe(Schema.withDecodingDefaultTypeKey(Effect.succeed([]))),
  /** What the node says about a failure. */
  resMessage: Data,
  log: Schema.Array(LogAnswer).pipe(Schema.withDecodingDefaultTypeKey(Effect.succeed([])))
})
export interface InfoAnswer extends Schema.Schema.Type<typeof InfoAnswer> {}

export const TransactionAnswer = Schema.Struct({ txID: Hash })

export const BroadcastAnswer = Schema.Struct({
  result: Schema.Boolean.pipe(Schema.withDecodingDefaultTypeKey(Effect.succeed(false))),
  code: Text,
  message: Text,
  txid: Schema.optionalKey(Hash)
})
export interface BroadcastAnswer extends Schema.Schema.Type<typeof BroadcastAnswer> {}

export const ConstantAnswer = Schema.Struct({
  result: Schema.Struct({
    result: Schema.Boolean.pipe(Schema.withDecodingDefaultTypeKey(Effect.succeed(false))),
    code: Text,
    message: Data
  }),
  energy_used: AmountOrZero,
  constant_result: Schema.Array(Bytes).pipe(Schema.withDecodingDefaultTypeKey(Effect.succeed([]))),
  logs: Schema.Array(LogAnswer).pipe(Schema.withDecodingDefaultTypeKey(Effect.succeed([]))),
  transaction: Schema.optionalKey(
    Schema.Struct({
      ret: Schema.Array(Schema.Struct({ ret: Text })).pipe(
        Schema.withDecodingDefaultTypeKey(Effect.succeed([]))
      )
    })
  )
})
export interface ConstantAnswer extends Schema.Schema.Type<typeof ConstantAnswer> {}

export const AccountAnswer = Schema.Struct({ address: Address, balance: AmountOrZero })

export const ResourceAnswer = Schema.Struct({
  freeNetUsed: AmountOrZero,
  freeNetLimit: AmountOrZero,
  NetUsed: AmountOrZero,
  NetLimit: AmountOrZero,
  EnergyUsed: AmountOrZero,
  EnergyLimit: AmountOrZero
})
export interface ResourceAnswer extends Schema.Schema.Type<typeof ResourceAnswer> {}

export const ParametersAnswer = Schema.Struct({
  chainParameter: Schema.Array(
    Schema.Struct({
      key: Schema.String,
      // Some that nobody here asks for are negative.
      value: Schema.optionalKey(Schema.Union([Schema.Number, Schema.BigInt]))
    })
  )
})
