import { describe, it } from "@effect/vitest"
import {
  type WebhookAnswer,
  type WebhookRequest,
  WebhookTransport,
  WebhookUnanswered
} from "@quittance/core/adapter"
import { webhookTransportChecks as checks } from "@quittance/testing"
import { Effect, Layer, Option } from "effect"
import { breaks } from "./BrokenProvider.ts"

/** The suite of webhook transports can fail: each transport here breaks one promise, and its check must die on it. */

interface Manner {
  /** As the call is made. */
  readonly request?: (request: WebhookRequest) => RequestInit
  /** How much of a body is read at most. */
  readonly readBytesMax?: number
  /** How long an answer is waited for and read. */
  readonly millisMax?: number
  readonly answer?: (answer: WebhookAnswer, bytes: Buffer) => WebhookAnswer
  readonly breaksOff?: "counts" | "fails"
  readonly reason?: (cause: unknown) => string
}

const millisMax = 500

const wholeCharacters = (bytes: Uint8Array): string => new TextDecoder().decode(bytes, { stream: true })

const kept = (bytes: Uint8Array): string =>
  wholeCharacters(
    Buffer.from(wholeCharacters(bytes.subarray(0, 2_048)).replaceAll("\0", "")).subarray(0, 2_048)
  )

/** What a body begins with, by `fetch`. */
const beginningOf = async (response: Response, { breaksOff = "counts", readBytesMax = 2_048 }: Manner) => {
  const pieces: Array<Uint8Array> = []
  let size = 0
  try {
    for await (const piece of response.body ?? []) {
      pieces.push(piece)
      size += piece.length
      if (size > readBytesMax) break
    }
  } catch (cause) {
    if (breaksOff === "fails") throw cause
  }
  return Buffer.concat(pieces)
}

/** A transport in this manner, otherwise as `fetch` makes it: without any guard of addresses. */
const transport = (manner: Manner = {}) => {
  const call = async (request: WebhookRequest, signal: AbortSignal): Promise<WebhookAnswer> => {
    const { body, headers, url } = request
    const response = await fetch(url, {
      method: "POST",
      redirect: "manual",
      headers,
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(manner.millisMax ?? millisMax)]),
      ...manner.request?.(request)
    })
    const bytes = await beginningOf(response, manner)
    const retryAfter = Option.fromNullOr(response.headers.get("retry-after"))
    const answer = { status: response.status, retryAfter, bodyStart: kept(bytes) }
    return manner.answer?.(answer, bytes) ?? answer
  }
  return Layer.succeed(WebhookTransport, {
    send: (request) =>
      Effect.tryPromise({
        try: (signal) => call(request, signal),
        catch: (cause) =>
          new WebhookUnanswered({ reason: manner.reason?.(cause) ?? "no answer within 0.5 s" })
      })
  })
}

describe("a webhook transport that", () => {
  const guard = "an address that is not public is not called, though it leads to where somebody listens"
  const oneReason = "where no connection comes about one reason is told, whatever it was"
  const after100 = [
    "the answer after any provisional ones is the answer, and its connection is good for the next call",
    "a body that looks like a provisional answer is a body"
  ] as const
  // Or what the others die on might be what they have in common.
  for (const [proof, check] of Object.entries(checks))
    if (![guard, oneReason, ...after100].includes(proof))
      it.effect(`breaks nothing keeps this: ${proof}`, () => Effect.provide(check, transport()))

  breaks(
    "parses the body and serialises it again",
    transport({ request: ({ body }) => ({ body: body === "" ? "" : JSON.stringify(JSON.parse(body)) }) }),
    checks["body and headers arrive to the byte, in one POST"]
  )
  breaks(
    "leaves headers out",
    transport({ request: () => ({ headers: {} }) }),
    checks["body and headers arrive to the byte, in one POST"]
  )
  breaks(
    "takes an error for no answer",
    transport({
      answer: (answer) => {
        if (answer.status >= 400) throw new Error("an error")
        return answer
      }
    }),
    checks["every status is an answer"],
    checks["Retry-After is handed on as it came"]
  )
  breaks(
    "reads Retry-After as a number",
    transport({
      answer: (answer) => ({
        ...answer,
        retryAfter: Option.map(answer.retryAfter, (text) => `${Number(text)}`)
      })
    }),
    checks["Retry-After is handed on as it came"]
  )
  breaks(
    "follows redirects",
    transport({ request: () => ({ redirect: "follow" }) }),
    checks["a redirect is an answer and is not followed"]
  )
  breaks(
    "cuts characters",
    transport({
      answer: (answer, bytes) => ({ ...answer, bodyStart: bytes.subarray(0, 2_048).toString() })
    }),
    checks["what an answer begins with is kept, in whole characters, at most 2 KiB"]
  )
  breaks(
    "keeps NUL",
    transport({
      answer: (answer, bytes) => ({ ...answer, bodyStart: answer.bodyStart && bytes.toString() })
    }),
    checks["what an answer begins with is kept, in whole characters, at most 2 KiB"]
  )
  breaks(
    "keeps what is no UTF-8 as longer text",
    transport({
      answer: (answer, bytes) => ({
        ...answer,
        bodyStart: wholeCharacters(bytes.subarray(0, 2_048)).replaceAll("\0", "")
      })
    }),
    checks["what an answer begins with is kept, in whole characters, at most 2 KiB"]
  )
  breaks(
    "reads on",
    // On a busy machine half a second is too short to read too much.
    transport({ readBytesMax: 64 * 1024 ** 2, millisMax: 30_000 }),
    checks["an answer without end is read no further than it is kept, give or take a buffer"]
  )
  breaks(
    "forgets the status of an answer that breaks off",
    transport({ breaksOff: "fails" }),
    checks["an answer whose body never ends, or breaks off, counts by its status"]
  )
  breaks(
    "tells a partner what it should not",
    transport({ reason: (cause) => (cause instanceof Error ? (cause.stack ?? "") : "") }),
    checks[oneReason],
    checks["what is no URL of the web is not called"]
  )
  breaks(
    "says that a receiver is slow, and nothing more",
    transport({ reason: () => "slow" }),
    checks["receivers that never come to an end are given up"]
  )
  breaks("calls whatever address", transport(), checks[guard])
  breaks("gives up at 100, as `fetch` does", transport(), ...after100.map((proof) => checks[proof]))
  breaks(
    "tells which addresses are there and which are not",
    transport({ reason: (cause) => `no answer: ${cause instanceof Error ? cause.name : "none"}` }),
    checks[oneReason]
  )
})
