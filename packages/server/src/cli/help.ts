import { variables } from "../configuration/variables.ts"
import type { Command, Operand } from "./Command.ts"
import { commands } from "./commands.ts"
import type { ReadyCommand } from "./readyCommand.ts"

/** Two columns; the right one starts where the longest left one ends. */
const columns = (rows: ReadonlyArray<readonly [string, string]>): string => {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n")
}

const call = ({
  operands = [],
  words
}: {
  readonly operands?: ReadonlyArray<Named>
  readonly words: ReadonlyArray<string>
}): string => ["quittance", ...words, ...operands.map(operandName)].join(" ")

type Named = Pick<Operand, "many" | "name" | "optional">

const operandName = ({ many, name, optional }: Named): string =>
  optional === true ? `[${name}]` : many === true ? `${name}…` : name

const list = (some: ReadonlyArray<Command>): string =>
  columns(some.map((command) => [call(command).slice("quittance ".length), command.summary]))

export const overview = (): string => `Quittance, the payments core.

Usage: quittance COMMAND [FLAGS]

${list(commands)}

quittance help COMMAND explains one command, quittance help keys those of keys; --version prints the version.
Commands work on the store that QUITTANCE_DB names (./data/quittance.db), also while servers run on it;
config and signature check need none.
`

/** Explains the commands that begin with one word, such as `keys`. */
export const groupHelp = (group: ReadonlyArray<Command>): string => `Usage: quittance COMMAND [FLAGS]

${list(group)}

quittance help COMMAND explains one command.
`

export const commandHelp = (command: ReadyCommand): string => {
  const required = command.flags
    .filter(({ required }) => required)
    .map(({ name, value }) => ` ${name} ${value}`)
  const optional = command.flags.length > required.length ? " [FLAGS]" : ""
  const rows = [
    ...command.operands.map((operand) => [operandName(operand), operand.help] as const),
    ...command.flags.map(
      ({ help, name, value }) => [`${name}${value === undefined ? "" : ` ${value}`}`, help] as const
    )
  ]
  const details = rows.length === 0 ? "" : `\n${columns(rows)}\n`
  const more = command.words[0] === "serve" ? serveSettings : command.more
  const summary = `${command.summary.charAt(0).toUpperCase()}${command.summary.slice(1)}.`
  const usage = `${call(command)}${required.join("")}${optional}`
  const after = more === "" ? "" : `\n${more}`
  return `${summary}\n\nUsage: ${usage}\nExample: ${command.example}\n${details}${after}`
}

const serveSettings = `Environment variables; an empty one counts as unset:
${columns(variables)}
`
