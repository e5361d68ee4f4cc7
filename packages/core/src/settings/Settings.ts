import { Context } from "effect"
import type { FeePayer, FeeTerms } from "../money/Fee.ts"
import { noFee } from "../money/Fee.ts"
import { defaultNetworks, type Network } from "../network/Network.ts"
import type { Mode } from "../partner/ApiKey.ts"
import { millisPerDay, millisPerHour, millisPerMinute, millisPerSecond } from "../time/Instant.ts"
import { payoutRetryPolicy, type RetryPolicy } from "../work/RetryPolicy.ts"

/** Everything a deployment may decide, with the defaults of the contract. */
export interface SettingsShape {
  readonly mode: Mode
  readonly networks: ReadonlyArray<Network>
  readonly invoiceFee: FeeTerms
  readonly feePayer: FeePayer
  readonly invoice: {
    readonly expiresInMinutesMin: number
    readonly expiresInMinutesMax: number
    readonly expiresInMinutesDefault: number
    /** How long after its expiry late money can still complete an invoice. */
    readonly watchMillis: number
    /** How often the network is asked about an address whose money is awaited, and about one that only might get more. */
    readonly pollMillis: number
    readonly latePollMillis: number
  }
  readonly payout: {
    readonly retryPolicy: RetryPolicy
    /** How long one call to the processing side may take before its answer counts as lost. */
    readonly callTimeoutMillis: number
    /** How often a payout is looked up after its retries are spent. */
    readonly reconcileMillis: number
    /** What happens when the retries are spent and nothing is proven. `fail` is for sandboxes only. */
    readonly onUnknown: "hold" | "fail"
  }
  /** Base of payment links, without a trailing slash. */
  readonly publicUrl: string
  /**
   * Names this process on the leases it takes, so that a successor can tell which leases are of a process that is gone.
   * Unique among running processes. Default: random.
   */
  readonly workerOwner: string | undefined
}

export const defaultSettings: SettingsShape = {
  mode: "sandbox",
  networks: defaultNetworks,
  invoiceFee: { ...noFee, basisPoints: 100 },
  feePayer: "merchant",
  invoice: {
    expiresInMinutesMin: 5,
    expiresInMinutesMax: 1440,
    expiresInMinutesDefault: 60,
    watchMillis: 7 * millisPerDay,
    pollMillis: millisPerMinute,
    latePollMillis: millisPerHour
  },
  payout: {
    retryPolicy: payoutRetryPolicy,
    callTimeoutMillis: 15 * millisPerSecond,
    reconcileMillis: millisPerHour,
    onUnknown: "hold"
  },
  publicUrl: "http://127.0.0.1:3000",
  workerOwner: undefined
}

/** The settings in force. */
export const Settings = Context.Reference<SettingsShape>("@quittance/core/settings/Settings", {
  defaultValue: () => defaultSettings
})

export const findNetwork = (settings: SettingsShape, name: string): Network | undefined =>
  settings.networks.find((network) => network.name === name)

/** The label of a network; its name where the deployment no longer offers it. */
export const networkLabel = (settings: SettingsShape, name: string): string =>
  findNetwork(settings, name)?.label ?? name
