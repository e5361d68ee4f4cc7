import { createQuittance, MemoryStore } from "@quittance/core"
import { keepingTracer } from "@quittance/testing"
import { Layer, Option, Tracer } from "effect"
import { assert, describe, it } from "vitest"

const masterKey = Buffer.alloc(32, 7).toString("base64")
const recipient = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"

describe("what a host with Promises calls, where it gives a tracer", () => {
  it("is one trace from the call to the commit, and the job is linked to that commit", async () => {
    const { spans, tracer } = keepingTracer()
    const host = await createQuittance({
      store: MemoryStore.layer,
      masterKey,
      workers: false,
      tracer: Layer.succeed(Tracer.Tracer, tracer)
    })
    const { id } = await host.partners.ensure("shop")
    await host.balances.adjust(id, { amount: 100, reason: "start" })
    spans.length = 0
    const payout = await host.payouts.create(id, "one", {
      amount: 5,
      address: recipient,
      network: "tron"
    })
    const [operation] = spans
    assert(operation !== undefined)
    assert.strictEqual(operation.name, "operation payouts.create")
    assert.isTrue(Option.isNone(operation.parent))
    const ofCall = spans.filter(({ traceId }) => traceId === operation.traceId).map(({ name }) => name)
    assert.includeMembers(ofCall, ["command Reserve", "commit"])
    assert.lengthOf(ofCall, spans.length)
    const commit = spans.find(({ name }) => name === "commit")
    await host.drain()
    await host.close()
    const job = spans.find(({ name }) => name === "job payout.dispatch")
    assert.deepStrictEqual(
      job?.links.map(({ span }) => span.spanId),
      [commit?.spanId]
    )
    assert.strictEqual(job?.attributes.get("quittance.subject_id"), payout.id)
    const call = spans.find(({ name }) => name === "call payouts submit")
    assert.strictEqual(call?.traceId, job?.traceId)
  })
})
