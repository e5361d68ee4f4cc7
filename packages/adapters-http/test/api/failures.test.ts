import { MemoryStore } from "@quittance/core"
import { kycSession, LedgerReader, StateReader } from "@quittance/core/adapter"
import { Effect, Layer, Logger, References } from "effect"
import { assert, describe, it } from "vitest"
import { startTestApi } from "../TestApi.ts"

const balance = "/api/v2/crypto/balance"

/** A store in memory whose balances cannot be read. */
const storeWith = (balances: LedgerReader["Service"]["balances"]) =>
  Layer.merge(MemoryStore.layer, Layer.succeed(LedgerReader, { balances }))

/** What is logged, as text. */
const makeLog = () => {
  const logged: Array<string> = []
  const log = Logger.make(({ cause, fiber, logLevel, message }) => {
    const annotations = fiber.getRef(References.CurrentLogAnnotations)
    if (logLevel === "Error") logged.push(JSON.stringify([message, String(cause), annotations]))
  })
  return { logged, layer: Logger.layer([log]) }
}

describe("failures of ours", () => {
  it("internal_error: a defect, told without its cause and logged with the request id", async () => {
    const { layer, logged } = makeLog()
    await using api = await startTestApi({
      store: Layer.provideMerge(
        storeWith(() => Effect.die(new Error("the secret cause"))),
        layer
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

  it("a defect is logged by its route: what stands in the path may be a secret", async () => {
    const { layer, logged } = makeLog()
    const broken = Layer.effect(
      StateReader,
      Effect.map(StateReader, (states) =>
        StateReader.of({
          ...states,
          get: (concept, ...name) =>
            concept.name === kycSession.name ? Effect.die("broken") : states.get(concept, ...name)
        })
      )
    )
    await using api = await startTestApi({
      store: broken.pipe(Layer.provideMerge(MemoryStore.layer), Layer.provideMerge(layer))
    })
    const id = `kyc_${"0123".repeat(8)}`
    assert.strictEqual((await api.fiat(`kyc/sessions/${id}`)).status, 500)
    assert.strictEqual(logged.length, 1)
    assert.include(logged[0], "GET /api/v1/kyc/sessions/{id} failed")
    assert.notInclude(logged[0], id)
  })
})
