import { randomBytes } from "node:crypto"
import { mkdir, stat } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { Effect, Schema } from "effect"
import { isSystemError, meaningOf } from "./diskFailure.ts"
import { createDurably, linkExclusively, removeIfExists, syncFolder } from "./durableFiles.ts"

/** The directory cannot store documents. Nothing in it was changed. */
export class FileBlobStoreRefused extends Schema.TaggedError<FileBlobStoreRefused>()("FileBlobStoreRefused", {
  /** One sentence for the operator. */
  message: Schema.String
}) {}

const refused = (message: string) => new FileBlobStoreRefused({ message })

/**
 * The absolute path of a directory for documents, created if missing. The required file system operations are
 * tested: writing, flushing, linking and removing a file.
 */
export const documentsDirectory = Effect.fnUntraced(function* (name: string) {
  if (name.trim() === "") return yield* refused("The directory of documents has no name.")
  const directory = resolve(name)
  yield* Effect.uninterruptible(
    Effect.tryPromise({
      try: () => prepare(directory),
      catch: (cause) => cause
    }).pipe(
      Effect.catch((cause) =>
        isSystemError(cause)
          ? Effect.fail(refused(`${directory} cannot store documents: ${meaningOf(cause.code)}.`))
          : Effect.die(cause)
      )
    )
  )
  return directory
})

const prepare = async (directory: string): Promise<void> => {
  await makeDurably(directory)
  const probe = join(directory, `.probe.${randomBytes(8).toString("hex")}`)
  try {
    await createDurably(probe, "")
    await linkExclusively(probe, `${probe}.link`)
    await syncFolder(directory)
  } finally {
    await removeIfExists(`${probe}.link`)
    await removeIfExists(probe)
  }
}

/**
 * Creates a directory and its parents, each on disk. Node's own option (`recursive`) never returns if an
 * existing folder reports "no such file" for one inside it, as in /proc.
 */
const makeDurably = async (directory: string): Promise<void> => {
  if (await isDirectory(directory)) return
  const parent = dirname(directory)
  if (parent !== directory) await makeDurably(parent)
  try {
    await mkdir(directory, 0o700)
  } catch (error) {
    // Another process was faster.
    if (!isSystemError(error, "EEXIST") || !(await isDirectory(directory))) throw error
  }
  await syncFolder(parent)
}

/** A link to a directory is accepted here: the operator chooses where documents are stored. */
const isDirectory = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isDirectory()
  } catch (error) {
    if (isSystemError(error, "ENOENT")) return false
    throw error
  }
}
