import { Webhook as StandardWebhook } from "standardwebhooks"
import { Webhook as SvixWebhook } from "svix"
import { assert, describe, it } from "vitest"
import { verifyWebhook, WebhookVerificationError } from "../src/index.ts"
import { event, otherSecret, ownSecret, secret, signedWebhook } from "./SignedWebhook.ts"

/** Both other libraries look at the clock of the machine. */
const timestampSeconds = Math.floor(Date.now() / 1_000)
const at = new Date(timestampSeconds * 1_000)
const body = JSON.stringify(event)

const libraries = {
  standardwebhooks: StandardWebhook,
  svix: SvixWebhook
}

/** The text of an own secret is its UTF-8 to us, and so it must be handed to them. */
const ownKey = new TextEncoder().encode(ownSecret)

for (const [name, Webhook] of Object.entries(libraries)) {
  describe(name, () => {
    it("signs what is accepted here", async () => {
      const signed = (signature: string) => ({
        "webhook-id": event.id,
        "webhook-timestamp": String(timestampSeconds),
        "webhook-signature": signature
      })
      const encoded = new Webhook(secret).sign(event.id, at, body)
      assert.deepStrictEqual(await verifyWebhook(body, signed(encoded), secret), event)
      const raw = new Webhook(ownKey, { format: "raw" }).sign(event.id, at, body)
      assert.deepStrictEqual(await verifyWebhook(body, signed(raw), ownSecret), event)
      const several = `${new Webhook(otherSecret).sign(event.id, at, body)} ${encoded}`
      assert.deepStrictEqual(await verifyWebhook(body, signed(several), secret), event)
    })

    it("accepts and refuses what is accepted and refused here", async () => {
      const signed = (seconds: number, ...secrets: readonly [string, ...ReadonlyArray<string>]) =>
        signedWebhook(secrets, { timestampSeconds: timestampSeconds + seconds }).headers
      const cases = [
        [true, body, signed(0, secret), secret],
        [true, body, signed(0, otherSecret, secret), secret],
        [true, body, signed(0, secret, otherSecret), secret],
        [true, body, signed(-290, secret), secret],
        [false, `${body} `, signed(0, secret), secret],
        [false, body, signed(0, secret), otherSecret],
        [false, body, { ...signed(0, secret), "webhook-id": "evt_2" }, secret],
        [false, body, signed(-400, secret), secret],
        [false, body, signed(400, secret), secret]
      ] as const
      for (const [index, [accepted, text, headers, known]] of cases.entries()) {
        const theirs = () => new Webhook(known).verify(text, headers)
        if (accepted) theirs()
        else assert.throws(theirs)
        const ours = await verifyWebhook(text, headers, known).catch((error: unknown) => error)
        assert.strictEqual(ours instanceof WebhookVerificationError, !accepted, `case ${index + 1}`)
      }
    })
  })
}

describe("the example of the Standard Webhooks specification", () => {
  it("is signed, though it is no event of ours", async () => {
    const example = {
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    }
    const known = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    const now = () => 1_614_265_330_000
    const codeOf = (text: string) =>
      verifyWebhook(text, example, known, { now }).then(
        () => "accepted",
        ({ code }) => code
      )
    assert.strictEqual(await codeOf(`{"test": 2432232314}`), "event_invalid")
    assert.strictEqual(await codeOf(`{"test": 2432232315}`), "signature_mismatch")
  })
})
