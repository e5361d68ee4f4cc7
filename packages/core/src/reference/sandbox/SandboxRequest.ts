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
export type SandboxDepositRequest = typeof SandboxDepositRequest.Type

/** Blocks that the simulated chain adds. */
export const SandboxBlocks = Schema.Struct({ network: textUpTo(64), count: whole(countMax) })
export type SandboxBlocks = typeof SandboxBlocks.Type

/** A transfer that the simulated chain takes back. */
export const SandboxDrop = Schema.Struct({ txHash: printableAscii(128) })
export type SandboxDrop = typeof SandboxDrop.Type

/** USDT for a balance. */
export const SandboxCredit = Schema.Struct({
  amount: amountField({ description: "In USDT.", examples: [100] }),
  reason: optionalField(textUpTo(500))
})
export type SandboxCredit = typeof SandboxCredit.Type

const bankNameMax = 100

/** How the simulated bank takes the money of an invoice. */
export const SandboxPayment = Schema.Struct({
  bank: optionalField(
    textUpTo(bankNameMax).check(Schema.isPattern(/\S/, { message: "invalid_value:must not be empty" }))
  ),
  operationId: optionalField(printableAscii(128))
})
export type SandboxPayment = typeof SandboxPayment.Type

/** The simulated checker's answer for a session. */
export const SandboxDecision = Schema.Struct({
  outcome: Schema.Literals(kycOutcomes),
  reasons: reasonsField(textUpTo(100))
})
export type SandboxDecision = typeof SandboxDecision.Type

const tenYearsSeconds = 10 * 366 * 24 * 60 * 60

/** How far the domain clock is moved ahead. */
export const SandboxAdvance = Schema.Struct({ seconds: whole(tenYearsSeconds) })
export type SandboxAdvance = typeof SandboxAdvance.Type

export const decodeDeposit = decoderOf(SandboxDepositRequest)
export const decodeBlocks = decoderOf(SandboxBlocks)
export const decodeDrop = decoderOf(SandboxDrop)
export const decodeCredit = decoderOf(SandboxCredit)
export const decodePay = decoderOf(SandboxPayment)
export const decodeSandboxDecision = decoderOf(SandboxDecision)
export const decodeAdvance = decoderOf(SandboxAdvance)
