/** A server that tells which process decodes for it, and then has it do something. */
import { Effect } from "effect"
import { type Decoder, Decoding, decoderBeside } from "../../src/index.ts"
import type { Mood } from "../decoders/moody.ts"

const moody: Decoder<Mood, unknown> = decoderBeside("../decoders/moody", import.meta.url)

await Effect.runPromise(
  Effect.gen(function* () {
    const { decode } = yield* Decoding
    const be = (mood: Mood["mood"]) =>
      decode({ decoder: moody, bytes: new Uint8Array(), options: { mood }, secondsMax: 600 })
    const answer = yield* be("tell")
    const { pid } = answer as { readonly pid: number }
    yield* Effect.forkChild(be(process.argv[2] === "spin" ? "spin" : "tell"), { startImmediately: true })
    // So that it has begun.
    yield* Effect.sleep("100 millis")
    process.send?.(pid)
    yield* Effect.never
  }).pipe(Effect.provide(Decoding.layer({ processes: 1 })))
)
