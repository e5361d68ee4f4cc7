import {
  accountWebhookEvents,
  fiatWebhookEvents,
  type WebhookEventType,
  type WebhookRequest
} from "@quittance/core/adapter"
import { Exit, JsonSchema, Layer, Schema, SchemaRepresentation } from "effect"
import { assert, describe, it } from "vitest"
import { kycProviders } from "../KycProviders.ts"
import { makeReceivers } from "../Receivers.ts"
import { inlinedDocument } from "../reference/inlinedDocument.ts"
import { invoicesPath, startTestApi, type TestApi } from "../TestApi.ts"

const allEvents = [...fiatWebhookEvents, ...accountWebhookEvents]

const described = async (api: TestApi): Promise<Record<string, { readonly post: Described }>> => {
  const { webhooks } = await inlinedDocument(api)
  return webhooks
}

interface Described {
  readonly parameters: ReadonlyArray<{ readonly name: string; readonly in: string; readonly required: true }>
  readonly requestBody: { readonly content: { readonly "application/json": { readonly schema: object } } }
  readonly responses: Readonly<Record<string, object>>
}

interface Body {
  readonly type: WebhookEventType
  readonly data: { readonly object: Readonly<Record<string, unknown>> }
}

const bodyOf = ({ body }: WebhookRequest): Body => JSON.parse(body)

/** Reads the description back from the document: what it accepts, not what it was made of. */
const acceptedBy = ({ requestBody }: Described) => {
  const { schema } = requestBody.content["application/json"]
  const read = SchemaRepresentation.fromJsonSchemaDocument(JsonSchema.fromSchemaOpenApi3_1({ ...schema }))
  return (body: unknown) =>
    Exit.isSuccess(Schema.decodeUnknownExit(Schema.make<Schema.Codec<unknown>>(read.ast))(body))
}

const url = "https://shop.test/hooks"

describe("the description of webhooks", () => {
  it("names every event of the catalogue, what proves it, and what confirms it", async () => {
    await using api = await startTestApi()
    const webhooks = await described(api)
    assert.sameMembers(Object.keys(webhooks), allEvents)
    for (const [type, { post }] of Object.entries(webhooks)) {
      const headers = post.parameters.map(({ in: place, name }) => `${place} ${name}`)
      assert.deepStrictEqual(headers, [
        "header webhook-id",
        "header webhook-timestamp",
        "header webhook-signature",
        "header X-Signature"
      ])
      assert.hasAllKeys(post.responses, ["2XX", "410", "default"], type)
    }
  })

  it("accepts the sample of every event, and nothing of another shape", async () => {
    const receivers = makeReceivers()
    await using api = await startTestApi({ providers: receivers.layer })
    const webhooks = await described(api)
    const { body } = await api.fiat("webhooks", { body: { url, events: fiatWebhookEvents } })
    for (const event of fiatWebhookEvents) await api.fiat(`webhooks/${body.id}/test`, { body: { event } })
    await api.transit("webhook", { method: "PUT", body: { url } })
    for (const event of accountWebhookEvents) await api.transit("webhook/test", { body: { event } })
    const samples = receivers.calls.map(bodyOf)
    assert.deepStrictEqual(
      samples.map(({ type }) => type),
      allEvents
    )
    for (const sample of samples) {
      const described = webhooks[sample.type]
      assert.isDefined(described, sample.type)
      const accepts = acceptedBy(described.post)
      assert.isTrue(accepts(sample), JSON.stringify(sample))
      assert.isFalse(accepts({ ...sample, type: "other" }))
      assert.isFalse(accepts({ ...sample, data: {} }))
      for (const name of Object.keys(sample)) assert.isFalse(accepts({ ...sample, [name]: undefined }), name)
      for (const name of Object.keys(sample.data.object)) {
        const { [name]: _left, ...object } = sample.data.object
        assert.isFalse(accepts({ ...sample, data: { object } }), `${sample.type}: ${name}`)
      }
    }
  })

  it("accepts what is really delivered", async () => {
    const receivers = makeReceivers()
    const providers = Layer.merge(receivers.layer, kycProviders)
    await using api = await startTestApi({ providers })
    const webhooks = await described(api)
    await api.credit(api.key.partnerId, 100)
    await api.fiat("webhooks", { body: { url, events: fiatWebhookEvents } })
    await api.transit("webhook", { method: "PUT", body: { url } })
    const wallet = await api.transit("transit/wallets", { body: { label: "shop", network: "tron" } })
    const { address } = wallet.body.wallet as { address: string }
    await api.sandbox("crypto/deposits", { address, amount: 5, confirmations: 0, txHash: "seen" })
    await api.sandbox("crypto/drop", { txHash: "seen" })
    await api.sandbox("crypto/deposits", { address, amount: 5 })
    const issue = async (externalId: string) => {
      const { body } = await api.call({
        path: invoicesPath,
        body: { amount: 5, network: "tron", externalId }
      })
      return body.invoice as { readonly id: string; readonly address: string }
    }
    const paid = await issue("order-1")
    await api.sandbox("crypto/deposits", { address: paid.address, amount: 5, confirmations: 0 })
    await api.sandbox("crypto/blocks", { network: "tron", count: 20 })
    await api.sandbox("crypto/deposits", { address: (await issue("order-2")).address, amount: 7 })
    await api.call({ path: `${invoicesPath}/${(await issue("order-3")).id}/cancel`, method: "POST" })
    await issue("order-4")
    await api.sandbox("crypto/deposits", { address: (await issue("order-5")).address, amount: 1 })
    const seen = (await issue("order-6")).address
    await api.sandbox("crypto/deposits", { address: seen, amount: 5, confirmations: 0, txHash: "gone" })
    await api.sandbox("crypto/drop", { txHash: "gone" })
    await api.sandbox("crypto/deposits", { address: seen, amount: 5, txHash: "reversed" })
    await api.sandbox("crypto/drop", { txHash: "reversed" })
    await api.sandbox("balance/credit", { amount: 100, reason: "gift" })
    await api.createPayout()
    await api.createPayout({ note: "sandbox:reject" })
    const fiat = async () =>
      (await api.fiat("invoices", { body: { amount: 5, currency: "USD", metadata: { a: [1] } } })).body.id
    await api.sandbox(`invoices/${await fiat()}/pay`, {})
    const cancelled = await fiat()
    await api.fiat(`invoices/${cancelled}/cancel`, { method: "POST" })
    await api.sandbox(`invoices/${cancelled}/pay`, {})
    await fiat()
    const verify = async () =>
      (await api.fiat("kyc/sessions", { body: { level: "basic", metadata: { a: [1] } } })).body.id
    for (const outcome of ["completed", "failed"])
      await api.sandbox(`kyc/sessions/${await verify()}/decide`, { outcome, reasons: ["other"] })
    await api.fiat(`kyc/sessions/${await verify()}/redact`, { method: "POST" })
    await verify()
    await api.work()
    api.wall.now += 25 * 60 * 60_000
    await api.work()
    const bodies = receivers.calls.map(bodyOf)
    for (const body of bodies) {
      const described = webhooks[body.type]
      assert.isDefined(described, body.type)
      assert.isTrue(acceptedBy(described.post)(body), JSON.stringify(body))
    }
    assert.sameMembers(
      [...new Set<string>(bodies.map(({ type }) => type))],
      allEvents.filter((type) => type !== "payout.late_settlement")
    )
    const failures = bodies.filter(({ type }) => type === "kyc.failed").map(({ data }) => data.object.reason)
    assert.sameMembers(failures, ["refused", "expired", "expired"])
  })
})
