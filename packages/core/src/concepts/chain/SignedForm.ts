import { Schema } from "effect"
import { packed } from "../../kernel/concept/Field.ts"
import type { Instant } from "../../kernel/time/Instant.ts"

/** One signed form of a transaction. A higher fee, a later end or a cancellation is another form in the same slot. */
const SignedForm = Schema.Struct({
  hash: Schema.String,
  /** What is broadcast, as hex. */
  bytes: Schema.String,
  /** Sends nothing, and so keeps the slot from the transaction that it replaces. */
  isCancel: Schema.Boolean,
  /** In wei for each unit of gas. */
  maxFeeWei: Schema.BigInt,
  maxTipWei: Schema.BigInt,
  at: Schema.Int,
  /** When the network stops accepting it, by the time of its blocks; 0 if it never does. */
  expiresAt: Schema.Int
})
export interface SignedForm extends Schema.Schema.Type<typeof SignedForm> {}

type PackedForm = readonly [
  hash: string,
  bytes: string,
  isCancel: 0 | 1,
  maxFee: string,
  maxTip: string,
  at: Instant,
  /** Left out if it is 0, as in rows of earlier versions, so that a row that is written again has the same text. */
  expiresAt?: Instant
]

/** Forms as a field, in the order in which they were signed. */
export const signedForms = packed<ReadonlyArray<SignedForm>>(Schema.Array(SignedForm), {
  pack: (forms) =>
    JSON.stringify(
      forms.map(
        ({ at, bytes, expiresAt, hash, isCancel, maxFeeWei, maxTipWei }): PackedForm => [
          hash,
          bytes,
          isCancel ? 1 : 0,
          String(maxFeeWei),
          String(maxTipWei),
          at,
          ...(expiresAt === 0 ? ([] as const) : ([expiresAt] as const))
        ]
      )
    ),
  unpack: (text) =>
    (JSON.parse(text) as ReadonlyArray<PackedForm>).map(
      ([hash, bytes, isCancel, maxFee, maxTip, at, expiresAt = 0]) => ({
        hash,
        bytes,
        isCancel: isCancel === 1,
        maxFeeWei: BigInt(maxFee),
        maxTipWei: BigInt(maxTip),
        at,
        expiresAt
      })
    )
})
