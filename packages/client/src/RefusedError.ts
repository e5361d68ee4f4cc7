import { type ErrorFacts, QuittanceError } from "./QuittanceError.ts"

/** The server's answer is an error. Its code is the server's. */
export class RefusedError extends QuittanceError {
  override readonly name: string = "RefusedError"
}

/** 400, 413 or 415: the request is malformed; `details` name the fields. */
export class BadRequestError extends RefusedError {
  override readonly name = "BadRequestError"
}

/** 401: the key, its signature or its address is not accepted. */
export class AuthenticationError extends RefusedError {
  override readonly name: string = "AuthenticationError"
}

/** 401 `timestamp_out_of_range`: this machine's clock is wrong. */
export class ClockError extends AuthenticationError {
  override readonly name = "ClockError"
  /**
   * By how many milliseconds this machine's clock is ahead of the server's, to the second; negative if it is behind.
   * Undefined if the answer does not tell the server's time.
   */
  readonly aheadMillis: number | undefined

  constructor(message: string, facts: ErrorFacts, aheadMillis: number | undefined) {
    super(message, facts)
    this.aheadMillis = aheadMillis
  }
}

/** 403: the key is right, and may not do this. */
export class ForbiddenError extends RefusedError {
  override readonly name = "ForbiddenError"
}

/** 404: there is no such record of this partner. */
export class NotFoundError extends RefusedError {
  override readonly name = "NotFoundError"
}

/** 409: it does not fit what is there: a key used before with other fields, a state that does not allow it. */
export class ConflictError extends RefusedError {
  override readonly name = "ConflictError"
}

/** 422: the request is well-formed, and a field breaks a rule; `details` name the fields. */
export class ValidationError extends RefusedError {
  override readonly name = "ValidationError"
}

/** 429: too many requests, after all repeats, or with a longer wait than the client waits. */
export class RateLimitError extends RefusedError {
  override readonly name = "RateLimitError"
  /** Wait so many seconds before the next call; undefined if the answer does not say. */
  readonly retryAfterSeconds: number | undefined

  constructor(message: string, facts: ErrorFacts, retryAfterSeconds: number | undefined) {
    super(message, facts)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** 5xx, after all repeats: the server cannot answer now. */
export class UnavailableError extends RefusedError {
  override readonly name = "UnavailableError"
}
