import { Schema, SchemaTransformation } from "effect"
import { type Setting, settingOf } from "./Setting.ts"
import { rule } from "./settingKinds.ts"

const expected = "must be an absolute http or https URL without query, such as https://pay.example.com"

/** Whether it is a whole http or https URL, and not one that was put behind another. */
export const isHttpUrl = (text: string): boolean =>
  /^https?:\/\/(?!\/|https?:?\/)[^\s\p{C}\\]+$/iu.test(text) && URL.canParse(text)

/** Longer links fit no QR code. */
const lengthMax = 500

/** What a browser would take for another path, or for another host. */
const strangePath = /\/(?:\/|(?:\.|%2e){1,2}(?:\/|$))/i

/** Why links cannot start with this, if so. */
export const publicUrlFault = (text: string): string | undefined => {
  if (!isHttpUrl(text)) return expected
  const { hash, password, search, username } = new URL(text)
  if (`${hash}${search}${username}${password}` !== "" || /[?#]/.test(text)) return expected
  if (text.length > lengthMax) return `must have at most ${lengthMax} characters`
  return strangePath.test(withoutEndSlash(text).replace(/^https?:\/\//i, ""))
    ? "must have no empty, . or .. part in its path, such as https://shop.example/payments"
    : undefined
}

/** Removes slashes at the end, because links continue with one. */
export const withoutEndSlash = (text: string): string => text.replace(/\/+$/, "")

const description =
  "The start of payment and verification links; by default the address where the server listens."

/** Base of payment and verification links. */
export const publicUrlSetting: Setting<string> = settingOf("http://127.0.0.1:3000", () => {
  const url = Schema.String.check(
    rule((text: string) => {
      const fault = publicUrlFault(text)
      return fault === undefined ? undefined : `invalid_url:${fault}`
    })
  )
    .annotate({ description })
    .pipe(
      Schema.decodeTo(
        Schema.String,
        SchemaTransformation.transform({ decode: withoutEndSlash, encode: (text) => text })
      )
    )
  return { given: url, written: url }
})

/**
 * An origin as browsers send it (RFC 6454, 6.2): scheme, host and port, in lower case and without the default
 * port. Undefined if the text has anything else: a path, a slash at the end, a user or another scheme.
 */
export const webOriginOf = (text: string): string | undefined => {
  if (!/^https?:\/\/[^\s/?#@\\]+$/i.test(text) || !URL.canParse(text)) return undefined
  return new URL(text).origin
}
