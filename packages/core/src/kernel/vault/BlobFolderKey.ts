import { randomBytes } from "node:crypto"
import { Effect, Option } from "effect"
import { type BlobFolder, BlobStoreUnavailable, type ResealedFolder } from "../ports/BlobStore.ts"
import type { StoreUnavailable } from "../ports/Store.ts"
import type { Vault } from "../ports/Vault.ts"

/**
 * The data key of a folder of blobs: 32 random bytes, sealed by the vault for this folder and no other. The first
 * `put` creates it, and it never changes, though it may be sealed again: different key bytes mean that the folder was
 * destroyed meanwhile.
 */
export interface BlobFolderKey {
  /** The stored form, which distinguishes this key from every other. */
  readonly sealed: string
  readonly bytes: Uint8Array
}

/** The place of a folder's key. */
export interface FolderKeyPlace {
  /** The stored key; undefined if nothing was written, or the folder was destroyed. */
  readonly find: Effect.Effect<string | undefined, BlobStoreUnavailable>
  /** Stores a key. Does nothing if another request was faster, or destroyed the folder. */
  readonly create: (sealed: string) => Effect.Effect<void, BlobStoreUnavailable>
}

const keyBytes = 32
/** Longer than any sealed key. */
export const sealedKeyBytesMax = 4_096
/** How often a key is created again that another process destroys at once. */
const makingsMax = 5

const plainName = /^[A-Za-z0-9_]{1,64}$/

/** Whether a folder or blob may have this name. Such a name cannot lead elsewhere in any kind of storage. */
export const isBlobName = (name: string): boolean => plainName.test(name)

/** Names are validated here before they become part of a path. */
export const checkBlobNames = (
  { ownerId, partnerId }: BlobFolder,
  ...blobIds: ReadonlyArray<string>
): Effect.Effect<void, BlobStoreUnavailable> =>
  [partnerId, ownerId, ...blobIds].every(isBlobName)
    ? Effect.void
    : Effect.fail(
        new BlobStoreUnavailable({ reason: "a name must be 1 to 64 letters of a to z, digits and _" })
      )

const contextOf = ({ ownerId, partnerId }: BlobFolder): string => `blob folder ${partnerId}/${ownerId}`

/** Vault keys that another process created are in the store, which may be away. */
const asUnavailable = ({ reason }: StoreUnavailable) => Effect.fail(new BlobStoreUnavailable({ reason }))

/** None if the vault refuses it: it is sealed under another master key or for another folder, or was changed. */
export const openFolderKey = (
  vault: Vault["Service"],
  folder: BlobFolder,
  sealed: string
): Effect.Effect<Option.Option<BlobFolderKey>, BlobStoreUnavailable> =>
  vault.open(sealed, contextOf(folder)).pipe(
    Effect.map((text) => Buffer.from(text, "base64")),
    Effect.map((bytes) => (bytes.length === keyBytes ? Option.some({ sealed, bytes }) : Option.none())),
    Effect.catchTags({ VaultRefused: () => Effect.succeedNone, StoreUnavailable: asUnavailable })
  )

/**
 * The key for writing, created if there is none. If several processes ask at once, one creates it, and all get the
 * same.
 */
export const folderKeyForWriting = Effect.fnUntraced(function* (
  vault: Vault["Service"],
  folder: BlobFolder,
  { create, find }: FolderKeyPlace
) {
  for (let making = 0; making < makingsMax; making++) {
    const sealed = yield* find
    if (sealed !== undefined) {
      const key = yield* openFolderKey(vault, folder, sealed)
      if (Option.isSome(key)) return key.value
      return yield* new BlobStoreUnavailable({ reason: "the key of its folder cannot be decrypted" })
    }
    yield* create(yield* vault.seal(randomBytes(keyBytes).toString("base64"), contextOf(folder)))
  }
  return yield* new BlobStoreUnavailable({ reason: "its folder is being destroyed" })
})

/** Whether the stored key is still this key, however it is sealed. */
export const isSameFolderKey = Effect.fnUntraced(function* (
  vault: Vault["Service"],
  folder: BlobFolder,
  { bytes, sealed }: BlobFolderKey,
  now: string | undefined
) {
  if (now === sealed) return true
  const found = now === undefined ? Option.none<BlobFolderKey>() : yield* openFolderKey(vault, folder, now)
  return Option.isSome(found) && Buffer.from(found.value.bytes).equals(bytes)
})

/**
 * Brings the stored key into the vault's current form. `replace` stores the new sealing instead of the old one; with
 * `check` it is not called.
 */
export const resealFolderKey = Effect.fnUntraced(function* (
  vault: Vault["Service"],
  folder: BlobFolder,
  sealed: string,
  purpose: "reseal" | "check",
  replace: (sealed: string) => Effect.Effect<void, BlobStoreUnavailable>
) {
  const renewed = yield* vault.renew(sealed, contextOf(folder)).pipe(
    Effect.map(Option.match({ onNone: () => "kept" as const, onSome: (text) => ({ text }) })),
    Effect.catchTags({
      VaultRefused: () => Effect.succeed("refused" as const),
      StoreUnavailable: asUnavailable
    })
  )
  if (typeof renewed !== "string" && purpose === "reseal") yield* replace(renewed.text)
  return { folder, found: typeof renewed === "string" ? renewed : "resealed" } satisfies ResealedFolder
})
