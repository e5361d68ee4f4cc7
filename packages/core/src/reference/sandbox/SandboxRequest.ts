import { Schema } from "effect"
import { kycOutcomes, reasonsField } from "../../concepts/kyc/KycRequest.ts"
import {
  amountField,
  decoderOf,
  integerBetween,
  optionalField,
  printableAscii,
  textUpTo
} from "../../kernel/input/Input.ts"

const whole = (maximum: number) => integerBetween(0, maximum)
const countMax = 1_000_000

/**
 * A transfer on the simulated chain. By default the network is that of the address's owner, and the rest is
 * generated.
 */
export const SandboxDepositRequest = Schema.Struct({
  address: textUpTo(256),
  amount: amountField({ description: "In USDT.", examples: [100] }),
  network: optionalField(textUpTo(64)),
  txHash: optionalField(
    printableAscii(128).check(Schema.isPattern(/^[^/]*$/, { message: "invalid_value:must have no /" }))
  ),
  logIndex: optionalField(whole(countMax)),
  confirmations: optionalField(whole(countMax))
})
export interface SandboxDepositRequest extends Schema.Schema.Type<typeof SandboxDepositRequest> {}

/** Blocks that the simulated chain adds. */
export const SandboxBlocks = Schema.Struct({ network: textUpTo(64), count: whole(countMax) })
export interface SandboxBlocks extends Schema.Schema.Type<typeof SandboxBlocks> {}

/** A transfer that the simulated chain takes back. */
export const SandboxDrop = Schema.Struct({ txHash: printableAscii(128) })
export interface SandboxDrop extends Schema.Schema.Type<typeof SandboxDrop> {}

/** USDT for a balance. */
export const SandboxCredit = Schema.Struct({
  amount: amountField({ description: "In USDT.", examples: [100] }),
  reason: optionalField(textUpTo(500))
})
export interface SandboxCredit extends Schema.Schema.Type<typeof SandboxCredit> {}

const bankNameMax = 100

/** How the simulated bank takes the money of an invoice. */
export const SandboxPayment = Schema.Struct({
  bank: optionalField(
    textUpTo(bankNameMax).check(Schema.isPattern(/\S/, { message: "invalid_value:must not be empty" }))
  ),
  operationId: optionalField(printableAscii(128))
})
export interface SandboxPayment extends Schema.Schema.Type<typeof SandboxPayment> {}

/** The simulated checker's answer for a session. */
export const SandboxDecision = Schema.Struct({
  outcome: Schema.Literals(kycOutcomes),
  reasons: reasonsField(textUpTo(100))
})
export interface SandboxDecision extends Schema.Schema.Type<typeof SandboxDecision> {}

const tenYearsSeconds = 10 * 366 * 24 * 60 * 60

/** How far the domain clock is moved ahead. */
export const SandboxAdvance = Schema.Struct({ seconds: whole(tenYearsSeconds) })
export interface SandboxAdvance extends Schema.Schema.Type<typeof SandboxAdvance> {}

export const decodeDeposit = decoderOf(SandboxDepositRequest)
export const decodeBlocks = decoderOf(SandboxBlocks)
export const decodeDrop = decoderOf(SandboxDrop)
export const decodeCredit = decoderOf(SandboxCredit)
export const decodePay = decoderOf(SandboxPayment)
export const decodeSandboxDecision = decoderOf(SandboxDecision)
export const decodeAdvance = decoderOf(SandboxAdvance)
