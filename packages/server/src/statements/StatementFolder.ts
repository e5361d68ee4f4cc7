import { accessSync, constants, existsSync, lstatSync, mkdirSync } from "node:fs"
import { dirname, join } from "node:path"
import { isSystemError } from "../start/exclusiveFile.ts"
import { writeFailure } from "../start/fileFailure.ts"

/**
 * The watched folder of one account. Files are put into `inbox`; `taken` has those that a process imports now, one
 * folder for each process; `done` and `refused` have all others. No file is ever deleted.
 */
export interface StatementFolder {
  readonly account: string
  readonly inbox: string
  readonly taken: string
  readonly done: string
  readonly refused: string
}

export const statementFolderOf = (folder: string, account: string): StatementFolder => {
  const inbox = join(folder, account)
  return {
    ...{ account, inbox },
    ...{ taken: join(inbox, "taken"), done: join(inbox, "done"), refused: join(inbox, "refused") }
  }
}

const placesOf = ({ done, inbox, refused, taken }: StatementFolder) => [inbox, taken, done, refused]

/** Makes what is missing. Says what is wrong in a sentence without its full stop; undefined if files can be taken. */
export const madeStatementFolder = (folder: StatementFolder): string | undefined => {
  for (const place of placesOf(folder)) {
    try {
      makeFolder(place)
    } catch (error) {
      return writeFailure(place, error)
    }
  }
  return statementFolderFault(folder)
}

/** The same without making anything: what is missing is made at the start. */
export const statementFolderFault = (folder: StatementFolder): string | undefined => {
  for (const place of placesOf(folder)) {
    const found = lstatSync(nearestExisting(place))
    // Whoever may put a file here could else lead the server to move files elsewhere.
    if (found.isSymbolicLink() && existsSync(place)) return `${place} is a link, and must be a folder`
    if (!found.isDirectory() && existsSync(place)) return `${place} is a file, and must be a folder`
    try {
      accessSync(nearestExisting(place), constants.R_OK | constants.W_OK | constants.X_OK)
    } catch (error) {
      return writeFailure(place, error)
    }
  }
  return undefined
}

const nearestExisting = (place: string): string =>
  existsSync(place) || dirname(place) === place ? place : nearestExisting(dirname(place))

const makeFolder = (place: string): void => {
  if (existsSync(place)) return
  makeFolder(dirname(place))
  try {
    mkdirSync(place)
  } catch (error) {
    // Another process was faster.
    if (!isSystemError(error, "EEXIST")) throw error
  }
}
