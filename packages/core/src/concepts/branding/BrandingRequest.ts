import { Result, Schema } from "effect"
import { emailFault } from "../../kernel/input/EmailAddress.ts"
import {
  coded,
  InvalidInput,
  listUpTo,
  oneLine,
  optionalField,
  strictDecoderOf,
  type TextFault,
  tooLong,
  type WebProtocols,
  webUrl,
  webUrlFault
} from "../../kernel/input/Input.ts"
import { redirectProtocols } from "../../kernel/input/redirects.ts"
import { webOriginOf } from "../../kernel/setting/publicUrl.ts"
import { payeeLengthMax } from "../partner/partnerTerms.ts"
import type { SettingsShape } from "../settings/Settings.ts"

const embedOriginsMax = 20

const ruled = (rule: (text: string) => TextFault | undefined) =>
  Schema.String.check(
    Schema.makeFilter((text: string) => {
      const fault = rule(text)
      return fault && coded(fault).message
    })
  )

const colour = ruled((text) =>
  /^#[0-9a-f]{6}$/i.test(text)
    ? undefined
    : { code: "invalid_value", message: "must be a colour as # and six hexadecimal digits, such as #0a7d5c" }
)

const support = (protocols: WebProtocols) =>
  ruled((text) => {
    const fault = text.includes("//") ? webUrlFault(text, protocols) : emailFault(text)
    if (fault === undefined || fault.code === "too_long") return fault
    return {
      code: "invalid_value",
      message:
        "must be an https URL or a mail address, such as https://shop.example/help or help@shop.example"
    }
  })

/** All of them are in one header of every payment page, for which proxies have little room. */
const embedOriginLengthMax = 100

/**
 * Names of hosts only: what is in a policy for browsers must not have a character that means something there. Such a
 * policy cannot name an IPv6 address.
 */
const plainOrigin = /^https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d+)?$/

/** Pages of the machine of who looks at them. */
const loopbackOrigin = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?$/

const embedOrigin = (protocols: WebProtocols) => {
  const withHttp = protocols.includes("http:")
  const onLoopback = withHttp ? "; on this machine http too, such as http://localhost:8080" : ""
  return ruled((text) => {
    const origin = webOriginOf(text)
    // The origin of a name in other letters is longer than the name.
    if (Math.max(text.length, origin?.length ?? 0) > embedOriginLengthMax)
      return tooLong(embedOriginLengthMax)
    const isRight =
      origin !== undefined &&
      plainOrigin.test(origin) &&
      (origin.startsWith("https://") || (withHttp && loopbackOrigin.test(origin)))
    return isRight
      ? undefined
      : {
          code: "invalid_url",
          message: `must be an https origin without a path, such as https://shop.example${onLoopback}`
        }
  })
}

const Picture = Schema.declare((value: unknown): value is Uint8Array => value instanceof Uint8Array, {
  expected: "the bytes of a picture"
})

const requestFields = (settings: SettingsShape) => {
  const protocols = redirectProtocols(settings)
  const url = webUrl(protocols)
  return {
    name: optionalField(oneLine(payeeLengthMax)),
    colour: optionalField(colour),
    support: optionalField(support(protocols)),
    termsUrl: optionalField(url),
    privacyUrl: optionalField(url),
    siteUrl: optionalField(url),
    logo: optionalField(Picture),
    logoDark: optionalField(Picture),
    embedOrigins: optionalField(listUpTo(embedOrigin(protocols), embedOriginsMax))
  }
}
type Fields = ReturnType<typeof requestFields>

/**
 * A change of what a partner shows: what is left out stays as it is, and null takes it away, as an empty text does.
 * Logos are files as they were given: PNG, JPEG or WebP.
 */
export interface BrandingRequest extends Schema.Schema.Type<Schema.Struct<Fields>> {}

const withoutEmpty = (input: unknown): unknown =>
  typeof input !== "object" || input === null
    ? input
    : Object.fromEntries(Object.entries(input).map(([name, value]) => [name, value === "" ? null : value]))

export const brandingRequestOf = (
  input: unknown,
  settings: SettingsShape
): Result.Result<BrandingRequest, InvalidInput> => {
  const fields = requestFields(settings)
  const request = Schema.Struct(fields).annotate({
    messageUnexpectedKey: `invalid_value:is not shown to customers; what is are ${Object.keys(fields).join(", ")}`
  })
  return Result.mapError(strictDecoderOf(request)(withoutEmpty(input)), (issues) =>
    InvalidInput.ofAll(issues, (issue) => issue)
  )
}
