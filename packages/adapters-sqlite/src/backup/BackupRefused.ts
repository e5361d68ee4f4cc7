import { Effect, Schema } from "effect"
import { SqliteStoreRefused } from "../SqliteStoreRefused.ts"

/** A backup was not made or not restored; existing files are unchanged. */
export class BackupRefused extends Schema.TaggedError<BackupRefused>()("BackupRefused", {
  /** One sentence for the operator. */
  message: Schema.String,
  /** The faults of the copy, one sentence each. */
  faults: Schema.Array(Schema.String)
}) {}

export const refuse = (message: string, faults: ReadonlyArray<string> = []) =>
  Effect.fail(new BackupRefused({ message, faults }))

const wordsOf: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "its folder does not exist; make it first"],
  ["ENOTDIR", "a file lies where its folder must be"],
  ["EACCES", "this user has no right to this file or its folder"],
  ["EPERM", "this user has no right to this file or its folder"],
  ["EROFS", "nothing can be written there"],
  ["ENOSPC", "there is no room on the disk"]
])

/** An error of the file system or SQLite, as a refusal; our own error stays a defect. */
export const refusedFile = (what: string) => (error: unknown) => {
  if (error instanceof BackupRefused) return Effect.fail(error)
  if (error instanceof SqliteStoreRefused) return refuse(error.message)
  return error instanceof Error && "code" in error
    ? refuse(`${what}: ${wordsOf.get(String(error.code)) ?? error.message}.`)
    : Effect.die(error)
}
