import { Effect, Option, Stream } from "effect"
import { ProviderMissing } from "../../kernel/input/Refusals.ts"
import { type BlobMissing, BlobStore, type BlobStoreUnavailable } from "../../kernel/ports/BlobStore.ts"
import type { DocumentRefused } from "./DocumentRefused.ts"
import { isPicture, type PictureType } from "./DocumentType.ts"
import { type KycDocument, pageBlobId } from "./KycDocument.ts"
import { folderOf } from "./KycEraser.ts"
import type { KycOrder } from "./KycSessionRecord.ts"
import { Pictures, type PicturesUnavailable, pageType } from "./Pictures.ts"

/** What is shown of a document: the picture that it is, or the picture of a page. */
export interface DocumentPicture {
  /** Counted from 1. */
  readonly page: number
  readonly type: PictureType
  readonly sizeBytes: number
  readonly content: Stream.Stream<Uint8Array, BlobMissing | BlobStoreUnavailable>
}

/** Why the pictures of a document cannot be told. Only a PDF from before pages were drawn is `DocumentRefused`. */
export type DocumentPicturesFailure =
  | BlobMissing
  | BlobStoreUnavailable
  | DocumentRefused
  | PicturesUnavailable
  | ProviderMissing

/**
 * The pictures of a session's document. A PDF leaves the blob store as its pages only; those of one that was
 * uploaded before pages were drawn are drawn anew for each reader.
 */
export const makeDocumentPictures = Effect.gen(function* () {
  const blobs = yield* Effect.serviceOption(BlobStore)
  const pictures = yield* Effect.serviceOption(Pictures)

  return Effect.fnUntraced(function* (
    order: KycOrder,
    { id, pages, sizeBytes, type }: KycDocument
  ): Effect.fn.Return<ReadonlyArray<DocumentPicture>, DocumentPicturesFailure> {
    if (Option.isNone(blobs)) return yield* new ProviderMissing({ provider: "BlobStore" })
    const folder = folderOf(order)
    if (isPicture(type)) return [{ page: 1, type, sizeBytes, content: blobs.value.get(folder, id) }]
    if (pages !== undefined)
      return pages.map((page, index) => ({
        page: index + 1,
        type: pageType,
        sizeBytes: page.sizeBytes,
        content: blobs.value.get(folder, pageBlobId(id, index + 1))
      }))
    if (Option.isNone(pictures)) return yield* new ProviderMissing({ provider: "Pictures" })
    const drawn = yield* pictures.value.pages(yield* Stream.mkUint8Array(blobs.value.get(folder, id)))
    return drawn.map(({ bytes }, index) => ({
      page: index + 1,
      type: pageType,
      sizeBytes: bytes.length,
      content: Stream.succeed(bytes)
    }))
  })
})
