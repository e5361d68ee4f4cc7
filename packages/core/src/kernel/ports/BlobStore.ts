import { Context, type Effect, Schema, type Stream } from "effect"

/**
 * A folder of blobs with its own data key, for example one KYC session. Both parts have letters, digits and
 * `_` only.
 */
export interface BlobFolder {
  readonly partnerId: string
  readonly ownerId: string
}

/** The outcome of resealing a folder's key. `refused`: the key cannot be decrypted. */
export interface ResealedFolder {
  readonly folder: BlobFolder
  readonly found: "resealed" | "kept" | "refused"
}

/** The blob store is unreachable. A `put` that fails so may have left a partial blob, which is deleted later. */
export class BlobStoreUnavailable extends Schema.TaggedError<BlobStoreUnavailable>()("BlobStoreUnavailable", {
  reason: Schema.String
}) {
  get code() {
    return "blob_store_unavailable" as const
  }

  override get message(): string {
    return `the documents cannot be reached: ${this.reason}`
  }
}

/** The blob does not exist or can no longer be read: its key was destroyed, or its bytes were changed. */
export class BlobMissing extends Schema.TaggedError<BlobMissing>()("BlobMissing", { id: Schema.String }) {
  get code() {
    return "blob_missing" as const
  }

  override get message(): string {
    return `the document ${this.id} is not there or cannot be opened`
  }
}

/**
 * Port. Documents at rest, encrypted under one key per folder, which is itself sealed under the master key.
 * An implementation must keep these laws (`blobStoreSuite` in `@quittance/testing` proves them):
 *
 * 1. When `put` succeeds, the blob is durable, and `get` returns the same bytes. `get` never sees a `put` that failed.
 * 2. A blob is written once: a second `put` of the same id fails.
 * 3. After `destroy` nothing in the folder can be read, even from copies of the blobs without the key. A new `put`
 *    starts the folder again, under another key.
 * 4. No byte of a blob is stored unencrypted anywhere that outlives the call.
 */
export class BlobStore extends Context.Service<
  BlobStore,
  {
    readonly put: <E>(
      folder: BlobFolder,
      id: string,
      content: Stream.Stream<Uint8Array, E>
    ) => Effect.Effect<void, BlobStoreUnavailable | E>
    /** Authenticated frame by frame: a changed or truncated blob ends the stream with `BlobMissing`. */
    readonly get: (
      folder: BlobFolder,
      id: string
    ) => Stream.Stream<Uint8Array, BlobMissing | BlobStoreUnavailable>
    /** Does nothing if there is no such blob. */
    readonly remove: (folder: BlobFolder, id: string) => Effect.Effect<void, BlobStoreUnavailable>
    /** Ids of all blobs in the folder, finished or not, sorted. */
    readonly list: (folder: BlobFolder) => Effect.Effect<ReadonlyArray<string>, BlobStoreUnavailable>
    /**
     * Brings the keys of all folders into the vault's current form (`Vault.renew`) and emits the outcome for
     * each. `check` only looks. Concurrent reads, writes and destructions are not disturbed.
     */
    readonly reseal: (purpose: "reseal" | "check") => Stream.Stream<ResealedFolder, BlobStoreUnavailable>
    /** Destroys the key first, then the blobs. Does nothing if there is no such folder. */
    readonly destroy: (folder: BlobFolder) => Effect.Effect<void, BlobStoreUnavailable>
  }
>()("@quittance/core/kernel/ports/BlobStore") {}
