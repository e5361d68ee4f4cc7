import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Logger, Scope } from "effect"
import { WallClock } from "@quittance/core"
import { classifierOverWorkers } from "../src/pool/classifierOverWorkers.ts"

const moody = new URL("./workers/moody.ts", import.meta.url)

/** A file that begins like a PNG of that size, and then says what a worker of these tests is to do. */
const image = (mood: string, width = 100, height = 100): Uint8Array => {
  const file = new Uint8Array(33 + mood.length)
  file.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  file.set(new TextEncoder().encode("IHDR"), 12)
  file.set(new TextEncoder().encode(mood), 33)
  const view = new DataView(file.buffer)
  view.setUint32(8, 13)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return file
}

const said = <A, E extends { readonly message: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, { onSuccess: () => "judged", onFailure: ({ message }) => message })

const late = "the image must have at most 40 megapixels and 10000 pixels on a side"
const crowded = "the image cannot be judged now: too many at once"
const busy = "the image cannot be judged now: no worker has become free"

const start = (effect: Effect.Effect<string>) => Effect.forkChild(effect, { startImmediately: true })

describe("the workers", () => {
  it.live("judge what is sent, and leave the bytes to the sender", () =>
    Effect.gen(function* () {
      const { classify } = yield* classifierOverWorkers({}, moody)
      const file = image("answer")
      const { probabilities } = yield* classify(file)
      assert.strictEqual(probabilities.signature, 1)
      assert.deepStrictEqual(file, image("answer"))
    })
  )

  it.live("never see what the header refuses", () =>
    Effect.gen(function* () {
      const { classify } = yield* classifierOverWorkers({}, moody)
      assert.strictEqual(yield* said(classify(image("hang", 8000, 5001))), late)
      assert.strictEqual(yield* said(classify(new Uint8Array())), "the file is empty")
    })
  )

  it.live("say which bound of theirs an image exceeds", () =>
    Effect.gen(function* () {
      const { classify } = yield* classifierOverWorkers({}, moody)
      const refused = yield* Effect.flip(classify(image("refuse")))
      assert.strictEqual(refused._tag, "SignatureImageRefused")
      assert.strictEqual(refused.message, "the image must have at most 12 megapixels")
    })
  )

  for (const mood of ["hang", "wait"])
    it.live(`are replaced when they are late: ${mood}`, () =>
      Effect.gen(function* () {
        const { classify } = yield* classifierOverWorkers({ secondsMax: 1 }, moody)
        const both = [said(classify(image(mood))), said(classify(image(mood)))]
        assert.deepStrictEqual(yield* Effect.all(both, { concurrency: "unbounded" }), [late, late])
        assert.strictEqual(yield* said(classify(image("answer"))), "judged")
      })
    )

  for (const [mood, reason] of [
    ["exit", "worker exited with code: 3"],
    ["burst", "burst"],
    ["hoard", "Worker terminated due to reaching memory limit: JS heap out of memory"],
    ["sulk", "no such mood"]
  ] as const)
    it.live(`are replaced when they break down: ${mood}`, () =>
      Effect.gen(function* () {
        const { classify } = yield* classifierOverWorkers({ workers: 1, secondsMax: 20 }, moody)
        for (let round = 0; round < (mood === "hoard" ? 1 : 2); round++) {
          const answer = yield* said(classify(image(mood)))
          assert.strictEqual(answer, `the image cannot be judged now: ${reason}`)
          assert.strictEqual(yield* said(classify(image("answer"))), "judged")
        }
      })
    )

  it.live("are given up with the image that nobody waits for any longer", () =>
    Effect.gen(function* () {
      const { classify } = yield* classifierOverWorkers({ workers: 1, waitingMax: 0, secondsMax: 20 }, moody)
      const left = yield* start(said(classify(image("hang"))))
      yield* Fiber.interrupt(left)
      assert.strictEqual(yield* said(classify(image("answer"))), "judged")
    })
  )

  it.live("have so many waiting and no more", () =>
    Effect.gen(function* () {
      const { classify } = yield* classifierOverWorkers({ workers: 1, waitingMax: 1, secondsMax: 20 }, moody)
      const working = yield* start(said(classify(image("wait"))))
      const waiting = yield* start(said(classify(image("answer"))))
      assert.strictEqual(yield* said(classify(image("answer"))), crowded)
      yield* Fiber.interrupt(working)
      assert.strictEqual(yield* Fiber.join(waiting), "judged")
    })
  )

  it.live("let nobody wait for long behind images that take their time", () =>
    Effect.gen(function* () {
      const { classify } = yield* classifierOverWorkers({ workers: 1, secondsMax: 0.5 }, moody)
      const many = Array.from({ length: 8 }, () => said(classify(image("wait"))))
      const answers = yield* Effect.all(many, { concurrency: "unbounded" })
      assert.isAtLeast(answers.filter((answer) => answer === late).length, 1)
      assert.isAtLeast(answers.filter((answer) => answer === busy).length, 3)
    })
  )

  it.live("are late by the time that they work, not by the time before", () =>
    Effect.gen(function* () {
      const secondsMax = 1_000
      const beginning = new Promise((resolve) => {
        const channel = new BroadcastChannel("moody")
        channel.onmessage = () => resolve(channel.close())
      })
      // The first time is over when the work has just begun, and the next ones at once.
      const slept: Array<number> = []
      const sleep = (millis: number) =>
        Effect.suspend(() => {
          if (millis < 1000 * secondsMax && slept.length === 0) return Effect.never
          slept.push(millis)
          return slept.length === 1 ? Effect.promise(() => beginning) : Effect.void
        })
      const { classify } = yield* classifierOverWorkers({ secondsMax }, moody)
      const answer = said(classify(image("announce")))
      assert.strictEqual(
        yield* Effect.provideService(answer, WallClock, { now: Effect.succeed(0), sleep }),
        late
      )
      assert.strictEqual(slept.length, 2)
      assert.strictEqual(slept[0], 1000 * secondsMax)
      assert.isAtMost(slept[1] ?? 0, 1000 * secondsMax)
      assert.isAbove(slept[1] ?? 0, 900 * secondsMax)
    })
  )

  it.live("take the largest images one at a time, and small ones beside them", () =>
    Effect.gen(function* () {
      const { classify } = yield* classifierOverWorkers({ workers: 3, secondsMax: 20 }, moody)
      const first = yield* start(said(classify(image("wait", 8000, 5000))))
      const second = yield* start(said(classify(image("answer", 5000, 5000))))
      for (let round = 0; round < 4; round++)
        assert.strictEqual(yield* said(classify(image("answer", 2000, 4000))), "judged")
      assert.isUndefined(second.pollUnsafe())
      yield* Fiber.interrupt(first)
      assert.strictEqual(yield* Fiber.join(second), "judged")
    })
  )

  it.live("stop with their scope, and do not start again", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { classify } = yield* Scope.provide(classifierOverWorkers({}, moody), scope)
      assert.strictEqual(yield* said(classify(image("answer"))), "judged")
      const working = yield* start(said(classify(image("wait"))))
      yield* Effect.yieldNow
      yield* Scope.close(scope, Exit.void)
      const stopped = "the image cannot be judged now: the workers have stopped"
      assert.strictEqual(yield* said(classify(image("answer"))), stopped)
      assert.notStrictEqual(yield* Fiber.join(working), "judged")
    })
  )
})

/** What an effect logs, beside what it gives. */
const logged = <A, E, R>(self: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const lines: Array<string> = []
    const logger = Logger.make(({ message }) => lines.push(String(message)))
    return [yield* Effect.provide(self, Logger.layer([logger])), lines] as const
  })

describe("in a bundle", () => {
  it.live("where no file of a worker is, images are refused at once and the log says what to do", () =>
    Effect.gen(function* () {
      const [{ classify }, lines] = yield* logged(classifierOverWorkers({}, undefined))
      const advice = /keep the package out of the bundle \(serverExternalPackages in Next\.js/
      assert.match(lines.join(), advice)
      assert.match(yield* said(classify(image("answer"))), advice)
    })
  )

  it.live("where a worker cannot be started, images are refused and the log says why", () =>
    Effect.gen(function* () {
      const { classify } = yield* classifierOverWorkers({}, new URL("./workers/missing.ts", import.meta.url))
      const [refused, lines] = yield* logged(said(classify(image("answer"))))
      assert.match(refused, /^the image cannot be judged now: .*missing\.ts/)
      assert.strictEqual(yield* said(classify(image("answer"))), refused)
      assert.match(lines.join(), /^an image of a signature could not be judged: .*missing\.ts/)
    })
  )
})
