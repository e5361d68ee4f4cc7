import {
  type ApiKey,
  ApiKeys,
  Guard,
  holdsScope,
  type Instant,
  isInBlocks,
  isLoopbackAddress,
  type Mode,
  type Scope,
  signatureExpiry,
  signatureSkewMillisMax,
  type UsableApiKey,
  WallClock
} from "@quittance/core"
import { Effect, Option } from "effect"
import { type ApiRequest, headerOf } from "../message/ApiRequest.ts"
import { jsonLimitBytes } from "../message/JsonBody.ts"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"
import type { ErrorCode } from "../refusal/ErrorCode.ts"
import type { ApiFailure } from "../refusal/refusalOf.ts"
import {
  type ApiOperation,
  type OperatorCaller,
  type OperatorOperation,
  type PartnerCaller,
  type PartnerOperation,
  rateOf
} from "../routing/ApiOperation.ts"
import { clientAddress } from "./ClientAddress.ts"
import { type Visitor, visitorAt } from "./ClientNetwork.ts"
import { type CredentialHeaders, credentialFault } from "./credentialAdvice.ts"
import { effectiveKey } from "./effectiveKey.ts"
import { isSameSecret } from "./isSameSecret.ts"
import { makeKeyUse } from "./KeyUse.ts"
import { OperatorKeys } from "./OperatorKeys.ts"
import { proofs } from "./proofs.ts"
import type { AddressRateClass, RateLimits } from "./RateLimits.ts"
import { signatureFault, timestampFault } from "./signatureAdvice.ts"
import { isReadableInTwoWays, isSignatureOf, stringToSign } from "./StringToSign.ts"

/** With zeros before it, the last digits of the path could be taken for its first ones. */
const timestampPattern = /^[1-9]\d{0,14}$/

const nothing = new Uint8Array()

const unusable = "it is not known here, or was revoked, or has expired"
const twoWays =
  "the part that the key binds must not begin with 64 hexadecimal digits where there is no body: it could be taken for the hash of one"

interface Admission<Caller> {
  readonly caller: Caller
  /** Empty if the operation takes a form, which is read later. */
  readonly body: Uint8Array
}

/** Lets in who may call, and refuses everybody else. */
export interface Access {
  /** Authenticates and authorises a partner: key, address, time, signature, scope, replay, rate, in this order. */
  readonly admitPartner: (
    request: ApiRequest,
    operation: PartnerOperation
  ) => Effect.Effect<Admission<PartnerCaller>, ApiFailure>
  /** Authenticates the operator: key, address, rate, in this order. */
  readonly admitOperator: (
    request: ApiRequest,
    operation: OperatorOperation
  ) => Effect.Effect<Admission<OperatorCaller>, ApiFailure>
  /** Admits any client within the rate of its address; returns the address. */
  readonly admitAnyone: (request: ApiRequest, rate: AddressRateClass) => Effect.Effect<string, ApiFailure>
  /** Admits any visitor of a page or its files. */
  readonly admitVisitor: (request: ApiRequest) => Effect.Effect<void, ApiFailure>
  /** The sender of the request, as visitors are counted. */
  readonly visitorOf: (request: ApiRequest) => Visitor
}

const refusal = (code: ErrorCode, message: string) => new ApiRefusal({ code, message })

/** Notes the key that a request names, for the log. */
const noteKey = (request: ApiRequest, { id: keyId, partnerId }: ApiKey, isProven: boolean): void => {
  request.key = { partnerId, keyId, isProven }
}

/** A form is large: it is read only after the key may send one now. */
const readBody = (request: ApiRequest, { form }: Pick<ApiOperation, "form">) =>
  form === undefined ? request.readBody(jsonLimitBytes) : Effect.succeed(nothing)

const bindOf = ({ bind }: ApiKey, request: ApiRequest, idempotencyKey: string): string => {
  switch (bind) {
    case "none":
      return ""
    case "idempotency":
      return idempotencyKey
    case "query":
      return request.query
  }
}

export const makeAccess = Effect.fnUntraced(function* (options: {
  readonly mode: Mode
  readonly listensOn: "loopback" | "elsewhere"
  readonly trustedProxies: ReadonlyArray<string>
  readonly rateLimits: RateLimits
}) {
  const apiKeys = yield* ApiKeys
  const operatorKeyOf = yield* OperatorKeys
  const guard = yield* Guard
  const wallClock = yield* WallClock
  const noteUse = yield* makeKeyUse
  const { rateLimits } = options

  /**
   * Fails with a refusal that counts as failed authentication of the client's address. Who tries out signatures on their
   * own machine is told the string to sign every time: nobody else hears it. Elsewhere `brief` is all that is told after
   * too many failures.
   */
  const deny = (request: ApiRequest, now: Instant, denied: ApiRefusal, brief = denied.message) => {
    const address = clientAddress(request, options.trustedProxies)
    const isAtHome = options.listensOn === "loopback" && isLoopbackAddress(address)
    return rateLimits.refuse(address, now, denied, isAtHome ? denied : { message: brief })
  }

  /** Says what is wrong with the headers, or, if nothing is, that they are not those of a usable key. */
  const denyUnknown = (request: ApiRequest, now: Instant, taken: CredentialHeaders, otherwise: string) =>
    deny(request, now, refusal("unauthorized", credentialFault(request, options.mode, taken) ?? otherwise))

  const checkAddress = (
    request: ApiRequest,
    { allowedIps }: { readonly allowedIps: ReadonlyArray<string> },
    now: Instant
  ) => {
    if (allowedIps.length === 0) return Effect.void
    const address = clientAddress(request, options.trustedProxies)
    return isInBlocks(address, allowedIps)
      ? Effect.void
      : deny(request, now, refusal("ip_not_allowed", notFrom(address)))
  }

  const signatureInvalid = (message: string, text: string): ApiRefusal =>
    new ApiRefusal({
      code: "signature_invalid",
      message,
      ...(options.mode === "live"
        ? {}
        : { details: [{ field: "x-signature", code: "string_to_sign", message: text }] })
    })

  const signed = Effect.fnUntraced(function* (
    request: ApiRequest,
    operation: PartnerOperation,
    now: Instant
  ) {
    const publicKey = headerOf(request, "x-api-key")
    const timestamp = headerOf(request, "x-timestamp")
    const signature = headerOf(request, "x-signature")
    const found: Option.Option<UsableApiKey> =
      publicKey && timestamp && signature ? yield* apiKeys.byPublicKey(publicKey) : Option.none()
    if (Option.isNone(found) || !timestamp || !signature) {
      const unknown = `x-api-key is not the public key of an active key: ${unusable}`
      return yield* denyUnknown(request, now, proofs.signed, unknown)
    }
    const { key, secret } = found.value
    noteKey(request, key, false)
    yield* checkAddress(request, key, now)
    const at = timestampPattern.test(timestamp) ? Number.parseInt(timestamp, 10) : Number.NaN
    // Written so that NaN is out of range too.
    if (!(Math.abs(now - at) <= signatureSkewMillisMax))
      return yield* deny(request, now, refusal("timestamp_out_of_range", timestampFault(timestamp, now)))
    const isRead = operation.method === "GET"
    const isKeyBound = !isRead || key.bind === "idempotency"
    const idempotencyKey = isKeyBound ? ((yield* effectiveKey(request)) ?? "") : ""
    const body = yield* request.readBody(jsonLimitBytes)
    const { method, path } = request
    const parts = { method, path, timestamp, body, bind: bindOf(key, request, idempotencyKey) }
    const text = stringToSign(parts)
    if (isReadableInTwoWays(parts)) return yield* deny(request, now, signatureInvalid(twoWays, text))
    if (!isSignatureOf(signature, secret, text))
      return yield* deny(
        request,
        now,
        signatureInvalid(
          signatureFault(signature, options.mode === "live" ? "alone" : "with the string"),
          text
        ),
        signatureFault(signature, "alone")
      )
    noteKey(request, key, true)
    yield* checkScope(key, operation)
    if (!isRead) {
      // Before the rate limit: otherwise a request refused for its rate could be sent again with another
      // idempotency key.
      const recorded = yield* guard.recordSignature({
        keyId: key.id,
        signature: signature.toLowerCase(),
        binding: idempotencyKey,
        expiresAt: signatureExpiry(at)
      })
      if (recorded === "replayed") {
        const message = "this signature was used before with another idempotency key: sign the request again"
        return yield* refusal("signature_replayed", message)
      }
      if (recorded === "forgotten") {
        // The server's clock was set back. It is unknown whether the request came before.
        const message =
          "the server no longer remembers requests with this x-timestamp: sign the request again with the current time"
        return yield* refusal("timestamp_out_of_range", message)
      }
    }
    return { key, body }
  })

  const bySecret = Effect.fnUntraced(function* (
    request: ApiRequest,
    operation: PartnerOperation,
    now: Instant
  ) {
    const secret = headerOf(request, "x-api-key")
    const found: Option.Option<UsableApiKey> = secret ? yield* apiKeys.bySecret(secret) : Option.none()
    if (Option.isNone(found)) {
      const unknown = `x-api-key is not the secret of an active key: ${unusable}`
      return yield* denyUnknown(request, now, proofs.secret, unknown)
    }
    const { key } = found.value
    noteKey(request, key, true)
    yield* checkAddress(request, key, now)
    yield* checkScope(key, operation)
    return { key, body: yield* readBody(request, operation) }
  })

  const byPair = Effect.fnUntraced(function* (
    request: ApiRequest,
    operation: PartnerOperation,
    now: Instant
  ) {
    const publicKey = headerOf(request, "x-api-key")
    const secret = headerOf(request, "x-api-secret")
    const found: Option.Option<UsableApiKey> =
      publicKey && secret ? yield* apiKeys.byPublicKey(publicKey) : Option.none()
    if (Option.isSome(found))
      noteKey(request, found.value.key, isSameSecret(secret ?? "", found.value.secret))
    if (Option.isNone(found) || request.key?.isProven !== true) {
      const unknown =
        "X-API-Key and X-API-Secret are not the public key and the secret of one active key: the key is not known here, or was revoked, or has expired, or they are of two keys"
      return yield* denyUnknown(request, now, proofs.pair, unknown)
    }
    const { key } = found.value
    yield* checkAddress(request, key, now)
    yield* checkScope(key, operation)
    return { key, body: yield* request.readBody(jsonLimitBytes) }
  })

  const prove = (request: ApiRequest, operation: PartnerOperation, now: Instant) => {
    switch (operation.proof) {
      case "signed":
        return signed(request, operation, now)
      case "secret":
        return bySecret(request, operation, now)
      case "pair":
        return byPair(request, operation, now)
    }
  }

  const admitPartner = Effect.fnUntraced(function* (request: ApiRequest, operation: PartnerOperation) {
    const now = yield* wallClock.now
    const { body, key } = yield* prove(request, operation, now)
    noteUse(key, now)
    yield* rateLimits.spend(key.id, rateOf(operation), now, operation.cost ?? 1)
    const holds = (scope: Scope) => holdsScope(key, scope)
    return { caller: { partnerId: key.partnerId, keyId: key.id, holds }, body }
  })

  const admitOperator = Effect.fnUntraced(function* (request: ApiRequest, operation: OperatorOperation) {
    const now = yield* wallClock.now
    const sent = headerOf(request, "x-api-key")
    const found = sent ? yield* operatorKeyOf(sent) : Option.none()
    if (Option.isNone(found)) {
      const unknown = `x-api-key is not an active operator key: ${unusable}`
      return yield* denyUnknown(request, now, proofs.operator, unknown)
    }
    const { id: keyId } = found.value
    request.key = { keyId, isProven: true }
    yield* checkAddress(request, found.value, now)
    const body = yield* readBody(request, operation)
    yield* rateLimits.spend(keyId, rateOf(operation), now, 1)
    return { caller: { keyId }, body }
  })

  const admitAnyone = Effect.fnUntraced(function* (request: ApiRequest, rate: AddressRateClass) {
    const address = clientAddress(request, options.trustedProxies)
    yield* rateLimits.spendOfAddress(address, rate, yield* wallClock.now)
    return address
  })

  const admitVisitor = Effect.fnUntraced(function* (request: ApiRequest) {
    const address = clientAddress(request, options.trustedProxies)
    // Otherwise all unknown clients would share one bucket, and the busiest would use it up.
    if (address !== "") yield* rateLimits.spendPage(address, yield* wallClock.now)
  })

  const visitorOf = (request: ApiRequest) => visitorAt(clientAddress(request, options.trustedProxies))

  return { admitPartner, admitOperator, admitAnyone, admitVisitor, visitorOf } satisfies Access
})

const checkScope = (key: ApiKey, operation: PartnerOperation) =>
  holdsScope(key, operation.scope)
    ? Effect.void
    : Effect.fail(
        refusal(
          "forbidden",
          `this key lacks the scope ${operation.scope}: use a key that has it; quittance keys create --scopes ${operation.scope} makes one`
        )
      )

const notFrom = (address: string): string =>
  `this key may not be used from ${address === "" ? "an address that the server does not know" : address}: it is not on the key's allow-list (quittance keys create --allow-ip)`
