import { resolve } from "node:path"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { processesIn } from "../cli/processesIn.ts"
import { EnvironmentReader } from "../configuration/Environment.ts"
import { jsonSchemaText } from "../configuration/fileSettings.ts"
import type { ServeConfiguration } from "../configuration/ServeConfiguration.ts"
import { strangeSentence } from "../configuration/variables.ts"
import { printError, printJson, printLine } from "./print.ts"
import { runToEnd } from "./runToEnd.ts"
import { startFaults } from "./startFaults.ts"

/**
 * `quittance config check`: reads file and variables like `serve`, and prints what it would refuse before it opens the
 * store; exit status 2 if there is any. It changes nothing. A named file is checked where it will not be used: what
 * that place lacks is no fault of it.
 */
export const checkConfig: RunCommand = (input) => {
  const processes = processesIn(input)
  return runToEnd(
    Effect.gen(function* () {
      const named = input.operand === "" ? {} : { QUITTANCE_CONFIG: resolve(input.operand) }
      const reader = new EnvironmentReader({ ...process.env, ...named })
      const { configuration, fileFaults, otherFaults } = yield* startFaults(
        reader,
        processes,
        input.operand === "" ? "used" : "elsewhere"
      )
      const { file, mode, strangeVariables } = configuration
      const faults = [...fileFaults, ...otherFaults]
      for (const warning of [strangeSentence(strangeVariables) ?? [], halfNetworks(file)].flat())
        printError(`warning: ${warning}.`)
      if (input.has("--json")) printJson({ file: file.path ?? null, mode, faults })
      else {
        if (fileFaults.length > 0) printError(`${file.path} is invalid.`, fileFaults)
        if (otherFaults.length > 0) printError("the start would be refused.", otherFaults)
        if (faults.length === 0) printLine(rightSentence(configuration))
      }
      return faults.length === 0 ? 0 : 2
    })
  )
}

/** A network with nodes was meant to be complete. A start only tells what it lacks, and does not offer it. */
const halfNetworks = ({ faults, lacking, says }: ServeConfiguration["file"]): ReadonlyArray<string> =>
  lacking
    .filter(({ name }) => says("networks", name, "rpcUrls"))
    // What is wrong counts as missing, and is told already.
    .filter(({ name }) => !faults.some((fault) => fault.startsWith(`networks.${name}.`)))
    .map(
      ({ lacks, name }) =>
        `networks.${name} lacks ${lacks.join(", ")}, so the server does not act on it by itself`
    )

const rightSentence = ({ file: { path }, mode }: ServeConfiguration): string =>
  path === undefined
    ? "There is no configuration file; all settings have their defaults or come from environment variables."
    : `${path} is valid, for mode ${mode}.`

/** `quittance config schema`: the JSON Schema of the configuration file, for editors. */
export const printSchema: RunCommand = async () => {
  printLine(jsonSchemaText().trimEnd())
  return 0
}
