import { assert, describe, it } from "@effect/vitest"
import { Batches, Invoices } from "@quittance/core"
import {
  type BankAccount,
  creditorReferenceOf,
  emptyCommit,
  type IssuedInvoice,
  invoiceClaims,
  isCreditorReference,
  ownClaim,
  Store,
  StoreHold
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { deployed, start, testIn } from "./Deployment.ts"
import { booksAreRight, racingStore, shop } from "./fiatInvoices.ts"

const account: BankAccount = {
  ...{ name: "main", currency: "EUR", account: "DE89370400440532013000" },
  ...{ timeZone: "Europe/Berlin", settlementDays: 5 }
}
const transfers = { settings: { banks: [account] } }

const create = (partnerId: string, key?: string, fields: object = {}) =>
  Effect.flatMap(Invoices, (invoices) =>
    invoices.create(partnerId, key, { amount: 12.5, currency: "EUR", ...fields })
  )
const referenceIn = ({ order }: IssuedInvoice) => Option.getOrNull(order.creditorReference)
const referenceFor = (partnerId: string, key?: string, fields: object = {}) =>
  Effect.map(create(partnerId, key, fields), ({ value }) => referenceIn(value))

const importRows = (partnerId: string, rows: ReadonlyArray<string>) =>
  Effect.flatMap(Batches, (batches) =>
    Effect.map(
      batches.import(partnerId, {
        file: new TextEncoder().encode(["amount,currency,externalId", ...rows].join("\n")),
        sendEmails: "none",
        defaultCurrency: Option.none(),
        defaultRedirectUrl: Option.none(),
        defaultCancelUrl: Option.none()
      }),
      ({ invoices }) => invoices
    )
  )

/** Something else has this reference. */
const take = (reference: string | null) =>
  Effect.flatMap(Store, (store) =>
    store.commit({
      ...emptyCommit,
      claims: [
        ownClaim({ id: "inv_other", partnerId: "prt_other" }, invoiceClaims.reference, reference ?? "")
      ]
    })
  )

describe("the reference of an invoice", () => {
  testIn(transfers)("is there in the currencies of accounts, and each invoice has its own", function* () {
    const partnerId = yield* shop()
    const all = yield* Effect.forEach([undefined, "one", "two"], (key) => referenceFor(partnerId, key))
    assert.isTrue(all.every((each) => each !== null && isCreditorReference(each)))
    assert.strictEqual(new Set(all).size, 3)
    assert.isNull(yield* referenceFor(partnerId, "dollars", { currency: "USD" }))
    const invoices = yield* importRows(partnerId, [
      ...Array.from({ length: 200 }, (_, row) => `${1 + row},EUR,`),
      "10,USD,"
    ])
    const references = invoices.map(referenceIn)
    assert.isNull(references.pop())
    assert.strictEqual(new Set(references).size, 200)
    yield* booksAreRight
  })

  testIn({})("is none without an account", function* () {
    assert.isNull(yield* referenceFor(yield* shop(), "key"))
  })

  it.effect("is the same in a store that lost the invoice, by key and by external id", () =>
    Effect.gen(function* () {
      const life = Effect.gen(function* () {
        const partnerId = yield* shop()
        const [row] = yield* importRows(partnerId, ["5,EUR,order 1"])
        return [
          yield* referenceFor(partnerId, "key"),
          row && referenceIn(row),
          yield* referenceFor(partnerId)
        ]
      })
      const [first, second] = [
        yield* deployed(transfers)(life),
        yield* deployed(transfers)(Effect.andThen(shop("another"), life))
      ]
      assert.deepStrictEqual(second.slice(0, 2), first.slice(0, 2))
      assert.notStrictEqual(second[2], first[2])
    })
  )

  it.effect("is the next one where something else has it, for one invoice and for rows of a file", () =>
    Effect.gen(function* () {
      const rows = ["5,EUR,order 1", "6,EUR,order 2"]
      const first = yield* deployed(transfers)(
        Effect.gen(function* () {
          const partnerId = yield* shop()
          const { value } = yield* create(partnerId, "key")
          return { value, made: (yield* importRows(partnerId, rows)).map(referenceIn) }
        })
      )
      yield* deployed(transfers)(
        Effect.gen(function* () {
          const partnerId = yield* shop()
          yield* take(referenceIn(first.value))
          yield* take(first.made[1] ?? null)
          const name = Option.getOrThrow(first.value.order.reference)
          assert.strictEqual(yield* referenceFor(partnerId, "key"), creditorReferenceOf(name, 1))
          const again = (yield* importRows(partnerId, rows)).map(referenceIn)
          assert.strictEqual(again[0], first.made[0])
          assert.notStrictEqual(again[1], first.made[1])
          assert.isTrue(again[1] !== undefined && again[1] !== null && isCreditorReference(again[1]))
          yield* booksAreRight
        })
      )
    })
  )

  testIn({ ...transfers, store: racingStore })(
    "is one where the same request is sent twice at once: one invoice answers both",
    function* () {
      const partnerId = yield* shop()
      const both = yield* Effect.all([create(partnerId, "key"), create(partnerId, "key")], {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(both.map(({ replayed }) => replayed).toSorted(), [false, true])
      assert.strictEqual(both[0].value.order.id, both[1].value.order.id)
    }
  )

  testIn(transfers)("is not given out while the store may be old", function* () {
    const partnerId = yield* shop()
    const before = yield* referenceFor(partnerId, "before")
    const hold = yield* StoreHold
    yield* hold.place({ reason: "it was restored", since: start })
    assert.isNull(yield* referenceFor(partnerId, "held"))
    assert.deepStrictEqual((yield* importRows(partnerId, ["5,EUR,row"])).map(referenceIn), [null])
    assert.strictEqual(yield* referenceFor(partnerId, "before"), before)
    yield* hold.release
    assert.isNull(yield* referenceFor(partnerId, "held"))
    assert.isNotNull(yield* referenceFor(partnerId, "after"))
  })
})
