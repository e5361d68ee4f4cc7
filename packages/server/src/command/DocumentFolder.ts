import { mkdir, open, readdir, rm } from "node:fs/promises"
import { join, resolve } from "node:path"
import type { DocumentType, KycStep } from "@quittance/core/adapter"
import { Effect, Schema, Stream } from "effect"
import { isSystemError } from "../start/exclusiveFile.ts"
import { writeFailure } from "../start/fileFailure.ts"

/** The folder cannot take the documents. The message is one sentence that says what would be right. */
export class DocumentFolderRefused extends Schema.TaggedError<DocumentFolderRefused>()(
  "DocumentFolderRefused",
  {
    message: Schema.String
  }
) {}

/** A document of a session, or one page of it, and its content. */
export interface DocumentToSave<E> {
  readonly step: KycStep
  readonly type: DocumentType
  /** Of a document with pages, counted from 1. */
  readonly page?: number
  readonly content: Stream.Stream<Uint8Array, E>
}

export interface SavedDocument {
  readonly step: KycStep
  readonly path: string
}

const endings = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "application/pdf": "pdf"
} as const satisfies { readonly [T in DocumentType]: string }

/**
 * Writes documents unencrypted, each into a file that only this user may read, in a new or empty folder, so
 * that nothing is replaced and the user knows what to delete. Either all of them are written, or none.
 */
export const saveDocuments = Effect.fnUntraced(function* <E>(
  folder: string,
  documents: ReadonlyArray<DocumentToSave<E>>
) {
  const paths = documents.map(({ page, step, type }) =>
    join(resolve(folder), `${step}${page === undefined ? "" : `-${page}`}.${endings[type]}`)
  )
  const writing = Effect.forEach(
    documents,
    Effect.fnUntraced(function* ({ content, step }, index) {
      const path = paths[index] ?? ""
      yield* writeFile(path, content)
      return { step, path } satisfies SavedDocument
    })
  )
  if (documents.length === 0) return []
  yield* onFiles(folder, () => takeFolder(folder))
  return yield* Effect.onError(writing, () =>
    Effect.ignore(onFiles(folder, () => Promise.all(paths.map((path) => rm(path, { force: true })))))
  )
})

const takeFolder = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const found = await readdir(folder)
  if (found.length > 0)
    throw new DocumentFolderRefused({
      message: `${folder} is not empty: name an empty folder, or one that does not exist yet`
    })
}

const writeFile = <E>(path: string, content: Stream.Stream<Uint8Array, E>) =>
  Effect.acquireUseRelease(
    onFiles(path, () => open(path, "wx", 0o600)),
    (file) => Stream.runForEach(content, (piece) => onFiles(path, () => file.appendFile(piece))),
    (file) => onFiles(path, () => file.close())
  )

const onFiles = <A>(path: string, use: () => Promise<A>): Effect.Effect<A, DocumentFolderRefused> =>
  Effect.tryPromise({ try: use, catch: (cause) => cause }).pipe(
    Effect.catch((cause) => {
      if (cause instanceof DocumentFolderRefused) return Effect.fail(cause)
      if (!isSystemError(cause)) return Effect.die(cause)
      return Effect.fail(new DocumentFolderRefused({ message: writeFailure(path, cause) }))
    })
  )
