import type { PartnerId, Scope } from "@quittance/core"
import type { Effect, Schema } from "effect"
import type { AddressRateClass, RateClass } from "../access/RateLimits.ts"
import type { ApiRequest } from "../message/ApiRequest.ts"
import type { ErrorCode } from "../refusal/ErrorCode.ts"
import type { ApiFailure } from "../refusal/refusalOf.ts"
import type { PathParameters, Route } from "./Route.ts"

/** Who calls: proven by the operation's authentication. */
export interface Caller {
  readonly partnerId: PartnerId
  readonly keyId: string
}

/** What an operation that takes a form tells of it as soon as it was read: the names of its fields. */
interface FormCall {
  readonly noteFields: (names: Iterable<string>) => void
}

/** An authenticated call. `body` is the JSON object that was sent, or nothing where the operation takes none. */
export interface Call extends FormCall {
  readonly caller: Caller
  readonly parameters: PathParameters
  readonly request: ApiRequest
  readonly body: { readonly [field: string]: unknown } | undefined
  /** What was sent in the header that the operation names for it, unchecked. */
  readonly idempotencyKey: string | undefined
}

/** What an operation answers with: the fields between `success` and `requestId`, or those of the bare record. */
export interface Answer {
  readonly fields: object
  /** The request was carried out before, and this is that answer again. */
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

/** A body that goes to an operation of the core as what that takes: the core checks it. */
export const unchecked = <Input>(body: Call["body"]): Input => body as Input

/** What may be created once by a key of the caller's. */
export const oncePerKey = { idempotencyKey: { header: "Idempotency-Key", required: false } } as const

/** A call of whoever it is. */
export interface OpenCall extends FormCall {
  /** Of the client, read through trusted proxies. */
  readonly address: string
  readonly parameters: PathParameters
  readonly request: ApiRequest
}

/** What routing and the description of the API need to know of any operation. */
interface OperationFacts {
  /** Unique; the `operationId` of the description. */
  readonly id: string
  readonly group: string
  readonly method: Exclude<Route["method"], "HEAD" | "OPTIONS">
  readonly path: `/${string}`
  readonly summary: string
  readonly parameters: ReadonlyArray<Parameter>
  /** The JSON body; nothing where none is taken. */
  readonly request: Schema.Constraint | undefined
  /** Nothing at all may be sent for a JSON body; it counts as one without fields. */
  readonly requestOptional?: true
  /** A multipart form instead of a JSON body. The operation reads it itself, once its caller is admitted. */
  readonly form?: Schema.Constraint
  /**
   * The status of an answer that is the bare record; 204 answers without a body. Without it the answer is 200 and in the
   * envelope.
   */
  readonly recordStatus?: 200 | 201 | 204
  /** The fields of the answer. */
  readonly success: Schema.Constraint
  /** What it may refuse with beyond what every operation may. */
  readonly errors: ReadonlyArray<ErrorCode>
}

/** One operation of the API: everything that routing, authentication, limits and the description need to know. */
export interface Operation extends OperationFacts {
  /** `signed`: the crypto scheme. `secret`: the secret in `x-api-key`. `pair`: `X-API-Key` and `X-API-Secret`. */
  readonly access: "signed" | "secret" | "pair"
  readonly scope: Scope
  readonly rate: RateClass
  /** The header with the key of the caller's under which what it creates is created once, however often it is asked for. */
  readonly idempotencyKey?: {
    readonly header: "Idempotency-Key" | "X-Idempotency-Key"
    readonly required: boolean
  }
  /**
   * How many tokens of its bucket a request takes, where it costs more than others: 1 for about a millisecond of the process.
   * Such requests are carried out one after the other, the partners in turn.
   */
  readonly cost?: number
  readonly handle: (call: Call) => Effect.Effect<Answer, ApiFailure>
}

/** An operation for everybody: without a key, limited by the client's address. It takes a form, and answers the bare record. */
export interface OpenOperation extends OperationFacts {
  readonly access: "open"
  readonly rate: AddressRateClass
  readonly request: undefined
  readonly recordStatus: 200
  readonly handle: (call: OpenCall) => Effect.Effect<Answer, ApiFailure>
}

export type AnyOperation = Operation | OpenOperation
