import { assert } from "@effect/vitest"
import type { StorePorts } from "@quittance/core"
import { LinkBase } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { type Checks, suiteOf } from "../Suite.ts"

/** A store has one base of links. */
export const linkBaseChecks = {
  "there is none before a server says it, and the last one counts": Effect.gen(function* () {
    const links = yield* LinkBase
    assert.deepStrictEqual(yield* links.current, Option.none())
    for (const publicUrl of ["http://127.0.0.1:3000", "https://pay.почта.example/shop"]) {
      yield* links.note(publicUrl)
      assert.deepStrictEqual(yield* links.current, Option.some(publicUrl))
    }
  })
} satisfies Checks<StorePorts>

export const linkBaseSuite = suiteOf<StorePorts>("base of links", linkBaseChecks)
