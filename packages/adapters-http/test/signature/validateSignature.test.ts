import { SignatureImageRefused } from "@quittance/core"
import {
  MemorySignatureClassifier,
  SignatureClassifierUnavailable,
  type SignatureEvidence
} from "@quittance/core/adapter"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { answerOf, startTestApi, type TestApi, type TestApiOptions } from "../TestApi.ts"

const url = "http://api.test/api/Signature/validate/upload"
const bytesMax = 10 * 1024 * 1024
const { flawless } = MemorySignatureClassifier

const latin1 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"))
const png = latin1("\x89PNG\r\n\x1a\n and the rest")

/** What the classifier says to every image. */
const startWith = (
  said: SignatureEvidence | SignatureImageRefused | SignatureClassifierUnavailable = flawless,
  options: TestApiOptions = {}
) =>
  startTestApi({
    ...options,
    providers: MemorySignatureClassifier.layer(() =>
      "_tag" in said ? Effect.fail(said) : Effect.succeed(said)
    )
  })

const formOf = (...files: ReadonlyArray<readonly [string, Uint8Array<ArrayBuffer>]>): FormData => {
  const form = new FormData()
  for (const [name, bytes] of files) form.append(name, new Blob([bytes], { type: "text/plain" }), "x.txt")
  return form
}

/** Forms are sent whole: a runtime that writes one as it is read may fail when no more of it is wanted. */
const send = async (api: TestApi, body: BodyInit, headers: Record<string, string> = {}) => {
  const whole = new Response(body)
  const type = body instanceof FormData ? { "content-type": whole.headers.get("content-type") ?? "" } : {}
  const init = { method: "POST", headers: { ...type, ...headers }, body: await whole.arrayBuffer() }
  return answerOf(await api.handler(new Request(url, init)))
}

const refusalOf = async (api: TestApi, body: BodyInit, headers?: Record<string, string>) => {
  const { body: answer, code, status } = await send(api, body, headers)
  return [status, code, answer.error?.message]
}

describe("an image of a signature", () => {
  it("gets a verdict of exactly these fields, without a key, whatever its name and type are said to be", async () => {
    await using api = await startWith()
    const { body, headers, status } = await send(api, formOf(["file", png]))
    assert.strictEqual(status, 200)
    assert.deepStrictEqual(body, {
      isValid: true,
      confidenceScore: 98,
      category: 0,
      description: "The image shows a genuine handwritten signature.",
      issues: [],
      issueCodes: [],
      recommendations: []
    })
    assert.match(headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
    assert.strictEqual(headers.get("cache-control"), "no-store")
  })

  it("of low quality is answered with 200, a low confidence, issues and recommendations", async () => {
    const blurred = { ...flawless, quality: { ...flawless.quality, sharpness: 0.001 } }
    await using api = await startWith(blurred)
    const { body, status } = await send(api, formOf(["file", png]))
    assert.strictEqual(status, 200)
    assert.deepInclude(body, { isValid: false, category: 6, issues: ["The image is blurred."] })
    assert.deepInclude(body, { issueCodes: ["blurred"] })
    assert.isBelow(Number(body.confidenceScore), 30)
    assert.lengthOf(body.recommendations as ReadonlyArray<string>, 1)
  })

  it("is taken at exactly 10 MiB, and with fields beside it that nobody asked for", async () => {
    await using api = await startWith()
    const large = new Uint8Array(bytesMax)
    large.set(png)
    const form = formOf(["file", large])
    form.append("comment", "mine")
    assert.strictEqual((await send(api, form)).status, 200)
  })
})

describe("the memory of an image", () => {
  it.each([
    [200, flawless],
    [400, new SignatureImageRefused({ fault: "unreadable" })],
    [400, new SignatureImageRefused({ fault: "tooCostly" })],
    [503, new SignatureClassifierUnavailable({ reason: "no process has become free" })]
  ] as const)("is free again with the answer: %d", async (status, said) => {
    const seen: Array<Uint8Array> = []
    await using api = await startTestApi({
      providers: MemorySignatureClassifier.layer((bytes) => {
        seen.push(bytes)
        return "_tag" in said ? Effect.fail(said) : Effect.succeed(said)
      })
    })
    assert.strictEqual((await send(api, formOf(["file", png]))).status, status)
    assert.deepStrictEqual(
      seen.map(({ length }) => length),
      [0]
    )
  })
})

describe("what is no image in a form", () => {
  it("400 unsupported_image: not one of the four formats, whatever it says that it is", async () => {
    await using api = await startWith()
    for (const text of ["%PDF-1.7", "<svg/>", "BM", "II*\0", "plain text"])
      assert.deepStrictEqual(await refusalOf(api, formOf(["file", latin1(text)])), [
        400,
        "unsupported_image",
        "the file must be a PNG, JPEG, GIF or WebP image"
      ])
  })

  it("400 invalid_image, image_too_large: what the classifier refuses", async () => {
    for (const [fault, code] of [
      ["unreadable", "invalid_image"],
      ["tooManyPixels", "image_too_large"]
    ] as const) {
      await using api = await startWith(new SignatureImageRefused({ fault }))
      assert.deepStrictEqual((await refusalOf(api, formOf(["file", png]))).slice(0, 2), [400, code])
    }
  })

  it("413 payload_too_large: one byte more, before the end of it was read", async () => {
    await using api = await startWith()
    const large = new Uint8Array(bytesMax + 1)
    large.set(png)
    const message = "the file must have at most 10485760 bytes"
    assert.deepStrictEqual(await refusalOf(api, formOf(["file", large])), [413, "payload_too_large", message])

    let sent = 0
    const opening = latin1('--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n')
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        controller.enqueue(sent === 0 ? opening : new Uint8Array(65_536))
        sent += 65_536
      }
    })
    const init = { method: "POST", body: endless, duplex: "half" } as const
    const headers = { "content-type": "multipart/form-data; boundary=x" }
    const answer = await answerOf(await api.handler(new Request(url, { ...init, headers })))
    assert.deepStrictEqual([answer.status, answer.code], [413, "payload_too_large"])
    assert.isBelow(sent, bytesMax + 2 * 1024 * 1024)
  })
})

describe("the operation", () => {
  it("503 service_unavailable: without a classifier, and while it cannot judge", async () => {
    await using missing = await startTestApi()
    const none = await send(missing, formOf(["file", png]))
    assert.deepStrictEqual([none.status, none.headers.get("retry-after")], [503, "60"])
    assert.strictEqual(none.body.error?.message, "this deployment has no SignatureClassifier")
    await using busy = await startWith(new SignatureClassifierUnavailable({ reason: "a worker died" }))
    const answer = await send(busy, formOf(["file", png]))
    assert.deepStrictEqual([answer.status, answer.headers.get("retry-after")], [503, "5"])
    assert.strictEqual(answer.body.error?.message, "images of signatures cannot be validated now; try again")
  })

  it("429 rate_limited: the eleventh at once from one address, then two a second; other addresses go on", async () => {
    let address = "203.0.113.9"
    await using api = await startWith(flawless, { remoteAddress: () => address })
    const statusOf = async () => (await send(api, formOf(["file", png]))).status
    for (let index = 0; index < 10; index++) assert.strictEqual(await statusOf(), 200)
    const limited = await send(api, formOf(["file", png]))
    assert.deepStrictEqual([limited.status, limited.code], [429, "rate_limited"])
    assert.strictEqual(limited.headers.get("retry-after"), "1")
    assert.strictEqual(limited.headers.get("ratelimit-policy"), '"signatures";q=10;w=5')
    assert.strictEqual(limited.headers.get("ratelimit"), '"signatures";r=0;t=1')
    address = "203.0.113.10"
    assert.strictEqual(await statusOf(), 200)
    address = "203.0.113.9"
    api.wall.now += 500
    assert.deepStrictEqual([await statusOf(), await statusOf()], [200, 429])
  })
})

describe("many images at once", () => {
  it("are answered, while at most eight of them are held, and four of one address", async () => {
    const held = { now: 0, most: 0 }
    const providers = MemorySignatureClassifier.layer(() =>
      Effect.gen(function* () {
        held.now += 1
        held.most = Math.max(held.most, held.now)
        for (let turn = 0; turn < 20; turn++) yield* Effect.yieldNow
        held.now -= 1
        return flawless
      })
    )
    await using api = await startTestApi({
      providers,
      rateLimits: "off",
      trustedProxies: ["10.0.0.0/8"],
      remoteAddress: () => "10.0.0.1"
    })
    const sent = (client: number) =>
      send(api, formOf(["file", png]), { "x-forwarded-for": `198.51.100.${client}` })
    const ofMany = await Promise.all(Array.from({ length: 40 }, (_, index) => sent(index)))
    assert.isTrue(ofMany.every(({ status }) => status === 200))
    assert.deepStrictEqual(held, { now: 0, most: 8 })
    held.most = 0
    const ofOne = await Promise.all(Array.from({ length: 40 }, () => sent(1)))
    assert.isTrue(ofOne.every(({ status }) => status === 200))
    assert.deepStrictEqual(held, { now: 0, most: 4 })
  })
})
