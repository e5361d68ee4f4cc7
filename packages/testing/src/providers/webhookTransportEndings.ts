import type { Socket } from "node:net"
import { assert } from "@effect/vitest"
import { receiverUnreachable, type WebhookTransport } from "@quittance/core/adapter"
import { Effect, Fiber, Option, Queue } from "effect"
import { TestClock } from "effect/testing"
import type { Checks } from "../Suite.ts"
import { closedPort, loopbackReceiver, loopbackSocket } from "./LoopbackReceiver.ts"
import { call, keptBytesMax, unanswered } from "./webhookCalls.ts"

/** Whatever its receiver does, a call ends in bounded time and memory, and delays no other. */

/** Receivers that never finish. */
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

/** A receiver that takes a call, says its first words, and then its next words again and again. */
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

export const webhookEndingChecks = {
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

  "where no connection comes about one reason is told, whatever it was": Effect.scoped(
    Effect.gen(function* () {
      const noTls = yield* loopbackReceiver()
      const reasons = yield* Effect.forEach(
        [
          `http://127.0.0.1:${yield* closedPort}/`,
          `https://127.0.0.1:${noTls.port}/`,
          `http://nobody.invalid:${noTls.port}/`,
          // Where this machine itself would answer.
          `http://0.0.0.0:${noTls.port}/`
        ],
        unanswered
      )
      for (const reason of reasons) assert.strictEqual(reason, receiverUnreachable)
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
      assert.lengthOf(receiver.received, 2)
    })
  )
} satisfies Checks<WebhookTransport>
