import { Clock, Effect, Option, Result } from "effect"
import { type Instant, millisPerSecond } from "../../kernel/time/Instant.ts"
import { WallClock } from "../../kernel/time/WallClock.ts"
import { tracedPort } from "../../kernel/trace/Tracing.ts"
import { Settings } from "../settings/Settings.ts"
import type { DeliveryAttempt } from "./WebhookDelivery.ts"
import { type SigningKeys, signatureHeaders } from "./WebhookSignature.ts"
import {
  type WebhookAnswer,
  type WebhookHeldBack,
  type WebhookRequest,
  WebhookTransport,
  WebhookUnanswered
} from "./WebhookTransport.ts"
import { checkWebhookUrl } from "./WebhookUrl.ts"

/** Why an attempt failed, and what follows from it. */
export interface AttemptFault {
  readonly error: string
  /** The reason for operators, with more detail. */
  readonly detail: string
  /** The receiver wants no more events. */
  readonly isGone: boolean
  /** No answer came: a slow or unreachable receiver gets no concurrent attempts. */
  readonly isUnanswered: boolean
  /** The delay the receiver asked for. */
  readonly retryAfterMillis: Option.Option<number>
}

/** The result of one attempt; it succeeded if there is no fault. */
export interface CallOutcome {
  readonly attempt: DeliveryAttempt
  readonly fault: AttemptFault | undefined
}

/**
 * Attempts at a receiver. One is signed, sent and judged; the port limits its time and memory. It fails only if nothing
 * could be sent now. The URL is checked again, because it may have been registered under other rules.
 */
export const makeWebhookCall = Effect.gen(function* () {
  const { webhook } = yield* Settings
  const { callTimeoutMillis } = webhook
  const transport = yield* Effect.flatMap(WebhookTransport, (port) => tracedPort("webhook", port))
  const wallClock = yield* WallClock
  // A domain clock that is moved ahead must not count as response time.
  const tooLate = Effect.andThen(
    wallClock.sleep(callTimeoutMillis),
    new WebhookUnanswered({ reason: `no answer within ${callTimeoutMillis} ms` })
  )

  return ({ keys, url }: { readonly url: string; readonly keys: SigningKeys }) => {
    // What holds for all calls of a receiver is found out once.
    const checked = checkWebhookUrl(url, webhook)
    const sent = (request: WebhookRequest) =>
      Result.isFailure(checked)
        ? Effect.fail(new WebhookUnanswered({ reason: `the URL ${checked.failure}` }))
        : Effect.raceFirst(transport.send(request), tooLate)

    return Effect.fnUntraced(function* ({
      body,
      eventId
    }: {
      readonly eventId: string
      readonly body: string
    }): Effect.fn.Return<CallOutcome, WebhookHeldBack> {
      const startedAt = yield* wallClock.now
      const timestampSeconds = Math.floor(startedAt / millisPerSecond)
      const headers = {
        "content-type": "application/json",
        "user-agent": "Quittance-Webhooks/1",
        ...signatureHeaders(keys, { id: eventId, timestampSeconds, body })
      }
      const answer = yield* sent({ url, headers, body }).pipe(
        Effect.map((given): Result.Result<WebhookAnswer, WebhookUnanswered> => Result.succeed(given)),
        Effect.catchTag("WebhookUnanswered", (failure) => Effect.succeed(Result.fail(failure)))
      )
      const endedAt = yield* wallClock.now
      const fault = faultOf(answer, endedAt)
      const attempt: DeliveryAttempt = {
        at: yield* Clock.currentTimeMillis,
        url,
        responseCode: Result.isSuccess(answer) ? Option.some(answer.success.status) : Option.none(),
        responseMillis: Math.max(0, endedAt - startedAt),
        responseStart: Result.isSuccess(answer) ? Option.some(answer.success.bodyStart) : Option.none(),
        error: Option.fromUndefinedOr(fault?.error)
      }
      return { attempt, fault }
    })
  }
})

/** Statuses that redirect to another URL. */
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

const faultOf = (
  answer: Result.Result<WebhookAnswer, WebhookUnanswered>,
  now: Instant
): AttemptFault | undefined => {
  if (Result.isFailure(answer)) {
    const { detail, reason: error } = answer.failure
    return {
      error,
      detail: detail ?? error,
      isGone: false,
      isUnanswered: true,
      retryAfterMillis: Option.none()
    }
  }
  const { retryAfter, status } = answer.success
  if (status >= 200 && status < 300) return undefined
  const mayAskToWait = status === 429 || status === 503
  const error = `the receiver answered ${status}${redirectStatuses.has(status) ? ": redirects are not followed" : ""}`
  return {
    error,
    detail: error,
    isGone: status === 410,
    isUnanswered: false,
    retryAfterMillis: mayAskToWait ? Option.flatMap(retryAfter, (text) => waitOf(text, now)) : Option.none()
  }
}

/** RFC 9110, 10.2.3: seconds or a date. */
const waitOf = (text: string, now: Instant): Option.Option<number> => {
  if (/^\s*\d+\s*$/.test(text)) return Option.some(Number(text) * millisPerSecond)
  const at = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? Option.none() : Option.some(Math.max(0, at - now))
}
