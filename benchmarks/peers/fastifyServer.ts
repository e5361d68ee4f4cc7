/**
 * The peer to beat: the payout operation written by hand on Fastify, with one transaction of better-sqlite3 or one call
 * of a function on PostgreSQL per request.
 *
 * It does what the contract asks of the operation and nothing else: no workers, no webhooks, no other operation.
 * Environment: PORT, DB_FILE (a store that the product made) and SYNCHRONOUS (FULL | NORMAL), or DATABASE_URL and
 * CONNECTIONS for one on PostgreSQL, PARTNER_ID, KEY_ID, API_KEY, API_SECRET, BIND (none | idempotency).
 */
import { createSecretKey, randomUUID } from "node:crypto"
import { fastify } from "fastify"
import { sendRefusal } from "./payoutAnswer.ts"
import { registerPayoutRoute } from "./payoutRoute.ts"
import { preparePayoutStore } from "./payoutStore.ts"
import { openPayoutStore } from "./payoutTables.ts"
import { openSharedPayoutStore } from "./sharedPayoutStore.ts"

const required = (name: string): string => {
  const value = process.env[name]
  if (value === undefined || value === "") throw new Error(`${name} is not set`)
  return value
}

const openStore = () => {
  const { DATABASE_URL: url } = process.env
  if (url !== undefined) return openSharedPayoutStore(url, Number(required("CONNECTIONS")))
  const synchronous = required("SYNCHRONOUS")
  if (synchronous !== "FULL" && synchronous !== "NORMAL")
    throw new Error("SYNCHRONOUS must be FULL or NORMAL")
  const database = openPayoutStore(required("DB_FILE"), synchronous)
  return { ...preparePayoutStore(database), close: () => database.close() }
}

const store = await openStore()

const app = fastify({
  logger: false,
  bodyLimit: 256 * 1024,
  genReqId: () => randomUUID(),
  requestIdHeader: false,
  // The contract refuses a wrong type; Fastify's default would convert it.
  ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } }
})

app.setNotFoundHandler((request, reply) => {
  reply.header("X-Request-Id", request.id)
  sendRefusal(reply, { status: 404, code: "not_found", message: "there is nothing here" })
})

app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
  reply.header("X-Request-Id", request.id)
  if (error.statusCode === 413) {
    sendRefusal(reply, { status: 413, code: "payload_too_large", message: "the body is over 256 KiB" })
  } else if (error.statusCode === 415) {
    sendRefusal(reply, {
      status: 415,
      code: "unsupported_media_type",
      message: "the body must be application/json"
    })
  } else {
    process.stderr.write(`${error.stack ?? error.message}\n`)
    sendRefusal(reply, { status: 500, code: "internal_error", message: "the request could not be served" })
  }
})

registerPayoutRoute(
  app,
  store,
  new Map([
    [
      required("API_KEY"),
      {
        partnerId: required("PARTNER_ID"),
        keyId: required("KEY_ID"),
        secret: createSecretKey(Buffer.from(required("API_SECRET"))),
        bind: process.env.BIND === "idempotency" ? "idempotency" : "none"
      }
    ]
  ])
)

const pruning = setInterval(() => store.prune(), 30_000)
pruning.unref()

process.once("SIGTERM", () => {
  clearInterval(pruning)
  void app.close().then(async () => {
    await store.close()
  })
})

await app.listen({ port: Number(required("PORT")), host: "127.0.0.1" })
