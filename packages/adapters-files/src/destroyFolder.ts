import { join } from "node:path"
import { BlobStoreUnavailable } from "@quittance/core/adapter"
import { isSystemError } from "./diskFailure.ts"
import { namesIn, removeFolderIfEmpty, removeIfExists, syncFolder } from "./durableFiles.ts"
import { destroyKey, isKey } from "./FolderKey.ts"
import { type FolderPlace, stands } from "./FolderPlace.ts"

/** How often it starts again because something was written meanwhile. */
const roundsMax = 10

/**
 * Destroys the key, then everything else, then the folder itself; starts again as long as another process
 * writes into it. If it fails halfway, the same call finishes it. A concurrent `put` either finds its key
 * gone and fails, or counts as earlier and is destroyed, or creates the folder again.
 */
export const destroyFolder = async (place: FolderPlace): Promise<void> => {
  for (let round = 0; round < roundsMax; round++) {
    if (await emptied(place)) return await syncIfExists(place.partnerPath)
  }
  throw new BlobStoreUnavailable({ reason: "documents are being written while they are destroyed" })
}

const emptied = async (place: FolderPlace): Promise<boolean> => {
  if (!(await stands(place))) return true
  try {
    await destroyKey(place)
  } catch (error) {
    // Another process destroyed the whole folder meanwhile.
    if (isSystemError(error, "ENOENT")) return false
    throw error
  }
  const rest = (await namesIn(place.path)).filter((name) => !isKey(name))
  for (const name of rest) await removeIfExists(join(place.path, name))
  return await removeFolderIfEmpty(place.path)
}

/** Also if the folder was already gone: the process that removed it may have stopped before its own flush. */
const syncIfExists = async (path: string): Promise<void> => {
  try {
    await syncFolder(path)
  } catch (error) {
    if (!isSystemError(error, "ENOENT")) throw error
  }
}
