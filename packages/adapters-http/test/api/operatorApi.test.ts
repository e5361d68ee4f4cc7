import { OperatorKeys } from "@quittance/core/adapter"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { type ApiAnswer, startTestApi, type TestApi } from "../TestApi.ts"

/** What the operator's operations do; who may call them is proven by the walks over all operations. */

interface Sent {
  readonly method?: string
  readonly body?: unknown
  readonly key?: string
}

const ask = (api: TestApi, path: string, { body, key, method }: Sent = {}): Promise<ApiAnswer> =>
  api.send(
    new Request(`http://api.test/api/operator/v1/${path}`, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: {
        "x-api-key": api.operatorKey.secret,
        ...(key === undefined ? {} : { "idempotency-key": key }),
        ...(body === undefined ? {} : { "content-type": "application/json" })
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
  )

type Named = { readonly id: string; readonly name: string }

const partnerOf = ({ body }: ApiAnswer) => body.partner as Named
const namesOf = ({ body }: ApiAnswer) => (body.partners as ReadonlyArray<Named>).map(({ name }) => name)
const cursorOf = ({ body }: ApiAnswer) =>
  (body.pagination as { readonly nextCursor: string | null }).nextCursor

describe("partners, for operators", () => {
  it("are created once for each name, and listed newest first, each once", async () => {
    await using api = await startTestApi()
    const made = await ask(api, "partners", { body: { name: "shop" } })
    assert.deepStrictEqual(partnerOf(await ask(api, "partners", { body: { name: "shop" } })), partnerOf(made))
    assert.deepStrictEqual(partnerOf(await ask(api, `partners/${partnerOf(made).id}`)), partnerOf(made))
    await ask(api, "partners", { body: { name: "till" } })
    const first = await ask(api, "partners?limit=2")
    assert.deepStrictEqual(namesOf(first), ["till", "shop"])
    await ask(api, "partners", { body: { name: "later" } })
    const second = await ask(api, `partners?limit=2&cursor=${cursorOf(first)}`)
    assert.deepStrictEqual([namesOf(second), cursorOf(second)], [["acme"], null])
    assert.strictEqual((await ask(api, "partners?cursor=none")).code, "invalid_cursor")
  })

  it("have no name that looks like an id", async () => {
    await using api = await startTestApi()
    const { body, code } = await ask(api, "partners", { body: { name: api.key.partnerId } })
    assert.strictEqual(code, "invalid_request")
    assert.include(body.error?.message, "must not look like a partner's id")
  })

  it("get terms as terms set gives them, and what was read can be sent again", async () => {
    await using api = await startTestApi()
    const path = `partners/${api.key.partnerId}/terms`
    const put = (body: unknown) => ask(api, path, { method: "PUT", body })
    const given = {
      payee: "Corner Shop",
      timeZone: "Asia/Almaty",
      invoiceFee: { percent: 1.5 },
      payoutFees: { tron: { fixed: 2 } }
    }
    const set = await put(given)
    const terms = set.body.terms as {
      readonly own: object
      readonly payee: string
      readonly timeZone: string
    }
    assert.strictEqual(terms.timeZone, "Asia/Almaty")
    assert.deepStrictEqual(terms.own, {
      timeZone: "Asia/Almaty",
      invoiceFee: { percent: 1.5, fixed: 0, min: 0, max: null },
      payoutFees: { tron: { percent: 0, fixed: 2, min: 0, max: null } }
    })
    assert.deepStrictEqual((await ask(api, path)).body.terms, terms)
    const again = await put({ payee: terms.payee, ...terms.own })
    assert.deepStrictEqual(again.body.terms, terms)
    for (const [body, says] of [
      [{ fee: 1 }, "is not a term; the terms are"],
      [{ timeZone: "Mars/Base" }, "must be the name of a time zone"],
      [{ payoutFees: { mars: { fixed: 1 } } }, "is not a network"],
      [{ invoiceFee: { percent: 101 } }, "percentage"]
    ] as const) {
      const refused = await put(body)
      assert.strictEqual(refused.code, "invalid_request")
      assert.include(refused.body.error?.message, says)
    }
    assert.deepStrictEqual((await ask(api, path)).body.terms, terms)
  })
})

describe("a correction of a balance", () => {
  it("is made once for its key, whatever is lost", async () => {
    await using api = await startTestApi()
    const path = `partners/${api.key.partnerId}`
    const adjust = (body: object, key?: string) =>
      ask(api, `${path}/adjustments`, { body, ...(key === undefined ? {} : { key }) })
    const none = await adjust({ amount: 5 })
    assert.deepStrictEqual(
      [none.code, none.body.error?.details?.[0]?.field],
      ["invalid_request", "Idempotency-Key"]
    )
    const [one, other] = await Promise.all([
      adjust({ amount: 5.5, reason: "gift" }, "a"),
      adjust({ amount: 5.5, reason: "gift" }, "a")
    ])
    const again = await adjust({ amount: 5.5, reason: "gift" }, "a")
    assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
    assert.strictEqual(new Set([one, other, again].map(({ body }) => body.adjustmentId)).size, 1)
    assert.strictEqual((await adjust({ amount: 6 }, "a")).code, "idempotency_conflict")
    const below = await adjust({ amount: -10 }, "b")
    assert.deepStrictEqual([below.status, below.code], [400, "insufficient_funds"])
    assert.include(below.body.error?.message, "allowNegative")
    const allowed = await adjust({ amount: -10, allowNegative: true }, "b")
    assert.strictEqual(allowed.status, 200)
    const { balances } = (await ask(api, `${path}/balances`)).body
    assert.deepInclude(balances as ReadonlyArray<object>, {
      ...{ currency: "USDT", available: -4.5, received: 0, paidOut: 0, adjustments: -4.5, pending: 0 }
    })
    assert.lengthOf(balances as ReadonlyArray<object>, 5)
  })
})

describe("the hold of a store", () => {
  it("is none, and nothing is released then", async () => {
    await using api = await startTestApi()
    assert.isNull((await ask(api, "holds")).body.hold)
    const released = await ask(api, "holds/release", { body: { since: "2026-01-01" } })
    assert.deepInclude(released.body, { released: false, hold: null, listedCount: 0, waiting: [] })
    assert.strictEqual((await ask(api, "holds/release", { body: { since: "soon" } })).code, "invalid_request")
  })
})

it("live, an operator key names the addresses that may use it", async () => {
  await using api = await startTestApi({ mode: "live", keyScopes: ["crypto:read"] })
  const failed = await api.runtime.runPromise(
    OperatorKeys.use((keys) => Effect.flip(keys.create({ allowedIps: [] })))
  )
  assert.include(String(failed.message), "required for an operator key in live mode")
})
