import {
  BlobMissing,
  BlobStore,
  folderKeyForWriting,
  type OptionRules,
  option,
  optionGroup,
  refuseOptions,
  Vault
} from "@quittance/core/adapter"
import { Effect, Layer, Option, Ref, Result, Schema, Stream } from "effect"
import { asUnavailable, type BucketPlace, openBucket, type Patience, usualPatience } from "./Bucket.ts"
import { blobIdOf, destroyFolder, findKey, folderIn, keyPlaceOf } from "./BucketFolder.ts"
import { bucketHealth, cannotStore } from "./bucketHealth.ts"
import { getBlob } from "./getBlob.ts"
import { putBlob } from "./putBlob.ts"
import { resealFolders } from "./resealFolders.ts"
import { usableBucket } from "./usableBucket.ts"

export interface S3BlobStoreOptions {
  readonly bucket: string
  /** A folder in the bucket, such as `kyc/live`. Without it the bucket is for documents alone. */
  readonly prefix?: string | undefined
  readonly region: string
  /** The URL of a server that is not Amazon's. */
  readonly endpoint?: string | undefined
  /** `path`, which is usual with an `endpoint`: the bucket is named in the path of a URL, not in its host. */
  readonly addressing?: "path" | "host" | undefined
  /** The longest waits for the bucket. */
  readonly patience?: Patience
}

/** The bucket cannot store documents. */
export class S3BlobStoreRefused extends Schema.TaggedError<S3BlobStoreRefused>()("S3BlobStoreRefused", {
  /** One sentence for the operator. */
  message: Schema.String
}) {}

/**
 * The blob store port over a bucket of S3-compatible storage (`BucketFolder.ts`), for any number of processes and
 * machines. The credentials are those that the AWS SDK finds.
 *
 * The start is refused if an operator must act: the bucket does not exist, the credentials are wrong, or a right is
 * missing. If the bucket merely cannot be reached, the start continues, and documents are unavailable until it can.
 */
export const layer = (options: S3BlobStoreOptions): Layer.Layer<BlobStore, S3BlobStoreRefused, Vault> => {
  refuseOptions(options, rules, "S3BlobStore")
  return Layer.effect(BlobStore, storeIn(options))
}

const { millis, oneOf, optional, text, url } = option

const rules: OptionRules<S3BlobStoreOptions> = {
  bucket: text("documents"),
  prefix: optional(option.anyText),
  region: text("eu-central-1"),
  endpoint: optional(url("https://s3.example")),
  addressing: optional(oneOf("path", "host")),
  patience: optional(
    optionGroup<Patience>({ requestMillis: millis(), totalMillis: millis(), pauseMillis: millis(0) })
  )
}

const storeIn = Effect.fnUntraced(function* (options: S3BlobStoreOptions) {
  const vault = yield* Vault
  const place = placeOf(options)
  const { begin, hears } = bucketHealth(place)
  const bucket = yield* openBucket(place, options.patience ?? usualPatience, hears)

  const isTried = yield* Ref.make(false)
  const trial = Effect.andThen(usableBucket(bucket), Ref.set(isTried, true))
  const found = yield* Effect.result(trial)
  if (Result.isFailure(found) && found.failure.kind === "refused")
    return yield* new S3BlobStoreRefused({ message: cannotStore(place, found.failure) })
  yield* begin
  if (Result.isFailure(found)) yield* hears(found.failure)
  /** Nothing is written to a server that was not seen to heed conditions. */
  const tried = Effect.flatMap(Ref.get(isTried), (is) =>
    is ? Effect.void : Effect.mapError(trial, asUnavailable)
  )

  return BlobStore.of({
    put: Effect.fnUntraced(function* (folder, id, content) {
      const at = yield* folderIn(folder, id)
      yield* tried
      const key = yield* folderKeyForWriting(vault, folder, keyPlaceOf(bucket, at))
      yield* putBlob(vault, bucket, at, id, key, content)
    }),
    get: (folder, id) =>
      Stream.unwrap(
        Effect.gen(function* () {
          const at = yield* folderIn(folder, id)
          const key = yield* findKey(vault, bucket, at)
          return Option.isNone(key)
            ? Stream.fail(new BlobMissing({ id }))
            : getBlob(bucket, at, id, key.value)
        })
      ),
    remove: Effect.fnUntraced(function* (folder, id) {
      const at = yield* folderIn(folder, id)
      yield* Effect.mapError(bucket.erase(at.blob(id)), asUnavailable)
    }),
    list: Effect.fnUntraced(function* (folder) {
      const at = yield* folderIn(folder)
      const names = yield* Effect.mapError(Stream.runCollect(bucket.list(at.beginning)), asUnavailable)
      return names.flatMap((name) => blobIdOf(at, name) ?? []).sort()
    }),
    reseal: (purpose) => resealFolders(vault, bucket, purpose),
    destroy: (folder) => Effect.flatMap(folderIn(folder), (at) => destroyFolder(bucket, at))
  })
})

const placeOf = ({ addressing, bucket, endpoint, prefix = "", region }: S3BlobStoreOptions): BucketPlace => ({
  bucket,
  prefix: prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`,
  region,
  endpoint,
  addressing: addressing ?? (endpoint === undefined ? "host" : "path")
})
