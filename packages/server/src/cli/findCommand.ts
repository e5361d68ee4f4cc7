import { editsMaxOf, nearest } from "@quittance/core/nearest"
import type { Command } from "./Command.ts"
import { commands } from "./commands.ts"
import { UsageError } from "./UsageError.ts"

/** The commands of several words that begin with this one, such as `keys`. */
export const groupOf = (word: string | undefined): ReadonlyArray<Command> =>
  commands.filter(({ words }) => words.length > 1 && words[0] === word)

const firstWords = [...new Set(commands.map(({ words }) => words[0] ?? ""))]

const callOf = ({ words }: Command): string => `quittance ${words.join(" ")}`

/** The command that these words begin with. Throws a `UsageError` that names what was probably meant. */
export const findCommand = (given: ReadonlyArray<string>): Command => {
  const found = commands.find(({ words }) => words.every((word, index) => given[index] === word))
  if (found !== undefined) return found
  const [first = "", second] = given
  const group = groupOf(first)
  if (group.length === 0) throw new UsageError(`"${first}" is not a command: ${meant(first)}`)
  const calls = group.map(callOf)
  const problem = second === undefined ? "is an incomplete command" : "is not a command"
  const near = second === undefined ? undefined : nearCall(given.slice(0, 2), calls)
  const shown = near === undefined ? `write ${calls.join(" or ")}` : `write ${near}`
  throw new UsageError(`"${given.slice(0, 2).join(" ")}" ${problem}: ${shown}.`)
}

/** What `quittance help TOPIC` explains: one command, or those that begin with a word. */
export const findTopic = (topic: ReadonlyArray<string>): Command | ReadonlyArray<Command> => {
  const group = topic.length === 1 ? groupOf(topic[0]) : []
  return group.length > 0 ? group : findCommand(topic)
}

const nearCall = (given: ReadonlyArray<string>, calls: ReadonlyArray<string>): string | undefined =>
  nearest(`quittance ${given.join(" ")}`, calls, editsMaxOf(given.at(-1) ?? ""))

const meant = (first: string): string => {
  const typed = first.toLowerCase()
  const begun = firstWords.filter((word) => typed !== "" && word.startsWith(typed))
  const near = begun.length > 0 ? begun.join(" or ") : nearest(typed, firstWords)
  if (near === undefined) return `the commands are ${firstWords.join(", ")}; quittance help explains them.`
  const topic = begun.length > 1 ? "COMMAND" : near
  return `did you mean ${near}? quittance help ${topic} explains it.`
}
