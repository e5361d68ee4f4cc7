import { Clock, Effect, Option } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { type Instant, millisPerHour, millisPerMinute } from "../../kernel/time/Instant.ts"
import { raiseAlert } from "../../kernel/work/Alert.ts"
import { Settings } from "../settings/Settings.ts"
import type { RegisteredEndpoint, WebhookEndpointId } from "./WebhookEndpoint.ts"
import { WebhookReader } from "./WebhookReader.ts"
import { loggedUrl } from "./WebhookUrl.ts"

/** A receiver that has answered nothing for this long is failing for other reasons than load. */
const failingMillisMin = 10 * millisPerMinute

/**
 * What happens to one more delivery to an endpoint. If the endpoint has used its share of the backlog and
 * answers now and then, the message waits in the outbox: nothing is lost, and the backlog grows by one row
 * per message. An endpoint that only fails would block all others of its partner, so its delivery is given up
 * at once and can be redelivered from the log.
 */
type Passage = "deliver" | "wait" | "giveUp"

const overflowOf = ({ failingSince }: RegisteredEndpoint, now: Instant): Passage =>
  Option.exists(failingSince, (since) => now - since >= failingMillisMin) ? "giveUp" : "wait"

const alertMillis = millisPerHour

/** The waiting deliveries of a partner's endpoints, while deliveries are added. */
export interface Backlog {
  /** Counts the delivery if the result is `deliver`. */
  readonly passageOf: (endpoint: RegisteredEndpoint) => Passage
  /** Whether an endpoint was found to have used its share. */
  readonly isFull: () => boolean
  /** Whether it is shared by exactly these endpoints. */
  readonly isOf: (takers: ReadonlyArray<RegisteredEndpoint>) => boolean
  /** Alerts operators of endpoints that have used their share, each at most once an hour. */
  readonly alert: Effect.Effect<void>
}

/** Why a delivery was given up before its first attempt. */
export const backlogFull =
  "not sent: too many deliveries already wait for this receiver, and it only fails; redeliver this one when it answers again"

/** The current backlog of a partner. Its limit is shared evenly by the endpoints that take deliveries. */
export const makeWebhookBacklog = Effect.gen(function* () {
  const { backlogMax } = (yield* Settings).webhook
  const reader = yield* WebhookReader
  const alertedAt = new Map<WebhookEndpointId, Instant>()

  return Effect.fnUntraced(function* (partnerId: PartnerId, takers: ReadonlyArray<RegisteredEndpoint>) {
    const now = yield* Clock.currentTimeMillis
    const pending = new Map(yield* reader.backlog(partnerId))
    const share = Math.max(1, Math.floor(backlogMax / Math.max(1, takers.length)))
    const full = new Map<WebhookEndpointId, RegisteredEndpoint>()
    for (const [id, at] of alertedAt) if (now - at >= alertMillis) alertedAt.delete(id)

    const passageOf = (endpoint: RegisteredEndpoint): Passage => {
      const { id } = endpoint.order
      const waiting = pending.get(id) ?? 0
      if (waiting < share) {
        pending.set(id, waiting + 1)
        return "deliver"
      }
      full.set(id, endpoint)
      return overflowOf(endpoint, now)
    }

    const alert = Effect.suspend(() =>
      Effect.forEach(
        [...full.values()].filter(({ order }) => !alertedAt.has(order.id)),
        (endpoint) => {
          alertedAt.set(endpoint.order.id, now)
          return raiseAlert("webhook.backlog", fullMessage(endpoint, share, overflowOf(endpoint, now)))
        },
        { discard: true }
      )
    )
    const isOf = (others: ReadonlyArray<RegisteredEndpoint>): boolean =>
      others.length === takers.length &&
      others.every(({ order }, index) => order.id === takers[index]?.order.id)

    return { passageOf, isFull: () => full.size > 0, isOf, alert } satisfies Backlog
  })
})

const fullMessage = ({ order, target }: RegisteredEndpoint, share: number, passage: Passage): string => {
  const then =
    passage === "giveUp"
      ? "it only fails, so new ones are given up until it answers again"
      : "events for all webhooks of this partner wait until it has accepted some"
  return `${share} deliveries wait for webhook ${order.id} of partner ${order.partnerId} to ${loggedUrl(target.url)}: ${then}`
}
