import { Effect, Layer, ManagedRuntime } from "effect"
import { Balances } from "./balance/Balances.ts"
import { CryptoInvoices } from "./cryptoInvoice/CryptoInvoices.ts"
import { type CryptoInvoiceView, cryptoInvoiceView } from "./cryptoInvoice/CryptoInvoiceView.ts"
import { Deposits } from "./deposit/Deposits.ts"
import type { Balance } from "./ledger/Balance.ts"
import { type AuditReport, Auditor } from "./ledger/Auditor.ts"
import { amountView } from "./money/View.ts"
import { ApiKeys, type NewApiKey } from "./partner/ApiKeys.ts"
import type { Partner, PartnerTerms } from "./partner/Partner.ts"
import { Partners } from "./partner/Partners.ts"
import { Payouts } from "./payout/Payouts.ts"
import { type PayoutCreatedView, payoutCreatedView, type PayoutView, payoutView } from "./payout/PayoutView.ts"
import { DepositAddresses, DepositAddressesUnavailable, type ShownTransfer } from "./ports/DepositAddresses.ts"
import { Ids } from "./ports/Ids.ts"
import type { PageRequest } from "./ports/Page.ts"
import {
  PayoutProcessor,
  PayoutProcessorUnavailable,
  type TransferRequest,
  type TransferStatus
} from "./ports/PayoutProcessor.ts"
import type { PayoutFilter } from "./ports/PayoutReader.ts"
import type { StorePorts } from "./ports/StorePorts.ts"
import * as Quittance from "./Quittance.ts"
import { Sandbox } from "./sandbox/Sandbox.ts"
import type { SandboxClock } from "./sandbox/SandboxClock.ts"
import { defaultSettings, findNetwork, Settings, type SettingsShape } from "./settings/Settings.ts"
import * as AesGcmVault from "./vault/AesGcmVault.ts"
import { Worker } from "./work/Worker.ts"

/** A payout processor in Promises. A rejected promise means that the outcome is unknown; see the port for the laws. */
export interface PayoutProcessorPromises {
  readonly submit: (request: TransferRequest) => Promise<TransferStatus | { readonly _tag: "Duplicate" }>
  readonly lookup: (payoutId: string) => Promise<TransferStatus | { readonly _tag: "NotFound" }>
  readonly abandon: (payoutId: string) => Promise<{ readonly _tag: "Abandoned" } | { readonly _tag: "TooLate" }>
}

/** A deposit address source in Promises; see the port for the laws. */
export interface DepositAddressesPromises {
  readonly derive: (network: string, index: number) => Promise<string>
  readonly transfers: (network: string, address: string) => Promise<ReadonlyArray<ShownTransfer>>
}

export interface CreateQuittanceOptions<E> {
  /** A storage adapter, such as `SqliteStore.layer({ filename })`. */
  readonly store: Layer.Layer<StorePorts, E>
  /** 32 bytes in base64: secrets are sealed with it. Keep it apart from the database. */
  readonly masterKey: string
  readonly settings?: Partial<SettingsShape>
  /** Live mode needs both; a sandbox simulates whatever is not given. */
  readonly payoutProcessor?: PayoutProcessorPromises
  readonly depositAddresses?: DepositAddressesPromises
  /** Whether this process does the background work too (default). */
  readonly workers?: boolean
}

/** Everything that lives in the runtime of a host. */
export type HostServices = Quittance.Quittance | StorePorts | Ids

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

const processorLayer = (promises: PayoutProcessorPromises) => {
  const call = <A>(run: () => Promise<A>) =>
    Effect.tryPromise({ try: run, catch: (cause) => new PayoutProcessorUnavailable({ reason: reasonOf(cause) }) })
  return Layer.succeed(PayoutProcessor, {
    submit: (request) => call(() => promises.submit(request)),
    lookup: (payoutId) => call(() => promises.lookup(payoutId)),
    abandon: (payoutId) => call(() => promises.abandon(payoutId))
  })
}

const addressesLayer = (promises: DepositAddressesPromises) => {
  const call = <A>(run: () => Promise<A>) =>
    Effect.tryPromise({ try: run, catch: (cause) => new DepositAddressesUnavailable({ reason: reasonOf(cause) }) })
  return Layer.succeed(DepositAddresses, {
    derive: (network, index) => call(() => promises.derive(network, index)),
    transfers: (network, address) => call(() => promises.transfers(network, address))
  })
}
