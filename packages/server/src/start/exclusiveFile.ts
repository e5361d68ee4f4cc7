import { randomBytes } from "node:crypto"
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync
} from "node:fs"
import { dirname } from "node:path"

/** The text of a file; undefined if there is none. */
export const readIfExists = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8")
  } catch (error) {
    if (isSystemError(error, "ENOENT")) return undefined
    throw error
  }
}

/** Far more than any file has that this program keeps for itself. */
const keptBytesMax = 1024 * 1024

/**
 * The text of a file that this program made; undefined if there is none. Nothing else that may lie there is waited for,
 * such as a pipe, or read to an end that it may not have.
 */
export const readKept = (path: string): string | undefined => {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  const fault =
    !found.isFile() && !found.isDirectory()
      ? "it is a pipe or a device, and must be a file"
      : found.size > keptBytesMax
        ? `it has ${found.size} bytes, and was never written so`
        : undefined
  if (fault !== undefined) throw Object.assign(new Error(fault), { code: "EINVAL", path })
  return readIfExists(path)
}

/**
 * Creates a complete file on disk, with its folder, that only this user may read, unless one of that name exists;
 * returns whether it did. Of several processes at once exactly one does, and none ever reads half a file.
 */
export const makeExclusively = (path: string, text: string): boolean => {
  const draft = `${path}.${randomBytes(6).toString("hex")}`
  try {
    makeFolder(dirname(path))
    writeDurably(draft, text)
    linkSync(draft, path)
    syncFolder(dirname(path))
    return true
  } catch (error) {
    if (isSystemError(error, "EEXIST")) return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

export const isSystemError = (error: unknown, code?: string): error is NodeJS.ErrnoException =>
  error instanceof Error && "code" in error && (code === undefined || error.code === code)

/**
 * Creates a folder and its parents. Node's own option (`recursive`) never returns if an existing folder
 * reports "no such file" for one inside it, as in /proc.
 */
const makeFolder = (folder: string): void => {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, 0o700)
  } catch (error) {
    // Another process was faster.
    if (!isSystemError(error, "EEXIST")) throw error
  }
}

const writeDurably = (path: string, text: string): void => {
  const descriptor = openSync(path, "wx", 0o600)
  try {
    writeSync(descriptor, text)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

const syncFolder = (path: string): void => {
  const descriptor = openSync(path, "r")
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
