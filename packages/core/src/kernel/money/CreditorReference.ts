import { sha256Hex } from "../digest/sha256.ts"

/**
 * The structured creditor reference (ISO 11649) by which a transfer names an invoice: `RF`, two check digits and a body
 * of 11 digits, 15 characters in all. Other references of the standard have other lengths and letters, and are none of
 * ours. A body of digits alone is chosen because modulo 97 then misses no wrong digit and no two neighbours that
 * changed places, and because 15 characters fit the one field that an ACH payment has for it.
 */
export type CreditorReference = `RF${string}`

const bodyDigits = 11
/** 10¹¹ of them. */
const bodiesCount = 10n ** BigInt(bodyDigits)
const written = /^RF\d{13}$/

/** The reference for what has this name; with another ordinal another one, where something else has the first. */
export const creditorReferenceOf = (name: string, ordinal: number): CreditorReference => {
  const hash = sha256Hex(JSON.stringify(["quittance", "creditorReference", name, String(ordinal)]))
  return withCheckDigits(String(BigInt(`0x${hash}`) % bodiesCount).padStart(bodyDigits, "0"))
}

/** The reference with this body of 11 digits. */
const withCheckDigits = (body: string): CreditorReference => {
  const checkDigits = String(98n - remainder(body, "00")).padStart(2, "0")
  return `RF${checkDigits}${body}`
}

/** ISO 7064, modulo 97-10: the body, `RF` as the digits 2715, the check digits. */
const remainder = (body: string, checkDigits: string): bigint => BigInt(`${body}2715${checkDigits}`) % 97n

/**
 * Whether a text is such a reference as the API writes it, and its check digits fit. Check digits are 02 to 98: 00, 01
 * and 99 have the same remainders, and are written by nobody who computes them.
 */
export const isCreditorReference = (text: string): text is CreditorReference =>
  written.test(text) && text === withCheckDigits(text.slice(4))

/** As people and banks may write it: spaces, line breaks and other separators go, letters are capitals. */
export const normalisedReference = (text: string): string => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "")

/** In fours, as it is printed: `RF55 5390 0754 703`. */
export const spacedReference = (reference: string): string => reference.replace(/.{4}(?=.)/g, "$& ")

/**
 * The references that stand in the texts of one payment, each once. Banks break texts into lines at any place, so the
 * texts are joined first. Of a longer row of digits the first 13 are looked at: where a date follows the reference, no
 * separator is left between them. Which of these references exist, the store knows; only one that is alone among the
 * known ones names an invoice.
 */
export const referencesIn = (texts: ReadonlyArray<string>): ReadonlyArray<CreditorReference> => {
  const text = normalisedReference(texts.join(""))
  const found = Array.from(text.matchAll(/RF\d{13}/g), ([reference]) => reference)
  return [...new Set(found.filter(isCreditorReference))]
}
