import type { ErrorCode } from "../refusal/ErrorCode.ts"
import type { ApiOperation } from "../routing/ApiOperation.ts"
import type { CredentialHeaders } from "./credentialAdvice.ts"

/**
 * How a caller proves who it is: where its key is sent, how that is described, and what a wrong proof is refused with.
 */
interface Proof extends CredentialHeaders {
  /** The security schemes of OpenAPI that are asked for together. */
  readonly schemes: { readonly [name: string]: object }
  readonly refusals: ReadonlyArray<ErrorCode>
  /** In addition, for what is no read. */
  readonly refusalsOfWrites: ReadonlyArray<ErrorCode>
}

const scheme = (name: string, description: string) => ({ type: "apiKey", in: "header", name, description })

/** How a signed request is repeated, in the words of the guides. */
export const signedRepeats =
  "A repeat may be signed again with a new timestamp, or sent exactly as it was within 5 minutes. A signature that came with one idempotency key is not taken with another."

const ofKeys = {
  others: [],
  refusals: ["unauthorized", "ip_not_allowed", "forbidden"],
  refusalsOfWrites: []
} as const

export const proofs = {
  signed: {
    headers: [{ name: "x-api-key", part: "public key" }],
    others: [
      { name: "x-timestamp", content: "Unix milliseconds" },
      { name: "x-signature", content: "the hex HMAC-SHA256 under the secret" }
    ],
    schemes: {
      V2ApiKey: scheme(
        "x-api-key",
        "The public key of the pair, `pk_…`, with V2Signature and V2Timestamp. The secret signs, and is never sent to this group."
      ),
      V2Signature: scheme(
        "x-signature",
        `Hex HMAC-SHA256, under the secret, of METHOD + path without the query + x-timestamp + hex SHA-256 of the body (nothing for an empty body) + the part that the key binds (nothing, the idempotency key, or the query without its ?), without separators. Without a body, that part must not begin with 64 hexadecimal digits. ${signedRepeats}`
      ),
      V2Timestamp: scheme(
        "x-timestamp",
        "Unix milliseconds without leading zeros, at most 5 minutes from the server's time: when the request was signed."
      )
    },
    refusals: [...ofKeys.refusals, "signature_invalid", "timestamp_out_of_range"],
    refusalsOfWrites: ["signature_replayed"]
  },
  secret: {
    ...ofKeys,
    headers: [{ name: "x-api-key", part: "secret" }],
    schemes: {
      SecretKey: scheme(
        "x-api-key",
        "The secret of the pair, `sk_…`. Send it over TLS and from servers only; nothing is signed."
      )
    }
  },
  pair: {
    ...ofKeys,
    headers: [
      { name: "X-API-Key", part: "public key" },
      { name: "X-API-Secret", part: "secret" }
    ],
    schemes: {
      ApiKeyAuth: scheme("X-API-Key", "The public key of the pair, `pk_…`, with ApiSecretAuth."),
      ApiSecretAuth: scheme(
        "X-API-Secret",
        "The secret of the pair, `sk_…`, with ApiKeyAuth. Send it over TLS and from servers only; nothing is signed."
      )
    }
  },
  operator: {
    ...ofKeys,
    headers: [{ name: "x-api-key", part: "operator key" }],
    schemes: {
      OperatorKey: scheme("x-api-key", "A key of the deployment's operator, `ok_…`. Send it over TLS only.")
    }
  }
} satisfies { readonly [name: string]: Proof }

/** What the caller of an operation must prove; undefined if anybody may call it. */
export const proofOf = (operation: ApiOperation): Proof | undefined => {
  switch (operation.caller) {
    case "partner":
      return proofs[operation.proof]
    case "operator":
      return proofs.operator
    case "public":
      return undefined
  }
}
