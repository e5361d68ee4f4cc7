import { randomBytes } from "node:crypto"
import { rename } from "node:fs/promises"
import { join } from "node:path"
import { BlobStoreUnavailable, type StoreUnavailable, type Vault } from "@quittance/core"
import { Effect, Option } from "effect"
import { isSystemError, onDisk } from "./diskFailure.ts"
import {
  createDurably,
  linkExclusively,
  statIfExists,
  namesIn,
  openIfExists,
  removeIfExists,
  renameIfExists,
  syncFolder
} from "./durableFiles.ts"
import { type FolderPlace, makePlace, stands } from "./FolderPlace.ts"

/**
 * The data key of a folder: 32 random bytes, sealed by the vault for this folder and no other, in the file `key`. It is made once,
 * by the first `put`, and never changes, though it may be sealed anew: whoever finds other bytes knows that the folder was
 * destroyed meanwhile.
 */
export interface FolderKey {
  /** As it lies in the file: tells this key from every other. */
  readonly sealed: string
  readonly bytes: Uint8Array
}

const keyBytes = 32
/** Longer than any sealed key. */
const sealedBytesMax = 4_096
/** How often a key is made anew that another process destroys at once. */
const makingsMax = 5

const keyName = "key"

const keyPath = ({ path }: FolderPlace): string => join(path, keyName)

const randomName = (): string => randomBytes(8).toString("hex")

export const contextOf = ({ folder }: FolderPlace): string =>
  `blob folder ${folder.partnerId}/${folder.ownerId}`

/** Undefined where the folder has no key: nobody wrote there, or it is destroyed. */
export const sealedKeyIn = async (place: FolderPlace): Promise<string | undefined> => {
  if (!(await stands(place))) return undefined
  const file = await openIfExists(keyPath(place), "read")
  if (file === undefined) return undefined
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sealedBytesMax), 0, sealedBytesMax, 0)
    return buffer.toString("latin1", 0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Keys of the vault that another process made are in the store, which may be away. */
export const asUnavailable = ({ reason }: StoreUnavailable) =>
  Effect.fail(new BlobStoreUnavailable({ reason }))

/** None where the vault refuses it: sealed under another master key or for another folder, or changed. */
const opened = (
  vault: Vault["Service"],
  place: FolderPlace,
  sealed: string
): Effect.Effect<Option.Option<FolderKey>, BlobStoreUnavailable> =>
  vault.open(sealed, contextOf(place)).pipe(
    Effect.map((text) => Buffer.from(text, "base64")),
    Effect.map((bytes) => (bytes.length === keyBytes ? Option.some({ sealed, bytes }) : Option.none())),
    Effect.catchTags({ VaultRefused: () => Effect.succeedNone, StoreUnavailable: asUnavailable })
  )

/** Whether the folder has this key still, however it is sealed now. */
export const hasKey = Effect.fnUntraced(function* (
  vault: Vault["Service"],
  place: FolderPlace,
  { bytes, sealed }: FolderKey
) {
  const now = yield* onDisk(() => sealedKeyIn(place))
  if (now === sealed) return true
  const found = now === undefined ? Option.none<FolderKey>() : yield* opened(vault, place, now)
  return Option.isSome(found) && Buffer.from(found.value.bytes).equals(bytes)
})

/** The key to read with; none where there is none, or it cannot be opened. */
export const findKey = Effect.fnUntraced(function* (vault: Vault["Service"], place: FolderPlace) {
  const sealed = yield* onDisk(() => sealedKeyIn(place))
  return sealed === undefined ? Option.none<FolderKey>() : yield* opened(vault, place, sealed)
})

/** The key to write with, made where there is none. Of several processes at once one makes it, and all get the same. */
export const folderKeyForWriting = Effect.fnUntraced(function* (vault: Vault["Service"], place: FolderPlace) {
  for (let making = 0; making < makingsMax; making++) {
    const sealed = yield* onDisk(() => sealedKeyIn(place))
    if (sealed !== undefined) {
      const key = yield* opened(vault, place, sealed)
      if (Option.isSome(key)) return key.value
      return yield* new BlobStoreUnavailable({ reason: "the key of its folder cannot be decrypted" })
    }
    const made = yield* vault.seal(randomBytes(keyBytes).toString("base64"), contextOf(place))
    yield* onDisk(() => placeKey(place, made))
  }
  return yield* new BlobStoreUnavailable({ reason: "its folder is being destroyed" })
})

/**
 * The file is whole before it has its name, and so are the folders above it: nobody finds a key that a power cut could still take
 * back. Does nothing where another one was faster, or destroyed the folder.
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
 * The key is taken out of its place first, so that nobody finds it any more and nobody's new one is hit, then overwritten, then
 * removed, and all of it is on disk when this answers. What an earlier destruction left half-way is finished too.
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
 * Puts another sealing of the same key in its place, and overwrites the one before. That one keeps a second name until it is
 * overwritten, so that what a crash leaves of it is found by the next `replaceKey`, or by the folder's destruction. In a folder that
 * is destroyed meanwhile the new one is destroyed as well: its destroyer begins again until nothing is left.
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
