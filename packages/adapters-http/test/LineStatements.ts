import { createHash } from "node:crypto"
import { BankTransfers, type StatementItem, StatementRefused } from "@quittance/core/adapter"
import { Effect, Layer, Option, Stream } from "effect"

/** The account of `lineStatements`, as settings have it. */
export const lineAccount = {
  name: "main",
  currency: "USD",
  account: "000123456789",
  timeZone: "UTC",
  settlementDays: 5
} as const

const entryOf = (text: string, line: number): StatementItem => {
  const [amount = "", reference = "", other] = text.split(" ")
  const none = Option.none()
  return {
    _tag: "Entry",
    entry: {
      place: { line, path: "" },
      amountMinor: BigInt(amount),
      direction: "credit",
      isReversal: false,
      status: "booked",
      bookedOn: "2026-03-02",
      valueOn: none,
      acceptedAt: none,
      payer: { name: Option.some("Ann"), account: none, bankId: none, bank: none },
      structuredReferences: reference === "" ? [] : [reference],
      texts: other === undefined ? [] : [other],
      endToEndId: none,
      key: { kind: "bankReference", value: createHash("sha256").update(text).digest("hex").slice(0, 32) },
      isBatch: false,
      partOf: none
    }
  }
}

/**
 * A bank whose statements have a line for each credit: its minor units, its reference if it has one, and what makes it
 * another one. The line `!` is refused.
 */
export const statementsOf = (refusedAt: (line: number) => StatementRefused) =>
  Layer.succeed(
    BankTransfers,
    BankTransfers.of({
      accounts: [lineAccount],
      instructions: () => ({
        beneficiary: "",
        account: "",
        bankIds: [],
        amountMinor: 0n,
        currency: "USD",
        reference: "",
        note: ""
      }),
      read: (_account, bytes) =>
        bytes.pipe(
          Stream.decodeText,
          Stream.splitLines,
          Stream.zipWithIndex,
          Stream.mapEffect(([text, index]) =>
            text === "!" ? Effect.fail(refusedAt(index + 1)) : Effect.succeed(entryOf(text, index + 1))
          )
        ),
      statementFile: () => new Uint8Array()
    })
  )

export const lineStatements = statementsOf(
  (line) => new StatementRefused({ line, path: "", message: "the line is !" })
)
