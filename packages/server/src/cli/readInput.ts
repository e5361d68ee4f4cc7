import { editsMaxOf, nearest } from "@quittance/core/nearest"
import { CommandInput } from "./CommandInput.ts"
import { orOf, type ReadyCommand } from "./readyCommand.ts"
import { UsageError } from "./UsageError.ts"

/**
 * Reads the arguments after a command's words. `--flag value` and `--flag=value` mean the same. The word
 * after a flag with a value is its value even if it starts with a dash, so that `--amount -5` works. After
 * `--` nothing is a flag.
 */
export const readInput = (command: ReadyCommand, args: ReadonlyArray<string>): CommandInput => {
  const values = new Map<string, ReadonlyArray<string>>()
  const operands: Array<string> = []
  const rest = [...args]
  while (rest.length > 0) {
    const word = rest.shift() ?? ""
    if (word === "--") operands.push(...rest.splice(0))
    else if (!word.startsWith("-") || word === "-") operands.push(word)
    else readFlag(command, word, rest, values)
  }
  checkRequired(command, values)
  return new CommandInput(values, checkedOperands(command, operands))
}

const readFlag = (
  command: ReadyCommand,
  word: string,
  rest: Array<string>,
  values: Map<string, ReadonlyArray<string>>
): void => {
  const equals = word.indexOf("=")
  const name = equals === -1 ? word : word.slice(0, equals)
  const flag = command.flags.find((each) => each.name === name)
  if (flag === undefined) throw new UsageError(`${name} is not a flag of this command: ${offered(command)}.`)
  if (flag.value === undefined) {
    if (equals !== -1) throw new UsageError(`${name} is a switch and takes no value: write ${name} alone.`)
    values.set(name, [])
    return
  }
  const value = equals === -1 ? valueAfter(command, rest) : word.slice(equals + 1)
  if (value === undefined || value === "") {
    throw new UsageError(`${name} needs a value: write ${name} ${flag.value}.`)
  }
  const typed = flag.many ? value.split(",").map((each) => each.trim()) : [value]
  if (typed.includes("")) {
    throw new UsageError(`${name} has an empty value between commas: write ${name} ${flag.value}.`)
  }
  if (values.has(name) && !flag.many) throw new UsageError(`${name} is given twice: give it once.`)
  const { charactersMax = Infinity, choices } = flag
  if (value.length > charactersMax)
    throw new UsageError(`${name} must have at most ${charactersMax} characters.`)
  // In whatever case it is typed, a choice is that of the API.
  const found = typed.map(
    (each) => choices?.find((choice) => choice.toLowerCase() === each.toLowerCase()) ?? each
  )
  const wrong = choices === undefined ? [] : found.filter((each) => !choices.includes(each))
  if (choices !== undefined && wrong.length > 0) throw new UsageError(noChoice(name, choices, wrong))
  values.set(name, [...(values.get(name) ?? []), ...found])
}

const noChoice = (name: string, choices: ReadonlyArray<string>, wrong: ReadonlyArray<string>): string => {
  // Of a word as short as a choice, every choice is near.
  const inSmall = new Map(choices.map((choice) => [choice.toLowerCase(), choice]))
  const meant = wrong.flatMap((each) => {
    const near = nearest(
      each.toLowerCase(),
      inSmall.keys(),
      Math.min(editsMaxOf(each), Math.floor(each.length / 2))
    )
    return inSmall.get(near ?? "") ?? []
  })
  const rest = meant.length === 0 ? "." : `: did you mean ${meant.join(" and ")}?`
  return `${name} must be ${orOf(choices)}, not ${wrong.map((each) => `"${each}"`).join(" or ")}${rest}`
}

/** The next word, unless it is another flag of the command: then the value was forgotten. */
const valueAfter = (command: ReadyCommand, rest: Array<string>): string | undefined => {
  const next = rest[0]
  const isFlag = command.flags.some(({ name }) => next === name || next?.startsWith(`${name}=`))
  return isFlag ? undefined : rest.shift()
}

const offered = ({ flags }: ReadyCommand): string =>
  flags.length === 0 ? "it takes none" : `it takes ${flags.map(({ name }) => name).join(", ")}`

const checkRequired = (command: ReadyCommand, values: ReadonlyMap<string, unknown>): void => {
  const missing = command.flags.find(({ name, required }) => required && !values.has(name))
  if (missing !== undefined) {
    throw new UsageError(`${missing.name} is missing: write ${missing.name} ${missing.value}.`)
  }
}

const checkedOperands = (
  { operand, words }: ReadyCommand,
  given: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const [first = "", second] = given
  const called = `quittance ${words.join(" ")}`
  if (operand === undefined && given.length > 0) {
    throw new UsageError(`"${first}" is not expected: ${called} takes flags only.`)
  }
  if (operand !== undefined && first === "" && operand.optional !== true) {
    throw new UsageError(`${operand.name} is missing: write ${called} ${operand.name}.`)
  }
  if (second !== undefined && operand?.many !== true)
    throw new UsageError(`"${second}" is not expected: ${called} takes one ${operand?.name}.`)
  return given
}
