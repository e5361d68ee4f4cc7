import { Effect, Layer, Option, Schema } from "effect"
import {
  type Bank,
  type BankPaymentRequest,
  type BankPaymentStatus,
  BankRail,
  BankRailUnavailable
} from "../concepts/bankPayment/BankRail.ts"
import type { BankReceipt } from "../concepts/bankPayment/BankReceipt.ts"
import { TransferInstructions } from "../concepts/bankPayment/TransferInstructions.ts"
import {
  DepositAddresses,
  DepositAddressesUnavailable,
  type ShownTransfer
} from "../concepts/chain/DepositAddresses.ts"
import type { KycReader } from "../concepts/kyc/KycReader.ts"
import * as ManualReview from "../concepts/kyc/ManualReview.ts"
import * as PreCheck from "../concepts/kyc/PreCheck.ts"
import { Mailer, MailerUnavailable, type MailMessage, MailRefused } from "../concepts/mail/Mailer.ts"
import {
  type AbandonAnswer,
  type MadeTransfer,
  PayoutProcessor,
  PayoutProcessorUnavailable,
  type TransferRequest,
  type TransferStatus
} from "../concepts/payout/PayoutProcessor.ts"
import { FiatCurrency } from "../kernel/money/Currency.ts"
import { type KycCheckerPromises, kycCheckerLayer } from "./KycCheckerPromises.ts"
import { answerOf, caller, reasonOf, tagOnly } from "./promisedAnswer.ts"

/** A payout processor in Promises. A rejected promise means that the outcome is unknown; the port states the laws. */
export interface PayoutProcessorPromises {
  /** The networks it serves, by name; omitted if it serves all of the deployment. */
  readonly networks?: ReadonlyArray<string> | undefined
  readonly submit: (request: TransferRequest) => Promise<TransferStatus | { readonly _tag: "Duplicate" }>
  readonly lookup: (
    reference: string,
    network: string
  ) => Promise<TransferStatus | { readonly _tag: "NotFound" }>
  readonly abandon: (reference: string, network: string) => Promise<AbandonAnswer>
  /**
   * Omitted if the processing side cannot list its transfers: then a restored store cannot be compared with
   * it.
   */
  readonly transfersSince?: ((since: number) => Promise<ReadonlyArray<MadeTransfer>>) | undefined
}

/** A deposit address source in Promises; the port states the laws. */
export interface DepositAddressesPromises {
  /** The networks it serves, by name; omitted if it serves all of the deployment. */
  readonly networks?: ReadonlyArray<string> | undefined
  readonly derive: (network: string, salt: string) => Promise<string>
  readonly transfers: (network: string, address: string) => Promise<ReadonlyArray<ShownTransfer>>
}

/** The status of a bank payment from a rail in Promises. */
export type BankPaymentStatusPromised =
  | {
      readonly _tag: "Awaiting"
      readonly link: string | null
      readonly instructions?: TransferInstructions
    }
  | { readonly _tag: "Confirmed"; readonly receipt: BankReceipt }
  | { readonly _tag: "Declined"; readonly reason: string }

/** A bank rail in Promises. A rejected promise means that the outcome is unknown; the port states the laws. */
export interface BankRailPromises {
  readonly banks: (currency: FiatCurrency) => Promise<ReadonlyArray<Bank>>
  readonly start: (
    request: BankPaymentRequest
  ) => Promise<BankPaymentStatusPromised | { readonly _tag: "Duplicate" }>
  readonly lookup: (
    paymentId: string,
    bank?: string
  ) => Promise<BankPaymentStatusPromised | { readonly _tag: "NotFound" }>
}

/** A mailer in Promises. A rejected promise means that the e-mail was not accepted, perhaps later. */
export interface MailerPromises {
  readonly send: (
    message: MailMessage
  ) => Promise<{ readonly _tag: "Sent" } | { readonly _tag: "Refused"; readonly reason: string }>
}

/** The host's own providers. */
export interface Providers {
  readonly payoutProcessor?: PayoutProcessorPromises | undefined
  readonly depositAddresses?: DepositAddressesPromises | undefined
  readonly bankRail?: BankRailPromises | undefined
  readonly mailer?: MailerPromises | undefined
  /** The KYC checker; with `"manualReview"`, people decide with `quittance.kyc.review`. */
  readonly kycChecker?: KycCheckerPromises | "manualReview" | undefined
}

const completed = Schema.Struct({ _tag: Schema.Literal("Completed"), processingId: Schema.String })
const accepted = Schema.Struct({ _tag: Schema.Literal("Accepted"), processingId: Schema.String })
const rejected = Schema.Struct({ _tag: Schema.Literal("Rejected"), reason: Schema.String })
const Submitted = Schema.Union([completed, accepted, rejected, tagOnly("Duplicate")])
const LookedUp = Schema.Union([completed, accepted, rejected, tagOnly("NotFound")])
const Abandoned = Schema.Union([tagOnly("Abandoned"), tagOnly("TooLate"), tagOnly("Abandoning")])
const Made = Schema.Array(
  Schema.Struct({
    reference: Schema.NonEmptyString,
    payoutId: Schema.String,
    network: Schema.String,
    address: Schema.String,
    amountMinor: Schema.BigInt,
    at: Schema.Int
  })
)
const awaiting = Schema.Struct({
  _tag: Schema.Literal("Awaiting"),
  link: Schema.NullOr(Schema.String),
  instructions: Schema.optionalKey(TransferInstructions)
})
const confirmed = Schema.Struct({
  _tag: Schema.Literal("Confirmed"),
  receipt: Schema.Struct({
    operationId: Schema.NonEmptyString,
    amountMinor: Schema.BigInt,
    currency: FiatCurrency,
    payerBank: Schema.NonEmptyString,
    bankTime: Schema.Int
  })
})
const declined = Schema.Struct({ _tag: Schema.Literal("Declined"), reason: Schema.String })
const Started = Schema.Union([awaiting, confirmed, declined, tagOnly("Duplicate")])
const Stands = Schema.Union([awaiting, confirmed, declined, tagOnly("NotFound")])
const Banks = Schema.Array(
  Schema.Struct({
    id: Schema.NonEmptyString,
    name: Schema.NonEmptyString,
    collects: Schema.optionalKey(Schema.Literals(["link", "transfer"]))
  })
)
const Mailed = Schema.Union([
  tagOnly("Sent"),
  Schema.Struct({ _tag: Schema.Literal("Refused"), reason: Schema.String })
])
const Shown = Schema.Array(
  Schema.Struct({
    txHash: Schema.NonEmptyString,
    logIndex: Schema.Int,
    amountMinor: Schema.BigInt,
    confirmations: Schema.Int,
    seenAt: Schema.Int,
    dropped: Schema.Boolean
  })
)

/** The port for a processor in Promises, for Effect layers and `payoutProcessorSuite`. */
export const payoutProcessorLayer = (promises: PayoutProcessorPromises): Layer.Layer<PayoutProcessor> => {
  const call = caller((reason) => new PayoutProcessorUnavailable({ reason }))
  return Layer.succeed(PayoutProcessor, {
    networks: promises.networks,
    submit: (request) => call(Submitted, () => promises.submit(request)),
    lookup: (reference, network) => call(LookedUp, () => promises.lookup(reference, network)),
    abandon: (reference, network) => call(Abandoned, () => promises.abandon(reference, network)),
    transfersSince: (since) => {
      const { transfersSince } = promises
      return transfersSince === undefined
        ? new PayoutProcessorUnavailable({ reason: "the processing side cannot list its transfers" })
        : call(Made, () => transfersSince(since))
    }
  })
}

/** The port for an address source in Promises, for Effect layers and `depositAddressesSuite`. */
export const depositAddressesLayer = (promises: DepositAddressesPromises): Layer.Layer<DepositAddresses> => {
  const call = caller((reason) => new DepositAddressesUnavailable({ reason }))
  return Layer.succeed(DepositAddresses, {
    networks: promises.networks,
    derive: (network, salt) => call(Schema.NonEmptyString, () => promises.derive(network, salt)),
    transfers: (network, address) => call(Shown, () => promises.transfers(network, address))
  })
}

const withLink = <Other extends { readonly _tag: "Confirmed" | "Declined" | "Duplicate" | "NotFound" }>(
  answer: Other | typeof awaiting.Type
): Other | Extract<BankPaymentStatus, { readonly _tag: "Awaiting" }> =>
  answer._tag === "Awaiting" ? { ...answer, link: Option.fromNullOr(answer.link) } : answer

/** The port for a rail in Promises, for Effect layers and `bankRailSuite`. */
export const bankRailLayer = (promises: BankRailPromises): Layer.Layer<BankRail> => {
  const call = caller((reason) => new BankRailUnavailable({ reason }))
  return Layer.succeed(BankRail, {
    banks: (currency) => call(Banks, () => promises.banks(currency)),
    start: (request) =>
      Effect.map(
        call(Started, () => promises.start(request)),
        withLink
      ),
    lookup: (paymentId, bank) =>
      Effect.map(
        call(Stands, () => promises.lookup(paymentId, bank)),
        withLink
      )
  })
}

/** A mailer in Promises as the port. */
export const mailerLayer = (promises: MailerPromises): Layer.Layer<Mailer> =>
  Layer.succeed(Mailer, {
    send: (message) =>
      Effect.flatMap(
        Effect.tryPromise({
          try: () => answerOf(Mailed, () => promises.send(message)),
          catch: (cause) => new MailerUnavailable({ reason: reasonOf(cause) })
        }),
        (answer) =>
          answer._tag === "Sent" ? Effect.void : Effect.fail(new MailRefused({ reason: answer.reason }))
      )
  })

/** The checker, called only for sessions whose pictures pass the pre-check. */
const kycProviderLayer = (checker: KycCheckerPromises | "manualReview") =>
  PreCheck.layer.pipe(
    Layer.provide(checker === "manualReview" ? ManualReview.layer : kycCheckerLayer(checker))
  )

/** The host's providers as layers, for building `Quittance.layer`. */
export const providersLayer = ({
  bankRail,
  depositAddresses,
  kycChecker,
  mailer,
  payoutProcessor
}: Providers): Layer.Layer<never, never, KycReader> =>
  Layer.mergeAll(
    payoutProcessor === undefined ? Layer.empty : payoutProcessorLayer(payoutProcessor),
    depositAddresses === undefined ? Layer.empty : depositAddressesLayer(depositAddresses),
    bankRail === undefined ? Layer.empty : bankRailLayer(bankRail),
    mailer === undefined ? Layer.empty : mailerLayer(mailer),
    kycChecker === undefined ? Layer.empty : kycProviderLayer(kycChecker)
  ) as Layer.Layer<never, never, KycReader>
