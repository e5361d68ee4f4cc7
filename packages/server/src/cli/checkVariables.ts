import { printError } from "../command/print.ts"
import {
  type Environment,
  misspeltSentence,
  strangeSentence,
  unknownVariables
} from "../configuration/variables.ts"
import type { Command } from "./Command.ts"

/**
 * Whether the command may run: misspelt variables are refused, and other unknown ones are named once. `config check`
 * names both in its answer, and `serve` names the others in the log of the server.
 */
export const checkVariables = ({ words }: Command, environment: Environment): boolean => {
  const call = words.join(" ")
  if (call === "config check") return true
  const { misspelt, strange } = unknownVariables(environment)
  for (const each of misspelt) printError(misspeltSentence(each))
  if (misspelt.length > 0) return false
  const warning = call === "serve" ? undefined : strangeSentence(strange)
  if (warning !== undefined) printError(`warning: ${warning}.`)
  return true
}
