import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { loggingLayer } from "../src/start/logging.ts"

it.effect("what strangers wrote does not steer who reads the log", () =>
  Effect.gen(function* () {
    const lines: Array<string> = []
    const foreign = "\u001b]0;owned\u0007 \u009b2J \u202e"
    yield* Effect.logError(foreign, new Error(foreign)).pipe(
      Effect.annotateLogs({ foreign }),
      Effect.provide(loggingLayer("Info", "stdout", (line) => void lines.push(line)))
    )
    assert.lengthOf(lines, 1)
    assert.notMatch(lines.join(""), /\p{C}/u)
    assert.include(lines.join(""), "\\u009b2J \\u202e")
  })
)
