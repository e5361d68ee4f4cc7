import type { CryptoCalls } from "./CryptoCalls.ts"
import type { FiatCalls } from "./FiatCalls.ts"
import type { SandboxCalls } from "./SandboxCalls.ts"
import type { SignatureCalls } from "./SignatureCalls.ts"
import type { TransitCalls } from "./TransitCalls.ts"

/** Every call of the API. */
export interface Operations {
  /** The calls of `client.crypto`. */
  readonly crypto: CryptoCalls

  /** The calls of `client.fiat`. */
  readonly fiat: FiatCalls

  /** The calls of `client.transit`. */
  readonly transit: TransitCalls

  /** The calls of `client.signature`. */
  readonly signature: SignatureCalls

  /** The calls of `client.sandbox`. */
  readonly sandbox: SandboxCalls
}
