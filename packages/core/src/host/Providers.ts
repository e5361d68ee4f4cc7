import { Effect, Layer } from "effect"
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

/** A processor in Promises as the port, to provide it to Effect layers and to `payoutProcessorSuite`. */
export const payoutProcessorLayer = (promises: PayoutProcessorPromises): Layer.Layer<PayoutProcessor> => {
  const call = <A>(run: () => Promise<A>) =>
    Effect.tryPromise({
      try: run,
      catch: (cause) => new PayoutProcessorUnavailable({ reason: reasonOf(cause) })
    })
  return Layer.succeed(PayoutProcessor, {
    submit: (request) => call(() => promises.submit(request)),
    lookup: (payoutId) => call(() => promises.lookup(payoutId)),
    abandon: (payoutId) => call(() => promises.abandon(payoutId))
  })
}

/** An address source in Promises as the port, to provide it to Effect layers and to `depositAddressesSuite`. */
export const depositAddressesLayer = (promises: DepositAddressesPromises): Layer.Layer<DepositAddresses> => {
  const call = <A>(run: () => Promise<A>) =>
    Effect.tryPromise({
      try: run,
      catch: (cause) => new DepositAddressesUnavailable({ reason: reasonOf(cause) })
    })
  return Layer.succeed(DepositAddresses, {
    derive: (network, index) => call(() => promises.derive(network, index)),
    transfers: (network, address) => call(() => promises.transfers(network, address))
  })
}

/** The providers that a host brought, as layers. Provide it where `Quittance.layer` is built. */
export const providersLayer = ({ depositAddresses, payoutProcessor }: Providers): Layer.Layer<never> =>
  Layer.mergeAll(
    payoutProcessor === undefined ? Layer.empty : payoutProcessorLayer(payoutProcessor),
    depositAddresses === undefined ? Layer.empty : depositAddressesLayer(depositAddresses)
  ) as Layer.Layer<never>
