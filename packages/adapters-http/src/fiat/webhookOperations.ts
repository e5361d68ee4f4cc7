import {
  NewWebhook,
  Operations,
  RotatedSecretView,
  WebhookChanges,
  WebhookCreatedView,
  WebhookTest,
  WebhookView
} from "@quittance/core"
import { component, FiatWebhookEventName, TestOutcome } from "@quittance/core/adapter"
import { Effect, Schema } from "effect"
import { ruleRefusalOf } from "../refusal/refusalOf.ts"
import { oncePerKey, type PartnerOperation, unchecked } from "../routing/ApiOperation.ts"
import { listOperation } from "../routing/listOperation.ts"
import { deliveryResource, prefixedId, prefixedIdParameter, webhookResource } from "../routing/prefixedId.ts"
import { makeDeliveryLog } from "../webhook/DeliveryLog.ts"

const events = Schema.Array(FiatWebhookEventName).annotate({
  description: "The events that are sent to it.",
  examples: [["invoice.paid", "invoice.expired"]]
})

/** The description of a webhook as reads show it. */
const WebhookRecord = Schema.Struct({ ...WebhookView.fields, events }).annotate(
  component("Webhook", "A webhook: where events are sent, and which.")
)

/** The description of a webhook as its creation answers it. */
const WebhookCreated = Schema.Struct({ ...WebhookCreatedView.fields, events }).annotate(
  component("WebhookCreated", "A webhook, in the answer to its creation.")
)

const path = "/api/v1/webhooks"
const common = {
  group: "Webhooks",
  caller: "partner",
  proof: "secret",
  request: undefined,
  recordStatus: 200
} as const
const reads = { ...common, method: "GET", scope: "payments:read" } as const
const writes = { ...common, scope: "webhooks:write" } as const
const ofOne = { path: `${path}/{id}`, parameters: [prefixedIdParameter(webhookResource)] } as const

/** Webhooks of the fiat group: register, read, change, remove; their secrets, tests and deliveries. */
export const makeWebhookOperations = Effect.gen(function* () {
  const { webhooks } = yield* Operations
  const log = yield* makeDeliveryLog("fiat")

  const create: PartnerOperation = {
    ...writes,
    id: "createWebhook",
    method: "POST",
    path,
    summary: "Register a webhook",
    ...oncePerKey,
    parameters: [],
    request: NewWebhook,
    recordStatus: 201,
    success: WebhookCreated,
    errors: ["invalid_url", "validation_failed", "duplicate", "limit_reached"],
    handle: ({ body, caller, idempotencyKey }) =>
      webhooks.create(caller.partnerId, unchecked(body), idempotencyKey).pipe(
        Effect.mapError(ruleRefusalOf),
        Effect.map(({ replayed, ...fields }) => ({ fields, replayed }))
      )
  }

  const list: PartnerOperation = {
    ...reads,
    id: "listWebhooks",
    path,
    summary: "List all webhooks, oldest first",
    parameters: [],
    success: Schema.Struct({ webhooks: Schema.Array(WebhookRecord) }).annotate(
      component("WebhookList", "All webhooks, oldest first.")
    ),
    errors: [],
    handle: ({ caller }) =>
      Effect.map(webhooks.list(caller.partnerId), (all) => ({ fields: { webhooks: all } }))
  }

  const get: PartnerOperation = {
    ...reads,
    ...ofOne,
    id: "getWebhook",
    summary: "Read a webhook",
    success: WebhookRecord,
    errors: ["not_found"],
    handle: Effect.fnUntraced(function* (call) {
      const id = yield* prefixedId(call, webhookResource)
      return { fields: yield* webhooks.get(call.caller.partnerId, id) }
    })
  }

  const update: PartnerOperation = {
    ...writes,
    ...ofOne,
    id: "updateWebhook",
    repeatable: true,
    method: "PATCH",
    summary: "Change a webhook; omitted fields stay as they are",
    request: WebhookChanges,
    success: WebhookRecord,
    errors: ["not_found", "invalid_url", "validation_failed", "duplicate"],
    handle: Effect.fnUntraced(function* (call) {
      const id = yield* prefixedId(call, webhookResource)
      const updated = webhooks.update(call.caller.partnerId, id, unchecked(call.body))
      return { fields: yield* Effect.mapError(updated, ruleRefusalOf) }
    })
  }

  const remove: PartnerOperation = {
    ...writes,
    ...ofOne,
    id: "deleteWebhook",
    method: "DELETE",
    summary: "Delete a webhook; its waiting deliveries are given up",
    recordStatus: 204,
    success: Schema.Struct({}),
    errors: ["not_found"],
    handle: Effect.fnUntraced(function* (call) {
      const id = yield* prefixedId(call, webhookResource)
      yield* webhooks.remove(call.caller.partnerId, id)
      return { fields: {} }
    })
  }

  const rotate: PartnerOperation = {
    ...writes,
    ...ofOne,
    id: "rotateWebhookSecret",
    method: "POST",
    path: `${path}/{id}/rotate-secret`,
    summary: "Create a new signing secret; the old one keeps signing beside it for a day",
    success: RotatedSecretView,
    errors: ["not_found"],
    handle: Effect.fnUntraced(function* (call) {
      const id = yield* prefixedId(call, webhookResource)
      return { fields: yield* webhooks.rotateSecret(call.caller.partnerId, id) }
    })
  }

  const test: PartnerOperation = {
    ...writes,
    ...ofOne,
    id: "testWebhook",
    method: "POST",
    path: `${path}/{id}/test`,
    summary: "Send a sample event now; answers after the receiver did",
    request: WebhookTest,
    requestOptional: true,
    success: TestOutcome,
    errors: ["not_found"],
    handle: Effect.fnUntraced(function* (call) {
      const id = yield* prefixedId(call, webhookResource)
      return { fields: yield* webhooks.test(call.caller.partnerId, id, unchecked(call.body)) }
    })
  }

  const deliveries = listOperation({
    ...reads,
    ...log.page,
    id: "listWebhookDeliveries",
    path: `${path}/{id}/deliveries`,
    summary: "Read the delivery log of a webhook, newest first",
    parameters: ofOne.parameters,
    errors: ["not_found"],
    idIn: (call) => prefixedId(call, webhookResource),
    read: ({ caller }, filter, page, id) => webhooks.deliveries(caller.partnerId, id, filter, page)
  })

  const delivery: PartnerOperation = {
    ...reads,
    id: "getWebhookDelivery",
    path: `${path}/deliveries/{deliveryId}`,
    summary: "Read a delivery with its attempts",
    parameters: [prefixedIdParameter(deliveryResource)],
    success: log.detail,
    errors: ["not_found"],
    handle: (call) => Effect.map(log.get(call), (fields) => ({ fields }))
  }

  const redeliver: PartnerOperation = {
    ...writes,
    id: "redeliverWebhookDelivery",
    method: "POST",
    path: `${path}/deliveries/{deliveryId}/redeliver`,
    summary: "Send the event of a delivery again, with the full retry schedule",
    parameters: [prefixedIdParameter(deliveryResource)],
    success: log.record,
    answerExample: log.sentAgain,
    errors: ["not_found", "invalid_state"],
    handle: (call) => Effect.map(log.redeliver(call), (fields) => ({ fields }))
  }

  return [create, list, get, update, remove, rotate, test, deliveries, delivery, redeliver]
})
