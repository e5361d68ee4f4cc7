import { Option } from "effect"
import type {
  DeliveryAttempt,
  WebhookDeliveryCommand,
  WebhookDeliveryOrder
} from "../../../src/concepts/webhook/WebhookDelivery.ts"
import type {
  WebhookEndpointCommand,
  WebhookOrder,
  WebhookTarget
} from "../../../src/concepts/webhook/WebhookEndpoint.ts"
import { millisPerDay } from "../../../src/kernel/time/Instant.ts"

export const start = 1_772_000_000_000
export const failingMillisMax = 5 * millisPerDay

export const endpointOrder: WebhookOrder = {
  id: "whk_1",
  partnerId: "prt_1",
  family: "fiat",
  createdAt: start
}

export const target: WebhookTarget = { url: "https://example.com/hook", events: [] }
export const otherUrl = "https://example.org/hook"

/** One command of every tag, given an instant. */
export const endpointCommandsAt = (
  at: number
): {
  readonly [Tag in WebhookEndpointCommand["_tag"]]: Extract<WebhookEndpointCommand, { readonly _tag: Tag }>
} => ({
  Register: { _tag: "Register", order: endpointOrder, target, sealedSecret: "sealed 1", switch: "enabled" },
  Change: { _tag: "Change", target: { url: otherUrl }, switch: Option.none(), at },
  RotateSecret: { _tag: "RotateSecret", sealedSecret: "sealed 2", signsUntil: at + millisPerDay, at },
  NoteSuccess: { _tag: "NoteSuccess", at },
  NoteFailure: { _tag: "NoteFailure", failingMillisMax, at },
  NoteGone: { _tag: "NoteGone", at },
  Delete: { _tag: "Delete", at }
})

export const deliveryOrder: WebhookDeliveryOrder = {
  id: "dlv_1",
  partnerId: "prt_1",
  endpointId: endpointOrder.id,
  eventId: "evt_1",
  type: "invoice.paid",
  createdAt: start
}

/** An attempt that ended with this status; without an answer when there is none. */
export const attemptOf = (at: number, status: number | undefined, url = target.url): DeliveryAttempt => ({
  at,
  url,
  responseCode: Option.fromUndefinedOr(status),
  responseMillis: 25,
  responseStart: status === undefined ? Option.none() : Option.some("an answer"),
  error: status !== undefined && status < 300 ? Option.none() : Option.some("it failed")
})

/** One command of every tag, given an instant; a failure is tried again a second later. */
export const deliveryCommandsAt = (
  at: number
): {
  readonly [Tag in WebhookDeliveryCommand["_tag"]]: Extract<WebhookDeliveryCommand, { readonly _tag: Tag }>
} => ({
  Schedule: { _tag: "Schedule", order: deliveryOrder, url: target.url },
  Succeed: { _tag: "Succeed", attempt: attemptOf(at, 200) },
  Fail: { _tag: "Fail", attempt: attemptOf(at, 500), error: "it failed", retryAt: Option.some(at + 1000) },
  GiveUp: { _tag: "GiveUp", reason: "the webhook was deleted", at },
  Cancel: { _tag: "Cancel", reason: "the webhook no longer subscribes to this event", at },
  Redeliver: { _tag: "Redeliver", at }
})
