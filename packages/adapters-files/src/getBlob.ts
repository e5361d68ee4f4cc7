import type { FileHandle } from "node:fs/promises"
import { type BlobFolderKey, BlobMissing, openBlob } from "@quittance/core/adapter"
import { Effect, Stream } from "effect"
import { onDisk } from "./diskFailure.ts"
import { openIfExists } from "./durableFiles.ts"
import { blobPath, type FolderPlace } from "./FolderPlace.ts"

/** Decrypts a blob frame by frame on demand, and ends at the first frame that was changed. */
export const getBlob = (place: FolderPlace, id: string, key: BlobFolderKey) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const file = yield* Effect.acquireRelease(
        onDisk(() => openIfExists(blobPath(place, id), "read")),
        (opened) => Effect.ignore(onDisk(async () => opened?.close()))
      )
      if (file === undefined) return Stream.fail(new BlobMissing({ id }))
      const { size } = yield* onDisk(() => file.stat())
      const read = (start: number, length: number) => onDisk(() => readIfNamed(file, start, length))
      return openBlob({ folder: place.folder, id, key: key.bytes }, { size, read })
    })
  )

/** Of a file removed meanwhile nothing: the system would still serve an open file, but we do not. */
const readIfNamed = async (file: FileHandle, start: number, length: number): Promise<Uint8Array> =>
  (await file.stat()).nlink === 0 ? new Uint8Array() : await readRange(file, start, length)

/** At most this many bytes, as far as there are any. */
const readRange = async (file: FileHandle, start: number, length: number): Promise<Uint8Array> => {
  const bytes = Buffer.alloc(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, start + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return bytes.subarray(0, filled)
}
