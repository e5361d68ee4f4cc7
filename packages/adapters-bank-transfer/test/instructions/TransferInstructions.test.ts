import { creditorReferenceOf, type TransferInstructions } from "@quittance/core/adapter"
import fc from "fast-check"
import { encode } from "uqr"
import { describe, expect, it } from "vitest"
import { transferInstructions } from "../../src/instructions/TransferInstructions.ts"
import { accountOf, writtenAccounts } from "../accounts.ts"
import { readEpc, readGost } from "./readPayload.ts"

const { EUR, KZT, RUB, USD } = writtenAccounts

const requests = fc.record({
  amountMinor: fc.bigInt({ min: 1n, max: 99_999_999_999n }),
  reference: fc.string().map((name) => creditorReferenceOf(name, 0)),
  description: fc.string({ unit: "binary", maxLength: 200 })
})

/** Names as banks have them: no space at either end. */
const names = (max: number) =>
  fc
    .string({ unit: fc.constantFrom(..."Aä|Жқ€/.&-'\"="), minLength: 1, maxLength: max })
    .map((name) => name.trim())

const codeOf = ({ qrPayload }: TransferInstructions): string => {
  if (qrPayload === undefined) throw new Error("there is no code")
  return qrPayload
}

const bytesOf = (text: string) => new TextEncoder().encode(text)

describe("TransferInstructions", () => {
  it("have in the EPC code what they have in words, within its bounds", () => {
    fc.assert(
      fc.property(requests, names(70), fc.boolean(), (request, beneficiary, hasBic) => {
        const { bic, ...rest } = EUR
        const account = accountOf({ ...rest, beneficiary, ...(hasBic ? { bic } : {}) })
        const instructions = transferInstructions(account, request)
        const payload = codeOf(instructions)
        expect(readEpc(payload)).toEqual({
          bic: instructions.bankIds.find(({ name }) => name === "bic")?.value ?? "",
          name: instructions.beneficiary,
          iban: instructions.account,
          amountMinor: instructions.amountMinor,
          reference: instructions.reference
        })
        expect(bytesOf(payload).length).toBeLessThanOrEqual(331)
      })
    )
  })

  it("have in the GOST code what they have in words, within its bounds", () => {
    fc.assert(
      fc.property(requests, names(45), names(34), (request, beneficiary, bank) => {
        const { kpp, ...rest } = RUB
        const instructions = transferInstructions(accountOf({ ...rest, beneficiary, bank }), request)
        const payload = codeOf(instructions)
        const read = readGost(payload)
        const idOf = (name: string) => instructions.bankIds.find((each) => each.name === name)?.value
        expect([...(read?.keys() ?? [])].slice(0, 5)).toEqual([
          "Name",
          "PersonalAcc",
          "BankName",
          "BIC",
          "CorrespAcc"
        ])
        expect(Object.fromEntries(read ?? [])).toEqual({
          Name: instructions.beneficiary,
          PersonalAcc: instructions.account,
          BankName: idOf("bank"),
          BIC: idOf("bic"),
          CorrespAcc: idOf("correspondentAccount"),
          Sum: String(instructions.amountMinor),
          Purpose: payload[7] === "~" ? instructions.note.replaceAll("~", "-") : instructions.note,
          PayeeINN: idOf("inn")
        })
        expect(kpp).toBeDefined()
        const block = payload.slice(8, payload.indexOf(`${payload[7]}Sum=`))
        expect(bytesOf(block).length).toBeLessThanOrEqual(300)
        expect([...instructions.note].length).toBeLessThanOrEqual(160)
        expect(instructions.note.startsWith(instructions.reference)).toBe(true)
      })
    )
  })

  it("fit a code of version 13 with error correction M", () => {
    const account = accountOf({
      ...EUR,
      beneficiary: "€".repeat(70),
      iban: "MT84MALT011000012345MTLCAST001S"
    })
    const request = { amountMinor: 99_999_999_999n, reference: creditorReferenceOf("x", 0), description: "" }
    const payload = codeOf(transferInstructions(account, request))
    expect(
      encode([...bytesOf(payload)], { ecc: "M", maxVersion: 13, boostEcc: false }).version
    ).toBeLessThanOrEqual(13)
  })

  it("have no EPC code for an amount beyond the bound of the standard", () => {
    const request = { amountMinor: 100_000_000_000n, reference: creditorReferenceOf("x", 0), description: "" }
    expect(transferInstructions(accountOf(EUR), request).qrPayload).toBeUndefined()
  })

  it("say what banks of Kazakhstan and the United States ask for, without a code", () => {
    const request = { amountMinor: 1250n, reference: creditorReferenceOf("x", 0), description: "Order 17" }
    expect(transferInstructions(accountOf(KZT), request)).toStrictEqual({
      beneficiary: "ТОО «Ромашка»",
      account: "KZ86125KZT5004100100",
      bankIds: [
        { name: "bin", value: "971240001315" },
        { name: "kbe", value: "17" },
        { name: "bic", value: "KCJBKZKX" },
        { name: "knp", value: "859" }
      ],
      amountMinor: 1250n,
      currency: "KZT",
      reference: request.reference,
      note: `${request.reference} Order 17`
    })
    const dollars = transferInstructions(accountOf(USD), request)
    expect(dollars.note).toBe(request.reference)
    expect(dollars.note.length).toBeLessThanOrEqual(15)
    expect(dollars.bankIds).toEqual([
      { name: "routing", value: "021000021" },
      { name: "bank", value: "JPMorgan Chase" }
    ])
  })
})
