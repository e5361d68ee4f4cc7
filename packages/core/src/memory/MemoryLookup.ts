import { Option } from "effect"
import type { Versioned } from "../ports/Versioned.ts"

/** What the readers in memory have in common: they look at everything and sort, which says best what an index must answer. */

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

interface Invoiced {
  readonly _tag: string
  readonly order: { readonly id: string; readonly partnerId: string }
  readonly redactedAt: Option.Option<number>
  readonly updatedAt: number
}

/** Ids of a partner's invoices, of either kind, that await no money since before an instant and are not redacted. */
export const unredactedOf = (
  invoices: ReadonlyArray<Invoiced>,
  partnerId: string,
  endedBefore: number,
  limit: number
): ReadonlyArray<string> =>
  invoices
    .filter(
      ({ _tag, order, redactedAt, updatedAt }) =>
        order.partnerId === partnerId &&
        _tag !== "pending" &&
        _tag !== "confirming" &&
        Option.isNone(redactedAt) &&
        updatedAt < endedBefore
    )
    .sort((a, b) => a.updatedAt - b.updatedAt || byText(a.order.id, b.order.id))
    .slice(0, limit)
    .map(({ order }) => order.id)
