import {
  type WebhookEndpointCommand,
  type WebhookEndpointState,
  webhookEndpointTransitions
} from "../src/webhook/WebhookEndpoint.ts"
import type { MachinePage } from "./renderMachine.ts"

export const webhookEndpointPage: MachinePage<WebhookEndpointState["_tag"], WebhookEndpointCommand["_tag"]> =
  {
    title: "Webhook endpoint",
    source: "packages/core/src/webhook/WebhookEndpoint.ts",
    summary: [
      "A URL that a partner wants to be told at, of which events, under which secret. A partner has as many as it registers in",
      "the fiat group, each URL once, and one in the transit group. Each [delivery](webhookDelivery.md) goes to one endpoint, and",
      "is signed by the secret that the endpoint has at the attempt; for a day after a rotation the secret before signs too,",
      "so at most two do. `failingSince` is the first failure of an unbroken row: a success, another URL or being enabled",
      "again ends it, and a row of five days (config) disables the endpoint. What attempts tell lands with their outcome, in",
      "one commit under the lease on the endpoint."
    ].join("\n"),
    initial: "absent",
    transitions: webhookEndpointTransitions,
    states: {
      absent: "There is no such endpoint.",
      enabled:
        "Gets every event that it subscribed to and that happened after it was registered. Registration or its partner leads here. Its partner leads on, and so does a receiver that answers 410 or fails for days. A crash changes nothing: what attempts told before their commit is told by the next attempts.",
      disabled:
        "Gets nothing, and `cause` says why: its partner, a receiver that is `gone`, or one that was `failing` for days; the latter two raise an alert. The job that serves it gives up all that waits for it. Only its partner leads on. After a crash that job is still due.",
      deleted:
        "Gets nothing any more, and is shown to nobody. Its partner leads here, in the commit that gives its URL free. It is kept so that its deliveries keep their meaning."
    },
    commands: {
      Register:
        "Create the endpoint with its URL, events and secret, enabled or not. Given by the partner; the URL was checked before.",
      Change:
        "Set URL, events or switch; what is not named stays. Given by the partner. Enabling begins with a clean record; naming what is so already changes nothing.",
      RotateSecret:
        "Take a new secret; the one before signs on for a day (config), and one from before that stops at once. Given by the partner.",
      NoteSuccess: "An attempt was answered with 2xx. Given with the outcome of the delivery.",
      NoteFailure:
        "An attempt failed. Given with the outcome of the delivery. Where the endpoint is not enabled it counts for nothing.",
      NoteGone: "An attempt was answered with 410. Given with the outcome of the delivery.",
      Delete: "Withdraw the endpoint. Given by the partner."
    }
  }
