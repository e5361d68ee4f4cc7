import { Option } from "effect"
import type { Versioned } from "../../kernel/ports/Versioned.ts"

/**
 * What the readers in memory have in common: they look at everything and sort, which says best what an index must
 * answer.
 */

export const find = <State>(
  all: ReadonlyMap<string, Versioned<State>>,
  matches: (state: State) => boolean
): Option.Option<Versioned<State>> => {
  for (const each of all.values()) if (matches(each.state)) return Option.some(each)
  return Option.none()
}

interface Created {
  readonly createdAt: number
  readonly id: string
}

/** Oldest first: creation instant, then id. */
export const byCreation = (a: Created, b: Created): number => a.createdAt - b.createdAt || byText(a.id, b.id)

export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
