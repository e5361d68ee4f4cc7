import { addAbortSignal, Readable } from "node:stream"
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
  S3Client
} from "@aws-sdk/client-s3"
import { BlobStoreUnavailable } from "@quittance/core/adapter"
import { Effect, Option, Random, Result, type Scope, Stream } from "effect"
import { type BucketFailure, bucketFailureOf } from "./bucketFailure.ts"
import { pause } from "./Pause.ts"

/** The location of a bucket. */
export interface BucketPlace {
  readonly bucket: string
  /** The beginning of every object's name: empty, or ending in `/`. */
  readonly prefix: string
  readonly region: string
  /** The URL of a server that is not Amazon's. */
  readonly endpoint?: string | undefined
  /** `path`: the bucket is named in the path of a URL, not in its host. */
  readonly addressing: "path" | "host"
}

/** The longest waits for a bucket. */
export interface Patience {
  /** One request, with the transfer of its content. */
  readonly requestMillis: number
  /** A request with its repeats. */
  readonly totalMillis: number
  /** The first pause between repeats; each next one is twice as long. */
  readonly pauseMillis: number
}

export const usualPatience: Patience = { requestMillis: 10_000, totalMillis: 10_000, pauseMillis: 100 }

/**
 * The requests on a bucket that documents need. Each waits for a limited time. Failures that pass by themselves are
 * retried; a retry finds its own earlier attempt as `conflict`. The names of objects are relative to the prefix.
 */
export interface Bucket {
  /** At most `length` bytes of an object. */
  readonly read: (name: string, start: number, length: number) => Effect.Effect<ObjectPart, BucketFailure>
  /** Writes an object if there is none. Completed even if it is interrupted. */
  readonly create: (name: string, bytes: Uint8Array) => Effect.Effect<void, BucketFailure>
  /** Overwrites this version of an object; nothing of it is left. Completed even if it is interrupted. */
  readonly replace: (name: string, bytes: Uint8Array, etag: string) => Effect.Effect<void, BucketFailure>
  /** Removes the object with all its versions. Does nothing if there is none. Completed even if it is interrupted. */
  readonly erase: (name: string) => Effect.Effect<void, BucketFailure>
  /** Names of the objects with this prefix, sorted. */
  readonly list: (beginning: string) => Stream.Stream<string, BucketFailure>
}

export interface ObjectPart {
  readonly bytes: Uint8Array
  /** How long the whole object is. */
  readonly size: number
  /** Identifies this version of the object. */
  readonly etag: string
}

/** A failure in the terms of the port. */
export const asUnavailable = ({ reason }: BucketFailure): BlobStoreUnavailable =>
  new BlobStoreUnavailable({ reason: `of the bucket: ${reason}` })

/** Hears what became of each request on a bucket: its failure, or undefined. */
export type HearsBucket = (failure: BucketFailure | undefined) => Effect.Effect<void>

export const openBucket = (
  { addressing, bucket, endpoint, prefix, region }: BucketPlace,
  patience: Patience,
  hears: HearsBucket = () => Effect.void
): Effect.Effect<Bucket, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(
        () =>
          new S3Client({
            region,
            ...(endpoint === undefined ? {} : { endpoint }),
            forcePathStyle: addressing === "path",
            // A repeated write must know that it is one, and the domain clock must not hurry it.
            maxAttempts: 1,
            // Not every server knows the newer checksums. The signature covers writes, the cipher covers reads.
            requestChecksumCalculation: "WHEN_REQUIRED",
            responseChecksumValidation: "WHEN_REQUIRED"
          })
      ),
      (client) => Effect.sync(() => client.destroy())
    ),
    (client): Bucket => {
      const keyOf = (name: string) => ({ Bucket: bucket, Key: `${prefix}${name}` })

      const ask = <A>(action: string, step: (signal: AbortSignal) => Promise<A>) =>
        repeated(
          Effect.tryPromise({
            try: (signal) => step(AbortSignal.any([signal, AbortSignal.timeout(patience.requestMillis)])),
            catch: (error) => bucketFailureOf(error, action)
          }),
          patience
        ).pipe(
          Effect.tap(() => hears(undefined)),
          Effect.tapError(hears)
        )

      const read: Bucket["read"] = (name, start, length) =>
        ask("s3:GetObject", async (abortSignal) => {
          const Range = `bytes=${start}-${start + length - 1}`
          const answer = await client.send(new GetObjectCommand({ ...keyOf(name), Range }), { abortSignal })
          const bytes = await bytesOf(answer.Body, abortSignal)
          const size = Number(/\/(\d+)$/.exec(answer.ContentRange ?? "")?.[1] ?? bytes.length)
          return { bytes: bytes.subarray(0, length), size, etag: answer.ETag ?? "" }
        })

      const write = (
        name: string,
        bytes: Uint8Array,
        condition: { readonly IfNoneMatch: "*" } | { readonly IfMatch: string }
      ) =>
        Effect.uninterruptible(
          ask("s3:PutObject", (abortSignal) =>
            client.send(
              new PutObjectCommand({
                ...keyOf(name),
                ...condition,
                Body: bytes,
                ContentType: "application/octet-stream"
              }),
              { abortSignal }
            )
          )
        )

      const remove = (name: string, versionId?: string) =>
        ask(versionId === undefined ? "s3:DeleteObject" : "s3:DeleteObjectVersion", (abortSignal) =>
          client.send(
            new DeleteObjectCommand({
              ...keyOf(name),
              ...(versionId === undefined ? {} : { VersionId: versionId })
            }),
            { abortSignal }
          )
        ).pipe(
          Effect.map(({ DeleteMarker, VersionId }) => DeleteMarker === true || VersionId !== undefined),
          Effect.catch((failure) =>
            failure.kind === "missing" ? Effect.succeed(false) : Effect.fail(failure)
          ),
          Effect.uninterruptible
        )

      const removeVersions = Effect.fnUntraced(function* (name: string, which: "all" | "earlier") {
        const { Bucket, Key } = keyOf(name)
        let from: { readonly KeyMarker?: string; readonly VersionIdMarker?: string } = {}
        for (let isWhole = false; !isWhole; ) {
          const page = yield* ask("s3:ListBucketVersions", (abortSignal) =>
            client.send(new ListObjectVersionsCommand({ Bucket, Prefix: Key, ...from }), { abortSignal })
          )
          const found = [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])]
          for (const each of found)
            if (each.Key === Key && (which === "all" || each.IsLatest !== true))
              yield* remove(name, each.VersionId ?? "null")
          isWhole = page.IsTruncated !== true
          from = {
            ...(page.NextKeyMarker === undefined ? {} : { KeyMarker: page.NextKeyMarker }),
            ...(page.NextVersionIdMarker === undefined ? {} : { VersionIdMarker: page.NextVersionIdMarker })
          }
        }
      })

      /** Pages of a list, each of up to a thousand names. */
      const pages = (beginning: string) =>
        Stream.paginate(undefined as string | undefined, (token: string | undefined) =>
          Effect.map(
            ask("s3:ListBucket", (abortSignal) =>
              client.send(
                new ListObjectsV2Command({
                  Bucket: bucket,
                  Prefix: `${prefix}${beginning}`,
                  ...(token === undefined ? {} : { ContinuationToken: token })
                }),
                { abortSignal }
              )
            ),
            (page) =>
              [
                [page],
                page.IsTruncated === true ? Option.fromUndefinedOr(page.NextContinuationToken) : Option.none()
              ] as const
          )
        )

      return {
        read,
        create: (name, bytes) => Effect.asVoid(write(name, bytes, { IfNoneMatch: "*" })),
        replace: Effect.fnUntraced(function* (name, bytes, etag) {
          // Older servers, such as Ceph 16, accept a version only without its quotes.
          const { VersionId } = yield* write(name, bytes, { IfMatch: etag }).pipe(
            Effect.catch((failure) =>
              failure.kind === "conflict"
                ? write(name, bytes, { IfMatch: etag.replaceAll('"', "") })
                : Effect.fail(failure)
            )
          )
          if (VersionId !== undefined) yield* removeVersions(name, "earlier")
        }),
        erase: Effect.fnUntraced(function* (name) {
          // In a bucket that keeps versions, the removal of an object is a version too.
          if (yield* remove(name)) yield* removeVersions(name, "all")
        }),
        list: (beginning) =>
          Stream.flatMap(pages(beginning), ({ Contents = [] }) =>
            Stream.fromIterable(Contents.flatMap(({ Key }) => Key?.slice(prefix.length) ?? []))
          )
      }
    }
  )

/** Retries failures that pass by themselves, with growing pauses, up to a time limit. */
const repeated = Effect.fnUntraced(function* <A>(
  attempt: Effect.Effect<A, BucketFailure>,
  { pauseMillis, totalMillis }: Patience
) {
  const deadline = AbortSignal.timeout(totalMillis)
  for (let longest = pauseMillis; ; longest *= 2) {
    const exit = yield* Effect.result(attempt)
    if (Result.isSuccess(exit)) return exit.success
    const { kind } = exit.failure
    if (deadline.aborted || longest >= totalMillis / 2 || (kind !== "passing" && kind !== "unreached"))
      return yield* Effect.fail(exit.failure)
    // Processes that were refused together must not come back together.
    yield* pause(yield* Random.nextBetween(longest / 2, longest))
  }
})

/** The whole body. The signal ends a body that stalls. */
const bytesOf = async (body: unknown, signal: AbortSignal): Promise<Uint8Array> => {
  if (!(body instanceof Readable)) return new Uint8Array()
  const pieces: Array<Uint8Array> = []
  for await (const piece of addAbortSignal(signal, body)) pieces.push(piece)
  return Buffer.concat(pieces)
}
