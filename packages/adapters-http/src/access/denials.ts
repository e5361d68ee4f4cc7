import type { Mode } from "@quittance/core"
import { type Instant, isInBlocks, isLoopbackAddress } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { ApiRequest } from "../message/ApiMessage.ts"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"
import type { ErrorCode } from "../refusal/ErrorCode.ts"
import { clientAddress } from "./ClientAddress.ts"
import { type CredentialHeaders, credentialFault } from "./credentialAdvice.ts"
import type { RateLimits } from "./RateLimits.ts"

export const refusal = (code: ErrorCode, message: string) => new ApiRefusal({ code, message })

/** Why a key of the right form is refused. Nobody who has not proven to own it is told which of these it is. */
export const unusable = "it is not known here, or was revoked, or has expired"

export interface DenialOptions {
  readonly mode: Mode
  readonly listensOn: "loopback" | "elsewhere"
  readonly trustedProxies: ReadonlyArray<string>
  readonly rateLimits: RateLimits
}

/** Refusals of whoever did not prove who they are. */
export const makeDenials = ({ listensOn, mode, rateLimits, trustedProxies }: DenialOptions) => {
  /**
   * Fails with a refusal that counts as failed authentication of the client's address. Who tries out signatures on
   * their own machine is told the string to sign every time: nobody else hears it. Elsewhere `brief` is all that is
   * told after too many failures.
   */
  const deny = (request: ApiRequest, now: Instant, denied: ApiRefusal, brief = denied.message) => {
    const address = clientAddress(request, trustedProxies)
    const isAtHome = listensOn === "loopback" && isLoopbackAddress(address)
    return rateLimits.refuse(address, now, denied, isAtHome ? denied : { message: brief })
  }

  /** Says what is wrong with the headers, or, if nothing is, that they are not those of a usable key. */
  const denyUnknown = (request: ApiRequest, now: Instant, taken: CredentialHeaders, otherwise: string) =>
    deny(request, now, refusal("unauthorized", credentialFault(request, mode, taken) ?? otherwise))

  const checkAddress = (
    request: ApiRequest,
    { allowedIps }: { readonly allowedIps: ReadonlyArray<string> },
    now: Instant
  ) => {
    if (allowedIps.length === 0) return Effect.void
    const address = clientAddress(request, trustedProxies)
    return isInBlocks(address, allowedIps)
      ? Effect.void
      : deny(request, now, refusal("ip_not_allowed", notFrom(address)))
  }

  const signatureInvalid = (message: string, text: string): ApiRefusal =>
    new ApiRefusal({
      code: "signature_invalid",
      message,
      ...(mode === "live"
        ? {}
        : { details: [{ field: "x-signature", code: "string_to_sign", message: text }] })
    })

  return { deny, denyUnknown, checkAddress, signatureInvalid }
}

export type Denials = ReturnType<typeof makeDenials>

const notFrom = (address: string): string =>
  `this key may not be used from ${address === "" ? "an address that the server does not know" : address}: it is not on the key's allow-list (quittance keys create --allow-ip)`
