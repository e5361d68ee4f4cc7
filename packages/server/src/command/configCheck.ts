import { resolve } from "node:path"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { configurationPath, readConfigurationFile } from "../configuration/ConfigurationFile.ts"
import { EnvironmentReader } from "../configuration/Environment.ts"
import { namedMode } from "../configuration/StoreConfiguration.ts"
import { printError, printJson, printLine } from "./print.ts"
import { runToEnd } from "./runToEnd.ts"

/**
 * `quittance config check`: reads the file like a start, without other effects; exit status 2 if it has
 * faults.
 */
export const run: RunCommand = (input) =>
  runToEnd(
    Effect.gen(function* () {
      const reader = new EnvironmentReader(process.env)
      const path = input.operand === "" ? configurationPath(reader) : resolve(input.operand)
      const file = yield* Effect.promise(() => readConfigurationFile(path, namedMode(reader)))
      const faults = [...reader.problems, ...file.faults.map((fault) => `${fault}.`)]
      if (input.has("--json")) printJson({ file: path ?? null, mode: file.settings.mode, faults })
      else if (faults.length > 0) {
        printError(`${path ?? "the environment"} is invalid.`, faults)
      } else if (path === undefined) {
        printLine(
          "There is no configuration file; all settings have their defaults or come from environment variables."
        )
      } else printLine(`${path} is valid, for mode ${file.settings.mode}.`)
      return faults.length === 0 ? 0 : 2
    })
  )
