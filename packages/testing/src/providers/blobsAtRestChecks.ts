import { assert } from "@effect/vitest"
import type { Ids } from "@quittance/core"
import { type BlobFolder, BlobStore } from "@quittance/core/adapter"
import { Effect, Fiber, Stream } from "effect"
import * as fc from "fast-check"
import { type Checks, forAll } from "../Suite.ts"
import { holds, inPieces, isMissing, newFolder, put, putWithoutEnd, randomContent } from "./BlobContents.ts"
import { windowFinder } from "./ByteWindows.ts"

/**
 * The laws of `BlobStore` about data at rest: what somebody other than the store finds there, and what they can do with
 * it.
 */

/** Access to what a store keeps. */
export interface BlobsAtRest<R> {
  /** A blob as it lies there. */
  readonly read: (folder: BlobFolder, id: string) => Effect.Effect<Uint8Array, unknown, R>
  /** Puts these bytes where the blob lies, or would lie. */
  readonly write: (folder: BlobFolder, id: string, bytes: Uint8Array) => Effect.Effect<void, unknown, R>
  /** Everything that outlives a call, including keys and unfinished blobs. */
  readonly everything: Effect.Effect<ReadonlyArray<Uint8Array>, unknown, R>
}

export const blobsAtRestChecks = <R>(atRest: BlobsAtRest<R>) => {
  /** A folder with this content in `doc_1`, and what of it lies at rest. */
  const stored = Effect.fnUntraced(function* (content: Uint8Array) {
    const folder = yield* newFolder
    yield* put(folder, "doc_1", content)
    return { folder, bytes: new Uint8Array(yield* atRest.read(folder, "doc_1")) }
  })

  const content = randomContent(150_000, 1)
  const other = randomContent(150_000, 2)

  return {
    "no 16 bytes of a blob lie in clear, during and after a put, whatever becomes of it": Effect.gen(
      function* () {
        const blobs = yield* BlobStore
        const folder = yield* newFolder
        const content = randomContent(70_000, 3)
        const finder = windowFinder(content)
        let looks = 0
        const look = Effect.map(atRest.everything, (all) => {
          looks += 1
          for (const bytes of all) assert.isUndefined(finder(bytes), `look ${looks}`)
        }).pipe(Effect.provideContext(yield* Effect.context<R>()))
        yield* blobs.put(
          folder,
          "doc_1",
          Stream.concat(inPieces(content, 65_536), Stream.fromEffectDrain(look))
        )
        const broken = Stream.concat(inPieces(content, 1_000), Stream.fail("broken" as const))
        yield* Effect.flip(blobs.put(folder, "doc_2", broken))
        const fiber = yield* putWithoutEnd(folder, "doc_3", content)
        yield* look
        yield* Fiber.interrupt(fiber)
        yield* Stream.runDrain(blobs.get(folder, "doc_1"))
        yield* blobs.remove(folder, "doc_1")
        yield* blobs.destroy(folder)
        yield* look
        assert.strictEqual(looks, 3)
      }
    ).pipe(Effect.scoped),

    "the same content never lies there twice the same, be it in one folder or in two": Effect.gen(
      function* () {
        const { bytes, folder } = yield* stored(content)
        const { bytes: elsewhere } = yield* stored(content)
        yield* put(folder, "doc_2", content)
        const again = yield* atRest.read(folder, "doc_2")
        const finder = windowFinder(bytes)
        for (const each of [elsewhere, again]) {
          const at = finder(each.subarray(64))
          assert.isUndefined(at, `at byte ${at}`)
        }
      }
    ),

    "a blob of which any byte was changed is missing, and as it was it is there again": Effect.gen(
      function* () {
        const { bytes, folder } = yield* stored(content)
        const change = fc.record({
          at: fc.oneof(fc.nat(bytes.length - 1), fc.nat(100), fc.constant(bytes.length - 1)),
          bits: fc.integer({ min: 1, max: 255 })
        })
        yield* forAll(
          change,
          Effect.fnUntraced(function* ({ at, bits }) {
            const changed = bytes.slice()
            changed[at] = (changed[at] ?? 0) ^ bits
            yield* atRest.write(folder, "doc_1", changed)
            yield* isMissing(folder, "doc_1", content)
          }),
          60
        )
        yield* atRest.write(folder, "doc_1", bytes)
        yield* holds(folder, "doc_1", content)
      }
    ),

    "a blob that was cut off or continued is missing": Effect.gen(function* () {
      const { bytes, folder } = yield* stored(content)
      yield* forAll(
        fc.oneof(fc.nat(bytes.length - 1), fc.nat(100)),
        Effect.fnUntraced(function* (length) {
          yield* atRest.write(folder, "doc_1", bytes.subarray(0, length))
          yield* isMissing(folder, "doc_1", content)
        }),
        40
      )
      // Where pieces that are encrypted one by one could end.
      for (const piece of [65_536, 131_072])
        for (let length = piece; length < piece + 64; length++) {
          yield* atRest.write(folder, "doc_1", bytes.subarray(0, length))
          yield* isMissing(folder, "doc_1", content)
        }
      for (const more of [new Uint8Array(1), new Uint8Array(16), bytes, bytes.subarray(100)]) {
        yield* atRest.write(folder, "doc_1", Buffer.concat([bytes, more]))
        yield* isMissing(folder, "doc_1", content)
      }
    }),

    "a blob is missing under another's name, and in another's folder": Effect.gen(function* () {
      const { bytes, folder } = yield* stored(content)
      const { folder: elsewhere } = yield* stored(other)
      yield* put(folder, "doc_2", other)
      yield* atRest.write(folder, "doc_2", bytes)
      yield* isMissing(folder, "doc_2")
      yield* atRest.write(folder, "doc_3", bytes)
      yield* isMissing(folder, "doc_3")
      yield* atRest.write(elsewhere, "doc_1", bytes)
      yield* isMissing(elsewhere, "doc_1")
      yield* holds(folder, "doc_1", content)
    }),

    "copies of blobs open nothing once their folder is destroyed, also where it was begun anew": Effect.gen(
      function* () {
        const blobs = yield* BlobStore
        const { bytes, folder } = yield* stored(content)
        yield* blobs.destroy(folder)
        // A put makes the place for the copy, and another key.
        yield* put(folder, "doc_2", other)
        yield* atRest.write(folder, "doc_1", bytes)
        yield* isMissing(folder, "doc_1")
        yield* holds(folder, "doc_2", other)
        yield* blobs.destroy(folder)
        yield* put(folder, "doc_1", other)
        yield* holds(folder, "doc_1", other)
        yield* atRest.write(folder, "doc_1", bytes)
        yield* isMissing(folder, "doc_1")
      }
    ),

    "neither a destroyed folder's blobs nor what they were sealed with are left at rest": Effect.gen(
      function* () {
        const blobs = yield* BlobStore
        const folder = yield* newFolder
        const before = yield* atRest.everything
        yield* put(folder, "doc_1", content)
        const known = new Set(before.map((bytes) => Buffer.from(bytes).toString("latin1")))
        const isNew = (bytes: Uint8Array) => !known.has(Buffer.from(bytes).toString("latin1"))
        const made = (yield* atRest.everything).filter(isNew)
        assert.isNotEmpty(made)
        yield* blobs.destroy(folder)
        const left = (yield* atRest.everything).filter(isNew)
        assert.lengthOf(left, 0)
      }
    )
  } satisfies Checks<BlobStore | Ids | R>
}
