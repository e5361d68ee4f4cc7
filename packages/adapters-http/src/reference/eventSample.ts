import { type WebhookEventType, webhookTopics } from "@quittance/core/adapter"

/** The moment of the examples. */
const at = Date.UTC(2026, 0, 15, 12)

/** The body of a delivery of an event, with the resource that a test of a webhook sends. */
export const eventSampleOf = (type: WebhookEventType) => ({
  id: "evt_019bc1a85d2e7b3c9f104a6b8c2d7e91",
  object: "event",
  type,
  createdAt: new Date(at).toISOString(),
  version: 1,
  data: { object: webhookTopics[type].sample(at), ...webhookTopics[type].sampleBesides(at) }
})
