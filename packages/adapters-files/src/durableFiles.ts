import { constants, type Stats } from "node:fs"
import { type FileHandle, link, lstat, mkdir, open, readdir, rename, rmdir, unlink } from "node:fs/promises"
import { dirname } from "node:path"
import { BlobStoreUnavailable } from "@quittance/core/adapter"
import { isSystemError } from "./diskFailure.ts"

/** Durable disk operations that follow no symbolic link and return undefined for missing files. */

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants

/** Undefined if the file or folder does not exist. */
const ifExists = async <A>(step: Promise<A>): Promise<A | undefined> => {
  try {
    return await step
  } catch (error) {
    if (isSystemError(error, "ENOENT")) return undefined
    throw error
  }
}

export const statIfExists = (path: string): Promise<Stats | undefined> => ifExists(lstat(path))

/** Returns whether there is a folder; anything else in its place, including a link to a folder, is refused. */
export const isFolder = async (path: string): Promise<boolean> => {
  const found = await statIfExists(path)
  if (found !== undefined && !found.isDirectory())
    throw new BlobStoreUnavailable({ reason: "something else stands in the place of a folder of documents" })
  return found !== undefined
}

/** A regular file to read or overwrite; undefined if there is none. */
export const openIfExists = async (
  path: string,
  purpose: "read" | "overwrite"
): Promise<FileHandle | undefined> => {
  // Opening a named pipe in its place would block.
  const flags = (purpose === "read" ? O_RDONLY : O_WRONLY) | O_NOFOLLOW | O_NONBLOCK
  const file = await ifExists(open(path, flags))
  if (file === undefined || (await file.stat()).isFile()) return file
  await file.close()
  throw new BlobStoreUnavailable({ reason: "something else stands in the place of a document or key" })
}

/** A new file that only this user may read. */
export const create = (path: string): Promise<FileHandle> =>
  open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)

/** A new file with this text, on disk when it returns. */
export const createDurably = async (path: string, text: string): Promise<void> => {
  const file = await create(path)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Gives a file a second name. Of several callers at once exactly one succeeds; returns whether it did. */
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

/** Undefined if there is no such folder. */
export const namesIn = async (path: string): Promise<ReadonlyArray<string>> =>
  (await ifExists(readdir(path))) ?? []

/** Returns whether the folder is gone; a folder with content stays. */
export const removeFolderIfEmpty = async (path: string): Promise<boolean> => {
  try {
    await ifExists(rmdir(path))
    return true
  } catch (error) {
    if (isSystemError(error, "ENOTEMPTY", "EEXIST")) return false
    throw error
  }
}

/** Everything created, renamed or removed in the folder is on disk when it returns. */
export const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, O_RDONLY)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/**
 * A folder that only this user may enter, on disk when it returns, whoever created it: another process that
 * created it just before may not have flushed it yet.
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
