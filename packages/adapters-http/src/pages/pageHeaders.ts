const noFrame = "frame-ancestors 'none'"

/**
 * The response headers of every hosted page, error pages included.
 *
 * The page's address is the right to see it, so it is never cached, never indexed and never sent on as a referrer; and
 * it tells people where to send money or documents, so nothing but our own files may run on it, and nobody may frame it
 * but those of `framedBy`.
 */
const policy = (formAction: "'none'" | "'self'", pictures = ""): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    `img-src 'self' data:${pictures}`,
    "connect-src 'self'",
    "base-uri 'none'",
    `form-action ${formAction}`,
    noFrame
  ].join("; ")

export const contentSecurityPolicy: string = policy("'none'")

export const pageHeaders: Readonly<Record<string, string>> = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": contentSecurityPolicy,
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "X-Robots-Tag": "noindex, nofollow",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "clipboard-write=(self), camera=(), geolocation=(), microphone=(), payment=()",
  Vary: "Accept-Language"
}

/**
 * The same for a page with forms, which may post to nobody but us. Without the referrer policy a browser would send
 * `Origin: null` with our own forms, and they could not be told from other people's.
 */
export const formPageHeaders: Readonly<Record<string, string>> = {
  ...pageHeaders,
  "Content-Security-Policy": policy("'self'"),
  "Referrer-Policy": "same-origin"
}

/** The same for the verification page, which may show the picture that was chosen and ask for one from the camera. */
export const verificationPageHeaders: Readonly<Record<string, string>> = {
  ...formPageHeaders,
  "Content-Security-Policy": policy("'self'", " blob:"),
  "Permissions-Policy": "camera=(self), geolocation=(), microphone=(), payment=()"
}

/**
 * The same for a page that pages of those origins may show in a frame. They are origins as browsers write them, without
 * a character that means something in a policy.
 */
export const framedBy = (
  origins: ReadonlyArray<string>,
  { "X-Frame-Options": _, ...headers }: Readonly<Record<string, string>>
): Readonly<Record<string, string>> => ({
  ...headers,
  "Content-Security-Policy": (headers["Content-Security-Policy"] ?? "").replace(
    noFrame,
    `frame-ancestors ${origins.join(" ")}`
  ),
  "Cross-Origin-Resource-Policy": "cross-origin"
})
