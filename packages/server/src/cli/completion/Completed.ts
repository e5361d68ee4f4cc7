import type { Flag, Operand } from "../Command.ts"
import type { Ready, ReadyCommand } from "../readyCommand.ts"

/** What a shell offers for the value of a flag or for an operand. */
export type Offer =
  | { readonly _tag: "choices"; readonly choices: ReadonlyArray<string> }
  | { readonly _tag: "paths" }
  | { readonly _tag: "nothing" }

const pathNames: ReadonlySet<string> = new Set(["FILE", "DIR", "FOLDER"])

export const offerOf = ({ choices, ...rest }: Ready<Flag> | Ready<Operand>): Offer => {
  if (choices !== undefined) return { _tag: "choices", choices }
  const name = "value" in rest ? rest.value : rest.name
  return pathNames.has(name ?? "") ? { _tag: "paths" } : { _tag: "nothing" }
}

/** The commands of each first word, in order: one of several words is alone. */
export const byFirstWord = (
  commands: ReadonlyArray<ReadyCommand>
): ReadonlyMap<string, ReadonlyArray<ReadyCommand>> =>
  Map.groupBy(commands, ({ words: [first = ""] }) => first)

/** What is said of a first word: of a group, its second words. */
export const firstWordSummary = (group: ReadonlyArray<ReadyCommand>): string => {
  const [only] = group
  return only !== undefined && only.words.length === 1
    ? only.summary
    : group.map(({ words }) => words.slice(1).join(" ")).join(", ")
}

/** Quoted for a shell: nothing in it has a meaning. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
