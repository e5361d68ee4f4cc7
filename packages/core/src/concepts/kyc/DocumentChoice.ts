import { Schema } from "effect"
import { decoderOf } from "../../kernel/input/Input.ts"
import { countries } from "./Country.ts"

/** What an identity document is. */
export const documentKinds = ["passport", "identity_card", "driving_licence", "residence_permit"] as const
export type DocumentKind = (typeof documentKinds)[number]

const backOf: { readonly [K in DocumentKind]: boolean } = {
  passport: false,
  identity_card: true,
  driving_licence: true,
  residence_permit: true
}

/** Whether something is on the back of such a document, so that it is shown as well. */
export const hasBack = (kind: DocumentKind): boolean => backOf[kind]

/** What its person says of an identity document. Personal: it is kept with the document, and nowhere else. */
export const DocumentChoice = Schema.Struct({
  kind: Schema.Literals(documentKinds),
  /** Of `countries`: who issued it. */
  country: Schema.String
})
export interface DocumentChoice extends Schema.Schema.Type<typeof DocumentChoice> {}

const isIssuer = Schema.makeFilter((text: string) =>
  countries.includes(text)
    ? undefined
    : "invalid_value:must be a country of ISO 3166-1 in two capital letters, such as KZ"
)

export const decodeDocumentChoice = decoderOf(
  Schema.Struct({ ...DocumentChoice.fields, country: Schema.String.check(isIssuer) })
)

export const isSameChoice = (one: DocumentChoice | undefined, other: DocumentChoice | undefined): boolean =>
  one?.kind === other?.kind && one?.country === other?.country
