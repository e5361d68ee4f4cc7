import { Schema } from "effect"
import { record } from "../../kernel/concept/Concept.ts"
import type { RecordOf } from "../../kernel/concept/Definition.ts"
import { instant, packed, text } from "../../kernel/concept/Field.ts"
import { FeePayer, FeeTerms } from "../../kernel/money/Fee.ts"
import { partnerClaims, partnerPrefix } from "./partnerNames.ts"

const partnerIdForm = new RegExp(`^${partnerPrefix}[0-9a-f]{32}$`)

/** Whether a text looks like a partner's id. Names must not. */
export const isPartnerId = (text: string): boolean => partnerIdForm.test(text)

/** What of one partner differs from the default: its fees, its payee name, its time zone. */
export const PartnerTerms = Schema.Struct({
  feePayer: Schema.optionalKey(FeePayer),
  invoiceFee: Schema.optionalKey(FeeTerms),
  /** By network name. */
  payoutFees: Schema.optionalKey(Schema.Record(Schema.String, FeeTerms)),
  /** The name that customers see on payment pages and in e-mails; 1 to 80 characters. */
  payee: Schema.optionalKey(Schema.String),
  /** The name of the time zone in which its people read instants. */
  timeZone: Schema.optionalKey(Schema.String)
})
export interface PartnerTerms extends Schema.Schema.Type<typeof PartnerTerms> {}

/** The stored fields of a partner. */
export const partner = record({
  name: "Partner",
  noun: "partner",
  table: "partners",
  fixed: {
    id: text,
    createdAt: instant,
    /** Unique among partners by a claim; operators type it. */
    name: text
  },
  changing: {
    terms: packed(PartnerTerms)
  },
  indexes: {
    by_name: { on: ["name"], across: "lookup", claim: partnerClaims.name },
    /** The newest are shown first. */
    created: { on: ["createdAt", "id"], across: "operators" }
  }
})

export interface Partner extends RecordOf<typeof partner> {}

declare module "../../kernel/ports/Store.ts" {
  interface StatesByConcept {
    readonly Partner: Partner
  }
  interface EventsByConcept {
    readonly Partner:
      | { readonly _tag: "PartnerCreated"; readonly name: string }
      | { readonly _tag: "PartnerTermsChanged" }
  }
}
