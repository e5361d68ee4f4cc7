/** What a client must know of an error code. The page `/docs/errors` has one entry for each, with these words. */
interface ErrorFacts {
  readonly status: number
  readonly means: string
  /** What makes the next request succeed. */
  readonly remedy: string
}

/** Every error code of the API, declared only here. */
export const errorCodes = {
  invalid_request: {
    status: 400,
    means: "A field, parameter or header is missing, has the wrong type, or has a value that is not known.",
    remedy: "error.details names each field and what it must be. Correct them and send the request again."
  },
  invalid_json: {
    status: 400,
    means:
      "The body is not well-formed JSON in UTF-8. The message names the line and column of the first fault.",
    remedy:
      "Make the body with the JSON library of your language, not by joining texts. JSON has double quotes only, no comma before a closing bracket, and no comments."
  },
  invalid_cursor: {
    status: 400,
    means: "The cursor is damaged, or belongs to another list or to other filters.",
    remedy:
      "Send pagination.nextCursor of the last answer exactly as it is, with the same path and filters; limit may change. Without a cursor the list begins with its first page."
  },
  unsupported_network: {
    status: 400,
    means: "The network is not offered for this operation.",
    remedy:
      "Send one of the names in the message, or of GET /api/v2/crypto/networks, exactly as written there."
  },
  invalid_address: {
    status: 400,
    means: "The address is not one of the network, or no payout may go there.",
    remedy:
      "Send the recipient's address as their wallet shows it, and the network that it belongs to. Deposit addresses and contracts of this server take no payouts."
  },
  amount_out_of_range: {
    status: 400,
    means: "The amount is below or above the bounds of the network.",
    remedy: "Send an amount within the bounds in the message. GET /api/v2/crypto/networks shows them too."
  },
  insufficient_funds: {
    status: 400,
    means: "The available balance does not cover amount plus fee. Nothing was debited.",
    remedy:
      "Send less, or wait until more is available: GET /api/v2/crypto/balance. In a sandbox, POST /sandbox/v1/balance/credit adds to it."
  },
  invalid_url: {
    status: 400,
    means:
      "The server does not call this URL: it is not https, or names this machine, a private address or an unusual port.",
    remedy:
      "Send an https URL with a public host. For development, a sandbox started with QUITTANCE_WEBHOOK_ALLOW_PRIVATE=1 also calls http and this machine."
  },
  webhook_not_configured: {
    status: 400,
    means: "The transit webhook has no URL yet.",
    remedy: "Set it first: PUT /v1/webhook."
  },
  invalid_image: {
    status: 400,
    means:
      "The file is empty, damaged, cut off or too costly to decode, or what it shows is too small, too dark or blurred.",
    remedy: "Send the whole file, with a sharp, well-lit picture. Save a damaged or costly file again first."
  },
  unsupported_image: {
    status: 400,
    means:
      "The content of the file is in no accepted format, whatever its name says, or the PDF needs a password.",
    remedy: "Send one of the formats that the message names, and a PDF without a password."
  },
  image_too_large: {
    status: 400,
    means: "The picture has too many pixels, or the PDF has too many pages or a page that is too large.",
    remedy:
      "Send a picture of at most 10000 pixels on a side and 40 megapixels, or a PDF within the limits in the message."
  },
  unauthorized: {
    status: 401,
    means: "The key is missing, not known here, revoked or expired, or was sent in the wrong header.",
    remedy:
      "Crypto group: public key in x-api-key, with x-timestamp and x-signature. Fiat group and sandbox: secret in x-api-key. Transit group: public key in X-API-Key, secret in X-API-Secret. Authorization is never read. Keys of a sandbox begin with pk_test_ and sk_test_, those of a live server with pk_live_ and sk_live_."
  },
  signature_invalid: {
    status: 401,
    means: "x-signature is not the signature of this request under the key's secret.",
    remedy:
      "Sign METHOD + path + x-timestamp + hex SHA-256 of the body + the part that the key binds, without separators, with HMAC-SHA256 under the secret, in hex. In a sandbox error.details has the string to sign that the server built: compare it with yours. The body must be signed byte for byte as it is sent, the path without the query."
  },
  timestamp_out_of_range: {
    status: 401,
    means:
      "x-timestamp is not the current time in Unix milliseconds, or is more than 5 minutes away from the server's.",
    remedy:
      "Send the current time in milliseconds, taken again for each request, and keep your clock synchronised."
  },
  signature_replayed: {
    status: 401,
    means: "The signature was used before with another idempotency key.",
    remedy: "Sign the request again, with the current time."
  },
  ip_not_allowed: {
    status: 401,
    means: "The key has an allow-list of addresses, and the request came from another one.",
    remedy:
      "Call from an address in the list, or create a key for this one: quittance keys create --allow-ip."
  },
  forbidden: {
    status: 403,
    means: "The key is right, but does not have the scope that the operation needs.",
    remedy:
      "Use a key with the scope in the message. quittance keys create --scopes makes one; the scopes of a key never change."
  },
  not_found: {
    status: 404,
    means: "There is no such path, or the partner whose key was sent has no such record.",
    remedy:
      "Compare the path with the message and with /docs, and the id with the answer to its creation. Records of other partners are not found."
  },
  method_not_allowed: {
    status: 405,
    means: "The path exists, but not with this method.",
    remedy: "Use one of the methods in the header Allow."
  },
  idempotency_conflict: {
    status: 409,
    means: "The idempotency key, or the externalId of a crypto invoice, was used before with other fields.",
    remedy: "Repeat a request with exactly its fields, or use a new key for a new request."
  },
  invalid_state: {
    status: 409,
    means: "The state of the record does not allow the operation.",
    remedy: "Read the record: its status tells what happened meanwhile. A final status never changes."
  },
  duplicate: {
    status: 409,
    means: "A value that must be unique is in use.",
    remedy: "Use another value, or change the record that has it."
  },
  limit_reached: {
    status: 409,
    means: "The maximum number of such records is reached.",
    remedy: "Delete one first."
  },
  payload_too_large: {
    status: 413,
    means: "The body or the file is larger than the operation takes.",
    remedy: "Send at most as many bytes as the message says."
  },
  unsupported_media_type: {
    status: 415,
    means: "The Content-Type is not the one that the operation takes, or the body is compressed.",
    remedy: "Send Content-Type: application/json. curl -d sends another type unless -H sets it."
  },
  validation_failed: {
    status: 422,
    means: "The request is well-formed, but a field breaks a rule, such as a bound or a length.",
    remedy: "error.details names each field and its rule."
  },
  statement_refused: {
    status: 422,
    means:
      "A bank's statement is not to be trusted: it is cut off, of another account or currency, or in no known format. Nothing of it was recorded.",
    remedy:
      "errors has the line, or the path of the element, and what would be right. Export the statement again, as the bank makes it, and send that."
  },
  rate_limited: {
    status: 429,
    means: "Too many requests in too short a time.",
    remedy: "Wait as many seconds as the header Retry-After says."
  },
  internal_error: {
    status: 500,
    means: "A fault of the server.",
    remedy: "Try again later with the same idempotency key. Give support the request id."
  },
  service_unavailable: {
    status: 503,
    means:
      "The server cannot answer now: it is busy or stopping, or something that it needs does not answer.",
    remedy: "Try again after the seconds in Retry-After, with the same idempotency key if there is one."
  },
  store_on_hold: {
    status: 503,
    means: "Payouts and deposit addresses are on hold until an operator has released the store.",
    remedy: "Try again later; everything else works. Operators: quittance payouts release."
  }
} as const satisfies { readonly [code: string]: ErrorFacts }

export type ErrorCode = keyof typeof errorCodes

/** The absolute URL at which a person reads about an error code; null where the reference is not served. */
export type DocUrlOf = (code: ErrorCode) => string | null

/** The HTTP status that a code comes with. */
export const statusOfCode = (code: ErrorCode): number => errorCodes[code].status
