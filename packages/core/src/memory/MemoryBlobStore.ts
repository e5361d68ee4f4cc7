import { Effect, Layer, Stream } from "effect"
import { type BlobFolder, BlobMissing, BlobStore, BlobStoreUnavailable } from "../ports/BlobStore.ts"

const nameOf = ({ ownerId, partnerId }: BlobFolder): string => `${partnerId}/${ownerId}`

/** The reference adapter: blobs in the memory of this process, which is nowhere at rest. */
export const layer: Layer.Layer<BlobStore> = Layer.sync(BlobStore, () => {
  const folders = new Map<string, Map<string, ReadonlyArray<Uint8Array>>>()
  return BlobStore.of({
    put: Effect.fnUntraced(function* (folder, id, content) {
      const pieces = yield* Stream.runCollect(Stream.map(content, (piece) => piece.slice()))
      const blobs = folders.get(nameOf(folder)) ?? new Map<string, ReadonlyArray<Uint8Array>>()
      if (blobs.has(id)) return yield* new BlobStoreUnavailable({ reason: `there is a blob ${id} already` })
      folders.set(nameOf(folder), blobs.set(id, pieces))
    }),
    get: (folder, id) =>
      Stream.suspend(() => {
        const pieces = folders.get(nameOf(folder))?.get(id)
        return pieces === undefined ? Stream.fail(new BlobMissing({ id })) : Stream.fromIterable(pieces)
      }),
    remove: (folder, id) => Effect.sync(() => void folders.get(nameOf(folder))?.delete(id)),
    list: (folder) => Effect.sync(() => [...(folders.get(nameOf(folder))?.keys() ?? [])].sort()),
    destroy: (folder) => Effect.sync(() => void folders.delete(nameOf(folder)))
  })
})
