import type { FiatKycSessionsCalls } from "./FiatKycSessionsCalls.ts"

/** The calls of `client.fiat.kyc`. */
export interface FiatKycCalls {
  /** The calls of `client.fiat.kyc.sessions`. */
  readonly sessions: FiatKycSessionsCalls
}
