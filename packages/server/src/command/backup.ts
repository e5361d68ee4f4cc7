import { type BackupOptions, backupStore } from "@quittance/adapters-sqlite"
import { Clock, Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { pathIn } from "../cli/pathIn.ts"
import { copyFacts, printCopy, printRefused } from "./backupReport.ts"
import { noteBackup } from "./lastBackup.ts"
import { requireExistingFile } from "./onStore.ts"
import { printJson, printLine } from "./print.ts"
import { runToEnd } from "./runToEnd.ts"
import { storeFile } from "./storeFile.ts"

/**
 * `quittance backup`: copies the store while servers write to it, and verifies the copy; exit status 1 if
 * none was made.
 */
export const run: RunCommand = (input) => {
  const to = pathIn("FILE", input.operand, "./quittance.backup")
  return runToEnd(
    Effect.gen(function* () {
      const file = yield* storeFile("backup")
      yield* requireExistingFile(file)
      const acceptFaults = input.has("--accept-faults")
      return yield* backUp({ ...file, to, acceptFaults }, input.has("--json"))
    })
  )
}

const backUp = (options: BackupOptions, asJson: boolean) =>
  Effect.gen(function* () {
    const copy = yield* backupStore(options)
    const now = yield* Clock.currentTimeMillis
    noteBackup(options.filename, { at: new Date(now).toISOString(), file: options.to })
    const facts = copyFacts(copy)
    if (asJson) printJson(facts)
    else {
      printLine(`The store was backed up to ${copy.filename}.\n`)
      printCopy(facts)
      printLine("\nThe documents of KYC sessions and the master key are not in it: back them up separately.")
    }
    return 0
  }).pipe(Effect.catchTag("BackupRefused", printRefused))
