import { LedgerReader, MemoryStore, StoreUnavailable } from "@quittance/core"
import { Effect, Layer, Logger, References } from "effect"
import { assert, describe, it } from "vitest"
import { startTestApi } from "../TestApi.ts"

const balance = "/api/v2/crypto/balance"

/** A store in memory whose balances cannot be read. */
const storeWith = (balances: LedgerReader["Service"]["balances"]) =>
  Layer.merge(MemoryStore.layer, Layer.succeed(LedgerReader, { balances }))

describe("failures of ours", () => {
  it("internal_error: a defect, told without its cause and logged with the request id", async () => {
    const logged: Array<string> = []
    const log = Logger.make(({ cause, fiber, message }) => {
      const annotations = fiber.getRef(References.CurrentLogAnnotations)
      logged.push(JSON.stringify([message, String(cause), annotations]))
    })
    await using api = await startTestApi({
      store: Layer.provideMerge(
        storeWith(() => Effect.die(new Error("the secret cause"))),
        Logger.layer([log])
      )
    })
    const answer = await api.call({ path: balance })
    assert.deepStrictEqual([answer.status, answer.code], [500, "internal_error"])
    assert.notInclude(JSON.stringify(answer.body), "secret cause")
    assert.include(answer.body.error?.message, answer.body.requestId ?? "none")
    assert.strictEqual(logged.length, 1)
    assert.include(logged[0], "the secret cause")
    assert.include(logged[0], answer.body.requestId ?? "none")
  })

  it("service_unavailable: the storage cannot answer, with the time to wait", async () => {
    const failure = new StoreUnavailable({ outcome: "notWritten", reason: "disk I/O error at 0x7f" })
    await using api = await startTestApi({ store: storeWith(() => Effect.fail(failure)) })
    const answer = await api.call({ path: balance })
    assert.deepStrictEqual([answer.status, answer.code], [503, "service_unavailable"])
    assert.strictEqual(answer.headers.get("retry-after"), "1")
    assert.notInclude(JSON.stringify(answer.body), "disk I/O")
  })
})
