import { createHmac } from "node:crypto"
import { WebhookTransport, WebhookUnanswered } from "@quittance/core/adapter"
import { Clock, Context, Effect, Layer, Option } from "effect"

/** The other side of webhooks in tests: receivers by URL that answer by a script, on the test clock. */

/** A call as a receiver got it. */
export interface ReceivedCall {
  readonly url: string
  readonly headers: { readonly [name: string]: string }
  readonly body: string
  readonly at: number
}

/** How a receiver answers one call, after so long. */
export interface Answer {
  /** None: the line is dead. */
  readonly status: number | undefined
  readonly retryAfter?: string
  readonly bodyStart?: string
  readonly afterMillis?: number
}

/** What a receiver makes of a call that it got. */
export type Script = (call: ReceivedCall) => Effect.Effect<Answer>

/** Longer than any timeout. */
const never = Number.POSITIVE_INFINITY

export const ok: Answer = { status: 200 }
export const fails: Answer = { status: 500 }
export const hangs: Answer = { status: 200, afterMillis: never }
export const unreachable: Answer = { status: undefined }

export class Receivers extends Context.Service<
  Receivers,
  {
    /** All calls in the order in which they came. */
    readonly calls: Array<ReceivedCall>
    /** By URL; whoever has none takes everything. */
    readonly scripts: Map<string, Script>
    /** How many calls were open at once at most, by URL; and of all, under the empty name. */
    readonly peaks: Map<string, number>
    readonly open: Map<string, number>
  }
>()("test/Receivers") {}

export const noReceivers = (): Receivers["Service"] => ({
  calls: [],
  scripts: new Map(),
  peaks: new Map(),
  open: new Map()
})

const answered = ({ bodyStart = "", retryAfter, status }: Answer) =>
  status === undefined
    ? Effect.fail(new WebhookUnanswered({ reason: "the connection was refused" }))
    : Effect.succeed({ status, retryAfter: Option.fromUndefinedOr(retryAfter), bodyStart })

/** The port that leads to the receivers, which outlive every process. */
export const transport: Layer.Layer<WebhookTransport, never, Receivers> = Layer.effect(
  WebhookTransport,
  Effect.map(Receivers, ({ calls, open, peaks, scripts }) => {
    const count = (name: string, by: number) => {
      const now = (open.get(name) ?? 0) + by
      open.set(name, now)
      peaks.set(name, Math.max(now, peaks.get(name) ?? 0))
    }
    const during = (url: string, by: number) =>
      Effect.sync(() => {
        count(url, by)
        count("", by)
      })
    return WebhookTransport.of({
      send: (request) =>
        Effect.acquireUseRelease(
          during(request.url, 1),
          Effect.fnUntraced(function* () {
            const call = { ...request, at: yield* Clock.currentTimeMillis }
            calls.push(call)
            const answer = yield* scripts.get(request.url)?.(call) ?? Effect.succeed(ok)
            const { afterMillis = 0 } = answer
            if (afterMillis === never) return yield* Effect.never
            if (afterMillis > 0) yield* Effect.sleep(afterMillis)
            return yield* answered(answer)
          }),
          () => during(request.url, -1)
        )
    })
  })
)

/** From now on the receiver does this with its calls. */
export const follow = (url: string, script: Script) =>
  Effect.map(Receivers, ({ scripts }) => void scripts.set(url, script))

/** From now on the receiver answers so: in this order, and then always with the last. */
export const answer = (url: string, ...answers: readonly [Answer, ...ReadonlyArray<Answer>]) => {
  const left = [...answers]
  return follow(url, () => Effect.sync(() => (left.length > 1 ? left.shift() : left[0]) ?? answers[0]))
}

export const callsTo = (url: string) =>
  Effect.map(Receivers, ({ calls }) => calls.filter((call) => call.url === url))

/** When a receiver was called, in milliseconds since then. */
export const callInstants = (url: string, since: number) =>
  Effect.map(callsTo(url), (calls) => calls.map(({ at }) => at - since))

export const peakOf = (url = "") => Effect.map(Receivers, ({ peaks }) => peaks.get(url) ?? 0)

/** What a body says. */
export interface ReceivedEvent {
  readonly id: string
  readonly object: string
  readonly type: string
  readonly createdAt: string
  readonly version: number
  readonly data: {
    readonly object: { readonly id: string; readonly [field: string]: unknown }
    readonly [name: string]: { readonly [field: string]: unknown } | null
  }
}

export const eventOf = ({ body }: ReceivedCall): ReceivedEvent => JSON.parse(body)

/** The types of all events that a receiver was told, in the order of the calls. */
export const typesAt = (url: string) =>
  Effect.map(callsTo(url), (calls) => calls.map((call) => eventOf(call).type))

/** The key bytes of a secret, as the contract says. */
const keyOf = (secret: string): Uint8Array =>
  secret.startsWith("whsec_") ? Buffer.from(secret.slice(6), "base64") : Buffer.from(secret, "utf8")

/** Which of these secrets signed a call by Standard Webhooks, by their place in the list; a receiver needs only one. */
export const signersOf = ({ body, headers }: ReceivedCall, secrets: ReadonlyArray<string>) => {
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`
  const given = headers["webhook-signature"]?.split(" ") ?? []
  return given.map((signature) =>
    secrets.findIndex(
      (secret) => signature === `v1,${createHmac("sha256", keyOf(secret)).update(signed).digest("base64")}`
    )
  )
}

/** Which of these secrets made `X-Signature`. */
export const bodySignerOf = ({ body, headers }: ReceivedCall, secrets: ReadonlyArray<string>): number =>
  secrets.findIndex(
    (secret) => headers["X-Signature"] === createHmac("sha256", keyOf(secret)).update(body).digest("hex")
  )
