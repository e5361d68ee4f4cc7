import { assert } from "@effect/vitest"
import { Ids } from "@quittance/core"
import { type BlobFolder, BlobStore, kycSessionPrefix, partnerPrefix } from "@quittance/core/adapter"
import { Deferred, Effect, Fiber, Ref, Result, Stream } from "effect"

/** What the checks of blob stores write, and how they read it. */

/** Random bytes, the same for a seed. */
export const randomContent = (size: number, seed: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(size)
  // Xorshift (Marsaglia 2003).
  let state = (seed + 1) * 0x9e3779b1
  for (let at = 0; at < size; at++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    bytes[at] = state
  }
  return bytes
}

/** The content in pieces of this length. */
export const inPieces = (content: Uint8Array, pieceBytes: number): Stream.Stream<Uint8Array> =>
  Stream.fromIterable(
    Array.from({ length: Math.ceil(content.length / pieceBytes) }, (_, index) =>
      content.subarray(index * pieceBytes, (index + 1) * pieceBytes)
    )
  )

/** A folder that nobody wrote to. */
export const newFolder: Effect.Effect<BlobFolder, never, Ids> = Effect.gen(function* () {
  const ids = yield* Ids
  return { partnerId: yield* ids.prefixed(partnerPrefix), ownerId: yield* ids.prefixed(kycSessionPrefix) }
})

export const put = Effect.fnUntraced(function* (folder: BlobFolder, id: string, content: Uint8Array) {
  const blobs = yield* BlobStore
  yield* blobs.put(folder, id, inPieces(content, 65_536))
})

/** A put that has taken the content, and waits for what never comes until its scope ends. */
export const putWithoutEnd = Effect.fnUntraced(function* (
  folder: BlobFolder,
  id: string,
  content: Uint8Array
) {
  const blobs = yield* BlobStore
  const taken = yield* Deferred.make<void>()
  const waiting = Stream.fromEffectDrain(Effect.andThen(Deferred.succeed(taken, undefined), Effect.never))
  const fiber = yield* Effect.forkScoped(
    blobs.put(folder, id, Stream.concat(inPieces(content, 10_000), waiting))
  )
  yield* Effect.raceFirst(Deferred.await(taken), Fiber.join(fiber))
  return fiber
})

/** What can be read of a blob, and how it ended. */
export const read = Effect.fnUntraced(function* (folder: BlobFolder, id: string) {
  const blobs = yield* BlobStore
  const pieces = yield* Ref.make<ReadonlyArray<Uint8Array>>([])
  const end = yield* Effect.result(
    Stream.runForEach(blobs.get(folder, id), (piece) => Ref.update(pieces, (all) => [...all, piece]))
  )
  return { bytes: Buffer.concat(yield* Ref.get(pieces)), end }
})

export const holds = Effect.fnUntraced(function* (folder: BlobFolder, id: string, content: Uint8Array) {
  const { bytes, end } = yield* read(folder, id)
  assert.isTrue(Result.isSuccess(end), `${id} ends with ${end}`)
  assert.isTrue(bytes.equals(content), `${id} has other bytes than were put`)
})

/** Nothing but a true beginning of the content is told before the blob proves to be missing. */
export const isMissing = Effect.fnUntraced(function* (
  folder: BlobFolder,
  id: string,
  content: Uint8Array = new Uint8Array()
) {
  const { bytes, end } = yield* read(folder, id)
  assert.isTrue(Result.isFailure(end), `${id} is there`)
  if (Result.isFailure(end)) {
    assert.strictEqual(end.failure._tag, "BlobMissing")
    if (end.failure._tag === "BlobMissing") assert.strictEqual(end.failure.id, id)
  }
  assert.isTrue(bytes.equals(content.subarray(0, bytes.length)), `${id} tells bytes that were not put`)
})

export const listed = (folder: BlobFolder) => Effect.flatMap(BlobStore, (blobs) => blobs.list(folder))
