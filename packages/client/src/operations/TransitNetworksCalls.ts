import type { CallOptions } from "../ClientOptions.ts"
import type { TransitNetwork } from "./TransitNetworks.ts"

/** The calls of `client.transit.networks`. */
export interface TransitNetworksCalls {
  /**
   * List the networks for wallets.
   *
   * `GET /v1/transit/networks`, scope `transit:read`. Needs the public key and the secret of the transit
   * group.
   */
  list(options?: CallOptions): Promise<ReadonlyArray<TransitNetwork>>
}
