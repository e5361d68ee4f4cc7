import { readFileSync } from "node:fs"
import { printError } from "../command/print.ts"
import { isSystemError } from "../start/exclusiveFile.ts"
import type { Command } from "./Command.ts"
import { readInput } from "./CommandInput.ts"
import { commands } from "./commands.ts"
import { commandHelp, groupHelp, overview } from "./help.ts"
import { UsageError } from "./UsageError.ts"

/** Runs the command in the arguments and returns the exit status. */
export const runCommandLine = async (args: ReadonlyArray<string>): Promise<number> => {
  try {
    if (args[0] === "--version" || args[0] === "-v") return print(`${version()}\n`)
    if (isHelp(args[0]) || args[0] === "help") return print(overview())
    const group = groupOf(args[0])
    if (group.length > 0 && isHelp(args[1])) return print(groupHelp(group))
    const command = commandOf(args)
    const rest = args.slice(args[0]?.startsWith("-") === false ? command.words.length : 0)
    if (rest.slice(0, indexOfEnd(rest)).some(isHelp)) return print(commandHelp(command))
    const input = readInput(command, rest)
    // A server keeps running if its log cannot be written.
    if (command.words[0] !== "serve") process.stdout.on("error", outliveReader)
    const { run } = await command.load()
    return await run(input)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    printError(error.message)
    return 2
  }
}

/** A reader of the output may stop early, as `head` does: the command then ends as usual. */
const outliveReader = (error: Error): void => {
  if (!isSystemError(error, "EPIPE")) throw error
}

const isHelp = (word: string | undefined): boolean => word === "--help" || word === "-h"

const indexOfEnd = (words: ReadonlyArray<string>): number => {
  const end = words.indexOf("--")
  return end === -1 ? words.length : end
}

/** The two-word commands that begin with this word. */
const groupOf = (word: string | undefined): ReadonlyArray<Command> =>
  commands.filter(({ words }) => words.length > 1 && words[0] === word)

const commandOf = (args: ReadonlyArray<string>): Command => {
  const given = args[0] === undefined || args[0].startsWith("-") ? ["serve"] : args
  const found = commands.find(({ words }) => words.every((word, index) => given[index] === word))
  if (found !== undefined) return found
  const group = groupOf(given[0])
  if (group.length === 0) {
    const groups = [...new Set(commands.map(({ words }) => words[0]))]
    throw new UsageError(
      `"${given[0]}" is not a command: the commands are ${groups.join(", ")}; quittance --help explains them.`
    )
  }
  const calls = group.map(({ words }) => `quittance ${words.join(" ")}`).join(" or ")
  const problem = given[1] === undefined ? "is an incomplete command" : "is not a command"
  throw new UsageError(`"${given.slice(0, 2).join(" ")}" ${problem}: write ${calls}.`)
}

const print = (text: string): number => {
  process.stdout.write(text)
  return 0
}

const version = (): string =>
  JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version
