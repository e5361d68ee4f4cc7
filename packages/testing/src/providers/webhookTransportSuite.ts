import { assert } from "@effect/vitest"
import type { WebhookTransport } from "@quittance/core/adapter"
import { Effect, type Layer, Option } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"
import { everyAddress, loopbackReceiver } from "./LoopbackReceiver.ts"
import { call, keptBytesMax, unanswered } from "./webhookCalls.ts"
import { webhookProvisionalChecks } from "./webhookProvisionals.ts"
import { webhookEndingChecks } from "./webhookTransportEndings.ts"

/**
 * What a `WebhookTransport` promises. A call arrives as it was given, and ends whatever the receiver does. Only public
 * addresses are called. Receivers are on this machine, so the transport under test must let calls reach it; other
 * addresses stay forbidden.
 */

const byteLength = (text: string): number => new TextEncoder().encode(text).length

/** The beginning of a body, as it is kept. */
const bodyStarts: Record<string, readonly [body: string | Uint8Array, kept: string]> = {
  nothing: ["", ""],
  "a word": ["ok", "ok"],
  "what fits just so": ["x".repeat(keptBytesMax), "x".repeat(keptBytesMax)],
  "one byte too many": ["x".repeat(keptBytesMax + 1), "x".repeat(keptBytesMax)],
  "a character on the edge": [`${"x".repeat(keptBytesMax - 1)}€uro`, "x".repeat(keptBytesMax - 1)],
  "pairs of surrogates": [`x${"🧾".repeat(600)}`, `x${"🧾".repeat(511)}`],
  "NUL between the letters": ["o\0k\0", "ok"],
  "no UTF-8": [Uint8Array.of(0x6f, 0xff, 0x6b), "o\ufffdk"],
  "much that is no UTF-8": [new Uint8Array(5_000).fill(0xff), "\ufffd".repeat(Math.floor(keptBytesMax / 3))]
}

export const webhookTransportChecks = {
  "body and headers arrive to the byte, in one POST": Effect.scoped(
    Effect.gen(function* () {
      const receiver = yield* loopbackReceiver()
      const bodies = ["", "{}", `{"a":"Счёт 🧾 \\u0000 \\" ₸"}\r\n`, `"${"ж".repeat(200_000)}"`]
      for (const body of bodies) {
        const headers = {
          "Content-Type": "application/json",
          "X-Signature": "0a".repeat(32),
          "webhook-id": "e"
        }
        yield* call(`${receiver.url}hooks/a%20b?c=d&e=%2F`, { headers, body })
        const received = receiver.received.at(-1)
        assert.deepInclude(received, { method: "POST", path: "/hooks/a%20b?c=d&e=%2F", body })
        const names = received?.rawHeaders.map((text) => text.toLowerCase()) ?? []
        for (const [name, value] of Object.entries(headers))
          assert.strictEqual(received?.rawHeaders[names.indexOf(name.toLowerCase()) + 1], value, name)
      }
      assert.lengthOf(receiver.received, bodies.length)
    })
  ),

  "every status is an answer": Effect.scoped(
    Effect.gen(function* () {
      const receiver = yield* loopbackReceiver({
        answer: (response, { path }) => response.writeHead(Number(path.slice(1))).end()
      })
      for (const status of [200, 202, 204, 299, 400, 401, 404, 410, 429, 500, 503, 599]) {
        const answer = yield* call(receiver.url + status)
        assert.deepStrictEqual(answer, { status, retryAfter: Option.none(), bodyStart: "" })
      }
    })
  ),

  "Retry-After is handed on as it came": Effect.scoped(
    Effect.gen(function* () {
      const values = ["120", "Wed, 21 Oct 2026 07:28:00 GMT", "soon, -1"]
      const receiver = yield* loopbackReceiver({
        answer: (response, { body }) => response.writeHead(503, { "Retry-After": body }).end("busy")
      })
      for (const body of values) {
        const answer = yield* call(receiver.url, { body })
        assert.deepStrictEqual(answer, { status: 503, retryAfter: Option.some(body), bodyStart: "busy" })
      }
    })
  ),

  "a redirect is an answer and is not followed": Effect.scoped(
    Effect.gen(function* () {
      const elsewhere = yield* loopbackReceiver()
      const receiver = yield* loopbackReceiver({
        answer: (response, { path }) =>
          response
            .writeHead(Number(path.slice(1)), { Location: elsewhere.url, Refresh: `0;${elsewhere.url}` })
            .end()
      })
      const statuses = [300, 301, 302, 303, 307, 308]
      for (const status of statuses) assert.strictEqual((yield* call(receiver.url + status)).status, status)
      assert.lengthOf(receiver.received, statuses.length)
      assert.strictEqual(elsewhere.connections(), 0)
    })
  ),

  "what an answer begins with is kept, in whole characters, at most 2 KiB": Effect.scoped(
    Effect.gen(function* () {
      const receiver = yield* loopbackReceiver({
        answer: (response, { path }) => {
          const [body] = bodyStarts[decodeURIComponent(path.slice(1))] ?? ["?"]
          response.end(body)
        }
      })
      for (const [name, [, kept]] of Object.entries(bodyStarts)) {
        const { bodyStart } = yield* call(receiver.url + encodeURIComponent(name))
        assert.strictEqual(bodyStart, kept, name)
        assert.isAtMost(byteLength(bodyStart), keptBytesMax)
      }
    })
  ),

  "what is no URL of the web is not called": Effect.forEach(
    ["", "example", "ftp://127.0.0.1/", "file:///etc/passwd", "http://", "https://127.0.0.1:99999/"],
    unanswered,
    { discard: true }
  ),

  "an address that is not public is not called, though it leads to where somebody listens": Effect.scoped(
    Effect.gen(function* () {
      const receiver = yield* loopbackReceiver({ address: everyAddress })
      for (const host of ["0.0.0.0", "0", "0x0", "[::]", "[::ffff:0.0.0.0]", "[::ffff:0:127.0.0.1]"]) {
        const reason = yield* unanswered(`http://${host}:${receiver.port}/`)
        assert.notInclude(reason, "0.0.0.0")
      }
      assert.strictEqual(receiver.connections(), 0)
      yield* call(`http://127.0.0.1:${receiver.port}/`)
      assert.strictEqual(receiver.connections(), 1)
    })
  ),

  ...webhookProvisionalChecks,
  ...webhookEndingChecks
} satisfies Checks<WebhookTransport>

/** Proves a `WebhookTransport` that lets calls reach this machine against the promises of its port. */
export const webhookTransportSuite = (name: string, layer: Layer.Layer<WebhookTransport, unknown>): void =>
  suiteOf<WebhookTransport>("webhook transport", webhookTransportChecks)(name, layer)
