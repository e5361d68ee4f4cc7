import { isActor } from "@quittance/core/adapter"
import { generators } from "@quittance/testing"
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { operatorHere, operatorOf } from "../src/command/systemUser.ts"

describe("the operator who runs a command", () => {
  it("is the user of the process, or its number where that has no name", () => {
    assert.match(operatorHere(), /^operator:[^\s]+$/)
    assert.deepStrictEqual(
      [
        operatorOf("root", 0),
        operatorOf(undefined, 1000),
        operatorOf("", undefined),
        operatorOf("\u0000 \n", 7)
      ],
      ["operator:root", "operator:uid-1000", "operator:uid-unknown", "operator:_"]
    )
    assert.strictEqual(operatorOf("DOMAIN\\John  Smith", 1), "operator:DOMAIN\\John_Smith")
  })

  it("is an actor, whatever the system calls the user", () => {
    fc.assert(
      fc.property(fc.string({ unit: generators.scalarValue, maxLength: 300 }), fc.nat(), (name, uid) =>
        isActor(operatorOf(name, uid))
      )
    )
  })
})
