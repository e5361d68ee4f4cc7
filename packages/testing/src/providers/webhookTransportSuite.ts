import type { Socket } from "node:net"
import { assert } from "@effect/vitest"
import { type WebhookRequest, WebhookTransport, WebhookUnanswered } from "@quittance/core"
import { Effect, Fiber, type Layer, Option, Queue } from "effect"
import { TestClock } from "effect/testing"
import { type Checks, suiteOf } from "../Suite.ts"
import { closedPort, everyAddress, loopbackReceiver, loopbackSocket } from "./LoopbackReceiver.ts"

/**
 * What a `WebhookTransport` promises: the call arrives as it was given and ends whatever the receiver does, and nothing is
 * called that is not public. Receivers are on this machine, so the transport to prove must let calls reach it; other
 * addresses stay forbidden.
 */

const send = (request: WebhookRequest) =>
  Effect.flatMap(WebhookTransport, (transport) => transport.send(request))

const call = (url: string, more: Partial<WebhookRequest> = {}) =>
  send({ url, headers: { "content-type": "application/json", "webhook-id": "evt_1" }, body: "{}", ...more })

/** How a call ended that got no answer: with a sentence, and nothing of what is behind it. */
const unanswered = Effect.fnUntraced(function* (url: string) {
  const failure = yield* Effect.flip(call(url))
  assert.instanceOf(failure, WebhookUnanswered)
  assert.match(failure.reason, /^[a-zA-Z][^\n]{3,160}$/)
  assert.notMatch(failure.reason, /\bat .*:\d+|node:|\.ts\b/)
  return failure.reason
})

/** Receivers that never come to an end. */
const hanging = {
  "say nothing": () => undefined,
  "send headers byte by byte": (write) => {
    write("HTTP/1.1 200 OK\r\nX-Slow: ")
    return "a"
  },
  "announce an answer again and again": (write) => {
    write("HTTP/1.1 102 Processing\r\n\r\n")
    return "HTTP/1.1 102 Processing\r\n\r\n"
  }
} as const satisfies Record<string, (write: (text: string) => void) => string | undefined>

/** A receiver that takes a call and then says its first and, again and again, its next words. */
const dripping = Effect.fnUntraced(function* (meet: (write: (text: string) => void) => string | undefined) {
  const called = yield* Queue.unbounded<Socket>()
  const receiver = yield* loopbackSocket((socket) => {
    socket.once("data", () => Queue.offerUnsafe(called, socket))
  })
  const talk = Effect.gen(function* () {
    const socket = yield* Queue.take(called)
    const next = meet((text) => socket.write(text))
    while (next !== undefined && socket.writable) {
      socket.write(next)
      yield* TestClock.withLive(Effect.sleep("20 millis"))
    }
  })
  yield* Effect.forkScoped(talk)
  return receiver
})

const keptBytesMax = 2 * 1024

const byteLength = (text: string): number => new TextEncoder().encode(text).length

/** What a body begins with, as it is kept. */
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

  "an answer without end is read no further than it is kept, give or take a buffer": Effect.scoped(
    Effect.gen(function* () {
      let sent = 0
      const piece = Buffer.alloc(64 * 1024, "x")
      const receiver = yield* loopbackSocket((socket) => {
        const fill = (): void => {
          do sent += piece.length
          while (socket.writable && socket.write(piece))
        }
        socket.once("data", () => {
          socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${1024 ** 3}\r\n\r\n`)
          socket.on("drain", fill)
          fill()
        })
      })
      const answer = yield* call(receiver.url)
      yield* receiver.closed(1)
      assert.deepStrictEqual(answer, {
        status: 200,
        retryAfter: Option.none(),
        bodyStart: "x".repeat(keptBytesMax)
      })
      // What the two kernels buffer is beyond the transport.
      assert.isBelow(sent, 32 * 1024 ** 2)
    })
  ),

  "receivers that never come to an end are given up": Effect.scoped(
    Effect.forEach(
      Object.values(hanging),
      (meet) =>
        Effect.gen(function* () {
          const receiver = yield* dripping(meet)
          assert.match(yield* unanswered(receiver.url), /within/)
          yield* receiver.closed(1)
        }),
      { concurrency: "unbounded", discard: true }
    )
  ),

  "an answer whose body never ends, or breaks off, counts by its status": Effect.scoped(
    Effect.gen(function* () {
      const head = "HTTP/1.1 201 Created\r\nContent-Length: 100\r\n\r\n"
      const endings = [
        dripping((write) => {
          write(head)
          return undefined
        }),
        dripping((write) => {
          write(`${head}no`)
          return undefined
        }),
        dripping((write) => {
          write("HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nno\r\n")
          // The extension of a chunk that never ends.
          write("2;")
          return "a"
        }),
        loopbackSocket((socket) => socket.once("data", () => socket.end(`${head}no`))),
        loopbackSocket((socket) =>
          socket.once("data", () => socket.write(`${head}no`, () => socket.resetAndDestroy()))
        ),
        loopbackSocket((socket) =>
          socket.once("data", () =>
            socket.end("HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nno\r\nzz\r\n")
          )
        )
      ]
      const answers = yield* Effect.forEach(
        endings,
        (receiver) => Effect.flatMap(receiver, ({ url }) => call(url)),
        { concurrency: "unbounded" }
      )
      for (const { bodyStart, status } of answers) {
        assert.strictEqual(status, 201)
        assert.include(["", "no"], bodyStart)
      }
    })
  ),

  "what is no answer is none": Effect.scoped(
    Effect.gen(function* () {
      const words = [
        "",
        "HTTP/1.1 200",
        "HTTP/1.1 200 OK\r\nContent-Le",
        "SSH-2.0-OpenSSH_9.6\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
        `HTTP/1.1 200 OK\r\n${"X-Long: 0123456789\r\n".repeat(20_000)}\r\n`
      ]
      for (const text of words) {
        const receiver = yield* loopbackSocket((socket) => socket.once("data", () => socket.end(text)))
        yield* unanswered(receiver.url)
        yield* receiver.closed(1)
      }
    })
  ),

  "where nobody listens there is no answer": Effect.flatMap(closedPort, (port) =>
    unanswered(`http://127.0.0.1:${port}/`)
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

  "receivers that hang hold up no other": Effect.scoped(
    Effect.gen(function* () {
      const called = yield* Queue.unbounded<void>()
      const slow = yield* loopbackSocket((socket) => {
        socket.once("data", () => Queue.offerUnsafe(called, undefined))
      })
      const quick = yield* loopbackReceiver()
      const count = 100
      const waiting = yield* Effect.forkScoped(
        Effect.forEach(Array.from({ length: count }), () => call(slow.url), { concurrency: "unbounded" })
      )
      yield* Effect.forEach(Array.from({ length: count }), () => Queue.take(called), { discard: true })
      for (let round = 0; round < 3; round += 1) assert.strictEqual((yield* call(quick.url)).status, 200)
      assert.isUndefined(waiting.pollUnsafe(), "they hang still")
      yield* Fiber.interrupt(waiting)
    })
  ),

  "an interrupted call gives up its connection, and no other": Effect.scoped(
    Effect.gen(function* () {
      const called = yield* Queue.unbounded<() => void>()
      const receiver = yield* loopbackReceiver({
        answer: (response) => Queue.offerUnsafe(called, () => response.end())
      })
      const given = yield* Effect.forkScoped(call(receiver.url))
      yield* Queue.take(called)
      const other = yield* Effect.forkScoped(call(receiver.url))
      const answer = yield* Queue.take(called)
      yield* Fiber.interrupt(given)
      yield* receiver.closed(1)
      answer()
      assert.strictEqual((yield* Fiber.join(other)).status, 200)
      assert.strictEqual(receiver.connections(), 2)
    })
  )
} satisfies Checks<WebhookTransport>

/** Proves a `WebhookTransport` that lets calls reach this machine against the promises of its port. */
export const webhookTransportSuite = (name: string, layer: Layer.Layer<WebhookTransport, unknown>): void =>
  suiteOf<WebhookTransport>("webhook transport", webhookTransportChecks)(name, layer)
