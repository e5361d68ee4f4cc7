import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { AuditReader, Store, WebhookReader } from "@quittance/core/adapter"
import { temporaryFolder } from "@quittance/testing"
import { Effect, Exit, Option } from "effect"
import { partnerId, start } from "./payoutSamples.ts"
import { Child } from "./process/Child.ts"
import { fanningOut, namesOf, posting } from "./webhookSamples.ts"

const folder = temporaryFolder()

const open = (filename: string) => SqliteStore.layer({ filename, mode: "sandbox" })

const post = (filename: string, names: ReadonlyArray<string>) =>
  Effect.flatMap(Store, (store) => store.commit(posting(...names))).pipe(Effect.provide(open(filename)))

/** Which messages wait and which have a delivery, by name; proves that no message is both or neither. */
const standing = (filename: string, names: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const webhooks = yield* WebhookReader
    const { storageFaults } = yield* (yield* AuditReader).snapshot
    assert.deepStrictEqual(storageFaults, [])
    const waiting = yield* webhooks.waiting(partnerId, names.length + 1)
    const due = yield* webhooks.due(partnerId, "whk_shop", start, names.length + 1)
    const waits = waiting.map(({ message }) => message.id.slice("evt_".length))
    const made = due.map(({ state }) => state.order.eventId.slice("evt_".length))
    assert.deepStrictEqual([...waits, ...made].sort(), [...names])
    return { waits, made }
  }).pipe(Effect.scoped, Effect.provide(open(filename)))

describe("processes that fan out the same outbox", () => {
  it.effect("make one delivery of each message, however they meet", () =>
    Effect.gen(function* () {
      const filename = join(folder, "met.db")
      const names = namesOf("m", 600)
      yield* post(filename, names)
      const children = ["a", "b", "c"].map(() => new Child("fanOutMessages.ts", filename))
      const ends = yield* Effect.promise(() => Promise.all(children.map((child) => child.end())))
      assert.deepStrictEqual(
        ends.map(({ code }) => code),
        [0, 0, 0]
      )
      assert.deepStrictEqual(ends.flatMap(({ lines }) => lines).sort(), [...names])
      assert.deepStrictEqual((yield* standing(filename, names)).waits, [])
    })
  )

  it.effect("leave each message whole when they are killed: it waits, or it has its delivery", () =>
    Effect.gen(function* () {
      for (const lineCount of [10, 200, 400]) {
        const filename = join(folder, `killed-${lineCount}.db`)
        const names = namesOf("k", 1_200)
        yield* post(filename, names)
        // It stays, because it may be done before its lines are read.
        const child = new Child("fanOutMessages.ts", filename, "stay")
        child.killAfter(lineCount)
        const { code, lines } = yield* Effect.promise(() => child.end())
        assert.isNull(code, "killed")
        const made = new Set((yield* standing(filename, names)).made)
        assert.deepStrictEqual(
          lines.filter((name) => !made.has(name)),
          []
        )
        const { code: endOfNext } = yield* Effect.promise(() =>
          new Child("fanOutMessages.ts", filename).end()
        )
        assert.strictEqual(endOfNext, 0)
        assert.deepStrictEqual((yield* standing(filename, names)).waits, [])
      }
    })
  )
})

describe("a disk that is full in the middle of a fan-out", () => {
  it.effect("leaves every message of the commit in the outbox and makes none of its deliveries", () =>
    Effect.gen(function* () {
      const filename = join(folder, "full.db")
      const names = namesOf("f", 1_200)
      const layer = SqliteStore.layer({ filename, mode: "sandbox", maxFileBytes: 1_000 * 1_024 })
      const made = yield* Effect.gen(function* () {
        const store = yield* Store
        yield* store.commit(posting(...names))
        let landed = 0
        for (let first = 0; first < names.length; first += 100) {
          const exit = yield* Effect.exit(store.commit(fanningOut(...names.slice(first, first + 100))))
          if (Exit.isSuccess(exit)) {
            landed += 100
            continue
          }
          const error = Option.getOrUndefined(Exit.findErrorOption(exit))
          assert.deepInclude(error, { _tag: "StoreUnavailable", outcome: "notWritten" })
          break
        }
        return names.slice(0, landed)
      }).pipe(Effect.provide(layer))
      assert.isAbove(made.length, 0)
      assert.isBelow(made.length, names.length)
      assert.deepStrictEqual((yield* standing(filename, names)).made, made)
    })
  )
})
