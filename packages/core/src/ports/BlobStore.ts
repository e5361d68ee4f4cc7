import { Context, type Effect, Schema, type Stream } from "effect"

/** A folder of blobs with a data key of its own, such as a KYC session's. Both parts have letters, digits and `_` only. */
export interface BlobFolder {
  readonly partnerId: string
  readonly ownerId: string
}

/** What became of the key of a folder; `refused` is one that cannot be opened. */
export interface ResealedFolder {
  readonly folder: BlobFolder
  readonly found: "resealed" | "kept" | "refused"
}

/** The blobs could not be reached. A `put` that fails so may have left something behind, which is swept later. */
export class BlobStoreUnavailable extends Schema.TaggedError<BlobStoreUnavailable>()("BlobStoreUnavailable", {
  reason: Schema.String
}) {
  override get message(): string {
    return `the documents cannot be reached: ${this.reason}`
  }
}

/** There is no such blob, or it can no longer be read: its key is gone, or its bytes were changed. */
export class BlobMissing extends Schema.TaggedError<BlobMissing>()("BlobMissing", { id: Schema.String }) {
  override get message(): string {
    return `the document ${this.id} is not there or cannot be opened`
  }
}

/**
 * Port. Documents at rest, encrypted under a key per folder that is itself sealed under the master key. An implementation must
 * keep these laws (`blobStoreSuite` in `@quittance/testing` proves them):
 *
 * 1. What `put` answered is durable, and `get` gives the same bytes. A `put` that failed is never seen by `get`.
 * 2. A blob is written once: a second `put` of the same id fails.
 * 3. After `destroy` nothing of the folder can be read by anybody, whoever kept copies of the blobs but not of the key; a new
 *    `put` begins the folder anew, under another key.
 * 4. No byte of a blob is in clear anywhere that outlives the call.
 */
export class BlobStore extends Context.Service<
  BlobStore,
  {
    readonly put: <E>(
      folder: BlobFolder,
      id: string,
      content: Stream.Stream<Uint8Array, E>
    ) => Effect.Effect<void, BlobStoreUnavailable | E>
    /** Authenticated piece by piece: what was changed or cut off ends the stream with `BlobMissing`. */
    readonly get: (
      folder: BlobFolder,
      id: string
    ) => Stream.Stream<Uint8Array, BlobMissing | BlobStoreUnavailable>
    /** Nothing happens where there is none. */
    readonly remove: (folder: BlobFolder, id: string) => Effect.Effect<void, BlobStoreUnavailable>
    /** Ids of what is there, finished or not, in their order. */
    readonly list: (folder: BlobFolder) => Effect.Effect<ReadonlyArray<string>, BlobStoreUnavailable>
    /**
     * Brings the keys of all folders into the vault's form of now (`Vault.renew`) and tells what it found of each; `check` only
     * looks. Whoever reads, writes or destroys meanwhile is not disturbed.
     */
    readonly reseal: (purpose: "reseal" | "check") => Stream.Stream<ResealedFolder, BlobStoreUnavailable>
    /** Destroys the key first, then the blobs. Nothing happens where there is no such folder. */
    readonly destroy: (folder: BlobFolder) => Effect.Effect<void, BlobStoreUnavailable>
  }
>()("@quittance/core/ports/BlobStore") {}
