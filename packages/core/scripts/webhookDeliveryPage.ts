import {
  type WebhookDeliveryCommand,
  type WebhookDeliveryState,
  webhookDeliveryTransitions
} from "../src/webhook/WebhookDelivery.ts"
import type { MachinePage } from "./renderMachine.ts"

export const webhookDeliveryPage: MachinePage<WebhookDeliveryState["_tag"], WebhookDeliveryCommand["_tag"]> =
  {
    title: "Webhook delivery",
    source: "packages/core/src/webhook/WebhookDelivery.ts",
    summary: [
      "One event on its way to one [endpoint](webhookEndpoint.md), at least once. The event waits in the outbox since the commit",
      "that it happened in; the worker of `webhook.fanOut` gives it a delivery for each endpoint that wants it. The worker of",
      "`webhook.deliver`, of which each endpoint has its own, attempts what is due and records how that went under its lease.",
      "Every attempt sends the same body under the same event id, signed anew. Attempts are counted, and those before the last",
      "redelivery apart (`attemptsBefore`): the schedule counts from there. A delivery and its message are erased some time after",
      "nothing waits for them any more (`webhook.prune`)."
    ].join("\n"),
    initial: "absent",
    transitions: webhookDeliveryTransitions,
    states: {
      absent: "There is no such delivery.",
      pending:
        "Waits until it is due, or is being attempted now. The fan-out leads here, in the commit that notes how far it came: a crash neither forgets an endpoint nor gives it two. A redelivery leads here too, and a failure for which the schedule has another attempt. The worker leads on. A crash during an attempt leaves it here, and the attempt is made again: the receiver may get the event twice, under one id.",
      delivered:
        "A receiver answered an attempt with 2xx. The worker leads here, or a test of the endpoint, which is logged as a delivery. Only a redelivery leads on.",
      failed:
        "Given up: the schedule is spent, the receiver answered 410, or the endpoint takes nothing any more; `error` says which. The worker leads here. Only a redelivery leads on, and only while the endpoint is enabled."
    },
    commands: {
      Schedule: "Create the delivery, due at once. Given by the fan-out, and by a test of the endpoint.",
      Succeed: "An attempt was answered with 2xx. Given by the worker that made it. Counts as an attempt.",
      Fail: "An attempt failed: another answer, or none in time. Given by the worker that made it, with the instant of the next attempt, if there is one: by the schedule, or later where the receiver asked for it. Counts as an attempt.",
      GiveUp:
        "The endpoint is disabled or deleted. Given by the worker that serves it; changes nothing where nothing waits.",
      Redeliver:
        "Send the event again, now, with the whole schedule ahead. Given by the partner or an operator."
    }
  }
