/**
 * Why a webhook was not accepted.
 *
 * Mistakes of the receiving program, to be mended there:
 *
 * - `body_missing`: there is no body, or it was read before
 * - `body_parsed`: the body was parsed before, or is no text or bytes
 * - `header_missing`: a header of the three is not there
 * - `secret_invalid`: a secret has the wrong form
 * - `option_invalid`: an option is unknown, or its value is wrong
 * - `crypto_missing`: the platform has no Web Crypto
 *
 * Refusals, to be answered with a status that is not 2xx:
 *
 * - `timestamp_invalid`: the timestamp is no number
 * - `timestamp_too_old`, `timestamp_too_new`: it was signed outside the tolerance
 * - `signature_invalid`: the header has no signature of version 1
 * - `signature_mismatch`: no signature was made with a secret over this body
 * - `event_invalid`: it is signed, and no event
 */
export type WebhookVerificationCode =
  | "body_missing"
  | "body_parsed"
  | "header_missing"
  | "secret_invalid"
  | "option_invalid"
  | "crypto_missing"
  | "timestamp_invalid"
  | "timestamp_too_old"
  | "timestamp_too_new"
  | "signature_invalid"
  | "signature_mismatch"
  | "event_invalid"

/**
 * A webhook that must not be acted on. The message says what to do, for the log: it holds no secret and no signature.
 */
export class WebhookVerificationError extends Error {
  /** Stable, for programs. */
  readonly code: WebhookVerificationCode

  constructor(code: WebhookVerificationCode, message: string) {
    super(message)
    this.name = "WebhookVerificationError"
    this.code = code
  }
}
