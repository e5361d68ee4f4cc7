import type { SubscribedEvent } from "@quittance/core/adapter"
import { signatureHeaders, WallClock, type WebhookEventType } from "@quittance/core/adapter"
import { Clock, Effect } from "effect"

/** What a receiver on this machine made of an event. */
export interface Relayed {
  /** Undefined if none answered. */
  readonly status: number | undefined
  /** Why none answered; empty if one did. */
  readonly problem: string
  readonly millis: number
}

/** As long as a delivery waits. */
const patienceMillis = 15_000

/** The body that webhooks get, to the byte. */
const bodyOf = ({ createdAt, data, id, type, version }: SubscribedEvent<WebhookEventType>): string =>
  JSON.stringify({ id, object: "event", type, createdAt, version, data })

/** Posts an event as a delivery would, signed with this key; once, whatever the answer is. */
export const relay = Effect.fnUntraced(function* (
  url: string,
  key: Uint8Array,
  event: SubscribedEvent<WebhookEventType>
): Effect.fn.Return<Relayed> {
  const body = bodyOf(event)
  const now = yield* Effect.flatMap(WallClock, (clock) => clock.now)
  const headers = signatureHeaders([key], { id: event.id, timestampSeconds: Math.floor(now / 1_000), body })
  const began = yield* Clock.monotonicTimeNanos
  const answer = yield* Effect.promise(() => post(url, headers, body))
  const millis = Number(((yield* Clock.monotonicTimeNanos) - began) / 1_000_000n)
  return { ...answer, millis }
})

const post = async (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string
): Promise<Omit<Relayed, "millis">> => {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(patienceMillis)
    })
    await response.body?.cancel()
    return { status: response.status, problem: "" }
  } catch (error) {
    return { status: undefined, problem: problemOf(error) }
  }
}

const problemOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED")
    return "nothing listens there"
  // Fetch, 2.9: ports of other protocols are blocked.
  if (cause instanceof Error && cause.message === "bad port")
    return "that port belongs to another protocol: listen on another one"
  if (cause instanceof Error && cause.name === "TimeoutError")
    return `no answer within ${patienceMillis / 1_000} s`
  return cause instanceof Error ? cause.message : String(cause)
}
