import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { StoreMode } from "@quittance/core/adapter"
import { temporaryFolder } from "@quittance/testing"
import { Effect, Option } from "effect"

const folder = temporaryFolder()

it.effect("tells the mode that it was made in, so that services of the other mode do not start on it", () =>
  Effect.gen(function* () {
    for (const mode of ["sandbox", "live"] as const) {
      const store = SqliteStore.layer({ filename: join(folder, `${mode}.db`), mode })
      assert.deepStrictEqual(yield* Effect.provide(StoreMode, store), Option.some(mode))
    }
  })
)
