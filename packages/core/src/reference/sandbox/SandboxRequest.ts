import { Schema } from "effect"
import { adjustmentLimitMinor } from "../../concepts/balance/Balances.ts"
import { statementFormats } from "../../concepts/bankPayment/BankTransfers.ts"
import { kycOutcomes, reasonsField } from "../../concepts/kyc/KycRequest.ts"
import { networkField } from "../../concepts/network/describedNetwork.ts"
import type { Network } from "../../concepts/network/Network.ts"
import { exampleTexts } from "../../kernel/concept/wire.ts"
import { component } from "../../kernel/description/component.ts"
import {
  amountField,
  decoderOf,
  integerBetween,
  oneLine,
  optionalField,
  printableAscii,
  someTextUpTo,
  textUpTo
} from "../../kernel/input/Input.ts"
import { amountView, wireLimitMinor } from "../../kernel/money/Money.ts"

const whole = (maximum: number) => integerBetween(0, maximum)
const countMax = 1_000_000

const notEmpty = (text: ReturnType<typeof textUpTo>) =>
  text.check(Schema.isPattern(/\S/u, { message: "invalid_value:must not be empty" }))

/** Anything above zero that can be sent back exactly. */
const moneyFacts = {
  description: "In USDT, at most 6 decimals.",
  examples: [100],
  minimum: 0.000001,
  maximum: Number((wireLimitMinor - 1n) / 1_000_000n)
} as const

/** An adjustment has its own limit. */
const creditFacts = { ...moneyFacts, maximum: amountView(adjustmentLimitMinor, "USDT") }

const simulatedNetwork = (offered: ReadonlyArray<Network>) =>
  networkField("SimulatedNetwork", "A network that the sandbox simulates.", offered)

/**
 * A transfer on one of these simulated networks. By default the network is that of the address's owner, and the rest
 * is generated.
 */
export const sandboxDepositOn = (offered: ReadonlyArray<Network>) =>
  Schema.Struct({
    address: someTextUpTo(256).annotate({
      description: "The address of one of your invoices or wallets.",
      examples: [exampleTexts.address]
    }),
    amount: amountField(moneyFacts),
    network: optionalField(simulatedNetwork(offered)).annotate({
      description: "By default that of the invoice or wallet."
    }),
    txHash: optionalField(
      printableAscii(128)
        .check(Schema.isPattern(/^[^/]*$/, { message: "invalid_value:must have no /" }))
        .annotate({ description: "The hash of its transaction, without /; by default a new one." })
    ),
    logIndex: optionalField(
      whole(countMax).annotate({
        description: "Its place among the transfers of its transaction; by default 0."
      })
    ),
    confirmations: optionalField(
      whole(countMax).annotate({ description: "By default enough to credit the money." })
    )
  })

/** A transfer on a simulated network, as a client sends it. */
export const SandboxDepositRequest = sandboxDepositOn([])
export interface SandboxDepositRequest extends Schema.Schema.Type<typeof SandboxDepositRequest> {}

/** Blocks that one of these simulated networks adds. */
export const sandboxBlocksOn = (offered: ReadonlyArray<Network>) =>
  Schema.Struct({
    network: simulatedNetwork(offered).annotate({ description: "Where they are added." }),
    count: whole(countMax).annotate({ description: "How many blocks.", examples: [20] })
  })

/** Blocks that a simulated network adds, as a client sends it. */
export const SandboxBlocks = sandboxBlocksOn([])
export interface SandboxBlocks extends Schema.Schema.Type<typeof SandboxBlocks> {}

/** A transfer that the simulated chain takes back. */
export const SandboxDrop = Schema.Struct({
  txHash: printableAscii(128).annotate({
    description: "The hash of the transaction that the network takes back.",
    examples: [exampleTexts.txHash]
  })
})
export interface SandboxDrop extends Schema.Schema.Type<typeof SandboxDrop> {}

/** USDT for a balance. */
export const SandboxCredit = Schema.Struct({
  amount: amountField(creditFacts),
  reason: optionalField(
    textUpTo(500).annotate({ description: "Why, for the statement.", examples: ["Test money"] })
  )
})
export interface SandboxCredit extends Schema.Schema.Type<typeof SandboxCredit> {}

const bankNameMax = 100

/** How the simulated bank takes the money of an invoice. */
export const SandboxPayment = Schema.Struct({
  bank: optionalField(
    notEmpty(textUpTo(bankNameMax)).annotate({
      description: "The name of the payer's bank.",
      examples: ["Simulated bank"]
    })
  ),
  operationId: optionalField(
    printableAscii(128).annotate({ description: "The bank's id of the payment; by default a new one." })
  )
})
export interface SandboxPayment extends Schema.Schema.Type<typeof SandboxPayment> {}

/** What a payer writes into one line of a transfer, perhaps nothing. */
const payersLine = (max: number) =>
  Schema.String.check(
    Schema.isPattern(new RegExp(`^[^\\p{C}\\p{Zl}\\p{Zp}]{0,${max}}$`, "u"), {
      message: `invalid_value:must have at most ${max} characters on one line`
    })
  )

/** How a customer of the simulated bank transfers money for an invoice: rightly, unless said otherwise. */
export const SandboxBankTransfer = Schema.Struct({
  account: optionalField(
    textUpTo(40).annotate({
      description: "The name of the account; by default the one that the invoice's page tells.",
      examples: ["main"]
    })
  ),
  amount: optionalField(
    amountField({
      description: "In the account's currency; by default that of the invoice.",
      examples: [12.5],
      minimum: 0.01,
      maximum: Number((wireLimitMinor - 1n) / 100n)
    })
  ),
  reference: optionalField(
    payersLine(35).annotate({
      description: "What stands in the field for references; by default that of the invoice.",
      examples: ["RF4300000000017"]
    })
  ),
  text: optionalField(
    payersLine(140).annotate({ description: "What the payer writes besides.", examples: ["Invoice 17"] })
  ),
  payer: optionalField(oneLine(70).annotate({ description: "Who pays.", examples: ["Anna Kova"] })),
  bookedOn: optionalField(
    notEmpty(someTextUpTo(10)).annotate({
      description: "The day in the bank's books; by default today in the account's time zone.",
      examples: ["2026-01-15"]
    })
  )
})
export interface SandboxBankTransfer extends Schema.Schema.Type<typeof SandboxBankTransfer> {}

/** Which statement of the simulated bank is asked for. */
export const SandboxBankStatement = Schema.Struct({
  format: Schema.Literals(statementFormats).annotate({
    ...component("StatementFormat", "The format of a bank statement."),
    examples: ["camt.053"]
  }),
  account: notEmpty(someTextUpTo(40)).annotate({
    description: "The name of the account.",
    examples: ["main"]
  })
})
export interface SandboxBankStatement extends Schema.Schema.Type<typeof SandboxBankStatement> {}

/** The simulated checker's answer for a session. */
export const SandboxDecision = Schema.Struct({
  outcome: Schema.Literals(kycOutcomes).annotate({
    ...component("KycOutcome", "What the checker decides. `retry` lets the person try again."),
    examples: ["completed"]
  }),
  reasons: reasonsField(textUpTo(100)).annotate({ description: "Reason codes, such as document_expired." })
})
export interface SandboxDecision extends Schema.Schema.Type<typeof SandboxDecision> {}

const tenYearsSeconds = 10 * 366 * 24 * 60 * 60

/** How far the domain clock is moved ahead. */
export const SandboxAdvance = Schema.Struct({
  seconds: whole(tenYearsSeconds).annotate({ description: "By how much, in seconds.", examples: [3600] })
})
export interface SandboxAdvance extends Schema.Schema.Type<typeof SandboxAdvance> {}

/** How much later than an instant, in milliseconds since 1970, the domain clock is to be. */
const SandboxPassing = Schema.Struct({
  ...SandboxAdvance.fields,
  since: integerBetween(0, Number.MAX_SAFE_INTEGER)
})
export interface SandboxPassing extends Schema.Schema.Type<typeof SandboxPassing> {}

export const decodeDeposit = decoderOf(SandboxDepositRequest)
export const decodeBlocks = decoderOf(SandboxBlocks)
export const decodeDrop = decoderOf(SandboxDrop)
export const decodeCredit = decoderOf(SandboxCredit)
export const decodePay = decoderOf(SandboxPayment)
export const decodeBankTransfer = decoderOf(SandboxBankTransfer)
export const decodeBankStatement = decoderOf(SandboxBankStatement)
export const decodeSandboxDecision = decoderOf(SandboxDecision)
export const decodeAdvance = decoderOf(SandboxAdvance)
export const decodePassing = decoderOf(SandboxPassing)
