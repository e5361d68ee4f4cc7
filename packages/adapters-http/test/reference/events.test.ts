import { createHmac } from "node:crypto"
import type { WebhookEventType, WebhookRequest } from "@quittance/core/adapter"
import { assert, describe, it } from "vitest"
import { startTestApi } from "../TestApi.ts"
import { allEvents, deliverEveryEvent, deliverTests } from "./everyEvent.ts"
import { settled } from "./settled.ts"
import { unlike } from "./unlike.ts"

interface Body {
  readonly type: WebhookEventType
  readonly data: object
}

/** The example of each event in the document. */
const examplesOf = async (): Promise<ReadonlyMap<WebhookEventType, Body>> => {
  await using api = await startTestApi()
  const { webhooks } = await api.document()
  return new Map(
    allEvents.map((type) => [type, webhooks[type].post.requestBody.content["application/json"].example])
  )
}

/** Whether a delivery is signed as Standard Webhooks says, with one of the secrets. */
const isSigned = ({ body, headers }: WebhookRequest, secrets: ReadonlyArray<string>): boolean =>
  secrets.some((secret) => {
    const key = Buffer.from(secret.replace("whsec_", ""), "base64")
    const text = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`
    const signature = createHmac("sha256", key).update(text).digest("base64")
    return headers["webhook-signature"]?.split(" ").includes(`v1,${signature}`) === true
  })

/** But for the note by which a payout asks a sandbox not to pay it. */
const bodyOf = ({ body }: WebhookRequest): Body =>
  JSON.parse(body.replace(/"note":"sandbox:[a-z-]+"/, '"note":null'))

/** In the words of whoever called, or of a bank or a processing side; and how often a resource changed. */
const leave = { varying: ["createdBy", "error", "label", "payerBank", "processingId", "version"], named: [] }

describe("the example of every event in the document", () => {
  it("has what a test of a webhook sends, signed", async () => {
    const { calls, secrets } = await deliverTests()
    const examples = await examplesOf()
    assert.deepStrictEqual(
      calls.map((call) => bodyOf(call).type),
      allEvents
    )
    for (const call of calls) {
      assert.isTrue(isSigned(call, secrets), call.body)
      const body = bodyOf(call)
      assert.deepStrictEqual(body.data, examples.get(body.type)?.data)
      assert.deepStrictEqual(settled(body), settled(examples.get(body.type)))
    }
  })

  it("has what is sent when it happens, signed", async () => {
    const { calls, secrets } = await deliverEveryEvent()
    const examples = await examplesOf()
    for (const call of calls) assert.isTrue(isSigned(call, secrets), call.body)
    const bodies = calls.map(bodyOf)
    assert.sameMembers([...new Set(bodies.map(({ type }) => type))], allEvents)
    for (const [type, example] of examples) {
      const sent = bodies.filter((body) => body.type === type)
      assert.deepStrictEqual(unlike([example], sent, leave), [], type)
    }
  })
})
