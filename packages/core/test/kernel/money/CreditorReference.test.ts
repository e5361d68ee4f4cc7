import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  creditorReferenceOf,
  isCreditorReference,
  normalisedReference,
  referencesIn,
  spacedReference
} from "../../../src/kernel/money/CreditorReference.ts"

const references = fc
  .tuple(fc.string(), fc.nat({ max: 9 }))
  .map(([name, ordinal]) => creditorReferenceOf(name, ordinal))

describe("CreditorReference", () => {
  it("takes references of the standard whose bodies have 11 digits, and no others", () => {
    expect(isCreditorReference("RF0400000000000")).toBe(true)
    expect(isCreditorReference("RF18539007547034")).toBe(false)
    expect(isCreditorReference("RF18539007547034A")).toBe(false)
    expect(isCreditorReference("RF040000000000A")).toBe(false)
    expect(isCreditorReference("rf0400000000000")).toBe(false)
  })

  it("is the same for the same invoice, and another for another ordinal", () => {
    fc.assert(
      fc.property(fc.string(), fc.nat({ max: 99 }), (name, ordinal) => {
        const reference = creditorReferenceOf(name, ordinal)
        expect(isCreditorReference(reference)).toBe(true)
        expect(creditorReferenceOf(name, ordinal)).toBe(reference)
        expect(creditorReferenceOf(name, ordinal + 1)).not.toBe(reference)
      })
    )
  })

  it("is the one that it always was: invoices that were issued are paid by it", () => {
    expect(creditorReferenceOf("0123456789abcdef0123456789abcdef", 0)).toBe("RF2667518297620")
    expect(creditorReferenceOf("0123456789abcdef0123456789abcdef", 1)).toBe("RF8146909671780")
    expect(creditorReferenceOf("inv_0198", 0)).toBe("RF0213085434575")
  })

  it("is missed by no single wrong digit", () => {
    fc.assert(
      fc.property(references, (reference) => {
        for (let at = 2; at < reference.length; at++)
          for (let digit = 0; digit <= 9; digit++) {
            const wrong = `${reference.slice(0, at)}${digit}${reference.slice(at + 1)}`
            expect(isCreditorReference(wrong)).toBe(wrong === reference)
            expect(referencesIn([wrong])).toEqual(wrong === reference ? [reference] : [])
          }
      })
    )
  })

  it("is missed by no two neighbours that changed places", () => {
    fc.assert(
      fc.property(references, (reference) => {
        for (let at = 0; at < reference.length - 1; at++) {
          const wrong = `${reference.slice(0, at)}${reference[at + 1]}${reference[at]}${reference.slice(at + 2)}`
          expect(isCreditorReference(wrong)).toBe(wrong === reference)
        }
      })
    )
  })

  it("is found with any spaces, separators, case and line breaks, between any words", () => {
    const separator = fc.constantFrom("", " ", "-", "/", "\r\n", "\t", "\u00a0", ".", ":")
    const separators = fc.array(separator, { minLength: 15, maxLength: 15 })
    const words = fc.constantFrom("", "Invoice 17 ", "VWZ+", "Оплата по счёту № ", "rf", "RF18")
    fc.assert(
      fc.property(references, separators, words, fc.nat({ max: 14 }), (reference, between, word, cut) => {
        const parted = [...reference].map((each, at) => `${each.toLowerCase()}${between[at] ?? ""}`).join("")
        const text = `${word}${parted} 2026-11-28`
        expect(referencesIn([text])).toEqual([reference])
        const at = word.length + cut
        expect(referencesIn([text.slice(0, at), text.slice(at)])).toEqual([reference])
        expect(normalisedReference(spacedReference(reference))).toBe(reference)
      })
    )
  })

  it("is found once when it is written twice, and several are all told", () => {
    const [one, other] = [creditorReferenceOf("one", 0), creditorReferenceOf("other", 0)]
    expect(referencesIn([`${one} ${spacedReference(one)}`])).toEqual([one])
    expect(referencesIn([`${one}, ${other}`])).toEqual([one, other])
  })

  it("is printed in fours", () => {
    expect(spacedReference("RF0400000000000")).toBe("RF04 0000 0000 000")
  })
})
