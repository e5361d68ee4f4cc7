import type { Command, Core, Flag, FromCore, Operand } from "./Command.ts"

/** A command with what it reads from the core. */
export interface ReadyCommand extends Omit<Command, "flags" | "more" | "operands"> {
  readonly operands: ReadonlyArray<Ready<Operand>>
  readonly flags: ReadonlyArray<Ready<Flag>>
  readonly more: string
}

export type Ready<A extends Flag | Operand> = Omit<A, "choices"> & {
  readonly choices?: ReadonlyArray<string>
}

/** Loads the core for a command that needs it: that takes longer than the rest of its help. */
export const readyCommand = async (command: Command): Promise<ReadyCommand> => {
  const { flags, more, operands = [] } = command
  const needsCore = [more, ...[...flags, ...operands].map(({ choices }) => choices)].some(
    (each) => typeof each === "function"
  )
  const core = needsCore ? await import("@quittance/core/adapter") : undefined
  return {
    ...command,
    more: read(more, core) ?? "",
    operands: operands.map((operand) => withChoices(operand, core)),
    flags: flags.map((flag) => withChoices(flag, core))
  }
}

const read = <A extends string | ReadonlyArray<string>>(
  value: A | FromCore<A> | undefined,
  core: Core | undefined
): A | undefined => (typeof value !== "function" ? value : core && value(core))

const withChoices = <A extends Flag | Operand>({ choices, ...rest }: A, core: Core | undefined): Ready<A> => {
  const found = read<ReadonlyArray<string>>(choices, core)
  return found === undefined
    ? rest
    : { ...rest, choices: found, help: rest.help.replace("{choices}", orOf(found)) }
}

/** As a sentence has them: `one, two or three`. */
export const orOf = (choices: ReadonlyArray<string>): string =>
  choices.join(", ").replace(/, ([^,]*)$/, " or $1")
