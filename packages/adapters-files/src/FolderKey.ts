import { randomBytes } from "node:crypto"
import { rename } from "node:fs/promises"
import { join } from "node:path"
import {
  type BlobFolderKey,
  type FolderKeyPlace,
  openFolderKey,
  sealedKeyBytesMax,
  type Vault
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { isSystemError, onDisk } from "./diskFailure.ts"
import {
  createDurably,
  linkExclusively,
  namesIn,
  openIfExists,
  removeIfExists,
  renameIfExists,
  statIfExists,
  syncFolder
} from "./durableFiles.ts"
import { type FolderPlace, makePlace, stands } from "./FolderPlace.ts"

const keyName = "key"

const keyPath = ({ path }: FolderPlace): string => join(path, keyName)

const randomName = (): string => randomBytes(8).toString("hex")

/** Undefined where the folder has no key: nobody wrote there, or it is destroyed. */
export const sealedKeyIn = async (place: FolderPlace): Promise<string | undefined> => {
  if (!(await stands(place))) return undefined
  const file = await openIfExists(keyPath(place), "read")
  if (file === undefined) return undefined
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sealedKeyBytesMax), 0, sealedKeyBytesMax, 0)
    return buffer.toString("latin1", 0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The key to read with; none where there is none, or it cannot be opened. */
export const findKey = Effect.fnUntraced(function* (vault: Vault["Service"], place: FolderPlace) {
  const sealed = yield* onDisk(() => sealedKeyIn(place))
  return sealed === undefined
    ? Option.none<BlobFolderKey>()
    : yield* openFolderKey(vault, place.folder, sealed)
})

/** The folder's data key is in the file `key`. */
export const keyPlaceOf = (place: FolderPlace): FolderKeyPlace => ({
  find: onDisk(() => sealedKeyIn(place)),
  create: (sealed) => onDisk(() => placeKey(place, sealed))
})

/**
 * The file is whole before it has its name, and so are the folders above it: nobody finds a key that a power cut could
 * still take back. Does nothing where another request was faster, or destroyed the folder.
 */
const placeKey = async (place: FolderPlace, sealed: string): Promise<void> => {
  await makePlace(place)
  const draft = join(place.path, `${keyName}.${randomName()}.new`)
  try {
    await createDurably(draft, sealed)
    await linkExclusively(draft, keyPath(place))
    await removeIfExists(draft)
    await syncFolder(place.path)
  } catch (error) {
    await removeIfExists(draft).catch(() => undefined)
    if (!isSystemError(error, "ENOENT")) throw error
  }
}

const isDoomed = (file: string): boolean => file.startsWith(`${keyName}.`) && file.endsWith(".gone")

/** Files that only `destroyKey` may remove. */
export const isKey = (file: string): boolean => file === keyName || isDoomed(file)

/**
 * The key is taken out of its place first, so that nobody finds it any more and nobody's new one is hit, then
 * overwritten, then removed, and all of it is on disk when this answers. What an earlier destruction left half-way is
 * finished too.
 */
export const destroyKey = async (place: FolderPlace): Promise<void> => {
  await renameIfExists(keyPath(place), join(place.path, `${keyName}.${randomName()}.gone`))
  for (const name of (await namesIn(place.path)).filter(isDoomed)) {
    const doomed = join(place.path, name)
    await overwrite(doomed)
    await removeIfExists(doomed)
  }
  await syncFolder(place.path)
}

/**
 * Puts another sealing of the same key in its place, and overwrites the one before. That one keeps a second name until
 * it is overwritten, so that what a crash leaves of it is found by the next `replaceKey`, or by the folder's
 * destruction. In a folder that is destroyed meanwhile the new one is destroyed as well: its destroyer begins again
 * until nothing is left.
 */
export const replaceKey = async (place: FolderPlace, sealed: string): Promise<void> => {
  const random = randomName()
  const draft = join(place.path, `${keyName}.${random}.new`)
  try {
    await createDurably(draft, sealed)
    await linkExclusively(keyPath(place), join(place.path, `${keyName}.${random}.gone`))
    await rename(draft, keyPath(place))
    await syncFolder(place.path)
    await overwriteReplaced(place)
  } catch (error) {
    await removeIfExists(draft).catch(() => undefined)
    if (!isSystemError(error, "ENOENT")) throw error
  }
}

/** A second name of the key itself, left by a crash before it was replaced, is only taken away. */
const overwriteReplaced = async (place: FolderPlace): Promise<void> => {
  for (const name of (await namesIn(place.path)).filter(isDoomed)) {
    const replaced = join(place.path, name)
    const before = await statIfExists(replaced)
    // Looked at after it: a key that was replaced never comes back.
    const now = await statIfExists(keyPath(place))
    if (before !== undefined && before.ino !== now?.ino) await overwrite(replaced)
    await removeIfExists(replaced)
  }
  await syncFolder(place.path)
}

const overwrite = async (path: string): Promise<void> => {
  const file = await openIfExists(path, "overwrite")
  if (file === undefined) return
  try {
    const { size } = await file.stat()
    await file.writeFile(randomBytes(size))
    await file.sync()
  } finally {
    await file.close()
  }
}
