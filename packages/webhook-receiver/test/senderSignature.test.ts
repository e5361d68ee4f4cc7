import { Buffer } from "node:buffer"
import { secretOfHex, signatureHeaders, signingKey } from "@quittance/core/adapter"
import { Webhook as StandardWebhook } from "standardwebhooks"
import { Webhook as SvixWebhook } from "svix"
import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"

const timestampSeconds = 1_772_000_000
const message = {
  id: "evt_0192b3c4d5e6f7008192a3b4c5d6e7f8",
  timestampSeconds,
  body: '{"id":"evt_1","type":"invoice.paid","data":{"object":{"description":"₸ ж 💸"}}}'
}

/** Both libraries look at the clock of the machine. */
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: timestampSeconds * 1000 }))
afterEach(() => vi.useRealTimers())

const keyOf = (secret: string): Uint8Array => signingKey(secret) ?? assert.fail(`no key in ${secret}`)

const generated = secretOfHex("0b".repeat(32))
const rotated = secretOfHex("0c".repeat(32))
const foreign = secretOfHex("0d".repeat(32))

interface Library {
  readonly verify: (body: string | Buffer, headers: Record<string, string>) => unknown
}

const libraries: ReadonlyArray<readonly [name: string, of: (secret: string) => Library]> = [
  ["standardwebhooks", (secret) => new StandardWebhook(secret)],
  ["svix", (secret) => new SvixWebhook(secret)]
]

/** What a library finds: nothing where all is right. */
const fault = (find: () => unknown): string | undefined => {
  try {
    find()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : assert.fail("it threw no error")
  }
}

const noMatch = "No matching signature found"

describe.each(libraries)("what the sender signs, verified by %s", (_, libraryOf) => {
  const headers: Readonly<Record<string, string>> = signatureHeaders([keyOf(generated)], message)
  const faultOf = (
    changed: Readonly<Record<string, string>> = {},
    body: string | Buffer = message.body,
    secret = generated
  ): string | undefined => fault(() => libraryOf(secret).verify(body, { ...headers, ...changed }))

  it("is right, as text and as bytes", () => {
    assert.isUndefined(faultOf())
    assert.isUndefined(faultOf({}, Buffer.from(message.body)))
  })

  it("is right for either secret during a rotation, and for the new one alone after it", () => {
    const during = signatureHeaders([keyOf(rotated), keyOf(generated)], message)
    assert.isUndefined(faultOf(during, message.body, generated))
    assert.isUndefined(faultOf(during, message.body, rotated))
    const after = signatureHeaders([keyOf(rotated)], message)
    assert.strictEqual(faultOf(after, message.body, generated), noMatch)
    assert.isUndefined(faultOf(after, message.body, rotated))
  })

  it("is wrong with another body, another id, another second and another secret", () => {
    assert.strictEqual(faultOf({}, `${message.body} `), noMatch)
    assert.strictEqual(faultOf({}, message.body.replace("evt_1", "evt_2")), noMatch)
    assert.strictEqual(faultOf({ "webhook-id": "evt_2" }), noMatch)
    assert.strictEqual(faultOf({ "webhook-timestamp": String(timestampSeconds + 1) }), noMatch)
    assert.strictEqual(faultOf({}, message.body, foreign), noMatch)
  })

  it("is too old or too new after five minutes", () => {
    const faultAt = (seconds: number) =>
      faultOf(signatureHeaders([keyOf(generated)], { ...message, timestampSeconds: seconds }))
    assert.isUndefined(faultAt(timestampSeconds - 300))
    assert.isUndefined(faultAt(timestampSeconds + 300))
    assert.strictEqual(faultAt(timestampSeconds - 301), "Message timestamp too old")
    assert.strictEqual(faultAt(timestampSeconds + 301), "Message timestamp too new")
  })
})

describe("what the sender signs", () => {
  it("is read by standardwebhooks as the event that was sent", () => {
    const read = new StandardWebhook(generated).verify(
      message.body,
      signatureHeaders([keyOf(generated)], message)
    )
    assert.deepStrictEqual(read, JSON.parse(message.body))
  })

  it("with a secret that a caller chose is right by the bytes of its text", () => {
    const chosen = "наш секрет: ₸ ж 💸"
    const headers = signatureHeaders([keyOf(chosen)], message)
    const bytes = new Uint8Array(Buffer.from(chosen, "utf8"))
    for (const library of [
      new StandardWebhook(bytes, { format: "raw" }),
      new SvixWebhook(bytes, { format: "raw" })
    ]) {
      assert.isUndefined(fault(() => library.verify(message.body, headers)))
      assert.strictEqual(
        fault(() => library.verify(`${message.body} `, headers)),
        noMatch
      )
    }
  })
})
