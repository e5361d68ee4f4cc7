import type { FileHandle } from "node:fs/promises"
import { BlobMissing } from "@quittance/core"
import { Effect, Option, Stream } from "effect"
import {
  type BlobCipher,
  cipherWith,
  type FramePosition,
  frameCountOf,
  frameRange,
  headerBytes
} from "./BlobCipher.ts"
import { onDisk } from "./diskFailure.ts"
import { openIfExists } from "./durableFiles.ts"
import type { FolderKey } from "./FolderKey.ts"
import { blobPath, type FolderPlace } from "./FolderPlace.ts"

/** Decrypts a blob frame by frame on demand, and ends at the first frame that was changed. */
export const getBlob = (place: FolderPlace, id: string, key: FolderKey) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const missing = new BlobMissing({ id })
      const file = yield* Effect.acquireRelease(
        onDisk(() => openIfExists(blobPath(place, id), "read")),
        (opened) => Effect.ignore(onDisk(async () => opened?.close()))
      )
      if (file === undefined) return Stream.fail(missing)
      const { size } = yield* onDisk(() => file.stat())
      const header = yield* onDisk(() => readRange(file, 0, headerBytes))
      const cipher = cipherWith({ folder: place.folder, id, key: key.bytes }, header)
      const count = frameCountOf(size)
      if (Option.isNone(cipher) || count === 0) return Stream.fail(missing)
      return Stream.unfold(0, (index) =>
        index === count
          ? Effect.undefined
          : Effect.flatMap(
              frameAt(file, size, cipher.value, { index, kind: index === count - 1 ? "last" : "inner" }),
              Option.match({
                onNone: () => Effect.fail(missing),
                onSome: (frame) => Effect.succeed([frame, index + 1] as const)
              })
            )
      )
    })
  )

const frameAt = Effect.fnUntraced(function* (
  file: FileHandle,
  size: number,
  cipher: BlobCipher,
  position: FramePosition
) {
  const { length, start } = frameRange(position, size)
  const sealed = yield* onDisk(async () => {
    // Removed meanwhile: the system would still serve an open file, but we do not.
    if ((await file.stat()).nlink === 0) return new Uint8Array()
    return await readRange(file, start, length)
  })
  return sealed.length === length ? cipher.open(sealed, position) : Option.none()
})

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
