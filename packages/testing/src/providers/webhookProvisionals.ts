import { assert } from "@effect/vitest"
import type { WebhookTransport } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { Checks } from "../Suite.ts"
import { loopbackSocket } from "./LoopbackReceiver.ts"
import { answeringWith, provisionalAnswers, repeatingWithoutEnd } from "./provisionalAnswers.ts"
import { call, unanswered } from "./webhookCalls.ts"

const answer = "HTTP/1.1 202 Accepted\r\nContent-Length: 2\r\nRetry-After: 7\r\n\r\nok"

/** Provisional answers (1xx) are no answers, and the answer after them counts. */
export const webhookProvisionalChecks = {
  "the answer after any provisional ones is the answer, and its connection is good for the next call":
    Effect.scoped(
      Effect.forEach(
        Object.entries(provisionalAnswers),
        ([name, provisional]) =>
          Effect.gen(function* () {
            for (const pace of ["at once", "byte by byte"] as const) {
              const receiver = yield* loopbackSocket(answeringWith(provisional + answer, pace))
              for (const _ of [1, 2])
                assert.deepStrictEqual(
                  yield* call(receiver.url),
                  { status: 202, retryAfter: Option.some("7"), bodyStart: "ok" },
                  `${name} ${pace}`
                )
            }
          }),
        { discard: true }
      )
    ),

  "a body that looks like a provisional answer is a body": Effect.scoped(
    Effect.gen(function* () {
      const body = provisionalAnswers.several ?? ""
      const whole = `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`
      for (const pace of ["at once", "byte by byte"] as const) {
        const receiver = yield* loopbackSocket(answeringWith(whole, pace))
        assert.strictEqual((yield* call(receiver.url)).bodyStart, body)
      }
    })
  ),

  "provisional answers without end are given up": Effect.scoped(
    Effect.forEach(
      [
        "HTTP/1.1 100 Continue\r\n\r\n",
        "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n",
        "HTTP/1.1 100 C\r\nX: "
      ],
      (provisional) =>
        Effect.gen(function* () {
          const receiver = yield* loopbackSocket(repeatingWithoutEnd(provisional))
          yield* unanswered(receiver.url)
          yield* receiver.closed(1)
        }),
      { discard: true }
    )
  ),

  "an end after a provisional answer is no answer": Effect.scoped(
    Effect.forEach(
      [
        "HTTP/1.1 100 Continue\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n",
        "HTTP/1.1 1",
        "HTTP/1.1 103 Hints\r\n\r\nHTTP"
      ],
      (text) =>
        Effect.gen(function* () {
          const receiver = yield* loopbackSocket((socket) => socket.once("data", () => socket.end(text)))
          yield* unanswered(receiver.url)
          yield* receiver.closed(1)
        }),
      { discard: true }
    )
  )
} satisfies Checks<WebhookTransport>
