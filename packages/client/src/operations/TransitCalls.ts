import type { TransitNetworksCalls } from "./TransitNetworksCalls.ts"
import type { TransitWalletsCalls } from "./TransitWalletsCalls.ts"
import type { TransitWebhookCalls } from "./TransitWebhookCalls.ts"

/** The calls of `client.transit`. */
export interface TransitCalls {
  /** The calls of `client.transit.networks`. */
  readonly networks: TransitNetworksCalls

  /** The calls of `client.transit.wallets`. */
  readonly wallets: TransitWalletsCalls

  /** The calls of `client.transit.webhook`. */
  readonly webhook: TransitWebhookCalls
}
