/**
 * The response headers of every hosted page, error pages included.
 *
 * The page's address is the right to see it, so it is never cached, never indexed and never sent on as a referrer;
 * and it tells people where to send money or documents, so nothing but our own files may run on it or frame it.
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
    "frame-ancestors 'none'"
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
