/** Methods that change nothing (RFC 9110, 9.2.1). */
const safe = new Set(["GET", "HEAD"])

/**
 * Whether a request that may change something was made by a page of the console: the browser says so (Fetch Metadata),
 * or its origin is the console's. Who says neither is refused, because nobody else has a reason to ask.
 */
export const isOwnRequest = ({ headers, method }: Request, origin: string): boolean =>
  safe.has(method) || headers.get("sec-fetch-site") === "same-origin" || headers.get("origin") === origin
