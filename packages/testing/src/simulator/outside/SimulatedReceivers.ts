import { type WebhookAnswer, WebhookTransport, WebhookUnanswered } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { Process, World } from "../World.ts"

/** The fate of one message at all receivers together. */
interface Received {
  readonly body: string
  callCount: number
  /** The URLs that accepted it. */
  readonly takenAt: Set<string>
}

/** Receivers of webhooks that fail, are away, answer late or never, and sometimes want no more. */
export class SimulatedReceivers {
  readonly #world: World
  readonly #received = new Map<string, Received>()

  constructor(world: World) {
    this.#world = world
  }

  /** Whether a message was ever answered with 2xx there. The caller may not have heard the answer. */
  hasTaken(messageId: string, url: string): boolean {
    return this.#received.get(messageId)?.takenAt.has(url) === true
  }

  /** How often a message came, to any receiver. */
  callCountOf(messageId: string): number {
    return this.#received.get(messageId)?.callCount ?? 0
  }

  /** The bytes that came under this id. */
  bodyOf(messageId: string): string | undefined {
    return this.#received.get(messageId)?.body
  }

  /** The port, as one process reaches it. */
  portFor(process: Process): WebhookTransport["Service"] {
    return WebhookTransport.of({
      send: ({ body, headers, url }) =>
        Effect.flatMap(
          this.#world.call(
            process,
            "receiver.send",
            Effect.sync(() => this.#take(headers["webhook-id"] ?? "", url, body))
          ),
          ({ afterMillis, answer }) =>
            Effect.andThen(
              afterMillis === 0 ? Effect.void : Effect.sleep(afterMillis),
              answer === "unanswered"
                ? Effect.fail(new WebhookUnanswered({ reason: "the connection was closed" }))
                : Effect.succeed(answer)
            )
        )
    })
  }

  #take(
    id: string,
    url: string,
    body: string
  ): { readonly answer: WebhookAnswer | "unanswered"; readonly afterMillis: number } {
    const received = this.#received.get(id) ?? { body, callCount: 0, takenAt: new Set() }
    this.#received.set(id, received)
    received.callCount += 1
    if (received.body !== body) this.#world.faults.push(`${id} was sent with other bytes the second time`)
    const status = this.#world.isCalm
      ? 200
      : this.#world.chance.oneOf([200, 200, 200, 204, 500, 429, 301, 0, 0])
    if (status >= 200 && status < 300) received.takenAt.add(url)
    // Longer than the dispatcher waits, at times: then it was taken and nobody knows.
    const afterMillis =
      !this.#world.isCalm && this.#world.chance.happens(0.15)
        ? this.#world.chance.millisUpTo(slowMillisMax)
        : 0
    if (status === 0) return { answer: "unanswered", afterMillis }
    const isGone = !this.#world.isCalm && this.#world.chance.happens(0.01)
    const retryAfter = status === 429 ? Option.some(String(this.#world.chance.below(300))) : Option.none()
    return { answer: { status: isGone ? 410 : status, retryAfter, bodyStart: "" }, afterMillis }
  }
}

const slowMillisMax = 60_000
