import {
  type ApiKey,
  holdsOperatorScope,
  type Instant,
  OperatorKeys,
  WallClock
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { type ApiRequest, headerOf } from "../message/ApiMessage.ts"
import { readEarlyBody } from "../message/JsonBody.ts"
import type { ApiFailure } from "../refusal/refusalOf.ts"
import {
  type Admission,
  type OperatorCaller,
  type OperatorOperation,
  rateOf
} from "../routing/ApiOperation.ts"
import { type Denials, refusal, unusable } from "./denials.ts"
import { proofs } from "./proofs.ts"
import type { RateLimits } from "./RateLimits.ts"

/** Authenticates and authorises the operator: key, address, scope, rate, in this order. */
export type AdmitOperator = (
  request: ApiRequest,
  operation: OperatorOperation
) => Effect.Effect<Admission<OperatorCaller>, ApiFailure>

export const makeAdmitOperator = Effect.fnUntraced(function* (
  rateLimits: RateLimits,
  { checkAddress, denyUnknown }: Denials,
  noteUse: (key: ApiKey, at: Instant) => void
) {
  const keys = yield* OperatorKeys
  const wallClock = yield* WallClock
  const admit: AdmitOperator = Effect.fnUntraced(function* (request, operation) {
    const now = yield* wallClock.now
    const sent = headerOf(request, "x-api-key")
    const found = sent ? yield* keys.bySecret(sent) : Option.none()
    if (Option.isNone(found)) {
      const unknown = `x-api-key is not an active operator key: ${unusable}`
      return yield* denyUnknown(request, now, proofs.operator, unknown)
    }
    const key = found.value
    request.key = { keyId: key.id, isProven: true }
    yield* checkAddress(request, key, now)
    if (!holdsOperatorScope(key, operation.scope)) return yield* lacking(operation)
    const body = yield* readEarlyBody(request, operation)
    noteUse(key, now)
    yield* rateLimits.spend(key.id, rateOf(operation), now, 1)
    return { caller: { keyId: key.id }, body }
  })
  return admit
})

const lacking = ({ scope }: OperatorOperation) =>
  refusal(
    "forbidden",
    `this operator key lacks the scope ${scope}: use a key that has it; quittance keys create --operator --scopes ${scope} makes one`
  )
