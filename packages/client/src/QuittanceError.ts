import type { ErrorCode } from "./operations/ErrorCode.ts"

/** One thing that is wrong with a request. */
export interface ErrorDetail {
  /** The field by its path, the query parameter or the header. */
  readonly field: string
  /** Stable, for programs: `required`, `invalid_type`, `invalid_value` … */
  readonly code: string
  /** What is wrong with it and what would be right. */
  readonly message: string
}

/**
 * What the client itself says, beside the codes of the server.
 *
 * - `invalid_option`: an option, an argument or a base URL is not known or has a wrong value
 * - `invalid_key`: a key is missing, or is not the one that belongs there
 * - `no_answer`: the connection failed or broke off before the whole answer was there
 * - `timeout`: the answer did not come in time
 * - `unexpected_answer`: the answer is not one of this API, such as a proxy's page
 */
export type ClientErrorCode = "invalid_option" | "invalid_key" | "no_answer" | "timeout" | "unexpected_answer"

/** What is known of an error. */
export interface ErrorFacts {
  readonly code: string
  readonly outcome: "none" | "unknown"
  readonly status?: number | undefined
  readonly requestId?: string | undefined
  readonly details?: ReadonlyArray<ErrorDetail>
  readonly docUrl?: string | null
  readonly idempotencyKey?: string | undefined
  readonly cause?: unknown
}

/**
 * Whatever a call of the client fails with, but for the reason of an aborted signal, which is thrown as it is. The
 * message is one sentence that says what is wrong and what would be right; it holds no secret.
 */
export class QuittanceError extends Error {
  override readonly name: string = "QuittanceError"
  /** Stable, for programs. New ones may be added. */
  readonly code: ErrorCode | ClientErrorCode | (string & {})
  /** The HTTP status; undefined if there was no answer. */
  readonly status: number | undefined
  /** The `X-Request-Id` of the answer, for support; undefined if there was none. */
  readonly requestId: string | undefined
  /** What is wrong, field by field; empty if the code says it all. */
  readonly details: ReadonlyArray<ErrorDetail>
  /** Where a person reads about the code; null or undefined if there is no such place. */
  readonly docUrl: string | null | undefined
  /**
   * `none`: nothing was done. `unknown`: the request may have been carried out. Repeat a call with the same arguments
   * and this error's `idempotencyKey`: nothing is done twice.
   */
  readonly outcome: "none" | "unknown"
  /** The key that the request was sent with, also if the client made it; undefined if it had none. */
  readonly idempotencyKey: string | undefined

  constructor(message: string, facts: ErrorFacts) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.code = facts.code
    this.status = facts.status
    this.requestId = facts.requestId
    this.details = facts.details ?? []
    this.docUrl = facts.docUrl
    this.outcome = facts.outcome
    this.idempotencyKey = facts.idempotencyKey
  }
}

/** What a repeat was refused with says nothing of the attempt before it, whose answer was lost. */
export const afterLoss = (error: QuittanceError): QuittanceError =>
  Object.assign(error, { outcome: "unknown" } satisfies Pick<QuittanceError, "outcome">)

/** The program uses the client wrongly; nothing was sent. Its code is `invalid_option` or `invalid_key`. */
export class UsageError extends QuittanceError {
  override readonly name = "UsageError"

  constructor(code: "invalid_option" | "invalid_key", message: string) {
    super(message, { code, outcome: "none" })
  }
}

/** There was no whole answer, after all repeats. Its code is `no_answer` or `timeout`. */
export class NoAnswerError extends QuittanceError {
  override readonly name: string = "NoAnswerError"
}

/** The answer did not come within `timeoutMillis`, after all repeats. Its code is `timeout`. */
export class TimeoutError extends NoAnswerError {
  override readonly name = "TimeoutError"
}

/** What answered is not this API, such as a proxy with a page of its own. Its code is `unexpected_answer`. */
export class UnexpectedAnswerError extends QuittanceError {
  override readonly name = "UnexpectedAnswerError"
}
