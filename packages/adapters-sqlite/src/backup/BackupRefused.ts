import { Effect, Schema } from "effect"
import { SqliteStoreRefused } from "../SqliteStoreRefused.ts"

/** A backup was not made or not restored, and what was there is as it was. */
export class BackupRefused extends Schema.TaggedError<BackupRefused>()("BackupRefused", {
  /** One sentence for the operator. */
  message: Schema.String,
  /** What is wrong with the copy, one sentence each. */
  faults: Schema.Array(Schema.String)
}) {}

export const refuse = (message: string, faults: ReadonlyArray<string> = []) =>
  Effect.fail(new BackupRefused({ message, faults }))

/** What the file system or SQLite says, as a refusal; an error of ours stays a defect. */
export const refusedFile = (what: string) => (error: unknown) => {
  if (error instanceof BackupRefused) return Effect.fail(error)
  if (error instanceof SqliteStoreRefused) return refuse(error.message)
  return error instanceof Error && "code" in error ? refuse(`${what}: ${error.message}.`) : Effect.die(error)
}
