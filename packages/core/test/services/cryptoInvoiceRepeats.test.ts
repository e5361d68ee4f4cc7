import { assert, describe } from "@effect/vitest"
import { CryptoInvoices, defaultSettings, Settings } from "@quittance/core"
import { Effect } from "effect"
import { anotherProcess, fundedPartner, test } from "./Deployment.ts"

const { expiresInMinutesMax, expiresInMinutesMin } = defaultSettings.invoice
const outside = [expiresInMinutesMin - 1, expiresInMinutesMax + 1, 0, -5, Number.MAX_SAFE_INTEGER]

const create = (partnerId: string, fields: object = {}) =>
  Effect.flatMap(CryptoInvoices, (invoices) =>
    invoices.create(partnerId, { amount: 10, network: "tron", externalId: "order-1", ...fields })
  )

describe("an e-mail address whose dots are wrong, as earlier versions took it,", () => {
  const customerEmail = "a..b@shop.example"

  test("is a conflict where the external id is used: the key is looked at first", function* () {
    const partnerId = yield* fundedPartner(0)
    yield* create(partnerId)
    const failure = yield* Effect.flip(create(partnerId, { customerEmail }))
    assert.strictEqual(failure._tag, "IdempotencyConflict")
  })

  test("is refused where the external id is new, and leaves the id free", function* () {
    const partnerId = yield* fundedPartner(0)
    const failure = yield* Effect.flip(create(partnerId, { customerEmail }))
    assert.deepInclude(failure, {
      _tag: "InvalidInput",
      issues: [
        {
          field: "customerEmail",
          code: "invalid_email",
          message: "must not have a dot first, last or doubled before its @"
        }
      ]
    })
    assert.isFalse((yield* create(partnerId)).replayed)
  })
})

describe("an expiry outside of its bounds", () => {
  test("is a conflict where the external id is used: the key is looked at first", function* () {
    const partnerId = yield* fundedPartner(0)
    yield* create(partnerId)
    for (const expiresInMinutes of outside) {
      const failure = yield* Effect.flip(create(partnerId, { expiresInMinutes }))
      assert.strictEqual(failure._tag, "IdempotencyConflict", String(expiresInMinutes))
    }
  })

  test("is refused by its field where the external id is new, and leaves the id free", function* () {
    const partnerId = yield* fundedPartner(0)
    for (const expiresInMinutes of outside) {
      const failure = yield* Effect.flip(create(partnerId, { expiresInMinutes }))
      assert.deepInclude(failure, {
        _tag: "InvalidInput",
        issues: [
          {
            field: "expiresInMinutes",
            code: "out_of_range",
            message: `must be from ${expiresInMinutesMin} to ${expiresInMinutesMax}`
          }
        ]
      })
    }
    assert.isFalse((yield* create(partnerId)).replayed)
  })

  test("is none at the bounds themselves", function* () {
    const partnerId = yield* fundedPartner(0)
    for (const expiresInMinutes of [expiresInMinutesMin, expiresInMinutesMax]) {
      const { value } = yield* create(partnerId, { expiresInMinutes, externalId: `${expiresInMinutes}` })
      assert.strictEqual(value.order.expiresAt - value.order.createdAt, expiresInMinutes * 60_000)
    }
  })

  test("is a replay for what was issued before the bounds were narrowed", function* () {
    const partnerId = yield* fundedPartner(0)
    const fields = { expiresInMinutes: expiresInMinutesMax }
    const first = yield* create(partnerId, fields)
    const invoice = { ...defaultSettings.invoice, expiresInMinutesMax: expiresInMinutesMax - 1 }
    const narrowed = yield* Effect.provideService(anotherProcess(), Settings, {
      ...defaultSettings,
      invoice
    })
    const again = yield* Effect.provideContext(create(partnerId, fields), narrowed)
    assert.deepStrictEqual(again, { ...first, replayed: true })
    const fresh = create(partnerId, { ...fields, externalId: "order-2" })
    const failure = yield* Effect.flip(Effect.provideContext(fresh, narrowed))
    assert.strictEqual(failure._tag, "InvalidInput")
  })
})
