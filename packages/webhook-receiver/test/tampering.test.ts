import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { verifyWebhook, WebhookVerificationError } from "../src/index.ts"
import { event, now, otherSecret, secret, signedWebhook } from "./SignedWebhook.ts"

const { body, headers } = signedWebhook()

/** Changes one bit of one byte. */
const flipped = (bytes: Uint8Array, at: number, bit: number): Uint8Array => {
  const copy = Uint8Array.from(bytes)
  copy[at % copy.length] = (copy[at % copy.length] ?? 0) ^ (1 << bit)
  return copy
}

const flips = fc.record({ at: fc.nat(100_000), bit: fc.nat(7) })

const refused = async (attempt: Promise<unknown>) => {
  const end = await attempt.catch((error: unknown) => error)
  assert.instanceOf(end, WebhookVerificationError)
}

const forAll = <A>(values: fc.Arbitrary<A>, prove: (value: A) => Promise<void>) =>
  fc.assert(fc.asyncProperty(values, prove), { numRuns: 300, seed: 20260101 })

describe("a webhook of which one bit was changed is refused", () => {
  it("in the body", () =>
    forAll(flips, ({ at, bit }) =>
      refused(verifyWebhook(flipped(new TextEncoder().encode(body), at, bit), headers, secret, { now }))
    ))

  for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"]) {
    it(`in ${name}`, () =>
      forAll(flips, async ({ at, bit }) => {
        const bytes = new TextEncoder().encode(headers[name])
        const value = String.fromCharCode(...flipped(bytes, at, bit))
        await refused(verifyWebhook(body, { ...headers, [name]: value }, secret, { now }))
      }))
  }
})

describe("a webhook is accepted by those who know a secret that signed it, and by nobody else", () => {
  const texts = fc.record({
    body: fc.json().map((text) => JSON.stringify({ ...event, data: { object: { text } } })),
    signers: fc.subarray([secret, otherSecret, "a third secret, chosen by somebody"], { minLength: 1 }),
    known: fc.subarray([secret, otherSecret, "a third secret, chosen by somebody"], { minLength: 1 })
  })

  it("whatever is signed", () =>
    forAll(texts, async ({ body, known, signers: [first = secret, ...rest] }) => {
      const signed = signedWebhook([first, ...rest], { body })
      const attempt = verifyWebhook(body, signed.headers, known, { now })
      if (known.some((one) => one === first || rest.includes(one)))
        assert.deepStrictEqual<unknown>(await attempt, JSON.parse(body))
      else await refused(attempt)
    }))
})
