import { generators } from "@quittance/testing"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { messageOf } from "../../../src/concepts/webhook/Announcement.ts"
import { accountWebhookEvents, fiatWebhookEvents } from "../../../src/concepts/webhook/WebhookEvents.ts"
import type { EventRecord } from "../../../src/kernel/ports/Store.ts"
import { holds } from "../../holds.ts"
import { start } from "./webhookSamples.ts"

const record: EventRecord = {
  id: "evt_0192b3c4d5e6f7008192a3b4c5d6e7f8",
  partnerId: "prt_secret",
  subjectId: "inv_1",
  version: 3,
  at: start + 7,
  actor: "system",
  event: { _tag: "InvoiceExpired", at: start }
}

describe("the message of an event", () => {
  it("has exactly the documented body, in the documented order", () =>
    assert.strictEqual(
      messageOf(record, "invoice.expired", { id: "inv_1", amount: 12.5, paidAt: null }).body,
      [
        `{"id":"evt_0192b3c4d5e6f7008192a3b4c5d6e7f8"`,
        `"object":"event"`,
        `"type":"invoice.expired"`,
        `"createdAt":"2026-02-25T06:13:20.007Z"`,
        `"version":3`,
        `"data":{"object":{"id":"inv_1","amount":12.5,"paidAt":null}}}`
      ].join(",")
    ))

  it("belongs to the partner of the event, whose name its body does not tell", () => {
    const { body, ...others } = messageOf(record, "invoice.expired", {})
    assert.deepStrictEqual(others, {
      id: record.id,
      partnerId: "prt_secret",
      type: "invoice.expired",
      createdAt: record.at
    })
    assert.notInclude(body, "prt_secret")
  })

  it("reads back as what it was made of, whatever the object, type and version", () =>
    holds(
      fc.property(
        fc.dictionary(
          fc.string({ unit: generators.scalarValue }),
          fc.jsonValue({ stringUnit: generators.scalarValue }),
          {
            noNullPrototype: true
          }
        ),
        fc.constantFrom(...fiatWebhookEvents, ...accountWebhookEvents),
        fc.integer({ min: 1 }),
        (object, type, version) => {
          const { body } = messageOf({ ...record, version }, type, object)
          assert.isTrue(body.isWellFormed())
          assert.deepStrictEqual(JSON.parse(body), {
            id: record.id,
            object: "event",
            type,
            createdAt: new Date(record.at).toISOString(),
            version,
            data: { object: JSON.parse(JSON.stringify(object)) }
          })
        }
      )
    ))
})
