import { assert, describe, it } from "vitest"
import { isStale, verifyWebhook } from "../src/index.ts"
import { event, now, nowSeconds, otherSecret, ownSecret, secret, signedWebhook } from "./SignedWebhook.ts"

const { body, headers } = signedWebhook()

describe("a webhook as Quittance sends it is accepted", () => {
  it("and parsed", async () => {
    assert.deepStrictEqual(await verifyWebhook(body, headers, secret, { now }), event)
  })

  it("by the clock of the machine, unless another is given", async () => {
    const timestampSeconds = Math.floor(Date.now() / 1_000)
    const fresh = signedWebhook([secret], { timestampSeconds })
    assert.deepStrictEqual(await verifyWebhook(fresh.body, fresh.headers, secret), event)
  })

  it("whatever form its body is handed over in", async () => {
    const bytes = new TextEncoder().encode(body)
    const padded = new Uint8Array(bytes.length + 9)
    padded.set(bytes, 5)
    const forms = [bytes, bytes.slice().buffer, Buffer.from(body), padded.subarray(5, 5 + bytes.length)]
    for (const form of forms)
      assert.deepStrictEqual(await verifyWebhook(form, headers, secret, { now }), event)
  })

  it("whatever form its headers are handed over in", async () => {
    const pairs = Object.entries({ ...headers, "content-type": "application/json" })
    const upper = Object.fromEntries(pairs.map(([name, value]) => [name.toUpperCase(), value]))
    const lists = Object.fromEntries(pairs.map(([name, value]) => [name, [value]]))
    const forms = [new Headers(pairs), pairs, new Map(pairs), upper, lists, { ...headers, cookie: undefined }]
    for (const form of forms) assert.deepStrictEqual(await verifyWebhook(body, form, secret, { now }), event)
  })

  it("with a secret of the partner's own", async () => {
    const own = signedWebhook([ownSecret])
    assert.deepStrictEqual(await verifyWebhook(own.body, own.headers, ownSecret, { now }), event)
  })

  it("with an own secret that looks like an API key", async () => {
    const own = signedWebhook(["sk_test_0123456789abcdef0123"])
    const accepted = verifyWebhook(own.body, own.headers, "sk_test_0123456789abcdef0123", { now })
    assert.deepStrictEqual(await accepted, event)
  })

  it("while its secret is rotated, by those who know the old one, the new one, or both", async () => {
    const during = signedWebhook([otherSecret, secret])
    const after = signedWebhook([otherSecret])
    for (const known of [secret, otherSecret, [secret, otherSecret], [otherSecret, secret]])
      assert.deepStrictEqual(await verifyWebhook(during.body, during.headers, known, { now }), event)
    const both = [secret, otherSecret]
    assert.deepStrictEqual(await verifyWebhook(after.body, after.headers, both, { now }), event)
  })

  it("beside signatures of versions that are not known here", async () => {
    const signature = `v1a,${"A".repeat(88)} v2,abc v1, ${headers["webhook-signature"]} nonsense`
    const more = { ...headers, "webhook-signature": signature }
    assert.deepStrictEqual(await verifyWebhook(body, more, secret, { now }), event)
  })

  it("up to the tolerance, into the past and into the future, and no second beyond", async () => {
    const verdict = (timestampSeconds: number, toleranceSeconds?: number) => {
      const { body, headers } = signedWebhook([secret], { timestampSeconds })
      const options = toleranceSeconds === undefined ? { now } : { now, toleranceSeconds }
      return verifyWebhook(body, headers, secret, options).then(
        () => "accepted",
        ({ code }) => code
      )
    }
    assert.strictEqual(await verdict(nowSeconds - 300), "accepted")
    assert.strictEqual(await verdict(nowSeconds - 301), "timestamp_too_old")
    assert.strictEqual(await verdict(nowSeconds + 300), "accepted")
    assert.strictEqual(await verdict(nowSeconds + 301), "timestamp_too_new")
    assert.strictEqual(await verdict(nowSeconds - 10, 10), "accepted")
    assert.strictEqual(await verdict(nowSeconds - 11, 10), "timestamp_too_old")
    assert.strictEqual(await verdict(nowSeconds, 0), "accepted")
    assert.strictEqual(await verdict(nowSeconds, Number.NaN), "option_invalid")
  })
})

describe("an event is stale", () => {
  it("when a newer version of its resource was handled, and not when the same or none was", () => {
    assert.isTrue(isStale({ version: 2 }, 3))
    assert.isFalse(isStale({ version: 3 }, 3))
    assert.isFalse(isStale({ version: 4 }, 3))
    assert.isFalse(isStale({ version: 0 }, undefined))
    assert.isFalse(isStale({ version: 0 }, null))
    assert.isTrue(isStale({ version: -1 }, 0))
  })
})
