import { type BlobFolder, BlobMissing, BlobStore, BlobStoreUnavailable } from "@quittance/core/adapter"
import { Effect, Stream } from "effect"

/** How a call gets there. Its caller may die before or after it, or hear nothing of it. */
export type Passage = <A>(name: string, call: Effect.Effect<A>) => Effect.Effect<A, BlobStoreUnavailable>

interface Blob {
  readonly key: number
  /** Undefined while it is not finished. */
  bytes: Uint8Array | undefined
}

interface Folder {
  /** None once it is destroyed. */
  key: number | undefined
  readonly blobs: Map<string, Blob>
}

const idTaken = (id: string) => new BlobStoreUnavailable({ reason: `there is already a blob ${id}` })
const gone = new BlobStoreUnavailable({ reason: "the folder was destroyed meanwhile" })

const joined = (pieces: ReadonlyArray<Uint8Array>): Uint8Array =>
  Uint8Array.from(pieces.flatMap((piece) => [...piece]))

/**
 * Documents at rest, which outlive the processes of a run. It keeps the laws of the port. What takes several steps can
 * be interrupted between them: a blob that was begun is listed and cannot be read, and so is what a destroyed key
 * leaves behind.
 */
export class BlobShelf {
  readonly #folders = new Map<string, Folder>()
  #keyCount = 0

  ids(folder: BlobFolder): ReadonlyArray<string> {
    return [...(this.#find(folder)?.blobs.keys() ?? [])].toSorted()
  }

  /** The plain content; undefined if it cannot be read. */
  read(folder: BlobFolder, id: string): Uint8Array | undefined {
    const found = this.#find(folder)
    const blob = found?.blobs.get(id)
    return blob?.key === found?.key ? blob?.bytes : undefined
  }

  /** Whether somebody with a copy of the folder's blobs could read them. */
  hasKey(folder: BlobFolder): boolean {
    return this.#find(folder)?.key !== undefined
  }

  /** The port, as one process reaches it. */
  portBy(pass: Passage): BlobStore["Service"] {
    const call = <A>(name: string, run: () => A) => pass(`blobs.${name}`, Effect.sync(run))
    return BlobStore.of({
      put: (folder, id, content) =>
        Effect.gen({ self: this }, function* () {
          const begun = yield* call("put begins", () => this.#begin(folder, id))
          if (begun === undefined) return yield* idTaken(id)
          const bytes = joined(yield* Stream.runCollect(content))
          if (!(yield* call("put", () => this.#finish(folder, id, begun, bytes)))) return yield* gone
        }),
      get: (folder, id) =>
        Stream.unwrap(
          Effect.map(
            call("get", () => this.read(folder, id)),
            (bytes) => (bytes === undefined ? Stream.fail(new BlobMissing({ id })) : Stream.succeed(bytes))
          )
        ),
      remove: (folder, id) => call("remove", () => void this.#find(folder)?.blobs.delete(id)),
      list: (folder) => call("list", () => this.ids(folder)),
      // Nothing is sealed here.
      reseal: () => Stream.empty,
      destroy: (folder) =>
        Effect.andThen(
          call("destroy begins", () => this.#destroyKey(folder)),
          call("destroy", () => this.#clear(folder))
        )
    })
  }

  #find({ ownerId, partnerId }: BlobFolder): Folder | undefined {
    return this.#folders.get(`${partnerId}/${ownerId}`)
  }

  #begin(folder: BlobFolder, id: string): Blob | undefined {
    const found: Folder = this.#find(folder) ?? { key: undefined, blobs: new Map() }
    this.#folders.set(`${folder.partnerId}/${folder.ownerId}`, found)
    if (found.blobs.has(id)) return undefined
    found.key ??= ++this.#keyCount
    const begun = { key: found.key, bytes: undefined }
    found.blobs.set(id, begun)
    return begun
  }

  #finish(folder: BlobFolder, id: string, begun: Blob, bytes: Uint8Array): boolean {
    const found = this.#find(folder)
    if (found?.key !== begun.key || found.blobs.get(id) !== begun) return false
    begun.bytes = bytes
    return true
  }

  #destroyKey(folder: BlobFolder): void {
    const found = this.#find(folder)
    if (found !== undefined) found.key = undefined
  }

  /** What a put has begun since under a new key stays. */
  #clear(folder: BlobFolder): void {
    const found = this.#find(folder)
    for (const [id, { key }] of found?.blobs ?? []) if (key !== found?.key) found?.blobs.delete(id)
  }
}
