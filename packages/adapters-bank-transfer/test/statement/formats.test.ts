import { closes, type StatementItem } from "@quittance/core/adapter"
import { Effect, Stream } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readStatement } from "../../src/statement/readStatement.ts"
import { camtText } from "../../src/written/camtText.ts"
import { textWithReference } from "../../src/written/WrittenStatement.ts"
import { accountOf, writtenAccounts } from "../accounts.ts"
import { bytesOf, entriesOf, itemsOf, saidBy } from "./reading.ts"
import { expectedOf, formats, writtenEntries, writtenStatements } from "./statements.ts"

const runs = { numRuns: 25 }

const sectionsOf = (items: ReadonlyArray<StatementItem>) =>
  items.flatMap((item) => (item._tag === "Section" ? [item.section] : []))

describe("a statement in every format", () => {
  it("has no space before a reference that stands alone", () => {
    const payment = { amountMinor: 1n, payer: "Ann", payerAccount: "1", payerBank: "2", reference: "RF1" }
    expect(textWithReference({ ...payment, text: "" })).toBe("RF1")
    expect(textWithReference({ ...payment, text: "Order" })).toBe("Order RF1")
  })

  for (const [name, format] of Object.entries(formats))
    it(`is read as it was written: ${name}`, () => {
      fc.assert(
        fc.property(writtenStatements, fc.integer({ min: 1, max: 300 }), (statement, size) => {
          const file = format.file(statement)
          const items = itemsOf(file)
          expect(entriesOf(file).map(saidBy)).toEqual(expectedOf(statement, format))
          for (const section of sectionsOf(items)) expect(closes(section)).not.toBe(false)
          // In whatever parts the file comes.
          expect(itemsOf(file, undefined, size)).toEqual(items)
        }),
        runs
      )
    })

  it("has keys of its own for every entry, however alike two are", () => {
    fc.assert(
      fc.property(writtenStatements, (statement) => {
        const twice = { ...statement, entries: [...statement.entries, ...statement.entries] }
        for (const format of Object.values(formats)) {
          const keys = entriesOf(format.file(twice)).map(({ key }) => key.value)
          expect(new Set(keys).size).toBe(keys.length)
        }
      }),
      runs
    )
  })

  it("gives an entry the same key in a file of its day and in one of several days", () => {
    fc.assert(
      fc.property(writtenStatements, (statement) => {
        for (const [name, { file }] of Object.entries(formats)) {
          // A file of 1C numbers documents that have no number of the bank.
          if (name.startsWith("1C")) continue
          const keysOf = (entries: typeof statement.entries) =>
            entriesOf(file({ ...statement, entries })).map(({ key }) => key.value)
          const days = [...new Set(statement.entries.map(({ bookedOn }) => bookedOn))]
          const apart = days.flatMap((day) =>
            keysOf(statement.entries.filter(({ bookedOn }) => bookedOn === day))
          )
          expect(apart.toSorted()).toEqual([...keysOf(statement.entries)].sort())
        }
      }),
      runs
    )
  })

  it("gives a payment the same key in camt.053 and camt.054 of every version", () => {
    fc.assert(
      fc.property(writtenStatements, (statement) => {
        const keys = (["02", "04", "08"] as const).flatMap((version) =>
          (["053", "054"] as const).map((message) =>
            entriesOf(camtText(statement, { message, version })).map(({ key }) => key)
          )
        )
        for (const each of keys) expect(each).toEqual(keys[0])
      }),
      runs
    )
  })

  it("has a sum without its payments as a batch, under the key that its payments name", () => {
    fc.assert(
      fc.property(writtenStatements, writtenEntries, (statement, entry) => {
        const [payment] = entry.payments
        if (payment === undefined) return
        const entries = [{ ...entry, payments: [...entry.payments, payment] }]
        const form = { message: "053", version: "08" } as const
        const [batch, ...more] = entriesOf(camtText({ ...statement, entries }, { ...form, details: "none" }))
        const payments = entriesOf(camtText({ ...statement, entries }, form))
        expect(more).toEqual([])
        expect(batch?.isBatch).toBe(true)
        expect(payments.length).toBe(entry.payments.length + 1)
        for (const each of payments) {
          expect(each.isBatch).toBe(false)
          expect(each.partOf).toMatchObject({ value: batch?.key })
        }
      }),
      runs
    )
  })

  it("streams", async () => {
    const statement = { account: "DE89370400440532013000", currency: "EUR", openingMinor: 0n } as const
    const file = camtText({ ...statement, day: "2026-11-28", entries: [] }, { message: "053", version: "08" })
    const read = (text: string) => {
      const bytes = Stream.make(bytesOf(text).subarray(0, 9), bytesOf(text).subarray(9))
      return Effect.runPromise(
        Effect.result(Stream.runCollect(readStatement(bytes, accountOf(writtenAccounts.EUR))))
      )
    }
    expect(await read(file)).toMatchObject({ success: [{ _tag: "Section" }] })
    expect(await read(file.slice(0, -20))).toMatchObject({ failure: { _tag: "StatementRefused" } })
  })

  it("is read once for both runs of an import, unless it is too much to keep", () =>
    fc.assert(
      fc.asyncProperty(writtenStatements, async (statement) => {
        const account = accountOf(writtenAccounts.EUR)
        for (const [name, { file }] of Object.entries(formats)) {
          // The account declares no columns.
          if (name === "CSV") continue
          const bytes = bytesOf(file(statement))
          for (const [bytesMax, times] of [
            [1_000_000, 1],
            [0, 2]
          ] as const) {
            let opened = 0
            const items = readStatement(
              Stream.suspend(() => {
                opened += 1
                return Stream.make(bytes.subarray(0, 99), bytes.subarray(99))
              }),
              account,
              bytesMax
            )
            const first = await Effect.runPromise(Stream.runCollect(items))
            expect(await Effect.runPromise(Stream.runCollect(items))).toEqual(first)
            expect(opened).toBe(first.length === 0 ? 1 : times)
          }
        }
      }),
      runs
    ))
})
