import { MemoryStore } from "@quittance/core"
import { WallClock } from "@quittance/core/adapter"
import { Clock, Deferred, Effect, Layer, Logger, References } from "effect"
import type { TestApiOptions } from "../TestApi.ts"

export type Line = { readonly [name: string]: unknown }

/** Collects the request log of an application: a test gives it as options of `startTestApi`. */
export const makeRequestLines = () => {
  const lines: Array<Line> = []
  const counts: Array<Line> = []
  const all: Array<string> = []
  let second = Deferred.makeUnsafe<void>()
  const wallClock = {
    now: Clock.currentTimeMillis,
    sleep: () => Effect.suspend(() => Deferred.await(second))
  }
  const logger = Logger.make(({ fiber, logLevel, message }) => {
    const annotations = fiber.getRef(References.CurrentLogAnnotations)
    const said = Array.isArray(message) ? message[0] : message
    all.push(JSON.stringify([message, annotations]))
    if (said === "request") lines.push({ level: logLevel, ...annotations })
    if (said === "requests without a line") counts.push({ ...annotations })
  })
  const options = {
    logLevel: "Info",
    wallClock: Layer.succeed(WallClock, wallClock),
    store: Layer.provideMerge(MemoryStore.layer, Logger.layer([logger]))
  } as const satisfies TestApiOptions
  return {
    options,
    logger: Logger.layer([logger]),
    /** One object for each request, oldest first. */
    lines,
    /** What the lines of a second say that count the others. */
    counts,
    /** Everything logged, as text. */
    text: () => all.join("\n"),
    /** A second passes for whoever waits by the wall clock. */
    passSecond: async () => {
      const over = second
      second = Deferred.makeUnsafe()
      Deferred.doneUnsafe(over, Effect.void)
      for (let turn = 0; turn < 20; turn++) await Effect.runPromise(Effect.yieldNow)
    },
    /** The line of an answer, by its request id. */
    lineOf: (requestId: string | null | undefined) => lines.find((line) => line.requestId === requestId)
  }
}
