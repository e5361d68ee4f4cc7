import { createHash } from "node:crypto"
import { type BlobFolder, BlobStore } from "@quittance/core/adapter"
import { Effect, Result, Stream } from "effect"

/** What the tests write, and how they read it. */

export const folder: BlobFolder = { partnerId: "prt_1", ownerId: "kyc_1" }

/** Bytes that only this name has: three frames and some more, unless said otherwise. */
export const contentOf = (name: string, size = 200_000): Buffer =>
  createHash("shake256", { outputLength: size }).update(name).digest()

/** In pieces that have nothing to do with frames. */
export const pieces = (content: Uint8Array): Stream.Stream<Uint8Array> =>
  Stream.fromIterable(
    Array.from({ length: Math.ceil(content.length / 10_000) }, (_, index) =>
      content.subarray(index * 10_000, (index + 1) * 10_000)
    )
  )

export const put = (id: string, content: Uint8Array = contentOf(id), into = folder) =>
  Effect.flatMap(BlobStore, (blobs) => blobs.put(into, id, pieces(content)))

export const read = (id: string, from = folder) =>
  Effect.map(
    Effect.flatMap(BlobStore, (blobs) => Stream.runCollect(blobs.get(from, id))),
    (all) => Buffer.concat(all)
  )

/** How the reading ends: `whole` with the very bytes of this name, or with which failure. */
export const ending = (id: string, from = folder) =>
  Effect.map(Effect.result(read(id, from)), (result) =>
    Result.match(result, {
      onSuccess: (bytes) => (bytes.equals(contentOf(id)) ? "whole" : "other bytes"),
      onFailure: ({ _tag }) => _tag
    })
  )

export const list = (of = folder) => Effect.flatMap(BlobStore, (blobs) => blobs.list(of))

export const remove = (id: string) => Effect.flatMap(BlobStore, (blobs) => blobs.remove(folder, id))

export const destroy = (of = folder) => Effect.flatMap(BlobStore, (blobs) => blobs.destroy(of))
