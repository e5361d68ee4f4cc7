import { BlobStore, type BlobStoreUnavailable } from "@quittance/core/adapter"
import { Effect, Exit, Result, Stream } from "effect"

/** What the tests of buckets write, and how they read it. */

export const folder = { partnerId: "prt_1", ownerId: "kyc_1" }

export const contentOf = (size = 200_000): Uint8Array => Buffer.alloc(size, "0123456789abcdefghijklmnop")

export const put = (id: string, content = contentOf()) =>
  Effect.flatMap(BlobStore, (blobs) => blobs.put(folder, id, Stream.succeed(content)))

export const destroy = Effect.flatMap(BlobStore, (blobs) => blobs.destroy(folder))

export const list = Effect.flatMap(BlobStore, (blobs) => blobs.list(folder))

/** How the reading ends: `whole` with the bytes of `contentOf`, or with which failure. */
export const ending = (id: string) =>
  Effect.flatMap(BlobStore, (blobs) => Stream.runCollect(blobs.get(folder, id))).pipe(
    Effect.result,
    Effect.map(
      Result.match({
        onSuccess: (pieces) => (Buffer.concat(pieces).equals(contentOf()) ? "whole" : "other bytes"),
        onFailure: ({ _tag }) => _tag
      })
    )
  )

/** The reason for which it fails. */
export const reasonOf = <A, R>(attempt: Effect.Effect<A, BlobStoreUnavailable, R>) =>
  Effect.map(Effect.flip(attempt), ({ reason }) => reason)

export const isSuccess = <A, E, R>(attempt: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.exit(attempt), Exit.isSuccess)
