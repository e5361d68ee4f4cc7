import {
  type BlobFolder,
  type BlobStoreUnavailable,
  isBlobName,
  type ResealedFolder,
  resealFolderKey,
  type Vault
} from "@quittance/core/adapter"
import { Effect, Option, Stream } from "effect"
import { asUnavailable, type Bucket } from "./Bucket.ts"
import { folderIn, sealedKeyOf } from "./BucketFolder.ts"

/** How many folders are processed at once: each waits for the bucket. */
const concurrency = 8

/** Walks all folders of a bucket; a folder destroyed meanwhile is skipped. */
export const resealFolders = (
  vault: Vault["Service"],
  bucket: Bucket,
  purpose: "reseal" | "check"
): Stream.Stream<ResealedFolder, BlobStoreUnavailable> =>
  foldersOf(bucket).pipe(
    Stream.mapEffect((folder) => resealed(vault, bucket, folder, purpose), { concurrency }),
    Stream.flatMap(Option.match({ onNone: () => Stream.empty, onSome: Stream.succeed }))
  )

const foldersOf = (bucket: Bucket): Stream.Stream<BlobFolder, BlobStoreUnavailable> =>
  bucket.list("").pipe(
    Stream.flatMap((name) => {
      const [partnerId = "", ownerId = "", object, ...more] = name.split("/")
      const isKey = object === "key" && more.length === 0 && isBlobName(partnerId) && isBlobName(ownerId)
      return isKey ? Stream.succeed({ partnerId, ownerId }) : Stream.empty
    }),
    Stream.mapError(asUnavailable)
  )

const resealed = Effect.fnUntraced(function* (
  vault: Vault["Service"],
  bucket: Bucket,
  folder: BlobFolder,
  purpose: "reseal" | "check"
) {
  const place = yield* folderIn(folder)
  const found = yield* sealedKeyOf(bucket, place)
  if (Option.isNone(found)) return Option.none<ResealedFolder>()
  const { etag, text } = found.value
  /** Only over the key that was read: a key destroyed meanwhile does not come back. */
  const replace = (sealed: string) =>
    bucket
      .replace(place.key, Buffer.from(sealed, "latin1"), etag)
      .pipe(
        Effect.catch((failure) =>
          failure.kind === "conflict" || failure.kind === "missing"
            ? Effect.void
            : Effect.fail(asUnavailable(failure))
        )
      )
  return Option.some<ResealedFolder>(yield* resealFolderKey(vault, folder, text, purpose, replace))
})
