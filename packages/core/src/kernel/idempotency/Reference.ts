import { sha256Hex } from "../digest/sha256.ts"

/** The kind of record that a reference names. */
export type ReferenceKind = "payout" | "invoice" | "bankPayment" | "kycDocuments"

const digits = 32

/**
 * The identifier of a record at an external provider: 128 bits of SHA-256, as 32 lower-case hex digits. It is
 * derived from the request and from nothing that a store generates. So a store that lost the record and gets
 * the request again sends the same identifier, and the provider recognises the repeat. Kind and facts are
 * encoded as a JSON array, so that different lists of facts never give the same text.
 */
export const referenceOf = (kind: ReferenceKind, ...facts: ReadonlyArray<string>): string =>
  sha256Hex(JSON.stringify(["quittance", kind, ...facts])).slice(0, digits)

/** Whether a name can be one of our references. The first version used payout ids. */
export const isReference = (name: string): boolean => /^[0-9a-f]{32}$/.test(name)
