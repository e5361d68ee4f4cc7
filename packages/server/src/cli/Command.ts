import type { CommandInput, FlagName } from "./CommandInput.ts"

/** One flag of a command. Without `value` it is a switch; with it, it takes a value, shown by that name in the help. */
export interface Flag {
  readonly name: FlagName
  readonly value?: string
  /** The allowed values. */
  readonly choices?: ReadonlyArray<string> | FromCore<ReadonlyArray<string>>
  /** The maximum length of the value. */
  readonly charactersMax?: number
  readonly required?: true
  /** May be given more than once, and takes several comma-separated values. */
  readonly many?: true
  /** `{choices}` in it stands for the choices. */
  readonly help: string
}

export type Core = typeof import("@quittance/core/adapter")

/** What stands in the core, which is loaded only for commands that need it. */
export type FromCore<A> = (core: Core) => A

/** One command: its words and its implementation. */
export interface Command {
  /** The words that call it: `["keys", "create"]`. */
  readonly words: ReadonlyArray<string>
  readonly summary: string
  /** The operand, if the command takes one: exactly one, unless it is optional or repeatable. */
  readonly operand?: {
    readonly name: string
    readonly help: string
    readonly many?: true
    readonly optional?: true
  }
  readonly flags: ReadonlyArray<Flag>
  /** What its help says after the flags: lines. */
  readonly more?: string | FromCore<string>
  /** Loaded on use, so that `--help` is fast and only `serve` loads the server. */
  readonly load: () => Promise<{ readonly run: RunCommand }>
}

/** Returns the exit status. */
export type RunCommand = (input: CommandInput) => Promise<number>

/** The flag of every command with output for programs. */
export const json: Flag = { name: "--json", help: "print JSON for programs" }
