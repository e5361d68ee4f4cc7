import {
  type WebhookEndpointCommand,
  type WebhookEndpointState,
  webhookEndpointTransitions
} from "../src/concepts/webhook/WebhookEndpoint.ts"
import type { MachinePage } from "./renderMachine.ts"

export const webhookEndpointPage: MachinePage<WebhookEndpointState["_tag"], WebhookEndpointCommand["_tag"]> =
  {
    title: "Webhook endpoint",
    source: "packages/core/src/concepts/webhook/WebhookEndpoint.ts",
    around: [
      "A partner may register several in the fiat group, each URL once, and one in the transit group. Each",
      "[delivery](webhookDelivery.md) goes to one endpoint and is signed with the secret that the endpoint has at the attempt. For",
      "a day after a rotation the previous secret signs too, so at most two do. `failingSince` is the first failure of an unbroken",
      "series. A success, another URL or enabling the endpoint ends the series, and a series of five days (config) disables the",
      "endpoint. The results of attempts are recorded with the outcomes of their deliveries, in one commit under the lease on the",
      "endpoint."
    ].join("\n"),
    initial: "absent",
    transitions: webhookEndpointTransitions,
    states: {
      absent: "There is no such endpoint.",
      enabled:
        "Gets every event that it subscribed to and that happened after it was registered. Registration or its partner leads here. Its partner leads on, and so does a receiver that answers 410 or fails for days. A crash changes nothing: the next attempts record again what the lost ones would have recorded.",
      disabled:
        "Gets nothing, and `cause` says why: its partner, a receiver that is `gone`, or one that was `failing` for days; the latter two raise an alert. The job that serves it gives up all waiting deliveries. Only its partner leads on. After a crash that job is still due.",
      deleted:
        "Gets nothing any more, and is no longer shown. Its partner leads here, in the commit that frees its URL. It is kept so that its deliveries can still refer to it."
    },
    commands: {
      Register:
        "Create the endpoint with its URL, events and secret, enabled or not. Given by the partner; the URL was checked before.",
      Change:
        "Set URL, events or switch; the rest stays. Given by the partner. Enabling clears the record of failures; values that are already set change nothing.",
      RotateSecret:
        "Take a new secret. The previous one signs for another day (config), and an earlier one stops at once. Given by the partner.",
      NoteSuccess: "An attempt was answered with 2xx. Given with the outcome of the delivery.",
      NoteFailure:
        "An attempt failed. Given with the outcome of the delivery. Does not count if the endpoint is not enabled.",
      NoteGone: "An attempt was answered with 410. Given with the outcome of the delivery.",
      Delete: "Withdraw the endpoint. Given by the partner."
    }
  }
