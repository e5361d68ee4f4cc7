import { Schema } from "effect"
import { coded, type TextFault, tooLong } from "./Input.ts"

const emailLengthMax = 254

/** Characters that need no quotes, in any language. */
const localPart = /^[^\s\p{C}@<>()[\]\\,;:"]{1,64}$/u

/** A name of at least two labels. The last one is of letters, or an internationalised one in its ASCII form. */
const domainPattern =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--(?:[a-z0-9-]{0,58}[a-z0-9]))$/i

/**
 * Without what a URL parser would drop, decode or take for the end of a host, and without hyphens at the ends of
 * labels. Two joiners are letters of some languages; three more dots are those of Chinese and Japanese keyboards.
 */
const unicodeName = /^(?!-)(?:(?![.。．｡]-|-[.。．｡])(?:[^\s\p{C}%/?#\\@:[\]]|[\u200c\u200d]))+(?<!-)$/u

const hasUnicode = /[^\0-\x7f]/

/**
 * The name of a host in ASCII, as it is looked up (UTS 46): `xn--80a1acny.xn--p1ai` for `почта.рф`. A name that is
 * ASCII already stays as it is. Undefined if it has no such form.
 */
export const asciiDomain = (domain: string): string | undefined =>
  !hasUnicode.test(domain)
    ? domain
    : unicodeName.test(domain)
      ? (URL.parse(`http://${domain}`)?.hostname ?? undefined)
      : undefined

const partsOf = (text: string) => {
  const at = text.lastIndexOf("@")
  return { local: text.slice(0, Math.max(at, 0)), domain: asciiDomain(text.slice(at + 1)) }
}

/** Where mail to an address goes: the same address, its domain in ASCII. */
export const mailAddress = (address: string): string => {
  const { domain, local } = partsOf(address)
  return domain === undefined || local === "" ? address : `${local}@${domain}`
}

const noEmail: TextFault = {
  code: "invalid_email",
  message: "must be an e-mail address such as name@example.com"
}

/** What every version refused. */
const formFault = (text: string): TextFault | undefined => {
  if (text.length > emailLengthMax) return tooLong(emailLengthMax)
  const { domain, local } = partsOf(text)
  if (domain === undefined || !domainPattern.test(domain) || !localPart.test(local)) return noEmail
  return local.length + 1 + domain.length > emailLengthMax ? tooLong(emailLengthMax) : undefined
}

/** The fault of the dots of an address that is otherwise right. */
export const emailDotsFault = (text: string): TextFault | undefined =>
  /^\.|\.\.|\.@/.test(text)
    ? { code: "invalid_email", message: "must not have a dot first, last or doubled before its @" }
    : undefined

/** An e-mail address, its domain internationalised or not. */
export const emailFault = (text: string): TextFault | undefined => formFault(text) ?? emailDotsFault(text)

/**
 * An e-mail address in a request, its dots aside: earlier versions took any, and a request from then is answered as it
 * was. `emailDotsFault` is for new ones.
 */
export const emailAddress = Schema.String.check(
  Schema.makeFilter(
    (text: string) => {
      const fault = formFault(text)
      return fault && coded(fault).message
    },
    { toJsonSchema: () => [{ maxLength: emailLengthMax, format: "idn-email" }, true] }
  )
)
