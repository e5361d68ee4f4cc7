import { sha256Hex } from "../digest/sha256.ts"

/** What a reference names. */
export type ReferenceKind = "payout" | "invoice" | "bankPayment" | "kycDocuments"

const digits = 32

/**
 * The name under which a provider outside knows one thing: 128 bits of SHA-256, as 32 lower-case hex digits. It follows from what
 * was asked for and from nothing that a store makes up, so a store that lost the thing and is asked for it again tells the provider
 * the same name, and the provider sees the repeat. Kind and facts are encoded as a JSON array: no two lists of facts are one text.
 */
export const referenceOf = (kind: ReferenceKind, ...facts: ReadonlyArray<string>): string =>
  sha256Hex(JSON.stringify(["quittance", kind, ...facts])).slice(0, digits)

/** Whether a name can be one of ours. The first version named payouts by their ids. */
export const isReference = (name: string): boolean => /^[0-9a-f]{32}$/.test(name)
