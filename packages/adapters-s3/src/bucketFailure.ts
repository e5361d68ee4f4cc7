/**
 * What an error of the AWS client means for documents. The client's own message may repeat a key, an endpoint or a
 * whole page.
 */
export interface BucketFailure {
  readonly kind:
    | "missing"
    /** A condition of the write does not hold. */
    | "conflict"
    /** An operator must act: asking again does not help. */
    | "refused"
    /** Passes by itself. Whether a write happened is not known. */
    | "passing"
    /** Passes by itself, and no request was sent. */
    | "unreached"
  readonly reason: string
}

/** The codes of S3 and similar servers on which an operator must act. */
const refusals: Readonly<Record<string, string>> = {
  NoSuchBucket: "there is no such bucket",
  InvalidAccessKeyId: "its credentials are refused",
  SignatureDoesNotMatch: "its credentials are refused",
  InvalidToken: "its credentials are refused",
  ExpiredToken: "its credentials have expired",
  TokenRefreshRequired: "its credentials have expired",
  AuthorizationHeaderMalformed: "it is in another region, or its credentials are malformed",
  PermanentRedirect: "it is in another region",
  IllegalLocationConstraintException: "it is in another region",
  NotImplemented: "the server lacks a function that documents need"
}

const noConnection = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL"
])

const textAt = (value: unknown, name: string): string | undefined => {
  if (typeof value !== "object" || value === null || !(name in value)) return undefined
  const text = (value as Readonly<Record<string, unknown>>)[name]
  return typeof text === "string" && /^[A-Za-z0-9_.-]{1,64}$/.test(text) ? text : undefined
}

const statusOf = (error: unknown): number | undefined => {
  const metadata =
    typeof error === "object" && error !== null && "$metadata" in error ? error.$metadata : undefined
  return typeof metadata === "object" && metadata !== null && "httpStatusCode" in metadata
    ? Number(metadata.httpStatusCode)
    : undefined
}

/** `action` is the right that the call needs, such as `s3:PutObject`. */
export const bucketFailureOf = (error: unknown, action: string): BucketFailure => {
  const name = textAt(error, "name") ?? "an unknown error"
  const status = statusOf(error)
  const refusal = refusals[name]
  if (refusal !== undefined) return { kind: "refused", reason: `${refusal} (${name})` }
  if (name === "NoSuchKey" || name === "InvalidRange")
    return { kind: "missing", reason: "there is no such object" }
  if (name === "CredentialsProviderError")
    return {
      kind: "refused",
      reason:
        "there are no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or another source of the AWS SDK"
    }
  if (name === "RequestTimeTooSkewed")
    return { kind: "passing", reason: `the clocks of this machine and of the server differ (${name})` }
  if (status === undefined) {
    const code = textAt(error, "code")
    // The client also calls a cut connection a time-out.
    return code === undefined && (name === "TimeoutError" || name === "AbortError")
      ? { kind: "passing", reason: "it does not answer in time" }
      : {
          kind: code !== undefined && noConnection.has(code) ? "unreached" : "passing",
          reason: `there is no connection to it (${code ?? name})`
        }
  }
  if (status === 412) return { kind: "conflict", reason: "another request was faster" }
  // `409` is a conflict with a write that is still on its way.
  if (status === 409 || status === 429 || status >= 500 || name === "RequestTimeout" || name === "SlowDown")
    return { kind: "passing", reason: `it is overloaded or has failed (${name}, status ${status})` }
  if (status === 401 || status === 403)
    return { kind: "refused", reason: `its credentials lack the right ${action} (${name})` }
  return { kind: "refused", reason: `${action} is answered with ${name}, status ${status}` }
}
