import { constants, type Stats } from "node:fs"
import { type FileHandle, link, lstat, mkdir, open, readdir, rename, rmdir, unlink } from "node:fs/promises"
import { dirname } from "node:path"
import { BlobStoreUnavailable } from "@quittance/core"
import { isSystemError } from "./diskFailure.ts"

/** Steps on the disk that are durable, follow no symbolic link, and take what is not there for an answer. */

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants

/** Undefined where the step found that something is not there. */
const ifExists = async <A>(step: Promise<A>): Promise<A | undefined> => {
  try {
    return await step
  } catch (error) {
    if (isSystemError(error, "ENOENT")) return undefined
    throw error
  }
}

export const statIfExists = (path: string): Promise<Stats | undefined> => ifExists(lstat(path))

/** Answers whether there is a folder; what stands there and is none, a link to one included, is not worked with. */
export const isFolder = async (path: string): Promise<boolean> => {
  const found = await statIfExists(path)
  if (found !== undefined && !found.isDirectory())
    throw new BlobStoreUnavailable({ reason: "something else stands in the place of a folder of documents" })
  return found !== undefined
}

/** A plain file to read, or to overwrite; nothing where there is none. */
export const openIfExists = async (
  path: string,
  purpose: "read" | "overwrite"
): Promise<FileHandle | undefined> => {
  // A named pipe in its place would otherwise be waited for.
  const flags = (purpose === "read" ? O_RDONLY : O_WRONLY) | O_NOFOLLOW | O_NONBLOCK
  const file = await ifExists(open(path, flags))
  if (file === undefined || (await file.stat()).isFile()) return file
  await file.close()
  throw new BlobStoreUnavailable({ reason: "something else stands in the place of a document or key" })
}

/** A new file that only this user may read. */
export const create = (path: string): Promise<FileHandle> =>
  open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)

/** A new file with this text, on disk when it answers. */
export const createDurably = async (path: string, text: string): Promise<void> => {
  const file = await create(path)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Gives a file a second name. Of several at once exactly one does; answers whether it did. */
export const linkExclusively = async (path: string, name: string): Promise<boolean> => {
  try {
    await link(path, name)
    return true
  } catch (error) {
    if (isSystemError(error, "EEXIST")) return false
    throw error
  }
}

export const renameIfExists = (path: string, name: string): Promise<void> => ifExists(rename(path, name))

export const removeIfExists = (path: string): Promise<void> => ifExists(unlink(path))

/** Nothing where there is no such folder. */
export const namesIn = async (path: string): Promise<ReadonlyArray<string>> =>
  (await ifExists(readdir(path))) ?? []

/** Answers whether the folder is gone; it stays while there is something in it. */
export const removeFolderIfEmpty = async (path: string): Promise<boolean> => {
  try {
    await ifExists(rmdir(path))
    return true
  } catch (error) {
    if (isSystemError(error, "ENOTEMPTY", "EEXIST")) return false
    throw error
  }
}

/** What was made, renamed or removed in the folder is on disk when it answers. */
export const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, O_RDONLY)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/**
 * A folder that only this user may enter, on disk when it answers, whoever made it: another process that made it a moment ago
 * may not have flushed it yet.
 */
export const makeFolder = async (path: string): Promise<void> => {
  try {
    await mkdir(path, 0o700)
  } catch (error) {
    if (!isSystemError(error, "EEXIST")) throw error
  }
  await isFolder(path)
  await syncFolder(dirname(path))
}
