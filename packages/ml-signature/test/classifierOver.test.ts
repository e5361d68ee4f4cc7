import { assert, describe, it } from "@effect/vitest"
import { WallClock } from "@quittance/core/adapter"
import { Decoding, type DecodingOptions, decoderBeside } from "@quittance/decoding"
import { Context, Effect, Layer } from "effect"
import { classifierOver, type SignatureModelOptions } from "../src/classifierOver.ts"
import type { JudgedImage, Judgement } from "../src/Judgement.ts"

const moody = decoderBeside<JudgedImage, Judgement>("./decoders/moody", import.meta.url)

const classifier = Effect.fnUntraced(function* (
  options: SignatureModelOptions = {},
  decoding: DecodingOptions = {}
) {
  const context = yield* Layer.build(Decoding.layer(decoding))
  const { classify } = yield* Effect.provideContext(
    classifierOver(options, moody),
    Context.pick(Decoding)(context)
  )
  return classify
})

/** A file that begins like a PNG of that size, and then says what a process of these tests is to do. */
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

const tooLarge = "the image must have at most 40 megapixels and 10000 pixels on a side"
const tooCostly = "the image takes too much memory or time to decode: save it again, and send the new file"
const noRoom = "the image cannot be judged now: too many at once"

describe("the classifier", () => {
  it.live("judges what is sent, and leaves the bytes to the sender", () =>
    Effect.gen(function* () {
      const classify = yield* classifier()
      const file = image("answer")
      const { probabilities } = yield* classify(file)
      assert.strictEqual(probabilities.signature, 1)
      assert.deepStrictEqual(file, image("answer"))
    })
  )

  it.live("sends nothing to a process that the header refuses", () =>
    Effect.gen(function* () {
      const classify = yield* classifier()
      assert.strictEqual(yield* said(classify(image("spin", 8000, 5001))), tooLarge)
      assert.strictEqual(yield* said(classify(new Uint8Array())), "the file is empty")
    })
  )

  it.live("says which bound of its decoder an image exceeds", () =>
    Effect.gen(function* () {
      const classify = yield* classifier()
      const refused = yield* Effect.flip(classify(image("refuse")))
      assert.strictEqual(refused._tag, "SignatureImageRefused")
      assert.strictEqual(refused.message, "the image must have at most 12 megapixels")
    })
  )

  for (const mood of ["spin", "hoard"])
    it.live(`tells what is too costly to decode from what is too large: ${mood}`, () =>
      Effect.gen(function* () {
        const classify = yield* classifier({ secondsMax: 0.3 }, { memoryMegabytesMax: 200 })
        const refused = yield* Effect.flip(classify(image(mood)))
        assert.deepInclude(refused, { _tag: "SignatureImageRefused", fault: "tooCostly" })
        assert.strictEqual(refused.message, tooCostly)
        assert.strictEqual(yield* said(classify(image("answer"))), "judged")
      })
    )

  it.live("tells both from having no room", () =>
    Effect.gen(function* () {
      const classify = yield* classifier({}, { processes: 1, waitingMax: 0 })
      yield* Effect.forkChild(classify(image("wait")), { startImmediately: true })
      const refused = yield* Effect.flip(classify(image("answer")))
      assert.strictEqual(refused._tag, "SignatureClassifierUnavailable")
      assert.strictEqual(refused.message, noRoom)
    })
  )

  it.live("judges an honest image beside sixteen hostile ones, or has no room, and never refuses it", () =>
    Effect.gen(function* () {
      const classify = yield* classifier(
        { secondsMax: 0.2 },
        { processes: 2, waitingMax: 15, memoryMegabytesMax: 200 }
      )
      const hostile = Array.from({ length: 16 }, (_, at) =>
        said(classify(image(at % 2 === 0 ? "spin" : "hoard")))
      )
      const honest = Array.from({ length: 4 }, () => said(classify(image("answer"))))
      const answers = yield* Effect.all([...hostile.slice(0, 15), ...honest, ...hostile.slice(15)], {
        concurrency: "unbounded"
      })
      const judged = answers.slice(15, 19)
      assert.include(judged, "judged")
      assert.deepStrictEqual(
        judged.filter((answer) => answer !== "judged" && answer !== noRoom),
        []
      )
      assert.deepStrictEqual(new Set(answers.slice(0, 15)), new Set([tooCostly]))
      // However slow the machine is.
    }).pipe(Effect.provideService(WallClock, { now: Effect.succeed(0), sleep: () => Effect.never }))
  )

  it.live("has no evidence where a process breaks down", () =>
    Effect.gen(function* () {
      const classify = yield* classifier()
      assert.strictEqual(yield* said(classify(image("sulk"))), "the image cannot be judged now: no such mood")
    })
  )
})
