import { randomBytes } from "node:crypto"
import type { FileHandle } from "node:fs/promises"
import { BlobStoreUnavailable, type Vault } from "@quittance/core"
import { Effect, Stream } from "effect"
import { type BlobCipher, type FramePosition, frameBytes, newCipher } from "./BlobCipher.ts"
import { isSystemError, onDisk } from "./diskFailure.ts"
import { create, linkExclusively, statIfExists, removeIfExists, syncFolder } from "./durableFiles.ts"
import { type FolderKey, hasKey } from "./FolderKey.ts"
import { blobPath, draftPath, type FolderPlace } from "./FolderPlace.ts"

const taken = (id: string) => new BlobStoreUnavailable({ reason: `there is a blob ${id} already` })

/**
 * Encrypts the content into a draft, a frame at a time, and publishes it under its name once it is on disk.
 * Any other end, including an interruption, closes the draft and removes it.
 */
export const putBlob = Effect.fnUntraced(function* <E>(
  vault: Vault["Service"],
  place: FolderPlace,
  id: string,
  key: FolderKey,
  content: Stream.Stream<Uint8Array, E>
) {
  const name = blobPath(place, id)
  const path = draftPath(place, id, randomBytes(8).toString("hex"))
  let isNamed = false

  const write = Effect.gen(function* () {
    if ((yield* onDisk(() => statIfExists(name))) !== undefined) return yield* taken(id)
    const draft = yield* Effect.acquireRelease(
      onDisk(() => create(path)),
      (file) =>
        Effect.ignore(
          onDisk(async () => {
            await file.close()
            await removeIfExists(path)
          })
        )
    )
    yield* writeFrames(draft, newCipher({ folder: place.folder, id, key: key.bytes }), content)
    yield* onDisk(() => draft.sync())
    const outcome = yield* onDisk(async () => {
      const answer = await publish(path, name)
      isNamed = answer === "named"
      return answer
    })
    if (outcome === "taken") return yield* taken(id)
    if (outcome === "overtaken")
      return yield* new BlobStoreUnavailable({ reason: `the blob ${id} or its folder was removed meanwhile` })
    // Checked after the blob has its name: if the key is still the one it was written under, the folder was
    // not destroyed.
    if (!(yield* hasKey(vault, place, key)))
      return yield* new BlobStoreUnavailable({
        reason: `the folder of the blob ${id} was removed meanwhile`
      })
    yield* onDisk(async () => {
      await removeIfExists(path)
      await syncFolder(place.path)
    })
  })

  // Outside the scope: an interruption may come while the draft is closed, after everything else has
  // succeeded.
  yield* Effect.onError(Effect.scoped(write), () =>
    isNamed ? Effect.ignore(onDisk(() => removeIfExists(name))) : Effect.void
  )
})

/** The last frame is known only when no data follows, so a full frame waits for the next byte or the end. */
const writeFrames = Effect.fnUntraced(function* <E>(
  draft: FileHandle,
  cipher: BlobCipher,
  content: Stream.Stream<Uint8Array, E>
) {
  const frame = Buffer.alloc(frameBytes)
  let filled = 0
  let index = 0
  const flush = (kind: FramePosition["kind"]) =>
    onDisk(() => draft.writeFile(cipher.seal(frame.subarray(0, filled), { index, kind })))

  yield* onDisk(() => draft.writeFile(cipher.header))
  yield* Stream.runForEach(
    content,
    Effect.fnUntraced(function* (piece: Uint8Array) {
      let rest = piece
      while (rest.length > 0) {
        if (filled === frameBytes) {
          yield* flush("inner")
          index += 1
          filled = 0
        }
        const part = rest.subarray(0, frameBytes - filled)
        frame.set(part, filled)
        filled += part.length
        rest = rest.subarray(part.length)
      }
    })
  )
  yield* flush("last")
})

/** `overtaken`: the draft was removed, as when the folder is destroyed. */
const publish = async (draft: string, name: string): Promise<"named" | "taken" | "overtaken"> => {
  try {
    return (await linkExclusively(draft, name)) ? "named" : "taken"
  } catch (error) {
    if (isSystemError(error, "ENOENT")) return "overtaken"
    throw error
  }
}
