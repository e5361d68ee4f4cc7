import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { SqliteStore, type SqliteStoreOptions, StoreSource } from "@quittance/adapters-sqlite"
import { StoreHold } from "@quittance/core/adapter"
import { temporaryFolder } from "@quittance/testing"
import { Effect, Option } from "effect"

const target = "postgres://me@host/money"

const inStore = <A, E>(
  filename: string,
  work: Effect.Effect<A, E, StoreHold>,
  options: Partial<SqliteStoreOptions> = {}
) => Effect.provide(work, SqliteStore.layer({ filename, mode: "sandbox", ...options }))

const hold = Effect.flatMap(StoreHold, ({ current }) => current)

const sourceOf = (filename: string, to: string) =>
  StoreSource.open({ filename, mode: "sandbox", access: "alone", to })

const move = (filename: string) =>
  Effect.scoped(Effect.map(sourceOf(filename, target), ({ retire }) => retire(2)))

const refusal = (opening: Effect.Effect<unknown, { readonly message: string }>) =>
  Effect.map(Effect.flip(opening), ({ message }) => message)

describe("a store that was moved away", () => {
  it.effect("is opened for writing only to take it back, which a release of its hold does", () =>
    Effect.gen(function* () {
      const filename = join(temporaryFolder(), "store.db")
      yield* inStore(filename, Effect.void)
      yield* move(filename)
      assert.strictEqual(
        yield* refusal(inStore(filename, Effect.void)),
        `${filename} was moved to ${target}, so nothing is done on it any more; use that store, or, if the move was given up, make sure that nothing runs there and run \`quittance payouts release --accept-moved\` here.`
      )
      assert.isTrue(Option.isSome(yield* inStore(filename, hold, { readonly: true })))
      yield* inStore(
        filename,
        Effect.flatMap(StoreHold, ({ release }) => release),
        { acceptMoved: true }
      )
      assert.isTrue(Option.isNone(yield* inStore(filename, hold)))
    })
  )

  it.effect("is refused also where it was on hold before, for another reason", () =>
    Effect.gen(function* () {
      const filename = join(temporaryFolder(), "store.db")
      const earlier = { reason: "restored", since: 1 }
      yield* inStore(
        filename,
        Effect.flatMap(StoreHold, ({ place }) => place(earlier))
      )
      yield* move(filename)
      assert.include(yield* refusal(inStore(filename, Effect.void)), `was moved to ${target}`)
      const { identity } = yield* Effect.scoped(sourceOf(filename, target))
      assert.deepStrictEqual(identity.hold, Option.some(earlier))
    })
  )

  it.effect("is moved on to the same store, and to no other one", () =>
    Effect.gen(function* () {
      const filename = join(temporaryFolder(), "store.db")
      yield* inStore(filename, Effect.void)
      yield* move(filename)
      yield* move(filename)
      assert.include(
        yield* refusal(Effect.scoped(sourceOf(filename, "postgres://me@host/other"))),
        `was moved to ${target}`
      )
    })
  )
})
