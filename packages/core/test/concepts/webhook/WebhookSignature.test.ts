import { Buffer } from "node:buffer"
import { createHmac } from "node:crypto"
import { generators } from "@quittance/testing"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { signatureHeaders } from "../../../src/concepts/webhook/WebhookSignature.ts"
import { holds } from "../../holds.ts"

const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "hex"))
const utf8 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "utf8"))

/** RFC 4231, section 4: the cases whose data is text. */
const vectors: ReadonlyArray<readonly [number, Uint8Array, string, string]> = [
  [1, hex("0b".repeat(20)), "Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"],
  [
    2,
    utf8("Jefe"),
    "what do ya want for nothing?",
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
  ],
  [
    6,
    hex("aa".repeat(131)),
    "Test Using Larger Than Block-Size Key - Hash Key First",
    "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
  ],
  [
    7,
    hex("aa".repeat(131)),
    "This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm.",
    "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
  ]
]

const message = { id: "evt_1", timestampSeconds: 1_772_000_000, body: '{"id":"evt_1","note":"₸ ж 💸"}' }

const signed = (key: Uint8Array, { body, id, timestampSeconds }: typeof message): string =>
  `v1,${createHmac("sha256", key).update(`${id}.${timestampSeconds}.${body}`).digest("base64")}`

describe("X-Signature", () => {
  for (const [number, key, body, mac] of vectors)
    it(`is the HMAC of the body alone: case ${number} of RFC 4231`, () =>
      assert.strictEqual(signatureHeaders([key], { ...message, body })["X-Signature"], mac))
})

describe("the headers of a delivery", () => {
  it("are these four, known to the byte", () =>
    assert.deepStrictEqual(signatureHeaders([hex("0b".repeat(32))], message), {
      "webhook-id": "evt_1",
      "webhook-timestamp": "1772000000",
      "webhook-signature": "v1,S08ajEPyWfjapqfE0LlfIrJ9N/bcd+y3r+SSFq9Xmw0=",
      "X-Signature": "79d2f370d8042ff76105b798fd76dd616fa9d465146c59fc7b339489fb71e045"
    }))

  const keys = fc.uint8Array({ minLength: 24, maxLength: 64 })
  const messages = fc.record({
    id: fc.string({ unit: "grapheme-ascii" }),
    timestampSeconds: fc.nat(),
    body: fc.string({ unit: generators.scalarValue }).filter((text) => text.isWellFormed())
  })

  it("agree with another implementation for any key and message", () =>
    holds(
      fc.property(keys, messages, (key, any) => {
        const headers = signatureHeaders([key], any)
        assert.strictEqual(headers["webhook-signature"], signed(key, any))
        assert.strictEqual(headers["X-Signature"], createHmac("sha256", key).update(any.body).digest("hex"))
      })
    ))

  it("carry a signature by each key in their order, and X-Signature by the newest alone", () =>
    holds(
      fc.property(keys, fc.array(keys, { minLength: 1, maxLength: 3 }), (newest, older) => {
        const headers = signatureHeaders([newest, ...older], message)
        assert.deepStrictEqual(
          headers["webhook-signature"]?.split(" "),
          [newest, ...older].map((key) => signed(key, message))
        )
        assert.strictEqual(headers["X-Signature"], signatureHeaders([newest], message)["X-Signature"])
      })
    ))

  it("are others for another id, another second, another body and another key", () => {
    const key = hex("0b".repeat(32))
    const { "webhook-signature": original } = signatureHeaders([key], message)
    const others = [
      signatureHeaders([key], { ...message, id: "evt_2" }),
      signatureHeaders([key], { ...message, timestampSeconds: message.timestampSeconds + 1 }),
      signatureHeaders([key], { ...message, body: `${message.body} ` }),
      signatureHeaders([hex("0c".repeat(32))], message)
    ]
    const all = [original, ...others.map((headers) => headers["webhook-signature"])]
    assert.strictEqual(new Set(all).size, 5)
  })
})
