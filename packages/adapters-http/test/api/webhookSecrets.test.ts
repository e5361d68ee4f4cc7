import { MemoryStore } from "@quittance/core"
import { signingKey } from "@quittance/core/adapter"
import { Effect, Layer, Logger, References } from "effect"
import { assert, it } from "vitest"
import { kycProviders } from "../KycProviders.ts"
import { makeReceivers } from "../Receivers.ts"
import { type ApiAnswer, startTestApi } from "../TestApi.ts"

const url = "https://shop.test/hooks"
const chosen = "a secret that a partner chose itself"

/** Everything that is logged at any level, as text. */
const makeLog = () => {
  const lines: Array<string> = []
  const logger = Logger.make(({ cause, fiber, message }) => {
    const annotations = fiber.getRef(References.CurrentLogAnnotations)
    lines.push(JSON.stringify([message, String(cause), annotations]))
  })
  const layer = Layer.merge(Logger.layer([logger]), Layer.succeed(References.MinimumLogLevel, "All"))
  return { lines, layer }
}

it("a signing secret is answered once, and is in no later answer, no delivery and no log", async () => {
  const receivers = makeReceivers()
  const log = makeLog()
  await using api = await startTestApi({
    providers: Layer.merge(receivers.layer, kycProviders),
    store: Layer.provideMerge(MemoryStore.layer, log.layer)
  })
  const answers: Array<ApiAnswer> = []
  const answered = async (answering: Promise<ApiAnswer>) => {
    const answer = await answering
    answers.push(answer)
    return answer
  }
  const registered = { url, events: ["invoice.created"], secret: chosen }
  const made = await api.fiat("webhooks", { body: registered })
  const generated = await api.fiat("webhooks", { body: { url: `${url}/2`, events: ["invoice.paid"] } })
  const set = await api.transit("webhook", { method: "PUT", body: { url } })
  const session = await api.fiat("kyc/sessions", { body: { level: "basic", webhookUrl: `${url}/5` } })
  const sessionPath = `kyc/sessions/${session.body.id}`
  const path = `webhooks/${made.body.id}`
  const rotated = [
    await api.fiat(`${path}/rotate-secret`, { method: "POST" }),
    await api.transit("webhook/rotate-secret", { method: "POST" })
  ]
  const secrets = [
    chosen,
    ...[made, generated, ...rotated].map(({ body }) => body.secret),
    (set.body.webhook as { secret: string }).secret,
    session.body.webhookSecret
  ].map(String)

  await answered(api.fiat("webhooks", { body: registered }))
  await answered(api.fiat("webhooks", { body: { ...registered, url: "http://shop.test" } }))
  await answered(api.fiat("webhooks", { body: { ...registered, events: [] } }))
  await answered(api.fiat("webhooks"))
  await answered(api.fiat(path))
  await answered(api.fiat(path, { method: "PATCH", body: { url: `${url}/3`, secret: chosen } }))
  await answered(api.transit("webhook"))
  await answered(api.transit("webhook", { method: "PUT", body: { url: `${url}/4` } }))
  await answered(api.fiat(sessionPath))
  await answered(api.sandbox(`${sessionPath}/decide`, { outcome: "completed" }))
  await answered(api.fiat(`${sessionPath}/redact`, { method: "POST" }))
  receivers.set(`${url}/3`, 500)
  for (const test of [
    api.fiat(`${path}/test`, { method: "POST" }),
    api.transit("webhook/test", { body: { event: "payment.failed" } })
  ])
    await answered(test)
  await api.fiat("invoices", { body: { amount: 5, currency: "USD" } })
  await api.transit("transit/wallets", { body: { label: "shop", network: "tron" } })
  await api.work()
  const logs = [
    await answered(api.fiat(`${path}/deliveries`)),
    await answered(api.transit("webhook/deliveries"))
  ]
  for (const { body } of logs) assert.strictEqual((body.deliveries as ReadonlyArray<unknown>).length, 2)
  assert.include(
    receivers.calls.map((call) => call.url),
    `${url}/5`
  )
  await answered(api.fiat(path, { method: "DELETE" }))
  // Proof that what is logged is seen here.
  await api.runtime.runPromise(Effect.logTrace("the end"))
  assert.include(log.lines.at(-1), "the end")

  const said = JSON.stringify([answers.map(({ body }) => body), receivers.calls, log.lines])
  for (const secret of secrets) {
    const key = Buffer.from(signingKey(secret) ?? "")
    for (const spelling of [secret.replace(/^whsec_/, ""), key.toString("hex"), key.toString("base64")])
      assert.notInclude(said, spelling)
  }
})
