import { assert, describe, it } from "@effect/vitest"
import { generators } from "@quittance/testing"
import { Effect } from "effect"
import fc from "fast-check"
import { Actor, actingAs, actorShown, isActor, recordedActor } from "../../../src/kernel/actor/Actor.ts"
import { Ids } from "../../../src/kernel/ports/Ids.ts"
import { Store } from "../../../src/kernel/ports/Store.ts"
import { makeTransact } from "../../../src/kernel/transact/Transact.ts"
import { holds } from "../../holds.ts"

const prefixes = ["user", "key", "operator", "provider"] as const

describe("an actor", () => {
  it("is system, customer, or a prefix and 1 to 100 visible characters", () => {
    for (const text of [
      "system",
      "customer",
      "user:anna",
      "key:key_1",
      "operator:root",
      "provider:tron",
      "user:Ақ‑1",
      `user:${"🏦".repeat(100)}`
    ])
      assert.isTrue(isActor(text), text)
    for (const text of [
      "",
      "unknown",
      "System",
      "user",
      "user:",
      "anna",
      "admin:anna",
      "user:a b",
      "user:a\n",
      "user:\u202e",
      `user:${"a".repeat(101)}`,
      "system:1",
      " system"
    ])
      assert.isFalse(isActor(text), text)
  })

  it("never contains a control or invisible character, whatever the text", () =>
    holds(
      fc.property(
        fc.constantFrom(...prefixes),
        fc.string({ unit: generators.scalarValue, maxLength: 12 }),
        (prefix, id) => {
          const text = `${prefix}:${id}`
          if (isActor(text)) assert.notMatch(text, /[\p{C}\p{Z}]/u)
          else assert.isTrue(id === "" || /[\p{C}\s]/u.test(id))
        }
      )
    ))

  it("is shown to partners without the operator's name, and otherwise as it is", () => {
    assert.deepStrictEqual(
      [recordedActor("operator:root"), recordedActor(null), recordedActor("user:operator:1")].map((actor) => [
        actorShown(actor, "partner"),
        actorShown(actor, "operator")
      ]),
      [
        ["operator", "operator:root"],
        ["unknown", "unknown"],
        ["user:operator:1", "user:operator:1"]
      ]
    )
  })

  it.effect("is the system until somebody acts, and nobody commits under a text that is none", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* Actor, "system")
      assert.strictEqual(yield* actingAs("user:anna", Effect.map(Actor, String)), "user:anna")
      const { commit } = yield* makeTransact
      const event = { _tag: "PartnerTermsChanged" } as const
      const adding = commit({ events: [{ partnerId: "p", subjectId: "p", version: 1, at: 0, event }] })
      for (const text of ["user:a\u001fb", "user:", "admin:1"]) {
        const exit = yield* Effect.exit(actingAs(text as Actor, adding))
        assert.include(String(exit), "must be system, customer, or user:ID")
      }
    }).pipe(
      Effect.provideService(Store, {
        commit: () => Effect.die("nothing is committed"),
        committed: () => Effect.die("nothing is unclear")
      }),
      Effect.provide(Ids.layer)
    )
  )
})
