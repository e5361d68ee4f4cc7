/** The transitions of a machine, as far as it matters here: by state, the commands that it takes. */
interface TakenCommands {
  readonly [state: string]: object
}

type CommandOf<Table extends TakenCommands> = { [State in keyof Table]: keyof Table[State] }[keyof Table]

/** The states of existing things in which a machine carries a command out, from its table of transitions. */
export const statesTaking = <Table extends TakenCommands>(
  transitions: Table,
  command: CommandOf<Table>
): ReadonlyArray<string> =>
  Object.entries(transitions).flatMap(([state, taken]) =>
    state !== "absent" && command in taken ? [state] : []
  )
