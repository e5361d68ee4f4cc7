import { randomBytes } from "node:crypto"
import { mkdir, stat } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { Effect, Schema } from "effect"
import { isSystemError, meaningOf } from "./diskFailure.ts"
import { createDurably, linkExclusively, removeIfExists, syncFolder } from "./durableFiles.ts"

/** The directory can keep no documents. Nothing was changed in what is there. */
export class FileBlobStoreRefused extends Schema.TaggedError<FileBlobStoreRefused>()("FileBlobStoreRefused", {
  /** One sentence for the operator. */
  message: Schema.String
}) {}

const refused = (message: string) => new FileBlobStoreRefused({ message })

/**
 * The absolute path of a directory that keeps documents, made where there is none. What the store needs of the file system is
 * tried out: that a file can be written, flushed, given a second name and removed.
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
 * Makes a directory and the ones above it, each on disk. Node's own way (`recursive`) never returns where a folder that is there
 * answers "no such file" to one inside it, as in /proc.
 */
const makeDurably = async (directory: string): Promise<void> => {
  if (await isDirectory(directory)) return
  const parent = dirname(directory)
  if (parent !== directory) await makeDurably(parent)
  try {
    await mkdir(directory, 0o700)
  } catch (error) {
    // Another process was quicker.
    if (!isSystemError(error, "EEXIST") || !(await isDirectory(directory))) throw error
  }
  await syncFolder(parent)
}

/** Links to a directory count here: where documents lie is the operator's choice. */
const isDirectory = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isDirectory()
  } catch (error) {
    if (isSystemError(error, "ENOENT")) return false
    throw error
  }
}
