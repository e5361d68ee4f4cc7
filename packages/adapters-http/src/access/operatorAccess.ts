import type { StoreUnavailable } from "@quittance/core"
import { WallClock } from "@quittance/core/adapter"
import { Context, Effect, Option } from "effect"
import { type ApiRequest, headerOf } from "../message/ApiMessage.ts"
import { readEarlyBody } from "../message/JsonBody.ts"
import type { ApiFailure } from "../refusal/refusalOf.ts"
import {
  type Admission,
  type OperatorCaller,
  type OperatorOperation,
  rateOf
} from "../routing/ApiOperation.ts"
import { type Denials, unusable } from "./denials.ts"
import { proofs } from "./proofs.ts"
import type { RateLimits } from "./RateLimits.ts"

/** A key of the deployment's operator, as far as a request is admitted by it. */
export interface OperatorKey {
  readonly id: string
  /** CIDR blocks; empty means from anywhere. */
  readonly allowedIps: ReadonlyArray<string>
}

/**
 * Finds the operator key that is this text: known, of this mode, not revoked, not expired. There are none unless
 * provided.
 */
export const OperatorKeys = Context.Reference<
  (key: string) => Effect.Effect<Option.Option<OperatorKey>, StoreUnavailable>
>("@quittance/adapters-http/access/OperatorKeys", { defaultValue: () => () => Effect.succeedNone })

/** Authenticates the operator: key, address, rate, in this order. */
export type AdmitOperator = (
  request: ApiRequest,
  operation: OperatorOperation
) => Effect.Effect<Admission<OperatorCaller>, ApiFailure>

export const makeAdmitOperator = Effect.fnUntraced(function* (
  rateLimits: RateLimits,
  { checkAddress, denyUnknown }: Denials
) {
  const keyOf = yield* OperatorKeys
  const wallClock = yield* WallClock
  const admit: AdmitOperator = Effect.fnUntraced(function* (request, operation) {
    const now = yield* wallClock.now
    const sent = headerOf(request, "x-api-key")
    const found = sent ? yield* keyOf(sent) : Option.none()
    if (Option.isNone(found)) {
      const unknown = `x-api-key is not an active operator key: ${unusable}`
      return yield* denyUnknown(request, now, proofs.operator, unknown)
    }
    const { id: keyId } = found.value
    request.key = { keyId, isProven: true }
    yield* checkAddress(request, found.value, now)
    const body = yield* readEarlyBody(request, operation)
    yield* rateLimits.spend(keyId, rateOf(operation), now, 1)
    return { caller: { keyId }, body }
  })
  return admit
})
