import {
  type BlobFolder,
  type BlobFolderKey,
  BlobStoreUnavailable,
  checkBlobNames,
  type FolderKeyPlace,
  isBlobName,
  openFolderKey,
  sealedKeyBytesMax,
  type Vault
} from "@quittance/core/adapter"
import { Effect, Option, Stream } from "effect"
import { asUnavailable, type Bucket, type ObjectPart } from "./Bucket.ts"

/**
 * The objects of a folder of blobs. They have the names of the files of `adapters-files`, and the same bytes:
 *
 * ```
 * <prefix><partnerId>/<ownerId>/key        the folder's data key, sealed
 *                               <id>.blob  a blob
 * ```
 *
 * An object is written whole or not at all, so there are no drafts.
 */
export interface BucketFolder {
  readonly folder: BlobFolder
  /** The beginning of the names of all its objects. */
  readonly beginning: string
  readonly key: string
  readonly blob: (id: string) => string
}

/** Every name is validated here first. */
export const folderIn = (
  folder: BlobFolder,
  ...blobIds: ReadonlyArray<string>
): Effect.Effect<BucketFolder, BlobStoreUnavailable> => {
  const beginning = `${folder.partnerId}/${folder.ownerId}/`
  const blob = (id: string) => `${beginning}${id}.blob`
  return Effect.as(checkBlobNames(folder, ...blobIds), { folder, beginning, key: `${beginning}key`, blob })
}

/** The id of the blob in an object; undefined if the object is not a blob. */
export const blobIdOf = ({ beginning }: BucketFolder, name: string): string | undefined => {
  const id = name.endsWith(".blob") ? name.slice(beginning.length, -".blob".length) : ""
  return isBlobName(id) ? id : undefined
}

/** None if there is no such object. */
export const readIfExists = (
  bucket: Bucket,
  name: string,
  start: number,
  length: number
): Effect.Effect<Option.Option<ObjectPart>, BlobStoreUnavailable> =>
  bucket.read(name, start, length).pipe(
    Effect.asSome,
    Effect.catch((failure) =>
      failure.kind === "missing" ? Effect.succeedNone : Effect.fail(asUnavailable(failure))
    )
  )

export interface SealedKey {
  readonly text: string
  readonly etag: string
}

/** None if the folder has no key: nothing was written there, or it is destroyed. */
export const sealedKeyOf = (bucket: Bucket, { key }: BucketFolder) =>
  Effect.map(
    readIfExists(bucket, key, 0, sealedKeyBytesMax),
    Option.map(({ bytes, etag }): SealedKey => ({ text: Buffer.from(bytes).toString("latin1"), etag }))
  )

/** The key for reading; none if there is none, or it cannot be opened. */
export const findKey = Effect.fnUntraced(function* (
  vault: Vault["Service"],
  bucket: Bucket,
  place: BucketFolder
) {
  const sealed = yield* sealedKeyOf(bucket, place)
  return Option.isNone(sealed)
    ? Option.none<BlobFolderKey>()
    : yield* openFolderKey(vault, place.folder, sealed.value.text)
})

export const keyPlaceOf = (bucket: Bucket, place: BucketFolder): FolderKeyPlace => ({
  find: Effect.map(sealedKeyOf(bucket, place), (sealed) => Option.getOrUndefined(sealed)?.text),
  create: (sealed) =>
    Effect.catch(bucket.create(place.key, Buffer.from(sealed, "latin1")), (failure) =>
      failure.kind === "conflict" ? Effect.void : Effect.fail(asUnavailable(failure))
    )
})

/** How many objects of a folder are erased at once. */
const concurrency = 8
/** How often it starts again because something was written meanwhile. */
const roundsMax = 10

/**
 * Erases the key, then everything else, and starts again as long as another process writes there. If it fails halfway,
 * the same call finishes it. A concurrent `put` either finds its key gone and fails, or counts as earlier and is
 * erased, or begins the folder again.
 */
export const destroyFolder = (bucket: Bucket, { beginning, key }: BucketFolder) =>
  Effect.gen(function* () {
    for (let round = 0; round < roundsMax; round++) {
      yield* bucket.erase(key)
      const names = yield* Stream.runCollect(bucket.list(beginning))
      const rest = names.filter((name) => name !== key)
      yield* Effect.forEach(rest, bucket.erase, { concurrency, discard: true })
      if (names.length === 0) return
    }
    return yield* new BlobStoreUnavailable({ reason: "documents are being written while they are destroyed" })
  }).pipe(
    Effect.mapError((failure) => (failure instanceof BlobStoreUnavailable ? failure : asUnavailable(failure)))
  )
