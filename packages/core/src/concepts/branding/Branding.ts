import { Schema } from "effect"
import { record } from "../../kernel/concept/Concept.ts"
import type { RecordOf } from "../../kernel/concept/Definition.ts"
import { instant, packed, text } from "../../kernel/concept/Field.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { mailAddress } from "../../kernel/input/EmailAddress.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { logoTypes } from "../kyc/Pictures.ts"
import { brandingIdOf } from "./brandingNames.ts"

/**
 * What a partner shows to its customers beside its name, which is its term `payee`. It is a record of its own, so that
 * whoever needs a partner for its money does not carry it. Pictures are records of their own: `Logo`.
 */

/** Which picture is shown, by the hash of its content. */
export const ShownLogo = Schema.Struct({
  hash: Schema.String,
  type: Schema.Literals(logoTypes),
  width: Schema.Int,
  height: Schema.Int
})
export interface ShownLogo extends Schema.Schema.Type<typeof ShownLogo> {}

export const BrandingLook = Schema.Struct({
  /** `#rrggbb` */
  colour: Schema.optionalKey(Schema.String),
  /** An https URL or a mail address. */
  support: Schema.optionalKey(Schema.String),
  termsUrl: Schema.optionalKey(Schema.String),
  privacyUrl: Schema.optionalKey(Schema.String),
  siteUrl: Schema.optionalKey(Schema.String),
  logo: Schema.optionalKey(ShownLogo),
  /** In its place on dark ground. */
  logoDark: Schema.optionalKey(ShownLogo),
  /** Origins whose pages may show payment pages in a frame. */
  embedOrigins: Schema.optionalKey(Schema.Array(Schema.String))
})
export interface BrandingLook extends Schema.Schema.Type<typeof BrandingLook> {}

/** The stored fields of a branding. */
export const branding = record({
  name: "Branding",
  noun: "branding",
  table: "brandings",
  fixed: {
    /** `brandingIdOf` the partner. Not its own id, because an audit distinguishes the subjects of events by ids. */
    id: text,
    partnerId: text,
    createdAt: instant
  },
  changing: {
    look: packed(BrandingLook),
    updatedAt: instant
  },
  indexes: {}
})

export interface Branding extends RecordOf<typeof branding> {}

/** The branding of a partner that has none. */
export const emptyBranding = (partnerId: PartnerId, at: Instant): Branding => ({
  ...{ id: brandingIdOf(partnerId), partnerId, createdAt: at },
  ...{ look: {}, updatedAt: at }
})

/** What customers see: of a partner without a name of its own, in a sandbox, how it would look. */
export interface Brand {
  readonly name: string
  readonly isExample: boolean
  readonly look: BrandingLook
}

/** Where a link to a partner's support leads: a page, or a new mail. */
export const supportHref = (support: string): string => {
  if (/^https?:/i.test(support)) return support
  const address = mailAddress(support)
  const at = address.lastIndexOf("@")
  return `mailto:${encodeURIComponent(address.slice(0, at))}${address.slice(at)}`
}

declare module "../../kernel/ports/Store.ts" {
  interface StatesByConcept {
    readonly Branding: Branding
  }
  interface EventsByConcept {
    readonly Branding: {
      readonly _tag: "BrandingChanged"
      /** What of it, by the names of its fields: an address of support may be a person's. */
      readonly changed: ReadonlyArray<string>
      readonly at: Instant
    }
  }
}
