import { Schema, SchemaTransformation } from "effect"
import type { Mode } from "./Mode.ts"
import { withoutEndSlash } from "./publicUrl.ts"
import { optional, type Setting, settingOf } from "./Setting.ts"
import { rule } from "./settingKinds.ts"

const expected =
  "must be https://, or http://localhost for development, with a name that people open, such as https://pay.example.com"

/** `localhost` and what is below it (RFC 6761, 6.3): browsers trust it without encryption. */
const isLocalhost = (host: string): boolean => host === "localhost" || host.endsWith(".localhost")

/** Whether only this machine gets there. */
export const isLocalUrl = (url: string): boolean => isLocalhost(new URL(url).hostname)

/** An address is no name that passkeys can be made for. */
const isAddress = (host: string): boolean => host.startsWith("[") || /^[\d.]+$/.test(host)

/** Plain words between slashes: nothing that a browser, a proxy and the server would read differently. */
const plain = /^(https?):\/\/([a-z0-9.-]+)(?::\d{1,5})?((?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~-]+)*)\/?$/

/** Why nobody could sign in at this URL, if so. */
export const consoleUrlFault = (text: string): string | undefined => {
  const [, protocol] = plain.exec(text) ?? []
  if (protocol === undefined || !URL.canParse(text)) return expected
  const { hostname } = new URL(text)
  if (hostname === "127.0.0.1" && protocol === "http")
    return `must be ${text.replace("127.0.0.1", "localhost")}: browsers make no passkeys for an address`
  return isAddress(hostname) || (protocol === "http" && !isLocalhost(hostname)) ? expected : undefined
}

/** Where people sign in; unset, it follows from the public URL: `consoleUrlOf`. */
export const consoleUrlSetting: Setting<string | undefined> = optional(
  settingOf("https://pay.example.com", () => {
    const url = Schema.String.check(
      rule((text: string) => {
        const fault = consoleUrlFault(text)
        return fault === undefined ? undefined : `invalid_url:${fault}`
      })
    )
      .annotate({
        description:
          "Where people sign in: the console is at /console below it. Passkeys are made for its name, so a change makes them useless. Default: the public URL, in a sandbox on loopback http://localhost; in live mode there is no console unless it is set."
      })
      .pipe(
        Schema.decodeTo(
          Schema.String,
          SchemaTransformation.transform({ decode: withoutEndSlash, encode: (text) => text })
        )
      )
    return { given: url, written: url }
  })
)

/** Where people sign in; undefined if the deployment has no console. */
export const consoleUrlOf = ({
  consoleUrl,
  mode,
  publicUrl
}: {
  readonly mode: Mode
  readonly consoleUrl: string | undefined
  readonly publicUrl: string
}): string | undefined => {
  if (consoleUrl !== undefined || mode === "live") return consoleUrl
  const named = publicUrl.replace(/^http:\/\/(?:127\.0\.0\.1|\[::1\])(?=[:/]|$)/, "http://localhost")
  return consoleUrlFault(named) === undefined ? named : undefined
}

/** The link of an invitation or a recovery. */
export const invitationUrl = (consoleUrl: string, token: string): string =>
  `${consoleUrl}/console/join/${token}`

/** The link that signs in by itself; the ticket is in its query, because of its length. */
export const signInUrl = (consoleUrl: string, ticket: string): string =>
  `${consoleUrl}/console/link?ticket=${encodeURIComponent(ticket)}`
