import { assert } from "@effect/vitest"
import { Ids } from "@quittance/core"
import { type BlobFolder, BlobStore, kycDocumentPrefix } from "@quittance/core/adapter"
import { Effect, Exit, Fiber, type Layer, Option, Stream } from "effect"
import * as fc from "fast-check"
import { type CheckGroup, type Checks, forAll, runSuite } from "../Suite.ts"
import {
  holds,
  inPieces,
  isMissing,
  listed,
  newFolder,
  put,
  putWithoutEnd,
  randomContent,
  read
} from "./BlobContents.ts"
import { type BlobsAtRest, blobsAtRestChecks } from "./blobsAtRestChecks.ts"

/** The laws of `BlobStore` that the port itself shows. */

/** Sizes around a frame of 64 KiB, where piecewise encryption goes wrong. */
const sizes = [0, 1, 15, 16, 17, 65_519, 65_520, 65_535, 65_536, 65_537, 131_072, 131_073, 200_000]

export const blobStoreChecks = {
  "what was put is what is got, of any size and however it comes in pieces": Effect.gen(function* () {
    const blobs = yield* BlobStore
    const folder = yield* newFolder
    const ids = yield* Ids
    const values = fc.record({
      size: fc.oneof(fc.constantFrom(...sizes), fc.nat(200_000)),
      pieceBytes: fc.constantFrom(1_000, 16_384, 65_535, 65_536, 65_537, 200_000)
    })
    yield* forAll(
      values,
      Effect.fnUntraced(function* ({ pieceBytes, size }) {
        const id = yield* ids.prefixed(kycDocumentPrefix)
        const content = randomContent(size, size)
        const empty = Stream.succeed(new Uint8Array())
        yield* blobs.put(folder, id, Stream.concat(inPieces(content, pieceBytes), empty))
        yield* holds(folder, id, content)
      }),
      25
    )
  }),

  "what was put stays so, whatever becomes of the bytes that were given and got": Effect.gen(function* () {
    const folder = yield* newFolder
    const content = randomContent(100_000, 1)
    const given = Buffer.from(content)
    yield* put(folder, "doc_1", given)
    given.fill(0)
    const blobs = yield* BlobStore
    yield* Stream.runForEach(blobs.get(folder, "doc_1"), (piece) => Effect.sync(() => piece.fill(0)))
    yield* holds(folder, "doc_1", content)
  }),

  "a blob is read by several at once, and again": Effect.gen(function* () {
    const folder = yield* newFolder
    const content = randomContent(150_000, 2)
    yield* put(folder, "doc_1", content)
    const readers = Array.from({ length: 5 }, () => holds(folder, "doc_1", content))
    yield* Effect.all(readers, { concurrency: "unbounded" })
    yield* holds(folder, "doc_1", content)
  }),

  "what nobody put is missing": Effect.gen(function* () {
    const folder = yield* newFolder
    yield* isMissing(folder, "doc_1")
    yield* put(folder, "doc_1", randomContent(10, 3))
    yield* isMissing(folder, "doc_2")
    yield* isMissing(folder, "doc")
  }),

  "a put whose content breaks off ends with its failure, is never seen, and can be made again": Effect.gen(
    function* () {
      const blobs = yield* BlobStore
      for (const size of [0, 100, 150_000]) {
        const folder = yield* newFolder
        const content = randomContent(size, 4)
        const broken = Stream.concat(inPieces(content, 10_000), Stream.fail("the sender is gone" as const))
        assert.strictEqual(
          yield* Effect.flip(blobs.put(folder, "doc_1", broken)),
          "the sender is gone",
          `after ${size} bytes`
        )
        yield* isMissing(folder, "doc_1")
        yield* put(folder, "doc_1", content)
        yield* holds(folder, "doc_1", content)
      }
    }
  ),

  "a put that is interrupted is never seen, and can be made again": Effect.gen(function* () {
    const folder = yield* newFolder
    const content = randomContent(150_000, 5)
    const fiber = yield* putWithoutEnd(folder, "doc_1", content)
    yield* isMissing(folder, "doc_1")
    yield* Fiber.interrupt(fiber)
    yield* isMissing(folder, "doc_1")
    yield* put(folder, "doc_1", content)
    yield* holds(folder, "doc_1", content)
  }).pipe(Effect.scoped),

  "a second put of an id fails and changes nothing": Effect.gen(function* () {
    const folder = yield* newFolder
    const content = randomContent(70_000, 6)
    yield* put(folder, "doc_1", content)
    for (const other of [content, randomContent(10, 7), new Uint8Array()]) {
      const failure = yield* Effect.flip(put(folder, "doc_1", other))
      assert.strictEqual(failure._tag, "BlobStoreUnavailable")
      yield* holds(folder, "doc_1", content)
    }
  }),

  "of puts of one id at once, one lands, whole": Effect.gen(function* () {
    const folder = yield* newFolder
    const contents = Array.from({ length: 6 }, (_, index) => randomContent(70_000 + index, index))
    const exits = yield* Effect.all(
      contents.map((content) => Effect.exit(put(folder, "doc_1", content))),
      { concurrency: "unbounded" }
    )
    const landed = contents.filter((_, index) => exits[index]?._tag === "Success")
    assert.lengthOf(landed, 1)
    for (const content of landed) yield* holds(folder, "doc_1", content)
  }),

  "folders are apart, however their names are cut": Effect.gen(function* () {
    const { ownerId, partnerId } = yield* newFolder
    const folders: ReadonlyArray<BlobFolder> = [
      { partnerId, ownerId },
      { partnerId, ownerId: `${ownerId}_a` },
      { partnerId: `${partnerId}_a`, ownerId },
      { partnerId: ownerId, ownerId: partnerId },
      { partnerId: `${partnerId}_b`, ownerId: "a" },
      { partnerId, ownerId: "b_a" },
      { partnerId, ownerId: `${ownerId}_${"a".repeat(64 - 1 - ownerId.length)}` }
    ]
    const content = (index: number) => randomContent(1_000, index)
    for (const [index, folder] of folders.entries()) yield* put(folder, "doc_1", content(index))
    for (const [index, folder] of folders.entries()) yield* holds(folder, "doc_1", content(index))
    const [first, ...others] = folders
    if (first !== undefined) yield* Effect.flatMap(BlobStore, (blobs) => blobs.destroy(first))
    for (const [index, folder] of others.entries()) yield* holds(folder, "doc_1", content(index + 1))
  }),

  "a blob may have any name, and none stands for anything else": Effect.gen(function* () {
    const folder = yield* newFolder
    const ids = ["key", "blob", "part", "0", "_", "__proto__", "constructor", "NUL", "z".repeat(64)].sort()
    for (const id of ids) yield* isMissing(folder, id)
    for (const [index, id] of ids.entries()) yield* put(folder, id, randomContent(100, index))
    for (const [index, id] of ids.entries()) yield* holds(folder, id, randomContent(100, index))
    assert.deepStrictEqual(yield* listed(folder), ids)
  }),

  "the list names what is there, in order, and of this folder alone": Effect.gen(function* () {
    const [folder, other] = [yield* newFolder, yield* newFolder]
    assert.deepStrictEqual(yield* listed(folder), [])
    yield* put(other, "doc_0", randomContent(10, 8))
    for (const id of ["doc_3", "doc_1", "doc_20"]) yield* put(folder, id, randomContent(10, 9))
    assert.deepStrictEqual(yield* listed(folder), ["doc_1", "doc_20", "doc_3"])
  }),

  "what was removed is missing, and nothing else; removing what is not there changes nothing": Effect.gen(
    function* () {
      const blobs = yield* BlobStore
      const folder = yield* newFolder
      const content = randomContent(70_000, 10)
      yield* blobs.remove(folder, "doc_1")
      for (const id of ["doc_1", "doc_10", "doc_2"]) yield* put(folder, id, content)
      for (let repeat = 0; repeat < 2; repeat++) {
        yield* blobs.remove(folder, "doc_1")
        yield* isMissing(folder, "doc_1")
        assert.deepStrictEqual(yield* listed(folder), ["doc_10", "doc_2"])
      }
      for (const id of ["doc_10", "doc_2"]) yield* holds(folder, id, content)
    }
  ),

  "what is listed can be removed, finished or not, and an unfinished put of it then never lands": Effect.gen(
    function* () {
      const blobs = yield* BlobStore
      const folder = yield* newFolder
      yield* put(folder, "doc_1", randomContent(10, 11))
      const fiber = yield* putWithoutEnd(folder, "doc_2", randomContent(150_000, 12))
      for (const id of yield* listed(folder)) yield* blobs.remove(folder, id)
      assert.deepStrictEqual(yield* listed(folder), [])
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(yield* listed(folder), [])
      yield* isMissing(folder, "doc_2")
    }
  ).pipe(Effect.scoped),

  "a destroyed folder has nothing in it, also when it is destroyed again, and can be begun anew": Effect.gen(
    function* () {
      const blobs = yield* BlobStore
      const folder = yield* newFolder
      yield* blobs.destroy(folder)
      for (let round = 0; round < 3; round++) {
        const contents = [randomContent(70_000, round), randomContent(10, round)]
        for (const [index, content] of contents.entries()) yield* put(folder, `doc_${index}`, content)
        for (const [index, content] of contents.entries()) yield* holds(folder, `doc_${index}`, content)
        for (let repeat = 0; repeat < 2; repeat++) {
          yield* blobs.destroy(folder)
          assert.deepStrictEqual(yield* listed(folder), [])
          for (const index of contents.keys()) yield* isMissing(folder, `doc_${index}`)
        }
      }
    }
  ),

  "puts at the time of a destruction land whole or not at all, and later ones land": Effect.gen(function* () {
    const blobs = yield* BlobStore
    const folder = yield* newFolder
    for (let round = 0; round < 12; round++) {
      const content = (index: number) => randomContent(70_000 * index, round)
      const puts = [0, 1, 2].map((index) =>
        Effect.exit(Effect.andThen(Effect.yieldNow, put(folder, `doc_${index}`, content(index))))
      )
      const [, ...exits] = yield* Effect.all([blobs.destroy(folder), ...puts], { concurrency: "unbounded" })
      for (const [index, exit] of exits.entries()) {
        const { end } = yield* read(folder, `doc_${index}`)
        if (end._tag === "Success") {
          assert.isTrue(exit !== undefined && Exit.isSuccess(exit), "a put that failed is never seen")
          yield* holds(folder, `doc_${index}`, content(index))
        } else yield* isMissing(folder, `doc_${index}`)
      }
      yield* put(folder, `later_${round}`, content(2))
      yield* holds(folder, `later_${round}`, content(2))
      yield* blobs.destroy(folder)
      assert.deepStrictEqual(yield* listed(folder), [])
    }
  })
} satisfies Checks<BlobStore | Ids>

/**
 * Proves a `BlobStore` against the laws of its port. `atRest` gives the suite access to what the store keeps. Only a
 * store that keeps nothing at rest has none.
 */
export const blobStoreSuite = <R = never>(
  name: string,
  layer: Layer.Layer<BlobStore | R, unknown>,
  atRest: Option.Option<BlobsAtRest<R>>
): void => {
  const kept: ReadonlyArray<CheckGroup<BlobStore | Ids | R>> = Option.match(atRest, {
    onNone: () => [],
    onSome: (how) => [{ subject: "blobs at rest", checks: blobsAtRestChecks(how) }]
  })
  runSuite<BlobStore | R>(name, layer, [{ subject: "blob store", checks: blobStoreChecks }, ...kept])
}
