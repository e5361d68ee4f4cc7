import type { Command, Core, Flag, FromCore } from "./Command.ts"

/** A command with what it reads from the core. */
export interface ReadyCommand extends Omit<Command, "flags" | "more"> {
  readonly flags: ReadonlyArray<ReadyFlag>
  readonly more: string
}

export interface ReadyFlag extends Omit<Flag, "choices"> {
  readonly choices?: ReadonlyArray<string>
}

/** Loads the core for a command that needs it: that takes longer than the rest of its help. */
export const readyCommand = async (command: Command): Promise<ReadyCommand> => {
  const { flags, more } = command
  const needsCore = [more, ...flags.map(({ choices }) => choices)].some((each) => typeof each === "function")
  const core = needsCore ? await import("@quittance/core/adapter") : undefined
  return { ...command, more: read(more, core) ?? "", flags: flags.map((flag) => readyFlag(flag, core)) }
}

const read = <A extends string | ReadonlyArray<string>>(
  value: A | FromCore<A> | undefined,
  core: Core | undefined
): A | undefined => (typeof value !== "function" ? value : core && value(core))

const readyFlag = ({ choices, ...flag }: Flag, core: Core | undefined): ReadyFlag => {
  const found = read<ReadonlyArray<string>>(choices, core)
  return found === undefined
    ? flag
    : { ...flag, choices: found, help: flag.help.replace("{choices}", orOf(found)) }
}

/** As a sentence has them: `one, two or three`. */
export const orOf = (choices: ReadonlyArray<string>): string =>
  choices.join(", ").replace(/, ([^,]*)$/, " or $1")
