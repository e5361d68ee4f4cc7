import { writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { Effect, Option, Schema } from "effect"
import { readKept } from "../start/exclusiveFile.ts"
import { writeFailure } from "../start/fileFailure.ts"
import { printError } from "./print.ts"

const LastBackup = Schema.Struct({ at: Schema.String, file: Schema.String })
export type LastBackup = typeof LastBackup.Type

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(LastBackup))

/** Beside the store, where `doctor` finds it. */
const fileOf = (storeFile: string): string => join(dirname(storeFile), "last-backup.json")

/** The backup that was made last of a store; "none" if none was noted, and "unknown" if the note cannot be read. */
export const lastBackup = (storeFile: string): LastBackup | "none" | "unknown" => {
  const path = fileOf(storeFile)
  return Effect.runSync(
    Effect.match(Effect.try({ try: () => readKept(path), catch: (error) => error }), {
      onFailure: () => "unknown" as const,
      onSuccess: (text) =>
        text === undefined ? "none" : Option.getOrElse(decode(text), () => "unknown" as const)
    })
  )
}

/** Notes that a backup was made. Where the store lies on what cannot be written, the backup is as good without. */
export const noteBackup = (storeFile: string, backup: LastBackup): void => {
  const path = fileOf(storeFile)
  try {
    writeFileSync(path, `${JSON.stringify(backup)}\n`, { mode: 0o600 })
  } catch (error) {
    printError(`warning: quittance doctor will not know of this backup: ${writeFailure(path, error)}.`)
  }
}
