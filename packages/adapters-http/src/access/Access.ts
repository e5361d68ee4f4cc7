import { ApiKeys } from "@quittance/core"
import {
  type ApiKey,
  Guard,
  holdsScope,
  type Instant,
  type Scope,
  signatureExpiry,
  signatureSkewMillisMax,
  type UsableApiKey,
  WallClock
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { type ApiRequest, headerOf } from "../message/ApiMessage.ts"
import { jsonLimitBytes, readEarlyBody } from "../message/JsonBody.ts"
import type { ApiRefusal } from "../refusal/ApiRefusal.ts"
import type { ApiFailure } from "../refusal/refusalOf.ts"
import {
  type Admission,
  effectiveKey,
  type PartnerCaller,
  type PartnerOperation,
  rateOf
} from "../routing/ApiOperation.ts"
import { clientAddress } from "./ClientAddress.ts"
import { type Visitor, visitorAt } from "./ClientNetwork.ts"
import { type DenialOptions, makeDenials, refusal, unusable } from "./denials.ts"
import { type MetricsReaders, readerFault } from "./metricsReaders.ts"
import { type AdmitOperator, makeAdmitOperator } from "./operatorAccess.ts"
import { proofs } from "./proofs.ts"
import type { AddressRateClass } from "./RateLimits.ts"
import { isReadableInTwoWays, isSameSecret, isSignatureOf, stringToSign } from "./StringToSign.ts"
import { signatureFault, timestampFault } from "./signatureAdvice.ts"

/** With zeros before it, the last digits of the path could be taken for its first ones. */
const timestampPattern = /^[1-9]\d{0,14}$/

const twoWays =
  "the part that the key binds must not begin with 64 hexadecimal digits where there is no body: it could be taken for the hash of one"

/** Lets in who may call, and refuses everybody else. */
export interface Access {
  /** Authenticates and authorises a partner: key, address, time, signature, scope, replay, rate, in this order. */
  readonly admitPartner: (
    request: ApiRequest,
    operation: PartnerOperation
  ) => Effect.Effect<Admission<PartnerCaller>, ApiFailure>
  readonly admitOperator: AdmitOperator
  /** Admits any client within the rate of its address; returns the address. */
  readonly admitAnyone: (request: ApiRequest, rate: AddressRateClass) => Effect.Effect<string, ApiFailure>
  /** Admits any visitor of a page or its files. */
  readonly admitVisitor: (request: ApiRequest) => Effect.Effect<void, ApiFailure>
  /** Admits who may read the metrics. */
  readonly admitReader: (request: ApiRequest) => Effect.Effect<void, ApiRefusal>
  /** Whether this is who may read the metrics. */
  readonly isReader: (request: ApiRequest) => boolean
  /** The sender of the request, as visitors are counted. */
  readonly visitorOf: (request: ApiRequest) => Visitor
}

/** Notes the key that a request names, for the log. */
const noteKey = (request: ApiRequest, { id: keyId, partnerId }: ApiKey, isProven: boolean): void => {
  request.key = { partnerId, keyId, isProven }
}

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

/**
 * The path that the client asked for, and the one within the path under which the application is mounted: a signature
 * covers either, because the host may have taken the mount path off, and both lead to the same operation.
 */
const signedPathsOf = ({ mountPath = "", path, pathWithin = path }: ApiRequest) => ({
  asked: `${mountPath}${pathWithin}`,
  within: pathWithin
})

export const makeAccess = Effect.fnUntraced(function* (options: MetricsReaders & DenialOptions) {
  const apiKeys = yield* ApiKeys
  const guard = yield* Guard
  const wallClock = yield* WallClock
  const noteUse = yield* makeKeyUse
  const { rateLimits } = options
  const denials = makeDenials(options)
  const { checkAddress, deny, denyUnknown, signatureInvalid } = denials
  const admitOperator = yield* makeAdmitOperator(rateLimits, denials, noteUse)

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
    const { method } = request
    const { asked, within } = signedPathsOf(request)
    const parts = { method, path: asked, timestamp, body, bind: bindOf(key, request, idempotencyKey) }
    const text = stringToSign(parts)
    if (isReadableInTwoWays(parts)) return yield* deny(request, now, signatureInvalid(twoWays, text))
    const isSigned =
      isSignatureOf(signature, secret, text) ||
      (within !== asked && isSignatureOf(signature, secret, stringToSign({ ...parts, path: within })))
    if (!isSigned)
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
    return { key, body: yield* readEarlyBody(request, operation) }
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

  const admitReader = (request: ApiRequest) => {
    const message = readerFault(request, options)
    return message === undefined ? Effect.void : Effect.fail(refusal("forbidden", message))
  }
  const isReader = (request: ApiRequest): boolean => readerFault(request, options) === undefined

  const visitorOf = (request: ApiRequest) => visitorAt(clientAddress(request, options.trustedProxies))

  return {
    admitPartner,
    admitOperator,
    admitAnyone,
    admitVisitor,
    admitReader,
    isReader,
    visitorOf
  } satisfies Access
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

/** Records when keys were used. Kept in memory and written about once a minute and when the scope closes. */
const makeKeyUse = Effect.gen(function* () {
  const guard = yield* Guard
  const lastUses = new Map<string, { readonly partnerId: string; readonly at: Instant }>()
  const write = Effect.suspend(() => {
    if (lastUses.size === 0) return Effect.void
    const uses = [...lastUses].map(([keyId, use]) => ({ keyId, ...use }))
    lastUses.clear()
    return Effect.catch(guard.recordKeyUse(uses), (failure) =>
      Effect.logWarning("key use was not recorded", failure.reason)
    )
  })
  yield* Effect.addFinalizer(() => write)
  yield* Effect.sleep("1 minute").pipe(Effect.andThen(write), Effect.forever, Effect.forkScoped)
  return ({ id, partnerId }: ApiKey, at: Instant): void => {
    lastUses.set(id, { partnerId, at })
  }
})
