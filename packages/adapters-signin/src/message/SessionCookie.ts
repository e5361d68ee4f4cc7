import { stayMillisMax } from "@quittance/core/adapter"

/**
 * The cookie of a session. The prefix makes browsers refuse one that was set by another host, without encryption or for
 * a part of the site only (RFC 6265bis, 4.1.3.2).
 */
const name = "__Host-quittance"

const attributes = "Path=/; Secure; HttpOnly; SameSite=Lax"

export const setCookie = (value: string): string =>
  `${name}=${value}; ${attributes}; Max-Age=${stayMillisMax / 1_000}`

export const clearCookie = `${name}=; ${attributes}; Max-Age=0`

/** The value that the browser sent. Of several the first counts, as browsers send the longest path first. */
export const cookieOf = (header: string | null): string | undefined =>
  header
    ?.split(";")
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)
