import type { CommandInput } from "./CommandInput.ts"

/** One flag of a command. Without `value` it is a switch; with it, it takes a value, shown by that name in the help. */
export interface Flag {
  /** As typed, with its dashes. */
  readonly name: `--${string}`
  readonly value?: string
  /** The only values that are right. */
  readonly choices?: ReadonlyArray<string>
  /** Longer texts are wrong. */
  readonly charactersMax?: number
  readonly required?: true
  /** May be given more than once, and takes several values at once, separated by commas. */
  readonly many?: true
  readonly help: string
}

/** One command: how it is called and what runs. */
export interface Command {
  /** The words that call it: `["keys", "create"]`. */
  readonly words: ReadonlyArray<string>
  readonly summary: string
  /** What stands beside the flags, where something may: once, unless it is optional or may stand more often. */
  readonly operand?: {
    readonly name: string
    readonly help: string
    readonly many?: true
    readonly optional?: true
  }
  readonly flags: ReadonlyArray<Flag>
  /** Loaded when it is called, so that `--help` costs nothing and only the server loads the server. */
  readonly load: () => Promise<{ readonly run: RunCommand }>
}

/** Answers the exit status. */
export type RunCommand = (input: CommandInput) => Promise<number>

/** The flag of every command that can answer to a program. */
export const json: Flag = { name: "--json", help: "print JSON for programs" }
