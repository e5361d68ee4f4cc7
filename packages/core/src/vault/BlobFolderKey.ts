import { randomBytes } from "node:crypto"
import { Effect, Option } from "effect"
import { type BlobFolder, BlobStoreUnavailable, type ResealedFolder } from "../ports/BlobStore.ts"
import type { StoreUnavailable } from "../ports/Store.ts"
import type { Vault } from "../ports/Vault.ts"

/**
 * The data key of a folder of blobs: 32 random bytes, sealed by the vault for this folder and no other. It is made once, by the
 * first `put`, and never changes, though it may be sealed anew: whoever finds other bytes knows that the folder was destroyed
 * meanwhile.
 */
export interface BlobFolderKey {
  /** As it lies in its place: tells this key from every other. */
  readonly sealed: string
  readonly bytes: Uint8Array
}

/** The place of a folder's key. */
export interface FolderKeyPlace {
  /** What lies there; undefined where nobody wrote, or the folder was destroyed. */
  readonly find: Effect.Effect<string | undefined, BlobStoreUnavailable>
  /** Puts a key there. Does nothing where another request was faster, or destroyed the folder. */
  readonly create: (sealed: string) => Effect.Effect<void, BlobStoreUnavailable>
}

const keyBytes = 32
/** Longer than any sealed key. */
export const sealedKeyBytesMax = 4_096
/** How often a key is made anew that another process destroys at once. */
const makingsMax = 5

const plainName = /^[A-Za-z0-9_]{1,64}$/

/** Whether a folder or blob may have this name. Such a name leads nowhere else, in no kind of storage. */
export const isBlobName = (name: string): boolean => plainName.test(name)

/** Whoever makes a path of names validates them here first. */
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

/** Keys of the vault that another process made are in the store, which may be away. */
const asUnavailable = ({ reason }: StoreUnavailable) => Effect.fail(new BlobStoreUnavailable({ reason }))

/** None where the vault refuses it: sealed under another master key or for another folder, or changed. */
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

/** The key to write with, made where there is none. Of several processes at once one makes it, and all get the same. */
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

/** Whether what lies in the key's place now is this key still, however it is sealed. */
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
 * Brings the key that was found in its place into the vault's current form. `replace` puts the new sealing in the place of the
 * one before; with `check` it is not called.
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
