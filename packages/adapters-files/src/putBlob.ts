import { randomBytes } from "node:crypto"
import {
  type BlobFolderKey,
  BlobStoreUnavailable,
  isSameFolderKey,
  sealBlob,
  type Vault
} from "@quittance/core/adapter"
import { Effect, Stream } from "effect"
import { isSystemError, onDisk } from "./diskFailure.ts"
import { create, linkExclusively, removeIfExists, statIfExists, syncFolder } from "./durableFiles.ts"
import { keyPlaceOf } from "./FolderKey.ts"
import { blobPath, draftPath, type FolderPlace } from "./FolderPlace.ts"

const idTaken = (id: string) => new BlobStoreUnavailable({ reason: `there is already a blob ${id}` })

/**
 * Encrypts the content into a draft, a frame at a time, and publishes it under its name once it is on disk.
 * Any other end, including an interruption, closes the draft and removes it.
 */
export const putBlob = Effect.fnUntraced(function* <E>(
  vault: Vault["Service"],
  place: FolderPlace,
  id: string,
  key: BlobFolderKey,
  content: Stream.Stream<Uint8Array, E>
) {
  const name = blobPath(place, id)
  const path = draftPath(place, id, randomBytes(8).toString("hex"))
  let isNamed = false

  const write = Effect.gen(function* () {
    if ((yield* onDisk(() => statIfExists(name))) !== undefined) return yield* idTaken(id)
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
    yield* Stream.runForEach(sealBlob({ folder: place.folder, id, key: key.bytes }, content), (piece) =>
      onDisk(() => draft.writeFile(piece))
    )
    yield* onDisk(() => draft.sync())
    const outcome = yield* onDisk(async () => {
      const answer = await publish(path, name)
      isNamed = answer === "named"
      return answer
    })
    if (outcome === "taken") return yield* idTaken(id)
    if (outcome === "overtaken")
      return yield* new BlobStoreUnavailable({ reason: `the blob ${id} or its folder was removed meanwhile` })
    // Checked after the blob has its name: if the key is still the one it was written under, the folder was
    // not destroyed.
    if (!(yield* isSameFolderKey(vault, place.folder, key, yield* keyPlaceOf(place).find)))
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

/** `overtaken`: the draft was removed, as when the folder is destroyed. */
const publish = async (draft: string, name: string): Promise<"named" | "taken" | "overtaken"> => {
  try {
    return (await linkExclusively(draft, name)) ? "named" : "taken"
  } catch (error) {
    if (isSystemError(error, "ENOENT")) return "overtaken"
    throw error
  }
}
