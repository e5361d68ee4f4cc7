import type { OperatorScope, PartnerId, Scope } from "@quittance/core/adapter"
import { Effect, type Schema } from "effect"
import type { AddressRateClass, RateClass } from "../access/RateLimits.ts"
import { type ApiRequest, headerOf } from "../message/ApiMessage.ts"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"
import type { ErrorCode } from "../refusal/ErrorCode.ts"
import type { ApiFailure } from "../refusal/refusalOf.ts"
import { queryInstant } from "./QueryParameters.ts"
import type { PathParameters, Route } from "./Route.ts"

/** What a call has, whoever the caller is. */
interface AnyCall {
  readonly parameters: PathParameters
  readonly request: ApiRequest
  /** An operation with a form reports the form's field names as soon as it was read. */
  readonly noteFields: (names: Iterable<string>) => void
}

/**
 * A call whose caller was authenticated. `body` is the JSON object of the request, or undefined if the operation takes
 * none.
 */
export interface KeyedCall<Caller> extends AnyCall {
  readonly caller: Caller
  readonly body: { readonly [field: string]: unknown } | undefined
  /** Of an operation that takes one, unchecked. */
  readonly idempotencyKey: string | undefined
}

/** A partner, by one of its keys. */
export interface PartnerCaller {
  readonly partnerId: PartnerId
  readonly keyId: string
  readonly holds: (scope: Scope) => boolean
}

/** The operator of the deployment, by one of the operator's keys. */
export interface OperatorCaller {
  readonly keyId: string
}

/** A caller that was let in, and the body of its request. */
export interface Admission<Caller> {
  readonly caller: Caller
  /** Empty if the operation takes a form, which is read later. */
  readonly body: Uint8Array
}

export type Call = KeyedCall<PartnerCaller>

/** A call of anybody. */
export interface PublicCall extends AnyCall {
  /** The client's address, read through trusted proxies. */
  readonly address: string
}

/** The result of an operation: the fields between `success` and `requestId`, or those of the bare record. */
export interface Answer {
  readonly fields: object
  /** The request was executed before, and this is that answer again. */
  readonly replayed?: boolean
}

/** A path, query or header parameter, for the description of the API. */
export interface Parameter {
  readonly in: "path" | "query" | "header"
  readonly name: string
  readonly required: boolean
  readonly description: string
  readonly schema: Schema.Constraint
}

/** Passes a body to an operation of core, which validates it. */
export const unchecked = <Input>(body: Call["body"]): Input => body as Input

/** For operations with a caller's idempotency key. */
export const oncePerKey = { idempotencyKey: { header: "Idempotency-Key", required: false } } as const

/** What routing and the API description need to know of any operation. */
interface OperationFacts {
  /** Unique; the `operationId` of the description. */
  readonly id: string
  readonly group: string
  readonly method: Exclude<Route["method"], "HEAD" | "OPTIONS">
  readonly path: `/${string}`
  readonly summary: string
  /** Where clients have it within its group, such as `batches`; by the path unless given. */
  readonly resource?: string
  /** Of a list: the query parameter with which it answers one record instead. */
  readonly findsBy?: string
  /** A write without a key that may be sent again when its answer was lost: nothing is done twice. */
  readonly repeatable?: true
  readonly parameters: ReadonlyArray<Parameter>
  /** The JSON body; undefined if none is taken. */
  readonly request: Schema.Constraint | undefined
  /** The JSON body may be missing; that counts as a body without fields. */
  readonly requestOptional?: true
  /** A multipart form instead of a JSON body. The operation reads it itself, after its caller is admitted. */
  readonly form?: Schema.Constraint
  /** A file of any type as the body, without a form around it. The operation reads it as it arrives. */
  readonly file?: { readonly name: string; readonly description: string }
  /**
   * The status of an answer that is the bare record; 204 answers without a body. Without it the answer is 200
   * and in the envelope.
   */
  readonly recordStatus?: 200 | 201 | 204
  /** The fields of the answer. */
  readonly success: Schema.Constraint
  /** Where a value of the example comes from that the server must know: a sentence beside the example. */
  readonly exampleFrom?: string
  /** What of the example of the answer is not as the examples of its fields; lists are replaced. */
  readonly answerExample?: object
  /** Its error codes in addition to those of every operation. */
  readonly errors: ReadonlyArray<ErrorCode>
  /** The one of them whose refusal has the fields of a success beside its error. */
  readonly refusedAs?: ErrorCode
}

/** Of an operation that asks for a key. */
interface KeyedFacts extends OperationFacts {
  /** The bucket of the key that a request is counted in; that of all reads or of all writes unless given. */
  readonly rate?: RateClass
  /** The header with the caller's key, under which something is created only once; its other name is taken too. */
  readonly idempotencyKey?: {
    readonly header: IdempotencyHeader
    readonly required: boolean
  }
}

/** An operation for a partner, within the scopes of its key. */
export interface PartnerOperation extends KeyedFacts {
  readonly caller: "partner"
  /** `signed`: the crypto scheme. `secret`: the secret in `x-api-key`. `pair`: `X-API-Key` and `X-API-Secret`. */
  readonly proof: "signed" | "secret" | "pair"
  readonly scope: Scope
  /**
   * How many tokens a request takes from its bucket, if it costs more than others: 1 for about a millisecond
   * of the process. Such requests run one after the other, partners in rotation.
   */
  readonly cost?: number
  readonly handle: (call: Call) => Effect.Effect<Answer, ApiFailure>
}

/**
 * An operation for the operator of the deployment, who sends an operator key with its scope in `x-api-key`. It opens to
 * nothing else.
 */
export interface OperatorOperation extends KeyedFacts {
  readonly caller: "operator"
  readonly scope: OperatorScope
  readonly handle: (call: KeyedCall<OperatorCaller>) => Effect.Effect<Answer, ApiFailure>
}

/** An operation for anybody, limited by the client's address. It takes a form and returns the bare record. */
export interface PublicOperation extends OperationFacts {
  readonly caller: "public"
  readonly rate: AddressRateClass
  readonly request: undefined
  readonly recordStatus: 200
  readonly handle: (call: PublicCall) => Effect.Effect<Answer, ApiFailure>
}

/**
 * A row of the API: everything that routing and the description need. Its caller decides who is let in and how that is
 * proven, limited, logged, refused and described.
 */
export type ApiOperation = PartnerOperation | OperatorOperation | PublicOperation

/** The bucket of the caller's key that a request is counted in. */
export const rateOf = ({ method, rate }: Pick<KeyedFacts, "method" | "rate">): RateClass =>
  rate ?? (method === "GET" ? "reads" : "writes")

/** The header under which an operation takes the caller's idempotency key; undefined if it takes none. */
export const idempotencyKeyOf = (operation: ApiOperation): KeyedFacts["idempotencyKey"] =>
  operation.caller === "public" ? undefined : operation.idempotencyKey

/** The names of the header with the caller's idempotency key. */
export const idempotencyHeaders = ["Idempotency-Key", "X-Idempotency-Key"] as const
export type IdempotencyHeader = (typeof idempotencyHeaders)[number]

const message = `${idempotencyHeaders.join(" and ")} are two names of one header: send one of them, or the same value in both`

const different = new ApiRefusal({
  code: "invalid_request",
  message,
  details: idempotencyHeaders.map((field) => ({ field, code: "invalid_value", message }))
})

/**
 * The caller's idempotency key, under whichever name it was sent, unchecked: what a signature binds, what a replay is
 * told by, and what a request is claimed under. Refused if both names were sent with different values.
 */
export const effectiveKey = (request: ApiRequest): Effect.Effect<string | undefined, ApiRefusal> => {
  const plain = headerOf(request, "idempotency-key")
  const prefixed = headerOf(request, "x-idempotency-key")
  return plain !== undefined && prefixed !== undefined && plain !== prefixed
    ? Effect.fail(different)
    : Effect.succeed(prefixed ?? plain)
}

/** The name under which the key was sent; the plain one where both were. */
export const nameOfKey = (request: ApiRequest): IdempotencyHeader | undefined =>
  idempotencyHeaders.find((name) => headerOf(request, name.toLowerCase()) !== undefined)

/** In sandbox an answer that is right but hardly what its client wants says why in this header. */
export const hintHeader = "X-Quittance-Hint"

type Hint = (query: string) => { readonly [name: string]: string } | undefined

const swapped = {
  [hintHeader]:
    "from is not before to, so nothing lies between them: from must be the earlier bound, to the later one"
}

const none: Hint = () => undefined

/**
 * The hint at a list whose bounds leave nothing between them. An operation with a time zone gets none: it refuses such
 * bounds, and only it knows where its dates begin.
 */
export const makeRangeHint = ({ method, parameters }: ApiOperation): Hint => {
  const takes = (name: string) => parameters.some((each) => each.in === "query" && each.name === name)
  return method === "GET" && takes("from") && takes("to") && !takes("timezone") ? rangeHint : none
}

const rangeHint: Hint = (query) => {
  if (!query.includes("from=") || !query.includes("to=")) return undefined
  const parameters = new URLSearchParams(query)
  const from = queryInstant(parameters.get("from") ?? "")
  const to = queryInstant(parameters.get("to") ?? "")
  return from === undefined || to === undefined || from < to ? undefined : swapped
}
