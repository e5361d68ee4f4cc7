import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { type DeliveryAttempt, emptyCommit, type EventRecord, Store } from "@quittance/core"
import Database from "better-sqlite3"
import { Effect, Option } from "effect"
import { partnerId, start } from "./payoutSamples.ts"
import { temporaryFolder } from "./TemporaryFolder.ts"
import { endpointNamed, scheduled, webhookUrl } from "./webhookSamples.ts"

/** What stands in the log of these events, as JSON by their types. */
const logged = (...events: ReadonlyArray<EventRecord["event"]>) =>
  Effect.gen(function* () {
    const filename = join(temporaryFolder(), "store.db")
    const records = events.map(
      (event, index): EventRecord => ({
        id: `evt_${index}`,
        partnerId,
        subjectId: "whk_shop",
        version: index + 1,
        at: start,
        event
      })
    )
    yield* Effect.flatMap(Store, (store) => store.commit({ ...emptyCommit, events: records })).pipe(
      Effect.provide(SqliteStore.layer({ filename, mode: "sandbox" }))
    )
    const database = new Database(filename, { readonly: true })
    const rows = database.prepare("SELECT type, data FROM events ORDER BY seq").raw().all()
    database.close()
    return rows
  })

it.effect("the audit log says what became of an endpoint, and not its secrets, sealed ones neither", () =>
  Effect.gen(function* () {
    const { order, sealedSecret, target } = endpointNamed("shop")
    const signsUntil = start + 5
    const rows = yield* logged(
      { _tag: "WebhookRegistered", order, target, sealedSecret, switch: "enabled" },
      { _tag: "WebhookSecretRotated", sealedSecret, signsUntil, at: start }
    )
    assert.deepStrictEqual(rows, [
      ["WebhookRegistered", JSON.stringify({ target, switch: "enabled" })],
      ["WebhookSecretRotated", JSON.stringify({ signsUntil, at: start })]
    ])
  })
)

it.effect("the audit log says how an attempt ended, and not what the receiver answered", () =>
  Effect.gen(function* () {
    const attempt: DeliveryAttempt = {
      at: start,
      url: webhookUrl,
      responseCode: Option.some(500),
      responseMillis: 3,
      responseStart: Option.some("the receiver's own words"),
      error: Option.some("the receiver answered 500")
    }
    const { order, url } = scheduled("a")
    const error = "the receiver answered 500"
    const rows = yield* logged(
      { _tag: "DeliveryScheduled", order, url },
      { _tag: "DeliveryFailed", attempt, error }
    )
    assert.deepStrictEqual(rows, [
      ["DeliveryScheduled", JSON.stringify({ url })],
      ["DeliveryFailed", JSON.stringify({ attempt: { at: start, responseCode: 500, error }, error })]
    ])
  })
)
