import { assert, describe, it } from "vitest"
import {
  type ReceivedHeaders,
  type VerifyWebhookOptions,
  verifyWebhook,
  WebhookVerificationError
} from "../src/index.ts"
import { event, now, nowSeconds, otherSecret, secret, signedWebhook } from "./SignedWebhook.ts"

const good = signedWebhook()

interface Attempt {
  readonly body?: unknown
  readonly headers?: unknown
  readonly secrets?: unknown
  readonly options?: VerifyWebhookOptions
}

/** What a program without types may pass. */
const verifyUntyped = (...given: ReadonlyArray<unknown>): Promise<unknown> =>
  Reflect.apply(verifyWebhook, undefined, given)

const refusal = async (attempt: Attempt): Promise<WebhookVerificationError> => {
  const { body, headers, options, secrets } = { ...good, secrets: secret, options: { now }, ...attempt }
  try {
    await verifyUntyped(body, headers, secrets, options)
  } catch (error) {
    assert.instanceOf(error, WebhookVerificationError)
    assert.instanceOf(error, Error)
    assert.strictEqual(error.name, "WebhookVerificationError")
    assert.match(error.message, /^[A-Z].{20,}\.$/)
    for (const hidden of [secret.slice(6), String(secrets).slice(8), good.headers["webhook-signature"]])
      if (hidden !== undefined && hidden.length > 8) assert.notInclude(error.message, hidden)
    return error
  }
  return assert.fail("it was accepted")
}

describe("the mistakes of a receiver are told apart:", () => {
  it("the body was parsed", async () => {
    for (const body of [event, [event], 17, true, new Map(), Symbol("body"), () => ""]) {
      const { code, message } = await refusal({ body })
      assert.strictEqual(code, "body_parsed")
      assert.include(message, "express.raw")
    }
  })

  it("the body is not there, or was read before", async () => {
    for (const body of [undefined, null, "", new Uint8Array(), new ArrayBuffer(0)])
      assert.strictEqual((await refusal({ body })).code, "body_missing")
  })

  it("the body was parsed and serialised again", async () => {
    for (const body of [
      JSON.stringify(event, null, 2),
      JSON.stringify({ ...event, extra: null }),
      `${good.body}\n`
    ]) {
      const { code, message } = await refusal({ body })
      assert.strictEqual(code, "signature_mismatch")
      assert.include(message, "serialising it again")
    }
  })

  it("headers are not there, and which", async () => {
    for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"]) {
      for (const value of [undefined, "", []]) {
        const { code, message } = await refusal({ headers: { ...good.headers, [name]: value } })
        assert.strictEqual(code, "header_missing")
        assert.include(message, `headers: ${name}.`)
        assert.include(message, "proxy")
      }
    }
    const none: ReadonlyArray<unknown> = [
      undefined,
      null,
      "webhook-id: 1",
      17,
      {},
      [],
      new Headers(),
      ["webhook-id", "1"]
    ]
    for (const headers of none) {
      const { code, message } = await refusal({ headers })
      assert.strictEqual(code, "header_missing")
      assert.include(message, "webhook-id, webhook-timestamp, webhook-signature")
    }
  })

  it("the secret has the wrong form", async () => {
    const cut = secret.slice(0, -2)
    const wrong = [
      undefined,
      null,
      17,
      "",
      "  ",
      "whsec_",
      "whsec_=",
      "whsec_not base64",
      `${secret}\n`,
      `${cut}-`,
      "whsec_abcde"
    ]
    for (const secrets of wrong)
      assert.strictEqual((await refusal({ secrets })).code, "secret_invalid", String(secrets))
    assert.strictEqual((await refusal({ secrets: [] })).code, "secret_invalid")
    assert.strictEqual((await refusal({ secrets: [secret, ""] })).code, "secret_invalid")
  })

  it("the secret is an API key", async () => {
    for (const secrets of [
      "sk_test_0123456789abcdef",
      "sk_live_0123456789abcdef",
      "pk_test_0123456789abcdef"
    ]) {
      const { code, message } = await refusal({ secrets })
      assert.strictEqual(code, "secret_invalid")
      assert.include(message, "API key")
    }
  })

  it("the secret is another webhook's", async () => {
    for (const secrets of [otherSecret, [otherSecret], secret.toUpperCase(), secret.slice("whsec_".length)])
      assert.strictEqual((await refusal({ secrets })).code, "signature_mismatch")
  })
})

describe("what is not to be believed is refused:", () => {
  it("a timestamp that is too old or too new, with the difference", async () => {
    const old = await refusal(signedWebhook([secret], { timestampSeconds: nowSeconds - 1_234 }))
    assert.strictEqual(old.code, "timestamp_too_old")
    assert.include(old.message, "1234 s ago, and at most 300 s")
    const early = await refusal(signedWebhook([secret], { timestampSeconds: nowSeconds + 1_234 }))
    assert.strictEqual(early.code, "timestamp_too_new")
    assert.include(early.message, "1234 s in the future, and at most 300 s")
  })

  it("a timestamp that is no number of seconds", async () => {
    for (const text of [
      "soon",
      "1.8e9",
      "0x6b49d200",
      "-1",
      "1800000000.5",
      "1800000000 ,1",
      "9".repeat(13),
      "１８０００"
    ]) {
      const headers = { ...good.headers, "webhook-timestamp": text }
      assert.strictEqual((await refusal({ headers })).code, "timestamp_invalid", text)
    }
  })

  it("a signature that is none, or of a version that is not known here", async () => {
    const [one = ""] = good.headers["webhook-signature"]?.split(",").slice(1) ?? []
    for (const text of ["nonsense", one, `v2,${one}`, `v1a,${one}`, `V1,${one}`, `v1=${one}`]) {
      const headers = { ...good.headers, "webhook-signature": text }
      assert.strictEqual((await refusal({ headers })).code, "signature_invalid", text)
    }
    for (const text of ["v1,", `v1,${one.slice(1)}`, `v1,${one}=`, `v1,,${one}`, `v1,${one.toLowerCase()}`]) {
      const headers = { ...good.headers, "webhook-signature": text }
      assert.strictEqual((await refusal({ headers })).code, "signature_mismatch", text)
    }
  })

  it("another message under the same signature", async () => {
    const later = { ...good.headers, "webhook-timestamp": String(nowSeconds + 1) }
    const another: ReceivedHeaders = { ...good.headers, "webhook-id": "evt_2" }
    for (const headers of [later, another])
      assert.strictEqual((await refusal({ headers })).code, "signature_mismatch")
  })

  it("the signature over the body alone, which X-Signature carries", async () => {
    const headers = { ...good.headers, "webhook-signature": `v1,${good.headers["X-Signature"]}` }
    assert.strictEqual((await refusal({ headers })).code, "signature_mismatch")
  })

  it("what is signed and no event", async () => {
    const { version, ...rest } = event
    const bodies = [
      "{",
      "null",
      "17",
      "[]",
      "{}",
      JSON.stringify(rest),
      JSON.stringify({ ...event, version: `${version}` })
    ]
    for (const body of [
      ...bodies,
      JSON.stringify({ ...event, data: null }),
      JSON.stringify({ ...event, object: "invoice" })
    ])
      assert.strictEqual((await refusal(signedWebhook([secret], { body }))).code, "event_invalid", body)
  })
})
