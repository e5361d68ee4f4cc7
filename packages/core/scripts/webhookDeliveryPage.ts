import {
  type WebhookDeliveryCommand,
  type WebhookDeliveryState,
  webhookDeliveryTransitions
} from "../src/concepts/webhook/WebhookDelivery.ts"
import type { MachinePage } from "./renderMachine.ts"

export const webhookDeliveryPage: MachinePage<WebhookDeliveryState["_tag"], WebhookDeliveryCommand["_tag"]> =
  {
    title: "Webhook delivery",
    source: "packages/core/src/concepts/webhook/WebhookDelivery.ts",
    around: [
      "The event is in the outbox from the commit in which it happened. The worker of `webhook.fanOut` creates a delivery for each",
      "subscribed [endpoint](webhookEndpoint.md). The worker of `webhook.deliver`, one for each endpoint, attempts what is due and",
      "records the result under its lease. Every attempt sends the same body, with a new signature. Attempts are counted, and those",
      "before the last redelivery separately (`attemptsBefore`): the schedule counts from there. A delivery and its message are",
      "erased some time after nothing waits for them any more (`webhook.prune`)."
    ].join("\n"),
    initial: "absent",
    transitions: webhookDeliveryTransitions,
    states: {
      absent: "There is no such delivery.",
      pending:
        "Waits until it is due, or is being attempted now. The fan-out leads here, in the commit that records its progress: a crash neither forgets an endpoint nor serves it twice. A redelivery leads here too, and so does a failure if the schedule has another attempt. The worker leads on. A crash during an attempt leaves it here, and the attempt is made again: the receiver may get the event twice, under one id.",
      delivered:
        "The receiver answered an attempt with 2xx. The worker leads here, or a test of the endpoint, which is logged as a delivery. Only a redelivery leads on.",
      failed:
        "Given up: the schedule is spent, the receiver answered 410, or the endpoint no longer accepts anything; `error` says which. The worker leads here. Only a redelivery leads on, and only while the endpoint is enabled and subscribes to the event.",
      cancelled:
        "Called off while it waited, because the endpoint no longer subscribes to the event. The worker leads here. Only a redelivery leads on, and only once the endpoint subscribes to the event again."
    },
    commands: {
      Schedule: "Create the delivery, due at once. Given by the fan-out, and by a test of the endpoint.",
      Succeed: "An attempt was answered with 2xx. Given by the worker that made it. Counts as an attempt.",
      Fail: "An attempt failed: another answer, or none in time. Given by the worker that made it, with the instant of the next attempt, if there is one: by the schedule, or later if the receiver asked for it. Counts as an attempt.",
      GiveUp:
        "The endpoint is disabled or deleted. Given by the worker that serves it; changes nothing if nothing waits.",
      Cancel:
        "The endpoint no longer subscribes to the event. Given by the worker that serves it; changes nothing if nothing waits.",
      Redeliver:
        "Send the event again, now, and start its schedule again. Given by the partner or an operator."
    }
  }
