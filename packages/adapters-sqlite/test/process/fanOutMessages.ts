/**
 * A process that fans messages out, ten at a time, without asking for a lease, so that several of them meet. It prints
 * the name of each message as soon as its commit was answered. When none waits it ends, or stays until it is killed.
 *
 *     node --conditions=source fanOutMessages.ts FILE [stay]
 */
import { SqliteStore } from "@quittance/adapters-sqlite"
import { Store, WebhookReader } from "@quittance/core/adapter"
import { Effect, Result } from "effect"
import { partnerId } from "../payoutSamples.ts"
import { fanningOut } from "../webhookSamples.ts"

const [, , filename = "", then] = process.argv
// Keeps the process alive.
if (then === "stay") setInterval(() => {}, 60_000)

await Effect.gen(function* () {
  const store = yield* Store
  const webhooks = yield* WebhookReader
  while (true) {
    const waiting = yield* webhooks.waiting(partnerId, 10)
    if (waiting.length === 0) return
    const names = waiting.map(({ message }) => message.id.slice("evt_".length))
    const answer = yield* Effect.result(store.commit(fanningOut(...names)))
    if (Result.isSuccess(answer)) process.stdout.write(`${names.join("\n")}\n`)
    // Somebody else was first.
    else if (answer.failure._tag !== "VersionConflict") return yield* answer.failure
  }
}).pipe(Effect.provide(SqliteStore.layer({ filename, mode: "sandbox" })), Effect.runPromise)
