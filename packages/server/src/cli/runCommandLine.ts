import { readFileSync } from "node:fs"
import { printError } from "../command/print.ts"
import {
  type Environment,
  misspeltSentence,
  strangeSentence,
  unknownVariables
} from "../configuration/variables.ts"
import type { Command } from "./Command.ts"
import { commands } from "./commands.ts"
import { findCommand, findTopic, groupOf } from "./findCommand.ts"
import { commandHelp, groupHelp, overview } from "./help.ts"
import { readInput } from "./readInput.ts"
import { readyCommand } from "./readyCommand.ts"
import { UsageError } from "./UsageError.ts"

/** Runs the command in the arguments and returns the exit status. */
export const runCommandLine = async (args: ReadonlyArray<string>): Promise<number> => {
  try {
    if (args[0] === "--version" || args[0] === "-v") return print(`${version()}\n`)
    const [first, second] = args
    if (first === undefined || isHelp(first)) return print(overview())
    if (first === "help") return print(await helpAbout(args.slice(1).filter((word) => !isHelp(word))))
    if (first.startsWith("-")) throw new UsageError(flagFirst(first))
    if (groupOf(first).length > 0 && isHelp(second)) return print(await helpAbout([first]))
    const command = await readyCommand(findCommand(args))
    const rest = args.slice(command.words.length)
    if (rest.slice(0, indexOfEnd(rest)).some(isHelp)) return print(commandHelp(command))
    const input = readInput(command, rest)
    if (!checkVariables(command, process.env)) return 2
    const { run } = await command.load()
    return await run(input, commands)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    printError(error.message)
    return 2
  }
}

const isHelp = (word: string | undefined): boolean => word === "--help" || word === "-h"

const indexOfEnd = (words: ReadonlyArray<string>): number => {
  const end = words.indexOf("--")
  return end === -1 ? words.length : end
}

const helpAbout = async (topic: ReadonlyArray<string>): Promise<string> => {
  if (topic.length === 0 || topic[0] === "help") return overview()
  const found = findTopic(topic)
  return "words" in found ? commandHelp(await readyCommand(found)) : groupHelp(found)
}

/** A flag of more commands than these names none of them. */
const ownersNamedMax = 2

/** Flags follow their command. */
const flagFirst = (word: string): string => {
  const [name] = word.split("=")
  const owners = commands.filter(({ flags }) => flags.some((flag) => flag.name === name))
  const isNamed = owners.length > 0 && owners.length <= ownersNamedMax
  const calls = isNamed ? owners.map(({ words }) => words.join(" ")) : ["COMMAND"]
  const call = calls.map((words) => `quittance ${words} ${name}`).join(" or ")
  return `${name} has no command before it: write ${call}; quittance help lists the commands.`
}

const print = (text: string): number => {
  process.stdout.write(text)
  return 0
}

const version = (): string =>
  JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version

/**
 * Whether the command may run: misspelt variables are refused, and other unknown ones are named once. `config check`
 * and `doctor` name both in their answer, and `serve` names the others in the log of the server.
 */
const checkVariables = ({ words }: Command, environment: Environment): boolean => {
  const call = words.join(" ")
  if (call === "config check" || call === "doctor") return true
  const { misspelt, strange } = unknownVariables(environment)
  for (const each of misspelt) printError(misspeltSentence(each))
  if (misspelt.length > 0) return false
  const warning = call === "serve" ? undefined : strangeSentence(strange)
  if (warning !== undefined) printError(`warning: ${warning}.`)
  return true
}
