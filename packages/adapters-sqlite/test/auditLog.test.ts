import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { SqliteStore } from "@quittance/adapters-sqlite"
import {
  type DeliveryAttempt,
  type EventRecord,
  emptyCommit,
  KycSession,
  type KycSessionCommand,
  type KycSessionEvent,
  type KycSessionState,
  Store
} from "@quittance/core/adapter"
import { temporaryFolder } from "@quittance/testing"
import Database from "better-sqlite3"
import { Effect, Option, Result } from "effect"
import { orderNamed, pictureNamed } from "./kycSamples.ts"
import { partnerId, start } from "./payoutSamples.ts"
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
        actor: "system",
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

/** Everything that happens in the life of a session that is refused once, fails and is redacted. */
const lifeOf = (name: string): ReadonlyArray<KycSessionEvent> => {
  const at = start
  const decidedBy = Option.some("reviewer")
  const document = pictureNamed(name)
  const selfie = { ...document, id: `doc_selfie_of_${name}`, step: "selfie" } as const
  const comment = "personal-comment"
  const answer = { _tag: "Answer", decidedBy, comment, attemptMax: 3, at } as const
  const refused = (course: "retry" | "final") =>
    ({ _tag: "Refused", reasons: ["document_blurry"], course }) as const
  const commands: ReadonlyArray<KycSessionCommand> = [
    { _tag: "Create", order: orderNamed(name) },
    { _tag: "Submit", document, at },
    { _tag: "Submit", document: selfie, at },
    { _tag: "OpenCheck", at },
    { _tag: "LoseAnswer", loss: "unavailable", at },
    { _tag: "NoteRunning", at },
    { ...answer, check: 1, verdict: refused("retry") },
    { _tag: "WaiveDocuments", at },
    { ...answer, check: 2, verdict: refused("final") },
    { _tag: "Redact", at }
  ]
  let state: KycSessionState = KycSession.initial
  return commands.flatMap((command) => {
    const events = Result.getOrThrow(KycSession.decide(state, command))
    state = events.reduce(KycSession.evolve, state)
    return events
  })
}

it.effect(
  "the audit log names a session's documents, and nothing that is personal in them or in the session",
  () =>
    Effect.gen(function* () {
      const events = lifeOf("anna")
      const rows = yield* logged(...events)
      assert.lengthOf(rows, 10)
      assert.notInclude(JSON.stringify(rows), "personal-")
      assert.notInclude(JSON.stringify(rows), Buffer.from("personal-").toString("hex"))
      assert.notInclude(JSON.stringify(rows), "example.com")
      const named = { id: "doc_anna", step: "document", type: "image/jpeg", sizeBytes: 70_000 }
      assert.deepStrictEqual(rows.slice(0, 2), [
        ["KycSessionCreated", "{}"],
        ["KycDocumentSubmitted", JSON.stringify({ document: named, at: start })]
      ])
      assert.deepStrictEqual(rows.at(-2), [
        "KycSessionFailed",
        JSON.stringify({ reasons: ["document_blurry"], check: 2, decidedBy: "reviewer", at: start })
      ])
    })
)
