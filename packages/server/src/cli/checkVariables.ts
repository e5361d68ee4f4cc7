import { printError } from "../command/print.ts"
import type { Environment } from "../configuration/Environment.ts"
import { misspeltSentence, strangeSentence, unknownVariables } from "../configuration/variables.ts"
import type { Command } from "./Command.ts"

/** Commands that tell of unknown variables in their own way: in their answer, and in the log of the server. */
const tellThemselves = {
  "config check": { misspelt: true, strange: true },
  serve: { misspelt: false, strange: true }
} as const satisfies Readonly<Record<string, { readonly misspelt: boolean; readonly strange: boolean }>>

const isTold = (words: string): words is keyof typeof tellThemselves => words in tellThemselves

/** Whether the command may run: misspelt variables are refused, and other unknown ones are named once. */
export const checkVariables = ({ words }: Command, environment: Environment): boolean => {
  const { misspelt, strange } = unknownVariables(environment)
  const call = words.join(" ")
  const told = isTold(call) ? tellThemselves[call] : { misspelt: false, strange: false }
  if (misspelt.length > 0 && !told.misspelt) {
    for (const each of misspelt) printError(misspeltSentence(each))
    return false
  }
  const warning = told.strange ? undefined : strangeSentence(strange)
  if (warning !== undefined) printError(`warning: ${warning}.`)
  return true
}
