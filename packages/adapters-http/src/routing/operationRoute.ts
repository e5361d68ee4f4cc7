import { Effect } from "effect"
import type { Access } from "../access/Access.ts"
import { successResponse } from "../message/ApiResponse.ts"
import { decodeJsonBody } from "../message/JsonBody.ts"
import type { Operation } from "./Operation.ts"
import type { Route } from "./Route.ts"

const replayHeaders = { "Idempotent-Replayed": "true" }

/** The route of an operation: admit the caller, decode the body, carry it out, answer in the envelope. */
export const operationRoute = (operation: Operation, access: Access): Route => ({
  method: operation.method,
  path: operation.path,
  handle: Effect.fnUntraced(function* (request, parameters, requestId) {
    const admission = yield* access.admit(request, operation)
    const body = operation.request === undefined ? undefined : yield* decodeJsonBody(request, admission.body)
    const answer = yield* operation.handle({ caller: admission.caller, parameters, request, body })
    return successResponse(requestId, answer.fields, answer.replayed === true ? replayHeaders : undefined)
  })
})
