import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { type Decoder, Decoding, type DecodingOptions, decoderBeside, slowFromSeconds } from "../src/index.ts"
import type { Mood } from "./decoders/moody.ts"

const moody: Decoder<Mood, unknown> = decoderBeside("./decoders/moody", import.meta.url)

const decoding = (options: DecodingOptions) =>
  Effect.map(Layer.build(Decoding.layer(options)), (context) => {
    const { decode } = Context.get(context, Decoding)
    const be = (mood: Mood["mood"], secondsMax: number) =>
      decode({ decoder: moody, bytes: Uint8Array.of(1), options: { mood }, secondsMax }).pipe(
        Effect.match({
          onSuccess: (answer) => (mood === "tell" ? "told" : String(answer)),
          onFailure: ({ _tag, message }) => `${_tag}: ${message}`
        })
      )
    return {
      slow: (mood: Mood["mood"]) => be(mood, slowFromSeconds),
      quick: (mood: Mood["mood"]) => be(mood, slowFromSeconds - 1)
    }
  })

const start = <A>(effect: Effect.Effect<A>) => Effect.forkChild(effect, { startImmediately: true })

describe("files that may take long", () => {
  it.live("leave one process to the others", () =>
    Effect.gen(function* () {
      const { quick, slow } = yield* decoding({ processes: 2, waitSecondsMax: 2 })
      yield* start(slow("wait"))
      yield* start(slow("wait"))
      assert.strictEqual(yield* quick("tell"), "told")
      assert.strictEqual(yield* slow("tell"), "DecodingBusy: no process has become free")
      assert.strictEqual(yield* quick("tell"), "told")
    })
  )

  it.live("leave half of the places in the queue to the others", () =>
    Effect.gen(function* () {
      const { quick, slow } = yield* decoding({ processes: 2, waitingMax: 4, waitSecondsMax: 1000 })
      for (let count = 0; count < 3; count++) yield* start(slow("wait"))
      assert.strictEqual(yield* slow("tell"), "DecodingBusy: too many at once")
      assert.strictEqual(yield* quick("tell"), "told")
    })
  )

  it.live("have the only process as well", () =>
    Effect.gen(function* () {
      const { slow } = yield* decoding({ processes: 1, waitingMax: 0 })
      assert.strictEqual(yield* slow("tell"), "told")
      assert.strictEqual(yield* slow("tell"), "told")
    })
  )
})
