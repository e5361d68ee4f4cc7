import { Schema } from "effect"
import { FiatCurrency } from "../../kernel/money/Currency.ts"

/**
 * What a customer writes into a transfer, as the bank of the account asks for it. Everything is there in words; a QR
 * code holds the same.
 */
export const TransferInstructions = Schema.Struct({
  beneficiary: Schema.NonEmptyString,
  /** The IBAN without spaces, or the number of the account. */
  account: Schema.NonEmptyString,
  /** What names the bank and its customer beside the account, in the order in which banks ask for it, such as `bic`. */
  bankIds: Schema.Array(Schema.Struct({ name: Schema.NonEmptyString, value: Schema.NonEmptyString })),
  amountMinor: Schema.BigInt,
  currency: FiatCurrency,
  /** The invoice's. A transfer without it is recognised by nobody but a person. */
  reference: Schema.NonEmptyString,
  /** What goes into the field for the purpose of the transfer: the reference, and where banks want words, more. */
  note: Schema.NonEmptyString,
  /** What a QR code holds, where there is a standard for one. */
  qrPayload: Schema.optionalKey(Schema.NonEmptyString)
})
export interface TransferInstructions extends Schema.Schema.Type<typeof TransferInstructions> {}
