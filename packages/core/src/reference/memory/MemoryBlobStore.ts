import { Effect, Layer, Stream } from "effect"
import {
  type BlobFolder,
  BlobMissing,
  BlobStore,
  BlobStoreUnavailable
} from "../../kernel/ports/BlobStore.ts"

const nameOf = ({ ownerId, partnerId }: BlobFolder): string => `${partnerId}/${ownerId}`

/** A Node `Buffer` among them would share its bytes with its `slice`. */
const copied = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes)

/** The reference adapter: blobs in the memory of this process, which is nowhere at rest. */
export const layer: Layer.Layer<BlobStore> = Layer.sync(BlobStore, () => {
  const folders = new Map<string, Map<string, ReadonlyArray<Uint8Array>>>()
  return BlobStore.of({
    put: Effect.fnUntraced(function* (folder, id, content) {
      const pieces = yield* Stream.runCollect(Stream.map(content, copied))
      const blobs = folders.get(nameOf(folder)) ?? new Map<string, ReadonlyArray<Uint8Array>>()
      if (blobs.has(id)) return yield* new BlobStoreUnavailable({ reason: `there is already a blob ${id}` })
      folders.set(nameOf(folder), blobs.set(id, pieces))
    }),
    get: (folder, id) =>
      Stream.suspend(() => {
        const pieces = folders.get(nameOf(folder))?.get(id)
        if (pieces === undefined) return Stream.fail(new BlobMissing({ id }))
        return Stream.map(Stream.fromIterable(pieces), copied)
      }),
    remove: (folder, id) => Effect.sync(() => void folders.get(nameOf(folder))?.delete(id)),
    list: (folder) => Effect.sync(() => [...(folders.get(nameOf(folder))?.keys() ?? [])].sort()),
    // Nothing is sealed here.
    reseal: () => Stream.empty,
    destroy: (folder) => Effect.sync(() => void folders.delete(nameOf(folder)))
  })
})
