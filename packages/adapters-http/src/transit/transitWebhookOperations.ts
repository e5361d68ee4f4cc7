import {
  noTransitWebhook,
  rotatedSecretView,
  TransitWebhooks,
  TransitWebhookSetting,
  TransitWebhookTest,
  transitWebhookView
} from "@quittance/core"
import { Effect, Option, Schema } from "effect"
import type { Operation } from "../routing/Operation.ts"
import { deliveryResource, prefixedIdParameter } from "../routing/prefixedId.ts"
import { makeDeliveryLog } from "../webhook/DeliveryLog.ts"
import { RotatedSecret, TestResult } from "../webhook/webhookSchemas.ts"
import { TransitWebhookSet, TransitWebhookShown } from "./transitSchemas.ts"

const path = "/v1/webhook"
const common = {
  group: "Transit webhook",
  access: "pair",
  request: undefined,
  recordStatus: 200,
  parameters: []
} as const
const reads = { ...common, method: "GET", scope: "transit:read", rate: "reads" } as const
const writes = { ...common, scope: "transit:write", rate: "writes" } as const

/** The one webhook of an account: read, set; its secret, tests and deliveries. */
export const makeTransitWebhookOperations = Effect.gen(function* () {
  const webhooks = yield* TransitWebhooks
  const log = yield* makeDeliveryLog("transit")

  const get: Operation = {
    ...reads,
    id: "getTransitWebhook",
    path,
    summary: "Read the webhook",
    success: Schema.Struct({ webhook: TransitWebhookShown }),
    errors: [],
    handle: Effect.fnUntraced(function* ({ caller }) {
      const found = yield* webhooks.get(caller.partnerId)
      const webhook = Option.match(found, { onNone: () => noTransitWebhook, onSome: transitWebhookView })
      return { fields: { webhook } }
    })
  }

  const set: Operation = {
    ...writes,
    id: "setTransitWebhook",
    method: "PUT",
    path,
    summary: "Set the webhook; the first time answers its signing secret",
    request: TransitWebhookSetting,
    success: Schema.Struct({ webhook: TransitWebhookSet }),
    errors: ["invalid_url"],
    handle: Effect.fnUntraced(function* ({ body, caller }) {
      const { endpoint, secret } = yield* webhooks.set(caller.partnerId, body)
      const shown = transitWebhookView(endpoint)
      return { fields: { webhook: Option.isSome(secret) ? { ...shown, secret: secret.value } : shown } }
    })
  }

  const test: Operation = {
    ...writes,
    id: "testTransitWebhook",
    method: "POST",
    path: `${path}/test`,
    summary: "Send a sample event now; answers after the receiver did",
    request: TransitWebhookTest,
    success: TestResult,
    errors: ["webhook_not_configured"],
    handle: ({ body, caller }) => Effect.map(webhooks.test(caller.partnerId, body), (fields) => ({ fields }))
  }

  const rotate: Operation = {
    ...writes,
    id: "rotateTransitWebhookSecret",
    method: "POST",
    path: `${path}/rotate-secret`,
    summary: "Make a new signing secret; the old one signs beside it for a day",
    success: RotatedSecret,
    errors: ["webhook_not_configured"],
    handle: ({ caller }) =>
      Effect.map(webhooks.rotateSecret(caller.partnerId), (rotated) => ({
        fields: rotatedSecretView(rotated)
      }))
  }

  const deliveries: Operation = {
    ...reads,
    id: "listTransitWebhookDeliveries",
    path: `${path}/deliveries`,
    summary: "Read the delivery log, newest first",
    parameters: log.parameters,
    success: log.page,
    errors: [],
    handle: (call) =>
      log.list(call, (filter, page) => webhooks.deliveries(call.caller.partnerId, filter, page))
  }

  const redeliver: Operation = {
    ...writes,
    id: "redeliverTransitWebhookDelivery",
    method: "POST",
    path: `${path}/deliveries/{deliveryId}/redeliver`,
    summary: "Send the event of a delivery again, with the whole schedule ahead",
    parameters: [prefixedIdParameter(deliveryResource)],
    success: Schema.Struct({ delivery: log.record }),
    errors: ["not_found", "invalid_state"],
    handle: (call) => Effect.map(log.redeliver(call), (delivery) => ({ fields: { delivery } }))
  }

  return [get, set, test, rotate, deliveries, redeliver]
})
