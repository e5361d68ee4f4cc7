import { type BlobFolderKey, BlobMissing, openBlob } from "@quittance/core/adapter"
import { Effect, Option, Stream } from "effect"
import type { Bucket } from "./Bucket.ts"
import { type BucketFolder, readIfExists } from "./BucketFolder.ts"

/** The size of one request. Most documents are shorter, so one request is enough. */
const windowBytes = 1024 * 1024

/**
 * Decrypts a blob frame by frame on demand. Parts are fetched as they are needed: a slow reader holds no connection, a
 * part whose transfer was cut off is fetched again, and after a destruction a reader gets no further part.
 */
export const getBlob = (bucket: Bucket, place: BucketFolder, id: string, key: BlobFolderKey) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const name = place.blob(id)
      const first = yield* readIfExists(bucket, name, 0, windowBytes)
      if (Option.isNone(first)) return Stream.fail(new BlobMissing({ id }))
      const { size } = first.value
      let window = { start: 0, bytes: first.value.bytes }

      const read = Effect.fnUntraced(function* (start: number, length: number) {
        if (start + length > window.start + window.bytes.length) {
          const next = yield* readIfExists(bucket, name, start, windowBytes)
          window = {
            start,
            bytes: Option.match(next, { onNone: () => new Uint8Array(), onSome: (part) => part.bytes })
          }
        }
        const from = start - window.start
        return window.bytes.subarray(from, from + length)
      })
      return openBlob({ folder: place.folder, id, key: key.bytes }, { size, read })
    })
  )
