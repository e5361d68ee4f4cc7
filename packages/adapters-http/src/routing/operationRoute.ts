import { type IdempotencyConflict, InvalidInput, type Mode } from "@quittance/core"
import { actingAs } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { Access } from "../access/Access.ts"
import type { Turns } from "../access/Turns.ts"
import {
  type ApiRequest,
  type ApiResponse,
  emptyResponse,
  recordResponse,
  successResponse
} from "../message/ApiMessage.ts"
import { decodeJsonBody } from "../message/JsonBody.ts"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"
import { type ApiFailure, refusalOf } from "../refusal/refusalOf.ts"
import {
  type Answer,
  type ApiOperation,
  type Call,
  effectiveKey,
  type IdempotencyHeader,
  idempotencyHeaders,
  idempotencyKeyOf,
  makeRangeHint,
  nameOfKey
} from "./ApiOperation.ts"
import { ignoredHeader, makeIgnoredFields, type SentFields } from "./IgnoredFields.ts"
import type { Route } from "./Route.ts"

const replayHeaders = { "Idempotent-Replayed": "true" }

const noFields = Effect.succeed({})

interface Serving {
  readonly access: Access
  readonly turns: Turns
  readonly mode: Mode
}

/** A request whose caller was let in. */
interface Admitted {
  /** The bytes of the body that were read already. */
  readonly bytes: Uint8Array
  readonly handle: (read: Pick<Call, "body" | "idempotencyKey">) => Effect.Effect<Answer, ApiFailure>
}

const nothing = new Uint8Array()

/** Lets the caller of an operation in, whoever that is. */
const admit = (
  operation: ApiOperation,
  { access, turns }: Serving,
  call: Pick<Call, "noteFields" | "parameters" | "request">
): Effect.Effect<Admitted, ApiFailure> => {
  switch (operation.caller) {
    case "partner":
      return Effect.map(access.admitPartner(call.request, operation), ({ body: bytes, caller }) => ({
        bytes,
        handle: (read) => {
          const handled = actingAs(`key:${caller.keyId}`, operation.handle({ ...call, ...read, caller }))
          return operation.cost === undefined ? handled : turns(caller.partnerId, handled)
        }
      }))
    case "operator":
      return Effect.map(access.admitOperator(call.request, operation), ({ body: bytes, caller }) => ({
        bytes,
        handle: (read) => actingAs(`operator:${caller.keyId}`, operation.handle({ ...call, ...read, caller }))
      }))
    case "public":
      return Effect.map(access.admitAnyone(call.request, operation.rate), (address) => ({
        bytes: nothing,
        handle: () => operation.handle({ ...call, address })
      }))
  }
}

/**
 * The route of an operation: admit the caller, decode the body, execute it, answer in the envelope or with
 * the bare record.
 */
export const operationRoute = (operation: ApiOperation, serving: Serving): Route => {
  const answered = makeAnswered(operation, serving)
  const takesKey = idempotencyKeyOf(operation) !== undefined
  return {
    method: operation.method,
    path: operation.path,
    handle: Effect.fnUntraced(function* (request, parameters, requestId) {
      const formFields: Array<string> = []
      const noteFields = (names: Iterable<string>) => void formFields.push(...names)
      const { bytes, handle } = yield* admit(operation, serving, { request, parameters, noteFields })
      const body = operation.request === undefined ? undefined : yield* jsonBody(operation, request, bytes)
      const idempotencyKey = takesKey ? yield* effectiveKey(request) : undefined
      const sent = body ?? (yield* unasked(serving, request, bytes))
      const fields = { query: request.query, body: sent, formFields }
      return yield* answered(handle({ body, idempotencyKey }), request, fields, requestId)
    })
  }
}

/** A failure that concerns the idempotency key names the header that the client sent. */
const underNameOfKey = (header: IdempotencyHeader | undefined, failure: ApiFailure): ApiFailure => {
  if (failure._tag === "IdempotencyConflict") return conflictUnder(header, failure)
  if (failure._tag !== "InvalidInput" || header === undefined) return failure
  const isKey = (field: string) => idempotencyHeaders.some((each) => each === field)
  const issues = failure.issues.map((issue) => (isKey(issue.field) ? { ...issue, field: header } : issue))
  return new InvalidInput({ ...failure, issues })
}

/** Without a header it names the field. */
const conflictUnder = (header: IdempotencyHeader | undefined, conflict: IdempotencyConflict): ApiRefusal => {
  const name = conflict.kind === "externalId" ? conflict.kind : (header ?? conflict.kind)
  const message = `${conflict.sentence(name)}; repeat those fields, or send another ${name}`
  return new ApiRefusal({ code: "idempotency_conflict", message })
}

const jsonBody = (operation: ApiOperation, request: ApiRequest, bytes: Uint8Array) =>
  operation.requestOptional === true && bytes.length === 0 ? noFields : decodeJsonBody(request, bytes)

/** Data sent to an operation that takes none, to report that it was ignored. */
const unasked = ({ mode }: Serving, request: ApiRequest, bytes: Uint8Array) =>
  mode === "live" || bytes.length === 0
    ? Effect.undefined
    : Effect.orElseSucceed(decodeJsonBody(request, bytes), () => undefined)

/** The response to a result or refusal; in sandbox with the names of unknown fields. */
const makeAnswered = (operation: ApiOperation, { mode }: Serving) => {
  const ignored = mode === "live" ? () => undefined : makeIgnoredFields(operation)
  const hinted = mode === "live" ? () => undefined : makeRangeHint(operation)
  return (
    handled: Effect.Effect<Answer, ApiFailure>,
    request: ApiRequest,
    sent: SentFields,
    requestId: string
  ): Effect.Effect<ApiResponse, ApiFailure> =>
    Effect.matchEffect(handled, {
      onSuccess: (answer) => {
        const hint = hinted(sent.query)
        const names = ignored(sent)
        const headers = hint === undefined ? names : { ...names, ...hint }
        return Effect.succeed(responseTo(operation, answer, requestId, headers))
      },
      onFailure: (refused) => {
        const failure = underNameOfKey(nameOfKey(request), refused)
        const headers = ignored(sent)
        if (headers === undefined) return Effect.fail(failure)
        const { code, details, headers: own, message } = refusalOf(failure)
        const isMisspelt = details?.some((each) => each.code === "required") ?? false
        const unknown = isMisspelt ? `; not known, and ignored: ${headers[ignoredHeader]}` : ""
        const facts = { code, message: `${message}${unknown}`, headers: { ...own, ...headers } }
        return Effect.fail(new ApiRefusal(details === undefined ? facts : { ...facts, details }))
      }
    })
}

const responseTo = (
  { recordStatus }: ApiOperation,
  { fields, replayed }: Answer,
  requestId: string,
  ignored: { readonly [name: string]: string } | undefined
): ApiResponse => {
  const headers = replayed === true ? { ...replayHeaders, ...ignored } : ignored
  if (recordStatus === 204) return emptyResponse(requestId, headers)
  return recordStatus === undefined
    ? successResponse(requestId, fields, headers)
    : recordResponse(recordStatus, requestId, fields, headers)
}
