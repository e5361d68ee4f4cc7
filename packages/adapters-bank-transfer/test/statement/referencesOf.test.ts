import { creditorReferenceOf, referencesOf, spacedReference } from "@quittance/core/adapter"
import { Option } from "effect"
import { describe, expect, it } from "vitest"
import type { WrittenStatement } from "../../src/written/WrittenStatement.ts"
import { entriesOf, ownAccount } from "./reading.ts"
import { formats } from "./statements.ts"

const [one, other] = [creditorReferenceOf("one", 0), creditorReferenceOf("other", 0)]
const nothing = { structuredReferences: [], texts: [], endToEndId: Option.none() }

describe("referencesOf", () => {
  it("takes the field for references first, then the text, then the payer's own name", () => {
    const endToEndId = Option.some(`X-${one}`)
    expect(referencesOf({ structuredReferences: [one], texts: [other], endToEndId })).toEqual([one])
    expect(referencesOf({ structuredReferences: ["QRR 17"], texts: [other], endToEndId })).toEqual([other])
    expect(referencesOf({ ...nothing, texts: ["thanks"], endToEndId })).toEqual([one])
    expect(referencesOf(nothing)).toEqual([])
  })

  it("tells all that a text has, and none with a wrong digit", () => {
    expect(referencesOf({ ...nothing, texts: [`${one} and`, other] })).toEqual([one, other])
    const wrong = `${one.slice(0, -1)}${(Number(one.at(-1)) + 1) % 10}`
    expect(referencesOf({ ...nothing, texts: [wrong] })).toEqual([])
  })

  it("finds it in every format, in lower case, with spaces, and broken into lines", () => {
    for (const [name, { file }] of Object.entries(formats)) {
      const text = `Payment of the invoice 17 of a shop: ${spacedReference(one).toLowerCase()} 28.11.2026 thanks`
      const statement: WrittenStatement = {
        account: ownAccount,
        currency: "EUR",
        openingMinor: 0n,
        day: "2026-11-28",
        entries: [
          {
            direction: "credit",
            isReversal: false,
            status: "booked",
            bookedOn: "2026-11-28",
            payments: [{ amountMinor: 1n, payer: "A", payerAccount: "B", payerBank: "C", text }]
          }
        ]
      }
      expect(entriesOf(file(statement)).map(referencesOf), name).toEqual([[one]])
    }
  })
})
