import {
  type BlobFolderKey,
  BlobStoreUnavailable,
  isSameFolderKey,
  sealBlob,
  sealedMarkBytes,
  type Vault
} from "@quittance/core/adapter"
import { Effect, Option, Stream } from "effect"
import { asUnavailable, type Bucket } from "./Bucket.ts"
import { type BucketFolder, keyPlaceOf, readIfExists } from "./BucketFolder.ts"

/** An object is written in one request, from memory. Documents have at most 10 MB. */
const sealedBytesMax = 64 * 1024 * 1024

/**
 * Encrypts the content in memory, and writes it in one request that S3 carries out whole or not at all. A `put` that
 * fails removes its own object if it may have been written.
 */
export const putBlob = Effect.fnUntraced(function* <E>(
  vault: Vault["Service"],
  bucket: Bucket,
  place: BucketFolder,
  id: string,
  key: BlobFolderKey,
  content: Stream.Stream<Uint8Array, E>
) {
  const name = place.blob(id)
  const idTaken = new BlobStoreUnavailable({ reason: `there is already a blob ${id}` })
  const sealed = yield* sealedBytes(sealBlob({ folder: place.folder, id, key: key.bytes }, content))
  let mayStand = false

  /** Whether the object there comes from this call: its mark is random. */
  const isOurs = Effect.map(readIfExists(bucket, name, 0, sealedMarkBytes), (part) =>
    Option.exists(part, ({ bytes }) => Buffer.from(bytes).equals(sealed.subarray(0, sealedMarkBytes)))
  )

  const write = Effect.gen(function* () {
    yield* bucket.create(name, sealed).pipe(
      Effect.tap(() => Effect.sync(() => (mayStand = true))),
      Effect.catch((failure) => {
        mayStand = failure.kind === "passing"
        if (failure.kind !== "conflict") return Effect.fail(asUnavailable(failure))
        // An earlier attempt, whose answer was lost, may have succeeded.
        return Effect.flatMap(isOurs, (ours) => {
          mayStand = ours
          return ours ? Effect.void : Effect.fail(idTaken)
        })
      }),
      Effect.uninterruptible
    )
    // Checked after the blob is there: if the key is still the one it was written under, the folder was not destroyed.
    if (!(yield* isSameFolderKey(vault, place.folder, key, yield* keyPlaceOf(bucket, place).find)))
      return yield* new BlobStoreUnavailable({ reason: `the folder of the blob ${id} was removed meanwhile` })
  })

  const takeAway = Effect.ignore(Effect.flatMap(isOurs, (ours) => (ours ? bucket.erase(name) : Effect.void)))
  yield* Effect.onError(write, () => Effect.suspend(() => (mayStand ? takeAway : Effect.void)))
})

const sealedBytes = Effect.fnUntraced(function* <E>(pieces: Stream.Stream<Uint8Array, E>) {
  const all: Array<Uint8Array> = []
  let length = 0
  yield* Stream.runForEach(
    pieces,
    Effect.fnUntraced(function* (piece: Uint8Array) {
      length += piece.length
      if (length > sealedBytesMax)
        return yield* new BlobStoreUnavailable({ reason: "the document is too large for one object" })
      all.push(piece)
    })
  )
  return Buffer.concat(all)
})
