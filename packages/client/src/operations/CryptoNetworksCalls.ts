import type { CallOptions } from "../ClientOptions.ts"
import type { CryptoNetworkList } from "./CryptoNetworks.ts"

/** The calls of `client.crypto.networks`. */
export interface CryptoNetworksCalls {
  /**
   * List the networks that are offered.
   *
   * `GET /api/v2/crypto/networks`, scope `crypto:read`. Signed: needs the public key and the secret of the
   * crypto group.
   */
  list(options?: CallOptions): Promise<CryptoNetworkList>
}
