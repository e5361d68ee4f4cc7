import { createHash, createHmac } from "node:crypto"
import { join } from "node:path"
import { setImmediate as tick } from "node:timers/promises"
import { type ApiRequest, HttpApp } from "@quittance/adapters-http"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { createQuittance } from "@quittance/core"
import { MemorySignatureClassifier } from "@quittance/core/adapter"
import { afterwards } from "@quittance/testing"
import { Cause, Effect, Exit, Fiber, Layer, Logger, Option, Stream } from "effect"
import { assert, it } from "vitest"
import { temporaryFolder } from "./QuittanceProcess.ts"

const noBytes = new Uint8Array()

const requestOf = (
  method: string,
  path: string,
  body: Uint8Array,
  headers: Record<string, string> = {}
): ApiRequest => ({
  method,
  path,
  query: "",
  headers: { "content-type": "application/json", ...headers },
  remoteAddress: "127.0.0.1",
  readBody: () => Effect.succeed(body),
  streamBody: () => Stream.succeed(body)
})

/** The application as an Effect host has it, on a real file, and what it logs. */
const embedded = async () => {
  const quittance = await createQuittance({
    store: SqliteStore.layer({ filename: join(temporaryFolder(), "quittance.db"), mode: "sandbox" }),
    masterKey: Buffer.alloc(32, 7).toString("base64"),
    signatureClassifier: MemorySignatureClassifier.layer(() =>
      Effect.succeed(MemorySignatureClassifier.flawless)
    ),
    workers: false
  })
  afterwards(() => quittance.close())
  const { runtime } = quittance
  const context = await runtime.runPromise(
    Layer.buildWithScope(HttpApp.layer({ rateLimits: "off", requestLog: "off" }), runtime.scope)
  )
  const app = await runtime.runPromise(Effect.provide(HttpApp, context))
  const lines: Array<string> = []
  const logger = Logger.make(({ message }) => lines.push(String(message)))
  const start = (request: ApiRequest) =>
    runtime.runFork(Effect.provide(app.handle(request), Logger.layer([logger])))
  const key = await quittance.keys.create({ partner: "shop" })
  let at = Date.now()
  const payout = (idempotencyKey: string): ApiRequest => {
    const path = "/api/v2/crypto/payouts"
    const body = JSON.stringify({
      amount: 10,
      address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
      network: "tron"
    })
    at += 1
    const text = `POST${path}${at}${createHash("sha256").update(body).digest("hex")}`
    return requestOf("POST", path, new TextEncoder().encode(body), {
      "x-api-key": key.publicKey,
      "x-timestamp": String(at),
      "x-signature": createHmac("sha256", key.secret).update(text).digest("hex"),
      "x-idempotency-key": idempotencyKey
    })
  }
  return { app, key, lines, payout, quittance, runtime, start }
}

it("a payout that is interrupted at any moment is made once, when it is asked for again", async () => {
  const { app, key, lines, payout, quittance, runtime, start } = await embedded()
  await quittance.sandbox.credit(key.partnerId, { amount: 10_000 })
  const moments = 40
  let interrupted = 0
  for (let moment = 0; moment < moments; moment++) {
    const fiber = start(payout(`key-${moment}`))
    for (let ticks = 0; ticks < moment; ticks++) await tick()
    await Effect.runPromise(Fiber.interrupt(fiber))
    const exit = await Effect.runPromise(Fiber.await(fiber))
    if (Exit.isFailure(exit)) {
      assert.isTrue(Cause.hasInterruptsOnly(exit.cause), String(exit.cause))
      interrupted += 1
    }
  }
  assert.isAbove(interrupted, 0)
  for (let moment = 0; moment < moments; moment++) {
    const { body, status } = await runtime.runPromise(app.handle(payout(`key-${moment}`)))
    assert.strictEqual(status, 200, String(body))
  }
  const { total } = await quittance.payouts.list(key.partnerId, {}, { page: 1, limit: 1 })
  assert.strictEqual(total, moments)
  const { available } = await quittance.balances.get(key.partnerId)
  assert.strictEqual(available, 10_000 - 12 * moments)
  assert.deepStrictEqual((await quittance.verifyLedger()).faults, [])
  assert.deepStrictEqual(lines, [])
})

it("uploads that are interrupted while their bodies come give their places and their bodies up", async () => {
  const { app, runtime, start } = await embedded()
  const path = "/api/Signature/validate/upload"
  const form = new FormData()
  form.append("file", new Blob([Buffer.from("\x89PNG\r\n\x1a\n and the rest", "latin1")]))
  const whole = new Response(form)
  const headers = { "content-type": whole.headers.get("content-type") ?? "" }
  const bytes = new Uint8Array(await whole.arrayBuffer())
  let open = 0
  const endless = (): ApiRequest => ({
    ...requestOf("POST", path, noBytes, headers),
    streamBody: () =>
      Stream.unwrap(
        Effect.as(
          Effect.acquireRelease(
            Effect.sync(() => (open += 1)),
            () => Effect.sync(() => (open -= 1))
          ),
          Stream.concat(Stream.succeed(bytes.slice(0, 40)), Stream.never)
        )
      )
  })
  for (let round = 0; round < 3; round++) {
    const fibers = Array.from({ length: 64 }, () => start(endless()))
    for (let ticks = 0; ticks < 20; ticks++) await tick()
    assert.isAbove(open, 0)
    await Effect.runPromise(Fiber.interruptAll(fibers))
    assert.strictEqual(open, 0)
  }
  const served = await runtime.runPromise(app.handle(requestOf("POST", path, bytes, headers)))
  assert.strictEqual(served.status, 200)
})

it("a host's own timeout is kept, whatever the client sends", async () => {
  const { app, runtime } = await embedded()
  const silent: ApiRequest = {
    ...requestOf("POST", "/api/Signature/validate/upload", noBytes, {
      "content-type": "multipart/form-data; boundary=a"
    }),
    streamBody: () => Stream.never
  }
  const answer = await runtime.runPromise(Effect.timeoutOption(app.handle(silent), 20))
  assert.isTrue(Option.isNone(answer))
})
