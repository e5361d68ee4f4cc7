import { Effect } from "effect"
import type { Access } from "../access/Access.ts"
import type { Turns } from "../access/Turns.ts"
import { emptyResponse, recordResponse, successResponse } from "../message/ApiResponse.ts"
import type { ApiRequest } from "../message/ApiRequest.ts"
import { decodeJsonBody } from "../message/JsonBody.ts"
import type { AnyOperation, OpenOperation, Operation } from "./Operation.ts"
import type { Route } from "./Route.ts"

const replayHeaders = { "Idempotent-Replayed": "true" }

const noFields = Effect.succeed({})

/** The route of an operation: admit the caller, decode the body, carry it out, answer in the envelope or with the record. */
export const operationRoute = (operation: AnyOperation, access: Access, turns: Turns): Route =>
  operation.access === "open" ? openRoute(operation, access) : keyRoute(operation, access, turns)

const openRoute = ({ handle, method, path, rate, recordStatus }: OpenOperation, access: Access): Route => ({
  method,
  path,
  handle: Effect.fnUntraced(function* (request, parameters, requestId) {
    const address = yield* access.admitAnyone(request, rate)
    const { fields } = yield* handle({ address, parameters, request })
    return recordResponse(recordStatus, requestId, fields)
  })
})

const keyRoute = (operation: Operation, access: Access, turns: Turns): Route => ({
  method: operation.method,
  path: operation.path,
  handle: Effect.fnUntraced(function* (request, parameters, requestId) {
    const admission = yield* access.admit(request, operation)
    const body =
      operation.request === undefined ? undefined : yield* jsonBody(operation, request, admission.body)
    const { caller } = admission
    const handled = operation.handle({ caller, parameters, request, body })
    const answer = yield* operation.cost === undefined ? handled : turns(caller.partnerId, handled)
    if (operation.recordStatus === 204) return emptyResponse(requestId)
    const headers = answer.replayed === true ? replayHeaders : undefined
    return operation.recordStatus === undefined
      ? successResponse(requestId, answer.fields, headers)
      : recordResponse(operation.recordStatus, requestId, answer.fields, headers)
  })
})

const jsonBody = (operation: Operation, request: ApiRequest, bytes: Uint8Array) =>
  operation.requestOptional === true && bytes.length === 0 ? noFields : decodeJsonBody(request, bytes)
