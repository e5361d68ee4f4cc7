import { faultSentence, refusedReport, StatementRefused } from "@quittance/core/adapter"
import { docUrlOf } from "../docs/docsPlaces.ts"
import type { RefusalDetail } from "./ApiRefusal.ts"
import type { ErrorCode } from "./ErrorCode.ts"

/** What a refusal says, but for its code. */
interface ErrorSample {
  readonly message: string
  readonly details?: ReadonlyArray<RefusalDetail>
  /** What stands beside the error. */
  readonly fields?: object
}

/** A refusal that repeats its message in its only detail. */
const ofField = (field: string, code: RefusalDetail["code"], message: string): ErrorSample => ({
  message,
  details: [{ field, code, message }]
})

/** A refusal whose detail does not repeat the name of the field. */
const ofInput = (field: string, code: RefusalDetail["code"], message: string): ErrorSample => ({
  message: `${field} ${message}`,
  details: [{ field, code, message }]
})

const requestId = "019bc1a8-5d2e-7b3c-9f10-4a6b8c2d7e91"

const wrongAccount = new StatementRefused({
  line: 4,
  path: "Stmt[1]/Acct",
  message: "the statement is of the account DE02120300000000202051, and must be of DE89370400440532013000"
})

/** An example of each error code, as a server says it. */
const samples: { readonly [Code in ErrorCode]: ErrorSample } = {
  invalid_request: ofInput(
    "amount",
    "invalid_type",
    "must be a number, but is a text: write it without quotes and thousands separators, such as 1250.5"
  ),
  invalid_json: {
    message: "the body is not well-formed JSON: line 2, column 19: no comma may stand before }"
  },
  invalid_cursor: ofField(
    "cursor",
    "invalid_value",
    "cursor must be a nextCursor exactly as it was answered; leave it out to begin with the first page"
  ),
  unsupported_network: ofField(
    "network",
    "invalid_value",
    "network must be one of tron, ethereum, bsc, polygon; did you mean ethereum?"
  ),
  invalid_address: ofField(
    "address",
    "invalid_value",
    "address must be a valid address on tron: it has 31 characters instead of 34: copy it again; an address here is T and 33 letters and digits"
  ),
  amount_out_of_range: ofField("amount", "out_of_range", "amount must be from 1 to 50000 USDT"),
  insufficient_funds: {
    message: "the available balance does not cover 5002 USDT (amount plus fee): 88 USDT is available"
  },
  invalid_url: ofField("url", "invalid_url", "url must not be an address that is not public"),
  webhook_not_configured: { message: "the webhook has no URL yet: set it first, with PUT /v1/webhook" },
  invalid_image: { message: "the image is damaged or cut off" },
  unsupported_image: { message: "the file must be a PNG, JPEG, GIF or WebP image" },
  image_too_large: { message: "the image must have at most 40 megapixels and 10000 pixels on a side" },
  unauthorized: { message: "x-api-key is missing: send the secret (sk_test_…) in x-api-key" },
  signature_invalid: {
    message:
      "x-signature is not the hex HMAC-SHA256 of the string to sign under this key's secret; error.details has the string to sign that the server built from this request: compare it with yours",
    details: [
      { field: "x-signature", code: "string_to_sign", message: "GET/api/v2/crypto/payouts1768478400000" }
    ]
  },
  timestamp_out_of_range: {
    message:
      "x-timestamp is in seconds; x-timestamp must be the current time in Unix milliseconds, in digits alone, such as 1768478400000 (the server's time)"
  },
  signature_replayed: {
    message: "this signature was used before with another idempotency key: sign the request again"
  },
  ip_not_allowed: {
    message:
      "this key may not be used from 203.0.113.7: it is not on the key's allow-list (quittance keys create --allow-ip)"
  },
  forbidden: {
    message:
      "this key lacks the scope crypto:write: use a key that has it; quittance keys create --scopes crypto:write makes one"
  },
  not_found: { message: "there is no invoice inv_019bc1a85d2e7b3c9f104a6b8c2d7e91" },
  method_not_allowed: { message: "PUT is not possible here: this path allows POST, GET" },
  idempotency_conflict: {
    message:
      "the X-Idempotency-Key payout-1 was used for a request with other fields; repeat those fields, or send another X-Idempotency-Key"
  },
  invalid_state: {
    message:
      "the invoice is cancelled, so cancel is not possible; it is possible while the invoice is pending"
  },
  duplicate: {
    message:
      "url must be unique, and a webhook with this URL already exists: change or delete that one, or send another url"
  },
  limit_reached: { message: "there may be at most 16 webhooks: delete one first" },
  payload_too_large: { message: "the body must have at most 262144 bytes" },
  unsupported_media_type: {
    message:
      "the Content-Type must be application/json; application/x-www-form-urlencoded was sent, as curl -d does by itself: add -H 'Content-Type: application/json', and write the body in JSON"
  },
  validation_failed: ofInput("amount", "out_of_range", "must have at most 2 decimals in USD"),
  statement_refused: {
    message: faultSentence(wrongAccount),
    fields: refusedReport(wrongAccount)
  },
  rate_limited: { message: "too many requests (reads) with this key; try again in 1 s" },
  internal_error: {
    message: `the request could not be served; give support the request id ${requestId}`
  },
  service_unavailable: {
    message: "the storage is busy or stopping; try again, with the same idempotency key if there is one"
  },
  store_on_hold: {
    message:
      "payouts and deposit addresses are on hold until an operator has released the store; try again later"
  }
}

/** The body of a refusal with this code, of a server at a public URL. */
export const errorSampleOf = (code: ErrorCode, publicUrl: string) => {
  const { fields, ...facts } = samples[code]
  return {
    success: false,
    ...fields,
    error: { code, ...facts, docUrl: docUrlOf(publicUrl, code) },
    requestId
  }
}
