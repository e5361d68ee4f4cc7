import { Option, Result, Schema } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import type { Decider, Transitions } from "../../kernel/machine/Decider.ts"
import { invariant } from "../../kernel/machine/invariant.ts"
import type { WebhookMessage } from "../../kernel/outbox/WebhookMessage.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import type { WebhookEndpointId } from "./WebhookEndpoint.ts"
import type { WebhookEventType } from "./WebhookEvents.ts"
import type { WebhookRecipient } from "./WebhookRecipient.ts"

/**
 * A delivery: one event on its way to one endpoint, at least once.
 *
 * It waits until it is due. The holder of its endpoint's lease attempts it. It waits again until an attempt
 * is answered with 2xx or the schedule is used up. A crash during an attempt leaves it waiting: the attempt
 * is made again, with the same event id. A redelivery restarts the schedule.
 *
 *     absent → pending ⇄ delivered
 *                 ⇅
 *              failed, cancelled
 */

/** `dlv_` and a UUIDv7 without dashes. */
export type WebhookDeliveryId = string

/** Fixed when the event is fanned out. */
export interface WebhookDeliveryOrder {
  readonly id: WebhookDeliveryId
  readonly partnerId: PartnerId
  readonly endpointId: WebhookEndpointId
  /** The id that the receiver sees, on every attempt. */
  readonly eventId: string
  readonly type: WebhookEventType
  readonly createdAt: Instant
}

/** The result of one attempt. */
export interface DeliveryAttempt {
  readonly at: Instant
  /** The URL that was called. */
  readonly url: string
  /** None if no answer came. */
  readonly responseCode: Option.Option<number>
  readonly responseMillis: number
  /** The first 2 KiB of the answer. */
  readonly responseStart: Option.Option<string>
  /** Why it failed; none after a 2xx. */
  readonly error: Option.Option<string>
}

/** Together with the last attempt, this covers two complete schedules of a live deployment. */
export const earlierAttemptsMax = 19

interface Recorded {
  readonly order: WebhookDeliveryOrder
  /** Attempts with a known result. */
  readonly attempts: number
  /** How many of them were before the last redelivery: the schedule counts from there. */
  readonly attemptsBefore: number
  /** The URL of the last attempt, or of the next one. */
  readonly url: string
  readonly lastAttempt: Option.Option<DeliveryAttempt>
  /**
   * The attempts before the last one, oldest first, at most `earlierAttemptsMax`. Attempts recorded by a
   * version that kept only the last one are missing.
   */
  readonly earlierAttempts: ReadonlyArray<DeliveryAttempt>
  /** Why it failed, or why the last attempt did. */
  readonly error: Option.Option<string>
  readonly updatedAt: Instant
}

/** Waits for `dueAt`, or is being attempted now. */
export interface PendingDelivery extends Recorded {
  readonly _tag: "pending"
  readonly dueAt: Instant
}

export type WebhookDeliveryState =
  | { readonly _tag: "absent" }
  | PendingDelivery
  | ({ readonly _tag: "delivered"; readonly deliveredAt: Instant } & Recorded)
  /** Given up: the schedule is used up, or the endpoint is not enabled any more. */
  | ({ readonly _tag: "failed" } & Recorded)
  /** Called off: the endpoint no longer subscribes to its event. */
  | ({ readonly _tag: "cancelled" } & Recorded)

/** A delivery that exists. */
export type RecordedDelivery = Exclude<WebhookDeliveryState, { readonly _tag: "absent" }>
export type DeliveryStatus = RecordedDelivery["_tag"]

export const deliveryStatuses = [
  "pending",
  "delivered",
  "failed",
  "cancelled"
] as const satisfies ReadonlyArray<DeliveryStatus>

export type WebhookDeliveryCommand =
  | { readonly _tag: "Schedule"; readonly order: WebhookDeliveryOrder; readonly url: string }
  /** An attempt was answered with 2xx. */
  | { readonly _tag: "Succeed"; readonly attempt: DeliveryAttempt }
  /** An attempt failed; the next one is at `retryAt`, or there is none. */
  | {
      readonly _tag: "Fail"
      readonly attempt: DeliveryAttempt
      readonly error: string
      readonly retryAt: Option.Option<Instant>
    }
  /** Its endpoint is not enabled any more. */
  | { readonly _tag: "GiveUp"; readonly reason: string; readonly at: Instant }
  /** Its endpoint no longer subscribes to its event. */
  | { readonly _tag: "Cancel"; readonly reason: string; readonly at: Instant }
  | { readonly _tag: "Redeliver"; readonly at: Instant }

export type WebhookDeliveryEvent =
  | { readonly _tag: "DeliveryScheduled"; readonly order: WebhookDeliveryOrder; readonly url: string }
  | { readonly _tag: "DeliverySucceeded"; readonly attempt: DeliveryAttempt }
  | {
      readonly _tag: "DeliveryAttemptFailed"
      readonly attempt: DeliveryAttempt
      readonly error: string
      readonly retryAt: Instant
    }
  /** The last attempt of the schedule. */
  | { readonly _tag: "DeliveryFailed"; readonly attempt: DeliveryAttempt; readonly error: string }
  | { readonly _tag: "DeliveryGivenUp"; readonly reason: string; readonly at: Instant }
  | { readonly _tag: "DeliveryCancelled"; readonly reason: string; readonly at: Instant }
  | { readonly _tag: "RedeliveryRequested"; readonly at: Instant }

/** This state does not allow the command. */
export class WebhookDeliveryCommandRefused extends Schema.TaggedError<WebhookDeliveryCommandRefused>()(
  "WebhookDeliveryCommandRefused",
  { from: Schema.String, command: Schema.String }
) {
  get code() {
    return "webhook_delivery_command_refused" as const
  }
}

export const webhookDeliveryTransitions = {
  absent: { Schedule: ["pending"] },
  pending: {
    Succeed: ["delivered"],
    Fail: ["pending", "failed"],
    GiveUp: ["failed"],
    Cancel: ["cancelled"],
    Redeliver: ["pending"]
  },
  delivered: { GiveUp: ["delivered"], Cancel: ["delivered"], Redeliver: ["pending"] },
  failed: { GiveUp: ["failed"], Cancel: ["failed"], Redeliver: ["pending"] },
  cancelled: { GiveUp: ["cancelled"], Cancel: ["cancelled"], Redeliver: ["pending"] }
} as const satisfies Transitions<WebhookDeliveryState["_tag"], WebhookDeliveryCommand["_tag"]>

type Decision = Result.Result<ReadonlyArray<WebhookDeliveryEvent>, WebhookDeliveryCommandRefused>

const accept = (...events: ReadonlyArray<WebhookDeliveryEvent>): Decision => Result.succeed(events)

const decide = (state: WebhookDeliveryState, command: WebhookDeliveryCommand): Decision => {
  const refuse = (): Decision =>
    Result.fail(new WebhookDeliveryCommandRefused({ from: state._tag, command: command._tag }))
  if (command._tag === "Schedule") {
    const { order, url } = command
    return state._tag === "absent" ? accept({ _tag: "DeliveryScheduled", order, url }) : refuse()
  }
  if (state._tag === "absent") return refuse()
  switch (command._tag) {
    case "Succeed":
      return state._tag === "pending"
        ? accept({ _tag: "DeliverySucceeded", attempt: command.attempt })
        : refuse()
    case "Fail": {
      if (state._tag !== "pending") return refuse()
      const { attempt, error, retryAt } = command
      return Option.isSome(retryAt)
        ? accept({ _tag: "DeliveryAttemptFailed", attempt, error, retryAt: retryAt.value })
        : accept({ _tag: "DeliveryFailed", attempt, error })
    }
    case "GiveUp":
      return state._tag === "pending"
        ? accept({ _tag: "DeliveryGivenUp", reason: command.reason, at: command.at })
        : accept()
    case "Cancel":
      return state._tag === "pending"
        ? accept({ _tag: "DeliveryCancelled", reason: command.reason, at: command.at })
        : accept()
    case "Redeliver":
      return accept({ _tag: "RedeliveryRequested", at: command.at })
  }
}

const evolve = (state: WebhookDeliveryState, event: WebhookDeliveryEvent): WebhookDeliveryState => {
  if (event._tag === "DeliveryScheduled") {
    invariant(state._tag === "absent", "a delivery is scheduled once")
    const { order, url } = event
    return {
      _tag: "pending",
      order,
      url,
      dueAt: order.createdAt,
      attempts: 0,
      attemptsBefore: 0,
      lastAttempt: Option.none(),
      earlierAttempts: [],
      error: Option.none(),
      updatedAt: order.createdAt
    }
  }
  invariant(state._tag !== "absent", `${event._tag} needs a delivery`)
  const { attempts, attemptsBefore, earlierAttempts, error, lastAttempt, order, url } = state
  const recorded = { order, attempts, attemptsBefore, url, lastAttempt, earlierAttempts, error }
  const attempted = (attempt: DeliveryAttempt, fault: Option.Option<string>): Recorded => ({
    ...recorded,
    attempts: attempts + 1,
    url: attempt.url,
    lastAttempt: Option.some(attempt),
    earlierAttempts: Option.match(lastAttempt, {
      onNone: () => earlierAttempts,
      onSome: (last) => [...earlierAttempts, last].slice(-earlierAttemptsMax)
    }),
    error: fault,
    updatedAt: attempt.at
  })
  switch (event._tag) {
    case "DeliverySucceeded":
      return { _tag: "delivered", ...attempted(event.attempt, Option.none()), deliveredAt: event.attempt.at }
    case "DeliveryAttemptFailed":
      return { _tag: "pending", ...attempted(event.attempt, Option.some(event.error)), dueAt: event.retryAt }
    case "DeliveryFailed":
      return { _tag: "failed", ...attempted(event.attempt, Option.some(event.error)) }
    case "DeliveryGivenUp":
      return { _tag: "failed", ...recorded, error: Option.some(event.reason), updatedAt: event.at }
    case "DeliveryCancelled":
      return { _tag: "cancelled", ...recorded, error: Option.some(event.reason), updatedAt: event.at }
    case "RedeliveryRequested":
      return {
        _tag: "pending",
        ...recorded,
        attemptsBefore: attempts,
        error: Option.none(),
        dueAt: event.at,
        updatedAt: event.at
      }
  }
}

export const WebhookDelivery: Decider<
  WebhookDeliveryState,
  WebhookDeliveryCommand,
  WebhookDeliveryEvent,
  WebhookDeliveryCommandRefused
> = { initial: { _tag: "absent" }, decide, evolve }

/** A delivery after an allowed command. */
export const deliveryAfter = (
  state: WebhookDeliveryState,
  command: WebhookDeliveryCommand
): RecordedDelivery => {
  const events = decide(state, command)
  invariant(Result.isSuccess(events), `${command._tag} is possible for a delivery that is ${state._tag}`)
  return recordedDelivery(events.success.reduce(evolve, state))
}

/** The first state of the delivery of a message. */
export const scheduledDelivery = (
  id: WebhookDeliveryId,
  message: Omit<WebhookMessage, "body">,
  { endpointId, url }: WebhookRecipient,
  createdAt: Instant
): RecordedDelivery => {
  const { id: eventId, partnerId, type } = message
  const order = { id, partnerId, endpointId, eventId, type, createdAt }
  return deliveryAfter(WebhookDelivery.initial, { _tag: "Schedule", order, url })
}

/** The known attempts, oldest first, numbered from 1. */
export const knownAttempts = ({
  attempts,
  earlierAttempts,
  lastAttempt
}: RecordedDelivery): ReadonlyArray<DeliveryAttempt & { readonly number: number }> => {
  const known = [...earlierAttempts, ...Option.toArray(lastAttempt)]
  return known.map((attempt, index) => ({ ...attempt, number: attempts - known.length + 1 + index }))
}

/** A delivery that has been loaded or just scheduled exists. */
export const recordedDelivery = (state: WebhookDeliveryState): RecordedDelivery => {
  invariant(state._tag !== "absent", "a recorded delivery is never absent again")
  return state
}

declare module "../../kernel/ports/Store.ts" {
  interface StatesByConcept {
    readonly WebhookDelivery: RecordedDelivery
  }
  interface EventsByConcept {
    readonly WebhookDelivery: WebhookDeliveryEvent
  }
}
