import type { RunCommand } from "../cli/Command.ts"
import { jsonSchemaText } from "../configuration/fileSettings.ts"
import { printLine } from "./print.ts"

/** `quittance config schema`: the JSON Schema of the configuration file, for editors. */
export const run: RunCommand = async () => {
  printLine(jsonSchemaText().trimEnd())
  return 0
}
