import {
  type Branding,
  type BrandingLook,
  brandingIdOf,
  branding as brandings,
  type Logo,
  logoIdOf,
  logo as logos,
  logoTypes,
  type ShownLogo
} from "@quittance/core/adapter"
import * as fc from "fast-check"
import { valuesOf } from "./fieldGenerators.ts"
import { anyText, hexText, optionOf } from "./textGenerators.ts"

/** Brandings and logos over the whole range of their fields. */

const shownLogo: fc.Arbitrary<ShownLogo> = fc.record({
  hash: hexText(16),
  type: fc.constantFrom(...logoTypes),
  width: fc.nat({ max: 480 }),
  height: fc.nat({ max: 160 })
})

const look: fc.Arbitrary<BrandingLook> = fc.record(
  {
    colour: hexText(3).map((hex) => `#${hex}`),
    support: anyText(200),
    termsUrl: fc.webUrl(),
    privacyUrl: fc.webUrl(),
    siteUrl: fc.webUrl(),
    logo: shownLogo,
    logoDark: shownLogo,
    embedOrigins: fc.array(fc.webUrl(), { maxLength: 3 })
  },
  { requiredKeys: [] }
)

export const branding = (partnerId: string): fc.Arbitrary<Branding> =>
  fc.record({
    ...valuesOf(brandings.fixed, {
      id: hexText(16).map((hex) => brandingIdOf(`prt_${hex}`)),
      partnerId: fc.constant(partnerId)
    }),
    ...valuesOf(brandings.changing, { look })
  })

export const logo = (partnerId: string): fc.Arbitrary<Logo> =>
  fc.record({
    ...valuesOf(logos.fixed, { id: hexText(16).map(logoIdOf), partnerId: fc.constant(partnerId) }),
    ...valuesOf(logos.changing, {
      content: optionOf(
        fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes).toString("base64"))
      )
    })
  })
