import { variables } from "../configuration/variables.ts"
import type { Command } from "./Command.ts"
import { commands } from "./commands.ts"
import { keyScopeFamilies } from "./keyScopes.ts"

/** Two columns; the right one starts where the longest left one ends. */
const columns = (rows: ReadonlyArray<readonly [string, string]>): string => {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n")
}

const call = ({ operand, words }: Command): string =>
  ["quittance", ...words, ...(operand === undefined ? [] : [operandName(operand)])].join(" ")

const operandName = ({ many, name, optional }: NonNullable<Command["operand"]>): string =>
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

export const commandHelp = (command: Command): string => {
  const required = command.flags
    .filter(({ required }) => required)
    .map(({ name, value }) => ` ${name} ${value}`)
  const optional = command.flags.length > required.length ? " [FLAGS]" : ""
  const rows = [
    ...(command.operand === undefined ? [] : [[operandName(command.operand), command.operand.help] as const]),
    ...command.flags.map(
      ({ help, name, value }) => [`${name}${value === undefined ? "" : ` ${value}`}`, help] as const
    )
  ]
  const details = rows.length === 0 ? "" : `\n${columns(rows)}\n`
  const summary = `${command.summary.charAt(0).toUpperCase()}${command.summary.slice(1)}.`
  return `${summary}\n\nUsage: ${call(command)}${required.join("")}${optional}\n${details}${more(command)}`
}

const more = ({ words }: Command): string => {
  switch (words.join(" ")) {
    case "serve":
      return `\n${serveSettings}`
    case "analytics":
      return "\nWithout --from: the last 7 days by hour, 30 days by day, 26 weeks by week, 12 months by month.\n"
    case "keys create":
      return `\n${keyScopes}`
    case "kyc decide":
      return `\n${kycReasons}`
    default:
      return ""
  }
}

const keyScopes = `Scopes. In live mode a key takes scopes of one family; in a sandbox the default is * (all):
${keyScopeFamilies.map((family) => `  ${family.join(", ")}\n`).join("")}`

const kycReasons = `Reasons; the page explains them to the person. One that begins with a step asks for that step again:
  document_unreadable, document_incomplete, document_expired, document_unsupported, selfie_unclear,
  selfie_mismatch, proof_of_address_unreadable, proof_of_address_outdated, proof_of_address_mismatch,
  suspected_fraud, other
`

const serveSettings = `Environment variables; an empty one counts as unset:
${columns(variables)}
`
