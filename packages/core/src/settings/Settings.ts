import { Context } from "effect"
import type { FeePayer, FeeTerms } from "../money/Fee.ts"
import { noFee } from "../money/Fee.ts"
import type { FiatCurrency } from "../money/Currency.ts"
import { defaultNetworks, type Network } from "../network/Network.ts"
import type { MailLocale } from "../batch/InvoiceMail.ts"
import type { Mode } from "../partner/ApiKey.ts"
import { millisPerDay, millisPerHour, millisPerMinute, millisPerSecond } from "../time/Instant.ts"
import {
  mailRetryPolicy,
  payoutRetryPolicy,
  type RetryPolicy,
  webhookRetryPolicy,
  webhookSandboxRetryPolicy
} from "../work/RetryPolicy.ts"

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
  readonly fiatInvoice: {
    /** Inclusive bounds of an amount, in minor units. */
    readonly bounds: {
      readonly [C in FiatCurrency]: { readonly minMinor: bigint; readonly maxMinor: bigint }
    }
    readonly lifeMillisMin: number
    readonly lifeMillisMax: number
    readonly lifeMillisDefault: number
  }
  /** How long what is personal in an invoice, fiat or crypto, is kept after its end; undefined: until it is redacted. */
  readonly invoiceRetentionMillis: number | undefined
  readonly bankPayment: {
    /** How long one call to the rail may take before its answer counts as lost. */
    readonly callTimeoutMillis: number
    /**
     * How often the rail is asked how a payment stands, in case that it does not tell by itself: a quarter of the payment's
     * age, within these bounds.
     */
    readonly pollMillisMin: number
    readonly pollMillisMax: number
    /** How many payments a customer may begin for one invoice. */
    readonly paymentsPerInvoiceMax: number
  }
  readonly kyc: {
    readonly lifeMillis: number
    /** The check that refuses for the last time: nobody may try again after it. */
    readonly attemptMax: number
    /** How long one call to the checker may take before its answer counts as lost. */
    readonly callTimeoutMillis: number
    /** How often a check is looked up, in case that the checker does not tell by itself: a quarter of its age, within these bounds. */
    readonly pollMillisMin: number
    readonly pollMillisMax: number
    /** How long a checker may be silent before a human is told. */
    readonly silenceMillisMax: number
    /** How long the verification page shows how a session ended. */
    readonly resultMillis: number
    /** How long after a session's end what was written for it and is no part of it is swept. */
    readonly sweepMillis: number
    /** How long an ended session keeps its documents and personal data; for good where there is no number. */
    readonly retentionMillis: number | undefined
    /** What a picture must be like before anybody is asked about it; see `Picture` for the units. */
    readonly picture: {
      readonly shortSideMin: number
      readonly sharpnessMin: number
      readonly brightnessMin: number
    }
  }
  readonly mail: {
    readonly retryPolicy: RetryPolicy
    readonly sendTimeoutMillis: number
    readonly locale: MailLocale
  }
  readonly webhook: {
    readonly retryPolicy: { readonly [M in Mode]: RetryPolicy }
    /** How long one attempt may take before it counts as unanswered; transports end it earlier by themselves. */
    readonly callTimeoutMillis: number
    /** An endpoint whose attempts all fail for so long is disabled. */
    readonly failingMillisMax: number
    /** How long a secret that was rotated signs beside the new one. */
    readonly secretOverlapMillis: number
    /** How many fiat webhooks a partner may register. Who has more keeps them. */
    readonly endpointsMax: number
    /** Endpoints served at once, and attempts to one endpoint at once; one that is failing gets one at a time. */
    readonly endpointConcurrency: number
    readonly attemptConcurrency: number
    /** Calls to one host at once, of all endpoints of all partners; those that are active there share it evenly. */
    readonly hostConcurrency: number
    /**
     * Deliveries of a partner that may wait for fiat and transit endpoints; each has an even share. Beyond its share messages
     * wait in the outbox, and for an endpoint that only fails they are given up at once.
     */
    readonly backlogMax: number
    /** How long messages and their deliveries are kept once nothing waits for them. */
    readonly retentionMillis: number
    /** Whether loopback addresses and http may be called: for development only, refused in live mode. */
    readonly allowPrivate: boolean
    /** Ports that may be called beside 443 and 8443; with `allowPrivate` any may. */
    readonly ports: ReadonlyArray<number>
  }
  /** Base of payment and verification links, without a trailing slash. */
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
  fiatInvoice: {
    bounds: {
      USD: { minMinor: 50n, maxMinor: 5_000_000n },
      EUR: { minMinor: 50n, maxMinor: 5_000_000n },
      RUB: { minMinor: 1_000n, maxMinor: 100_000_000n },
      KZT: { minMinor: 10_000n, maxMinor: 2_500_000_000n }
    },
    lifeMillisMin: 5 * millisPerMinute,
    lifeMillisMax: 90 * millisPerDay,
    lifeMillisDefault: millisPerDay
  },
  invoiceRetentionMillis: undefined,
  bankPayment: {
    callTimeoutMillis: 15 * millisPerSecond,
    pollMillisMin: 5 * millisPerSecond,
    pollMillisMax: 15 * millisPerMinute,
    paymentsPerInvoiceMax: 10
  },
  kyc: {
    lifeMillis: millisPerDay,
    attemptMax: 3,
    callTimeoutMillis: 15 * millisPerSecond,
    pollMillisMin: 5 * millisPerSecond,
    pollMillisMax: 15 * millisPerMinute,
    silenceMillisMax: millisPerHour,
    resultMillis: millisPerHour,
    sweepMillis: millisPerHour,
    retentionMillis: undefined,
    picture: { shortSideMin: 480, sharpnessMin: 20, brightnessMin: 30 }
  },
  mail: {
    retryPolicy: mailRetryPolicy,
    sendTimeoutMillis: 20 * millisPerSecond,
    locale: "en"
  },
  webhook: {
    retryPolicy: { live: webhookRetryPolicy, sandbox: webhookSandboxRetryPolicy },
    callTimeoutMillis: 20 * millisPerSecond,
    failingMillisMax: 5 * millisPerDay,
    secretOverlapMillis: millisPerDay,
    endpointsMax: 16,
    endpointConcurrency: 512,
    attemptConcurrency: 32,
    hostConcurrency: 64,
    backlogMax: 50_000,
    retentionMillis: 30 * millisPerDay,
    allowPrivate: false,
    ports: []
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
