import { assert, describe, it } from "@effect/vitest"
import { type Bank, Ids, InvalidInput } from "@quittance/core"
import {
  BankRail,
  BankTransfers,
  closes,
  creditorReferenceOf,
  fiatCurrencies,
  statementFormats,
  withTransfers
} from "@quittance/core/adapter"
import { transferRailSuite } from "@quittance/testing"
import { Effect, Layer, Option, Stream } from "effect"
import { inventedAccounts, TransferAccounts, type WrittenAccounts } from "../../src/index.ts"
import { writtenAccounts } from "../accounts.ts"

const accounts = { berlin: writtenAccounts.EUR, office: writtenAccounts.RUB } satisfies WrittenAccounts

const alone = withTransfers(Layer.empty, TransferAccounts.layer(accounts))

const request = {
  paymentId: "pay_1",
  bank: "transfer",
  amountMinor: 12_500n,
  currency: "EUR",
  description: "Tea",
  reference: creditorReferenceOf("order-1", 0),
  expiresAt: 1
} as const

transferRailSuite("configured accounts", Layer.merge(alone, Ids.layer), {
  payable: Effect.gen(function* () {
    const name = yield* Effect.flatMap(Ids, ({ token }) => token(8))
    return { ...request, paymentId: `pay_${name}`, reference: creditorReferenceOf(name, 0) }
  })
})

describe("accounts of a deployment", () => {
  const linked: ReadonlyArray<Bank> = [
    { id: "sber", name: "Sber" },
    { id: "transfer", name: "Their own" }
  ]

  /** A rail with links, which notes what it is asked. */
  const other = (asked: Array<string>) =>
    Layer.succeed(BankRail, {
      banks: () => Effect.succeed(linked),
      start: ({ bank }) =>
        Effect.sync(() => {
          asked.push(`start ${bank}`)
          return { _tag: "Declined", reason: "closed" } as const
        }),
      lookup: (_, bank) =>
        Effect.sync(() => {
          asked.push(`lookup ${bank}`)
          return { _tag: "NotFound" } as const
        })
    })

  it.effect("are offered beside the banks of another rail, and each is asked for its own payments", () => {
    const asked: Array<string> = []
    return Effect.gen(function* () {
      const rail = yield* BankRail
      assert.isUndefined(rail.currencies)
      assert.deepStrictEqual(
        (yield* rail.banks("EUR")).map(({ name }) => name),
        ["Sber", "Bank transfer"]
      )
      assert.deepStrictEqual(
        (yield* rail.banks("USD")).map(({ id }) => id),
        ["sber"]
      )
      yield* rail.start({ ...request, bank: "sber" })
      yield* rail.lookup("pay_1", "sber")
      assert.strictEqual((yield* rail.start(request))._tag, "Awaiting")
      assert.strictEqual((yield* rail.lookup("pay_1", "transfer"))._tag, "NotFound")
      assert.deepStrictEqual(asked, ["start sber", "lookup sber"])
    }).pipe(Effect.provide(withTransfers(other(asked), TransferAccounts.layer(accounts))))
  })

  it.effect("that are wrong are refused by their path, with what would be right", () =>
    Effect.gen(function* () {
      const wrong = {
        berlin: { ...writtenAccounts.EUR, iban: "DE88 3704 0044 0532 0130 00", inn: "7707083893" },
        office: { ...writtenAccounts.RUB, timeZone: "Moscow" }
      }
      const refused = yield* Effect.flip(Layer.build(TransferAccounts.layer(wrong)))
      assert.instanceOf(refused, InvalidInput)
      assert.deepStrictEqual(
        refused.issues.map(({ field, message }) => `${field} ${message}`),
        [
          "TransferAccounts.berlin.inn is not a setting of an account in EUR; the settings are currency, beneficiary, timeZone, settlementDays, statementAccounts, csv, iban, bic, bank",
          "TransferAccounts.berlin.iban must be an IBAN whose check digits fit: compare it with the bank's letter, one digit is wrong",
          "TransferAccounts.office.timeZone must be the name of a time zone such as Europe/Berlin or UTC"
        ]
      )
      const alike = {
        main: writtenAccounts.EUR,
        same: { ...writtenAccounts.EUR, bank: "Other" },
        Third: accounts.office
      }
      const names = yield* Effect.flip(Layer.build(TransferAccounts.layer(alike)))
      assert.deepStrictEqual(
        names.issues.map(({ field, message }) => `${field} ${message}`),
        [
          "TransferAccounts.Third must be under a name of 1 to 40 lower-case letters, digits and hyphens that begins with a letter",
          "TransferAccounts.same is an account that is there under another name"
        ]
      )
    }).pipe(Effect.scoped)
  )
})

describe("the accounts that are invented for sandboxes", () => {
  it.effect("are right, there is one in each currency, and their statements are read in every format", () =>
    Effect.gen(function* () {
      const transfers = yield* BankTransfers
      assert.sameMembers(
        transfers.accounts.map(({ currency }) => currency),
        [...fiatCurrencies]
      )
      const made = [
        { reference: request.reference, text: "Rechnung 17", bankReference: "0A1B2C3D4E5F6071" },
        { reference: "", text: `Для ${request.reference}`, bankReference: "0A1B2C3D4E5F6072" }
      ].map((each) => ({
        ...each,
        ...{ amountMinor: 12_500n, bookedOn: "2026-11-27" as const, payer: "Anna Kova" }
      }))
      for (const account of transfers.accounts)
        for (const format of statementFormats) {
          const file = transfers.statementFile({ account, format, day: "2026-11-28", transfers: made })
          const items = yield* Stream.runCollect(transfers.read(account, Stream.make(file)))
          const what = `${account.name} ${format}`
          for (const [at, { reference, text }] of made.entries()) {
            const entry = items.filter((item) => item._tag === "Entry")[at]?.entry
            assert.deepInclude(
              entry,
              { amountMinor: 12_500n, direction: "credit", status: "booked", bookedOn: "2026-11-27" },
              what
            )
            const said = [...(entry?.texts ?? []), ...(entry?.structuredReferences ?? [])].join(" ")
            assert.include(said.replace(/\s/g, ""), text.replace(/\s/g, ""), what)
            assert.include(said, reference, what)
            assert.deepStrictEqual(entry?.payer.name, Option.some("Anna Kova"), what)
          }
          for (const item of items)
            if (item._tag === "Section") assert.notStrictEqual(closes(item.section), false, what)
        }
    }).pipe(Effect.provide(TransferAccounts.layer(inventedAccounts)))
  )
})
