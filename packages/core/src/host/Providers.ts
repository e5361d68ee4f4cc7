import { Effect, Layer, Schema } from "effect"
import {
  DepositAddresses,
  DepositAddressesUnavailable,
  type ShownTransfer
} from "../ports/DepositAddresses.ts"
import {
  PayoutProcessor,
  PayoutProcessorUnavailable,
  type TransferRequest,
  type TransferStatus
} from "../ports/PayoutProcessor.ts"

/** A payout processor in Promises. A rejected promise means that the outcome is unknown; the port states the laws. */
export interface PayoutProcessorPromises {
  readonly submit: (request: TransferRequest) => Promise<TransferStatus | { readonly _tag: "Duplicate" }>
  readonly lookup: (payoutId: string) => Promise<TransferStatus | { readonly _tag: "NotFound" }>
  readonly abandon: (
    payoutId: string
  ) => Promise<{ readonly _tag: "Abandoned" } | { readonly _tag: "TooLate" }>
}

/** A deposit address source in Promises; the port states the laws. */
export interface DepositAddressesPromises {
  readonly derive: (network: string, index: number) => Promise<string>
  readonly transfers: (network: string, address: string) => Promise<ReadonlyArray<ShownTransfer>>
}

/** What a host brings of its own. */
export interface Providers {
  readonly payoutProcessor?: PayoutProcessorPromises | undefined
  readonly depositAddresses?: DepositAddressesPromises | undefined
}

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

// Hosts write plain JavaScript too: an answer of another shape is as unclear as none.
const completed = Schema.Struct({ _tag: Schema.Literal("Completed"), processingId: Schema.String })
const accepted = Schema.Struct({ _tag: Schema.Literal("Accepted"), processingId: Schema.String })
const rejected = Schema.Struct({ _tag: Schema.Literal("Rejected"), reason: Schema.String })
const tagOnly = <Tag extends string>(tag: Tag) => Schema.Struct({ _tag: Schema.Literal(tag) })
const Submitted = Schema.Union([completed, accepted, rejected, tagOnly("Duplicate")])
const LookedUp = Schema.Union([completed, accepted, rejected, tagOnly("NotFound")])
const Abandoned = Schema.Union([tagOnly("Abandoned"), tagOnly("TooLate")])
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

/** Calls a host's function and checks that its answer has the shape it must have. */
const answerOf = async <A>(shape: Schema.Codec<A, unknown>, run: () => Promise<unknown>): Promise<A> => {
  const answer = await run()
  if (Schema.is(shape)(answer)) return answer
  return Promise.reject(new Error("the provider's answer has not the shape that the port asks for"))
}

/** A processor in Promises as the port, to provide it to Effect layers and to `payoutProcessorSuite`. */
export const payoutProcessorLayer = (promises: PayoutProcessorPromises): Layer.Layer<PayoutProcessor> => {
  const call = <A>(shape: Schema.Codec<A, unknown>, run: () => Promise<unknown>) =>
    Effect.tryPromise({
      try: () => answerOf(shape, run),
      catch: (cause) => new PayoutProcessorUnavailable({ reason: reasonOf(cause) })
    })
  return Layer.succeed(PayoutProcessor, {
    submit: (request) => call(Submitted, () => promises.submit(request)),
    lookup: (payoutId) => call(LookedUp, () => promises.lookup(payoutId)),
    abandon: (payoutId) => call(Abandoned, () => promises.abandon(payoutId))
  })
}

/** An address source in Promises as the port, to provide it to Effect layers and to `depositAddressesSuite`. */
export const depositAddressesLayer = (promises: DepositAddressesPromises): Layer.Layer<DepositAddresses> => {
  const call = <A>(shape: Schema.Codec<A, unknown>, run: () => Promise<unknown>) =>
    Effect.tryPromise({
      try: () => answerOf(shape, run),
      catch: (cause) => new DepositAddressesUnavailable({ reason: reasonOf(cause) })
    })
  return Layer.succeed(DepositAddresses, {
    derive: (network, index) => call(Schema.NonEmptyString, () => promises.derive(network, index)),
    transfers: (network, address) => call(Shown, () => promises.transfers(network, address))
  })
}

/** The providers that a host brought, as layers. Provide it where `Quittance.layer` is built. */
export const providersLayer = ({ depositAddresses, payoutProcessor }: Providers): Layer.Layer<never> =>
  Layer.mergeAll(
    payoutProcessor === undefined ? Layer.empty : payoutProcessorLayer(payoutProcessor),
    depositAddresses === undefined ? Layer.empty : depositAddressesLayer(depositAddresses)
  ) as Layer.Layer<never>
