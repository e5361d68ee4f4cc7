/** A machine as its page shows it. Every state and command has a sentence, or the type check fails. */
export interface MachinePage<StateTag extends string, CommandTag extends string> {
  readonly title: string
  /** Where the machine is written, from the root of the repository. */
  readonly source: string
  /** What is around the machine, and so is not said in its source: who works on it, and what others see of it. */
  readonly around: string
  /** The state before there is anything. */
  readonly initial: StateTag
  readonly transitions: {
    readonly [From in StateTag]: { readonly [Command in CommandTag]?: ReadonlyArray<StateTag> }
  }
  readonly states: { readonly [State in StateTag]: string }
  readonly commands: { readonly [Command in CommandTag]: string }
}

/** What the docblock of a machine says, in its source, without the drawing. */
const saidIn = (source: string): string => {
  const [, block = ""] = /^\/\*\*\n([\s\S]*?)\n \*\/$/m.exec(source) ?? []
  const isDrawn = (line: string) => line.startsWith("    ")
  return block
    .split("\n")
    .map((line) => line.slice(" * ".length))
    .filter((line) => !isDrawn(line))
    .join("\n")
    .trim()
    .replaceAll(/\n{3,}/g, "\n\n")
    .replaceAll(/:(?=\n\n|$)/g, ".")
}

/**
 * The page of a machine as Markdown: what its source says of it, diagram, states, commands, and the table of every
 * state × command.
 */
export const renderMachine = <StateTag extends string, CommandTag extends string>(
  page: MachinePage<StateTag, CommandTag>,
  source: string
): string => {
  const states = keysOf(page.states)
  const commands = keysOf(page.commands)
  const targets = (from: StateTag, command: CommandTag): ReadonlyArray<StateTag> =>
    page.transitions[from][command] ?? []

  const isFinal = (state: StateTag): boolean =>
    commands.every((command) => targets(state, command).every((to) => to === state))

  const arrows = states.flatMap((from) =>
    states.flatMap((to) => {
      const leading = commands.filter((command) => targets(from, command).includes(to))
      const start = from === page.initial ? "[*]" : from
      return leading.length === 0 ? [] : [`  ${start} --> ${to}: ${leading.join(", ")}`]
    })
  )
  const ends = states.filter(isFinal).map((state) => `  ${state} --> [*]`)

  const cell = (from: StateTag, command: CommandTag): string => {
    const tos = targets(from, command)
    return tos.length === 0 ? "–" : tos.map((to) => (to === from ? "stays" : `\`${to}\``)).join(", ")
  }

  return [
    `# ${page.title}`,
    "",
    `Generated from [\`${page.source}\`](../../${page.source}) by \`npm run docs:machines\`. Change the machine, not this page.`,
    "",
    saidIn(source),
    "",
    page.around,
    "",
    "```mermaid",
    "stateDiagram-v2",
    ...arrows,
    ...ends,
    "```",
    "",
    "## States",
    "",
    ...table(
      ["State", "Meaning"],
      states.map((state) => [`\`${state}\`${isFinal(state) ? " (final)" : ""}`, page.states[state]])
    ),
    "",
    "## Commands",
    "",
    ...table(
      ["Command", "Meaning"],
      commands.map((command) => [`\`${command}\``, page.commands[command]])
    ),
    "",
    "## Every state × command",
    "",
    "A dash: the command is refused. *Stays*: it is accepted, and changes side fields or nothing.",
    "",
    ...table(
      ["", ...commands.map((command) => `\`${command}\``)],
      states.map((from) => [`\`${from}\``, ...commands.map((command) => cell(from, command))])
    ),
    ""
  ].join("\n")
}

const table = (
  head: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>
): ReadonlyArray<string> => [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`)

const keysOf = <Key extends string>(record: { readonly [K in Key]: unknown }): ReadonlyArray<Key> =>
  Object.keys(record) as Array<Key>
