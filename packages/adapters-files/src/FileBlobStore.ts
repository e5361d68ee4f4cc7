import { stat } from "node:fs/promises"
import { join } from "node:path"
import {
  type BlobFolder,
  BlobMissing,
  BlobStore,
  BlobStoreUnavailable,
  folderKeyForWriting,
  option,
  refuseOptions,
  Vault
} from "@quittance/core/adapter"
import { Effect, Layer, Option, Stream } from "effect"
import { destroyFolder } from "./destroyFolder.ts"
import { isSystemError, onDisk } from "./diskFailure.ts"
import { documentsDirectory, type FileBlobStoreRefused } from "./documentsDirectory.ts"
import { namesIn, removeIfExists, syncFolder } from "./durableFiles.ts"
import { findKey, keyPlaceOf } from "./FolderKey.ts"
import { blobIdOf, type FolderPlace, placeOf as placeIn, stands } from "./FolderPlace.ts"
import { getBlob } from "./getBlob.ts"
import { putBlob } from "./putBlob.ts"
import { resealFolders } from "./resealFolders.ts"

/**
 * Fails while another directory lies in the place of this one, as after its disk was unmounted: what is written there
 * would be lost when the disk is back, and what is not found there may still be on the disk.
 */
const directoryWatch = Effect.fnUntraced(function* (directory: string) {
  const look = onDisk(() => stat(directory, { bigint: true }))
  const opened = yield* Effect.orDie(look)
  return Effect.flatMap(look, ({ dev, ino }) =>
    dev === opened.dev && ino === opened.ino
      ? Effect.void
      : Effect.fail(
          new BlobStoreUnavailable({
            reason: "another directory lies in the place of the documents' (was its disk unmounted?)"
          })
        )
  )
})

export interface FileBlobStoreOptions {
  /** Where documents lie; made where it is not there. On a local disk, and for this store alone. */
  readonly directory: string
}

/**
 * The blob store port over the file system: a folder for each `BlobFolder` (`FolderPlace.ts`), in it its data key,
 * sealed by the vault (`FolderKey.ts`), and a file for each blob, sealed by `sealBlob` of core. Several processes may
 * use one directory.
 */
export const layer = (options: FileBlobStoreOptions): Layer.Layer<BlobStore, FileBlobStoreRefused, Vault> => {
  refuseOptions<FileBlobStoreOptions>(options, { directory: option.text("documents") }, "FileBlobStore")
  return Layer.effect(BlobStore, Effect.flatMap(documentsDirectory(options.directory), storeIn))
}

const storeIn = Effect.fnUntraced(function* (directory: string) {
  const vault = yield* Vault
  const isInPlace = yield* directoryWatch(directory)
  const placeOf = (folder: BlobFolder, ...ids: ReadonlyArray<string>) =>
    Effect.andThen(isInPlace, placeIn(directory, folder, ...ids))
  return BlobStore.of({
    put: Effect.fnUntraced(function* (folder, id, content) {
      const place = yield* placeOf(folder, id)
      yield* putBlob(vault, place, id, yield* folderKeyForWriting(vault, folder, keyPlaceOf(place)), content)
    }),
    get: (folder, id) =>
      Stream.unwrap(
        Effect.gen(function* () {
          const place = yield* placeOf(folder, id)
          const key = yield* findKey(vault, place)
          return Option.isNone(key) ? Stream.fail(new BlobMissing({ id })) : getBlob(place, id, key.value)
        })
      ),
    remove: Effect.fnUntraced(function* (folder, id) {
      const place = yield* placeOf(folder, id)
      yield* onDisk(() => removeBlob(place, id))
    }),
    list: Effect.fnUntraced(function* (folder) {
      const place = yield* placeOf(folder)
      return yield* onDisk(() => blobIdsIn(place))
    }),
    reseal: (purpose) => Stream.unwrap(Effect.as(isInPlace, resealFolders(vault, directory, purpose))),
    destroy: (folder: BlobFolder) =>
      Effect.flatMap(placeOf(folder), (place) => onDisk(() => destroyFolder(place)))
  })
})

const blobIdsIn = async (place: FolderPlace): Promise<ReadonlyArray<string>> => {
  if (!(await stands(place))) return []
  const ids = (await namesIn(place.path)).flatMap((file) => blobIdOf(file) ?? [])
  return [...new Set(ids)].sort()
}

const removeBlob = async (place: FolderPlace, id: string): Promise<void> => {
  if (!(await stands(place))) return
  for (const file of await namesIn(place.path))
    if (blobIdOf(file) === id) await removeIfExists(join(place.path, file))
  try {
    await syncFolder(place.path)
  } catch (error) {
    // The whole folder was destroyed meanwhile.
    if (!isSystemError(error, "ENOENT")) throw error
  }
}
