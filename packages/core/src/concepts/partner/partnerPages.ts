import { Effect, type Result } from "effect"
import { cursorIn, cursorText, type InvalidCursor, type ListCursor } from "../../kernel/list/ListCursor.ts"
import type { Page, PageRequest } from "../../kernel/ports/Page.ts"
import { type StateReader, statesOf } from "../../kernel/ports/StateReader.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { type Partner, partner } from "./Partner.ts"

/** What the cursors are of. */
const scope = "partners"

type States = StateReader["Service"]

/**
 * A part of all partners, newest first. By cursor it costs the same wherever it is; by its number it reads what is
 * before it too.
 */
export const partnerPage = (
  states: States,
  asked: PageRequest
): Effect.Effect<Page<Partner>, InvalidCursor | StoreUnavailable> =>
  asked.cursor === undefined
    ? numbered(states, asked.page, asked.limit)
    : after(states, asked.cursor, asked.limit)

const numbered = Effect.fnUntraced(function* (states: States, page: number, limit: number) {
  const total = yield* states.count(partner)
  const start = (page - 1) * limit
  if (start >= total) return { items: [], total, nextCursor: null }
  const range = { equal: [], limit: start + limit + 1, order: "backwards" } as const
  const newest = statesOf(yield* states.indexed(partner, "created", range))
  return { ...partOf(newest.slice(start), limit), total }
})

const after = Effect.fnUntraced(function* (states: States, cursor: string, limit: number) {
  const asked: Result.Result<ListCursor, InvalidCursor> = cursorIn(scope, cursor)
  const { after: last } = yield* Effect.fromResult(asked)
  // The index is cut between instants, and those of the last one may have been shown in part.
  const isAfter = ({ createdAt, id }: Partner) => createdAt < last.createdAt || id < last.id
  let count = limit + 1
  while (true) {
    const range = { equal: [], below: last.createdAt + 1, limit: count, order: "backwards" } as const
    const found = statesOf(yield* states.indexed(partner, "created", range))
    const rest = found.filter(isAfter)
    if (rest.length > limit || found.length < count) return { ...partOf(rest, limit), total: null }
    count *= 2
  }
})

const partOf = (rest: ReadonlyArray<Partner>, limit: number) => {
  const items = rest.slice(0, limit)
  const last = items.at(-1)
  const nextCursor =
    last === undefined || rest.length <= limit
      ? null
      : cursorText(scope, { after: { createdAt: last.createdAt, id: last.id }, since: last.createdAt })
  return { items, nextCursor }
}
