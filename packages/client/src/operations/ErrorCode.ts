/** What the server refuses with. New codes may be added. */
export type ErrorCode =
  /** 400: A field, parameter or header is missing, has the wrong type, or has a value that is not known. */
  | "invalid_request"
  /**
   * 400: The body is not well-formed JSON in UTF-8. The message names the line and column of the first fault.
   */
  | "invalid_json"
  /** 400: The cursor is damaged, or belongs to another list or to other filters. */
  | "invalid_cursor"
  /** 400: The network is not offered for this operation. */
  | "unsupported_network"
  /** 400: The address is not one of the network, or no payout may go there. */
  | "invalid_address"
  /** 400: The amount is below or above the bounds of the network. */
  | "amount_out_of_range"
  /** 400: The available balance does not cover amount plus fee. Nothing was debited. */
  | "insufficient_funds"
  /**
   * 400: The server does not call this URL: it is not https, or names this machine, a private address or an
   * unusual port.
   */
  | "invalid_url"
  /** 400: The transit webhook has no URL yet. */
  | "webhook_not_configured"
  /**
   * 400: The file is empty, damaged, cut off or too costly to decode, or what it shows is too small, too dark
   * or blurred.
   */
  | "invalid_image"
  /**
   * 400: The content of the file is in no accepted format, whatever its name says, or the PDF needs a
   * password.
   */
  | "unsupported_image"
  /** 400: The picture has too many pixels, or the PDF has too many pages or a page that is too large. */
  | "image_too_large"
  /** 401: The key is missing, not known here, revoked or expired, or was sent in the wrong header. */
  | "unauthorized"
  /** 401: x-signature is not the signature of this request under the key's secret. */
  | "signature_invalid"
  /**
   * 401: x-timestamp is not the current time in Unix milliseconds, or is more than 5 minutes away from the
   * server's.
   */
  | "timestamp_out_of_range"
  /** 401: The signature was used before with another idempotency key. */
  | "signature_replayed"
  /** 401: The key has an allow-list of addresses, and the request came from another one. */
  | "ip_not_allowed"
  /** 403: The key is right, but does not have the scope that the operation needs. */
  | "forbidden"
  /** 404: There is no such path, or the partner whose key was sent has no such record. */
  | "not_found"
  /** 405: The path exists, but not with this method. */
  | "method_not_allowed"
  /** 409: The idempotency key, or the externalId of a crypto invoice, was used before with other fields. */
  | "idempotency_conflict"
  /** 409: The state of the record does not allow the operation. */
  | "invalid_state"
  /** 409: A value that must be unique is in use. */
  | "duplicate"
  /** 409: The maximum number of such records is reached. */
  | "limit_reached"
  /** 413: The body or the file is larger than the operation takes. */
  | "payload_too_large"
  /** 415: The Content-Type is not the one that the operation takes, or the body is compressed. */
  | "unsupported_media_type"
  /** 422: The request is well-formed, but a field breaks a rule, such as a bound or a length. */
  | "validation_failed"
  /**
   * 422: A bank's statement is not to be trusted: it is cut off, of another account or currency, or in no
   * known format. Nothing of it was recorded.
   */
  | "statement_refused"
  /** 429: Too many requests in too short a time. */
  | "rate_limited"
  /** 500: A fault of the server. */
  | "internal_error"
  /**
   * 503: The server cannot answer now: it is busy or stopping, or something that it needs does not answer.
   */
  | "service_unavailable"
  /** 503: Payouts and deposit addresses are on hold until an operator has released the store. */
  | "store_on_hold"
