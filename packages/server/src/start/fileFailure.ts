import { dirname } from "node:path"
import { isSystemError } from "./exclusiveFile.ts"

/** Why a file cannot be read, and what is there instead: one sentence without its full stop. */
export const readFailure = (name: string, error: unknown): string => {
  switch (codeOf(error)) {
    case "ENOENT":
    case "ENOTDIR":
      return `There is no file ${name}`
    case "EISDIR":
      return `${name} is a folder, and must be a file`
    case "EACCES":
    case "EPERM":
      return `${name} may not be read by this user`
    default:
      return `${name} cannot be read: ${wordsOf(error)}`
  }
}

/** The same for a file or folder that cannot be written. */
export const writeFailure = (path: string, error: unknown): string => {
  switch (codeOf(error)) {
    case "ENOENT":
      return `There is no folder ${dirname(path)} for ${path}: make it first`
    case "ENOTDIR":
    case "EEXIST":
      return `${path} cannot be made: a file lies where a folder must be`
    case "EISDIR":
      return `${path} is a folder, and must be a file`
    case "EACCES":
    case "EPERM":
      return `${path} may not be written by this user`
    case "EROFS":
      return `${path} lies where nothing can be written`
    case "ENOSPC":
    case "EDQUOT":
      return `There is no room on the disk for ${path}`
    default:
      return `${path} cannot be written: ${wordsOf(error)}`
  }
}

/** The same for a file that is read, or made with a draft beside it where there is none. */
export const keptFailure = (path: string, error: NodeJS.ErrnoException): string =>
  error.path === path ? readFailure(path, error) : writeFailure(path, error)

const codeOf = (error: unknown): string | undefined => (isSystemError(error) ? error.code : undefined)

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
