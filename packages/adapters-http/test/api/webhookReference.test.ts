import type { WebhookEventType, WebhookRequest } from "@quittance/core/adapter"
import { Exit, JsonSchema, Schema, SchemaRepresentation } from "effect"
import { assert, describe, it } from "vitest"
import { allEvents, deliverEveryEvent, deliverTests } from "../reference/everyEvent.ts"
import { inlinedDocument } from "../reference/inlinedDocument.ts"
import { startTestApi, type TestApi } from "../TestApi.ts"

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
    await using api = await startTestApi()
    const webhooks = await described(api)
    const samples = (await deliverTests()).calls.map(bodyOf)
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
    await using api = await startTestApi()
    const webhooks = await described(api)
    const bodies = (await deliverEveryEvent()).calls.map(bodyOf)
    for (const body of bodies) {
      const described = webhooks[body.type]
      assert.isDefined(described, body.type)
      assert.isTrue(acceptedBy(described.post)(body), JSON.stringify(body))
    }
    const failures = bodies.filter(({ type }) => type === "kyc.failed").map(({ data }) => data.object.reason)
    assert.sameMembers(failures, ["refused", "expired", "expired"])
  })
})
