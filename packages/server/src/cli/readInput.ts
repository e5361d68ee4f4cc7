import { parseArgs } from "node:util"
import { nearest } from "@quittance/core/nearest"
import type { Operand } from "./Command.ts"
import { CommandInput } from "./CommandInput.ts"
import { orOf, type Ready, type ReadyCommand } from "./readyCommand.ts"
import { UsageError } from "./UsageError.ts"

/**
 * Reads the arguments after a command's words. `--flag value` and `--flag=value` mean the same. The word
 * after a flag with a value is its value even if it starts with a dash, so that `--amount -5` works. After
 * `--` nothing is a flag.
 */
export const readInput = (command: ReadyCommand, args: ReadonlyArray<string>): CommandInput => {
  const values = new Map<string, ReadonlyArray<string>>()
  const operands: Array<string> = []
  // Not strict: what is wrong is told in our own sentences, which name what would be right.
  const { tokens } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: Object.fromEntries(
      command.flags.map(({ name, value }) => [
        name.slice(2),
        { type: value === undefined ? "boolean" : "string" }
      ])
    ),
    strict: false,
    tokens: true
  })
  for (const token of tokens) {
    if (token.kind === "positional") operands.push(token.value)
    if (token.kind === "option") {
      const typed = args[token.index]?.split("=", 1)[0] ?? token.rawName
      readFlag(command, typed, token.value, token.inlineValue === true, values)
    }
  }
  const missing = command.flags.find(({ name, required }) => required && !values.has(name))
  if (missing !== undefined)
    throw new UsageError(`${missing.name} is missing: write ${missing.name} ${missing.value}.`)
  return new CommandInput(values, checkedOperands(command, operands))
}

const readFlag = (
  command: ReadyCommand,
  typed: string,
  given: string | undefined,
  isInline: boolean,
  values: Map<string, ReadonlyArray<string>>
): void => {
  const flag = command.flags.find(({ name }) => name === typed)
  if (flag === undefined)
    throw new UsageError(`${typed} is not a flag of this command: ${meantFlag(command, typed)}`)
  const { charactersMax = Infinity, choices, many, mayBeEmpty, name } = flag
  if (flag.value === undefined) {
    if (isInline) throw new UsageError(`${name} is a switch and takes no value: write ${name} alone.`)
    values.set(name, [])
    return
  }
  // Another flag of the command is no value: the value was forgotten.
  const isForgotten = !isInline && command.flags.some((each) => each.name === given?.split("=", 1)[0])
  if (given === "" && mayBeEmpty) {
    values.set(name, [""])
    return
  }
  if (!given || isForgotten) throw new UsageError(`${name} needs a value: write ${name} ${flag.value}.`)
  const each = many ? given.split(",").map((part) => part.trim()) : [given]
  if (each.includes(""))
    throw new UsageError(`${name} has an empty value between commas: write ${name} ${flag.value}.`)
  if (values.has(name) && !many) throw new UsageError(`${name} is given twice: give it once.`)
  if (given.length > charactersMax)
    throw new UsageError(`${name} must have at most ${charactersMax} characters.`)
  values.set(name, [...(values.get(name) ?? []), ...chosen(name, choices, each)])
}

/** The choices that were typed, in whatever case, as the API spells them. Throws a `UsageError` for others. */
const chosen = (
  name: string,
  choices: ReadonlyArray<string> | undefined,
  typed: ReadonlyArray<string>
): ReadonlyArray<string> => {
  if (choices === undefined) return typed
  const found = typed.map(
    (each) => choices.find((choice) => choice.toLowerCase() === each.toLowerCase()) ?? each
  )
  const wrong = found.filter((each) => !choices.includes(each))
  if (wrong.length > 0) throw new UsageError(noChoice(name, choices, wrong))
  return found
}

const noChoice = (name: string, choices: ReadonlyArray<string>, wrong: ReadonlyArray<string>): string => {
  const meant = wrong.flatMap((each) => nearWord(each, choices) ?? [])
  const rest = meant.length === 0 ? "." : `: did you mean ${meant.join(" and ")}?`
  return `${name} must be ${orOf(choices)}, not ${wrong.map((each) => `"${each}"`).join(" or ")}${rest}`
}

/** The offered word that was probably meant. */
const nearWord = (typed: string, offered: ReadonlyArray<string>): string | undefined => {
  const bySmall = new Map(offered.map((each) => [each.toLowerCase(), each]))
  return bySmall.get(nearest(typed.toLowerCase(), bySmall.keys()) ?? "")
}

const meantFlag = ({ flags }: ReadyCommand, typed: string): string => {
  if (flags.length === 0) return "it takes none."
  const word = typed.replace(/^-+/, "")
  const names = flags.map(({ name }) => name.slice(2))
  const begun = names.filter((name) => word.length > 1 && name.startsWith(word.toLowerCase()))
  const near = begun.length === 1 ? begun[0] : nearWord(word, names)
  return near === undefined
    ? `it takes ${flags.map(({ name }) => name).join(", ")}.`
    : `did you mean --${near}?`
}

const checkedOperands = (
  { operands, words }: ReadyCommand,
  given: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const called = `quittance ${words.join(" ")}`
  const last = operands.at(-1)
  const missing = operands.find(({ optional }, index) => !given[index] && optional !== true)
  const extra = last?.many === true ? undefined : given[operands.length]
  if (extra !== undefined && last === undefined)
    throw new UsageError(`"${extra}" is not expected: ${called} takes flags only.`)
  if (missing !== undefined)
    throw new UsageError(
      `${missing.name} is missing: write ${called} ${operands.map(({ name }) => name).join(" ")}.`
    )
  if (extra !== undefined) {
    const takes = operands.length === 1 ? `one ${last?.name}` : operands.map(({ name }) => name).join(" and ")
    throw new UsageError(`"${extra}" is not expected: ${called} takes ${takes}.`)
  }
  return given.flatMap((typed, index) => {
    const operand: Ready<Operand> | undefined = operands[index] ?? last
    return chosen(operand?.name ?? "", operand?.choices, [typed])
  })
}
