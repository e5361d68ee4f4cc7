import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { Effect, Stream } from "effect"
import { assert, describe, it } from "vitest"
import type { ApiResponse } from "../../src/index.ts"
import { prepareDocument } from "../../src/message/preparedDocument.ts"

const text = '{"a":"ü"}'.repeat(1_000)
const headers = { "Content-Type": "application/json" }

const asking = (sent: Readonly<Record<string, string>>) => ({
  method: "GET",
  path: "/",
  query: "",
  headers: sent,
  remoteAddress: "",
  readBody: () => Effect.succeed(new Uint8Array()),
  streamBody: () => Stream.empty
})

/** The answers of one document to requests with these headers. */
const answersTo = (...asked: ReadonlyArray<Readonly<Record<string, string>>>) =>
  Effect.runPromise(
    Effect.flatMap(prepareDocument(headers, text), ({ answer }) =>
      Effect.forEach(asked, (sent) => answer(asking(sent)))
    )
  )

const bytesOf = ({ body }: ApiResponse): Uint8Array =>
  body instanceof Uint8Array ? body : assert.fail("no bytes")

describe("a prepared document", () => {
  it("is sent from the same bytes to everybody", async () => {
    const answers = await answersTo({}, {}, { "accept-encoding": "gzip" }, { "accept-encoding": "gzip, x" })
    const [first, second, third, fourth] = answers.map(bytesOf)
    assert.strictEqual(first, second)
    assert.strictEqual(third, fourth)
    assert.strictEqual(Buffer.from(first ?? []).toString(), text)
    for (const answer of answers) {
      assert.strictEqual(answer.headers.Vary, "Accept-Encoding")
      assert.match(answer.headers.ETag ?? "", /^"[\w-]{22}(?:br|gzip)?"$/)
    }
  })

  it("is compressed as the client takes it", async () => {
    const [brotli, zipped] = await answersTo(
      { "accept-encoding": "gzip, deflate, br" },
      { "accept-encoding": "br;q=0, GZip;q=0.5" }
    )
    if (brotli === undefined || zipped === undefined) return assert.fail("no answers")
    assert.strictEqual(brotli.headers["Content-Encoding"], "br")
    assert.strictEqual(brotliDecompressSync(bytesOf(brotli)).toString(), text)
    assert.strictEqual(zipped.headers["Content-Encoding"], "gzip")
    assert.strictEqual(gunzipSync(bytesOf(zipped)).toString(), text)
    assert.isBelow(bytesOf(zipped).length, text.length / 10)
    assert.notStrictEqual(brotli.headers.ETag, zipped.headers.ETag)
  })

  it.each([
    ["", undefined],
    ["identity", undefined],
    ["*", "br"],
    ["*;q=0", undefined],
    ["br;q=0.0, *", "gzip"],
    ["gzip;q=1.0", "gzip"]
  ])("Accept-Encoding %j chooses %s", async (accepted, expected) => {
    const [answer] = await answersTo({ "accept-encoding": accepted })
    assert.strictEqual(answer?.headers["Content-Encoding"], expected)
  })

  it("is not sent again to who has it", async () => {
    const [fresh, zipped] = await answersTo({}, { "accept-encoding": "gzip" })
    const tag = fresh?.headers.ETag ?? ""
    const asked = [tag, `W/${tag}`, `"other", ${tag}`, "*", `${zipped?.headers.ETag}`, "", tag.slice(1)]
    const answers = await answersTo(...asked.map((each) => ({ "if-none-match": each })))
    assert.deepStrictEqual(
      answers.map(({ status }) => status),
      [304, 304, 304, 304, 200, 200, 200]
    )
    assert.deepInclude(answers[0], {
      body: "",
      headers: { ...headers, ETag: tag, Vary: "Accept-Encoding" }
    })
  })
})
