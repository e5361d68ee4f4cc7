import { Operations, RotatedSecretView, TransitWebhookSetting, TransitWebhookTest } from "@quittance/core"
import { component, TestOutcome } from "@quittance/core/adapter"
import { Effect, Schema } from "effect"
import { type PartnerOperation, unchecked } from "../routing/ApiOperation.ts"
import { listOperation } from "../routing/listOperation.ts"
import { deliveryResource, prefixedIdParameter } from "../routing/prefixedId.ts"
import { makeDeliveryLog } from "../webhook/DeliveryLog.ts"
import { TransitWebhookSet, TransitWebhookShown } from "./transitSchemas.ts"

const path = "/v1/webhook"
const common = {
  group: "Transit webhook",
  caller: "partner",
  proof: "pair",
  request: undefined,
  recordStatus: 200,
  parameters: []
} as const
const reads = { ...common, method: "GET", scope: "transit:read" } as const
const writes = { ...common, scope: "transit:write" } as const

/** The one webhook of an account: read, set; its secret, tests and deliveries. */
export const makeTransitWebhookOperations = Effect.gen(function* () {
  const { webhook } = (yield* Operations).transit
  const log = yield* makeDeliveryLog("transit")

  const get: PartnerOperation = {
    ...reads,
    id: "getTransitWebhook",
    path,
    summary: "Read the webhook",
    success: Schema.Struct({ webhook: TransitWebhookShown }).annotate(
      component("TransitWebhookResponse", "The webhook of the account.")
    ),
    errors: [],
    handle: ({ caller }) =>
      Effect.map(webhook.get(caller.partnerId), (found) => ({ fields: { webhook: found } }))
  }

  const set: PartnerOperation = {
    ...writes,
    id: "setTransitWebhook",
    method: "PUT",
    path,
    summary: "Set the webhook; the first answer includes its signing secret",
    request: TransitWebhookSetting,
    success: Schema.Struct({ webhook: TransitWebhookSet }).annotate(
      component("TransitWebhookSetResponse", "The webhook of the account, as it was set.")
    ),
    errors: ["invalid_url"],
    handle: ({ body, caller }) =>
      Effect.map(webhook.set(caller.partnerId, unchecked(body)), (set) => ({ fields: { webhook: set } }))
  }

  const test: PartnerOperation = {
    ...writes,
    id: "testTransitWebhook",
    method: "POST",
    path: `${path}/test`,
    summary: "Send a sample event now; answers after the receiver did",
    request: TransitWebhookTest,
    success: TestOutcome,
    errors: ["webhook_not_configured"],
    handle: ({ body, caller }) =>
      Effect.map(webhook.test(caller.partnerId, unchecked(body)), (fields) => ({ fields }))
  }

  const rotate: PartnerOperation = {
    ...writes,
    id: "rotateTransitWebhookSecret",
    method: "POST",
    path: `${path}/rotate-secret`,
    summary: "Create a new signing secret; the old one keeps signing beside it for a day",
    success: RotatedSecretView,
    errors: ["webhook_not_configured"],
    handle: ({ caller }) => Effect.map(webhook.rotateSecret(caller.partnerId), (fields) => ({ fields }))
  }

  const deliveries = listOperation({
    ...reads,
    ...log.page,
    id: "listTransitWebhookDeliveries",
    path: `${path}/deliveries`,
    summary: "Read the delivery log, newest first",
    read: ({ caller }, filter, page) => webhook.deliveries(caller.partnerId, filter, page)
  })

  const delivery: PartnerOperation = {
    ...reads,
    id: "getTransitWebhookDelivery",
    path: `${path}/deliveries/{deliveryId}`,
    summary: "Read a delivery with its attempts",
    parameters: [prefixedIdParameter(deliveryResource)],
    success: Schema.Struct({ delivery: log.detail }).annotate(
      component("TransitWebhookDeliveryResponse", "A delivery, with its attempts.")
    ),
    errors: ["not_found"],
    handle: (call) => Effect.map(log.get(call), (found) => ({ fields: { delivery: found } }))
  }

  const redeliver: PartnerOperation = {
    ...writes,
    id: "redeliverTransitWebhookDelivery",
    method: "POST",
    path: `${path}/deliveries/{deliveryId}/redeliver`,
    summary: "Send the event of a delivery again, with the full retry schedule",
    parameters: [prefixedIdParameter(deliveryResource)],
    success: Schema.Struct({ delivery: log.record }).annotate(
      component("TransitWebhookRedeliveryResponse", "The delivery that is sent again.")
    ),
    answerExample: { delivery: log.sentAgain },
    errors: ["not_found", "invalid_state"],
    handle: (call) => Effect.map(log.redeliver(call), (delivery) => ({ fields: { delivery } }))
  }

  return [get, set, test, rotate, deliveries, delivery, redeliver]
})
