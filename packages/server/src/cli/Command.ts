import type { CommandInput, FlagName } from "./CommandInput.ts"

/** One flag of a command. Without `value` it is a switch; with it, it takes a value, shown by that name in the help. */
export interface Flag {
  readonly name: FlagName
  /** `FILE` and `DIR` are completed as paths. */
  readonly value?: string
  /** The allowed values. */
  readonly choices?: ReadonlyArray<string> | FromCore<ReadonlyArray<string>>
  /** The maximum length of the value. */
  readonly charactersMax?: number
  readonly required?: true
  /** An empty value has a meaning: it takes away what was set. */
  readonly mayBeEmpty?: true
  /** May be given more than once, and takes several comma-separated values. */
  readonly many?: true
  /** `{choices}` in it stands for the choices. */
  readonly help: string
}

/** What a command takes without a flag. Only the last one may be optional or repeatable. */
export interface Operand {
  /** `FILE` and `FOLDER` are completed as paths. */
  readonly name: string
  /** The allowed values. */
  readonly choices?: ReadonlyArray<string> | FromCore<ReadonlyArray<string>>
  /** `{choices}` in it stands for the choices. */
  readonly help: string
  readonly many?: true
  readonly optional?: true
}

export type Core = typeof import("@quittance/core/adapter")

/** What stands in the core, which is loaded only for commands that need it. */
export type FromCore<A> = (core: Core) => A

/** One command: its words and its implementation. */
export interface Command {
  /** The words that call it: `["keys", "create"]`. */
  readonly words: ReadonlyArray<string>
  readonly summary: string
  /** One call that makes sense as it stands. */
  readonly example: `quittance ${string}`
  readonly operands?: ReadonlyArray<Operand>
  readonly flags: ReadonlyArray<Flag>
  /** What its help says after the flags: lines. */
  readonly more?: string | FromCore<string>
  /** Loaded on use, so that `--help` is fast and only `serve` loads the server. */
  readonly load: () => Promise<{ readonly run: RunCommand }>
}

/** Returns the exit status. `all` are the commands that there are. */
export type RunCommand = (input: CommandInput, all: ReadonlyArray<Command>) => Promise<number>

/** The flag of every command with output for programs. */
export const json: Flag = { name: "--json", help: "print JSON for programs" }
