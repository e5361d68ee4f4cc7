/**
 * An origin as browsers send it (RFC 6454, 6.2): scheme, host and port, in lower case and without the default
 * port. Undefined if the text has anything else: a path, a slash at the end, a user or another scheme.
 */
export const webOriginOf = (text: string): string | undefined => {
  if (!/^https?:\/\/[^\s/?#@\\]+$/i.test(text) || !URL.canParse(text)) return undefined
  return new URL(text).origin
}
