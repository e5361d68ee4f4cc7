/** Every error code of the API and the HTTP status it comes with. */
export const statusOfCode = {
  invalid_request: 400,
  invalid_json: 400,
  unsupported_network: 400,
  invalid_address: 400,
  amount_out_of_range: 400,
  insufficient_funds: 400,
  invalid_url: 400,
  webhook_not_configured: 400,
  invalid_image: 400,
  unsupported_image: 400,
  image_too_large: 400,
  unauthorized: 401,
  signature_invalid: 401,
  timestamp_out_of_range: 401,
  signature_replayed: 401,
  ip_not_allowed: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  idempotency_conflict: 409,
  invalid_state: 409,
  duplicate: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  rate_limited: 429,
  internal_error: 500,
  service_unavailable: 503,
  store_on_hold: 503
} as const

export type ErrorCode = keyof typeof statusOfCode
