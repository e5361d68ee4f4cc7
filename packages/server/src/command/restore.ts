import { type RestoreOptions, restoreStore } from "@quittance/adapters-sqlite"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { pathIn } from "../cli/pathIn.ts"
import { copyFacts, printCopy, printRefused } from "./backupReport.ts"
import { printJson, printLine } from "./print.ts"
import { runToEnd } from "./runToEnd.ts"
import { storeFile } from "./storeFile.ts"

/**
 * `quittance restore`: replaces the store, which must not be open, by a verified backup, and leaves it on
 * hold.
 */
export const run: RunCommand = (input) => {
  const from = pathIn("FILE", input.operand, "./quittance.backup")
  return runToEnd(
    Effect.gen(function* () {
      const file = yield* storeFile("restore")
      const acceptFaults = input.has("--accept-faults")
      return yield* putBack({ from, ...file, acceptFaults }, input.has("--json"))
    })
  )
}

const putBack = (options: RestoreOptions, asJson: boolean) =>
  Effect.gen(function* () {
    const restored = yield* restoreStore(options)
    const { dataKeysAdded, filename, kept, keptLastEvent } = restored
    const facts = {
      ...copyFacts(restored),
      kept: kept ?? null,
      keptLastEvent: keptLastEvent ?? null,
      dataKeysAdded: dataKeysAdded ?? null
    }
    if (asJson) printJson(facts)
    else {
      printLine(`${options.from} was restored to ${filename}, and is on hold.\n`)
      printCopy(facts)
      printLine(`\n${nextStep}`)
    }
    return 0
  }).pipe(Effect.catchTag("BackupRefused", printRefused))

const nextStep = `Next: start the server, and run \`quittance payouts release\` when you know which transfers are missing.
Until then the server answers reads, but creates no payout and no deposit address. Restore the documents of KYC sessions separately.
People and rules are as they were then: who was removed or disabled since has a say again once it is released. Before that, run
\`quittance users list\` and \`quittance approvals show\`, and do again what is missing.`
