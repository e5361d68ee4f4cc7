import { Result } from "effect"
import { cursorIn, cursorText, type InvalidCursor } from "../../kernel/list/ListCursor.ts"
import type { Page, PageRequest } from "../../kernel/ports/Page.ts"
import type { Partner } from "./Partner.ts"

/** What the cursors are of. */
const scope = "partners"

/** A part of all partners, newest first; `all` are in the order of their creation. */
export const partnerPage = (
  all: ReadonlyArray<Partner>,
  { cursor, limit, page = 1 }: PageRequest
): Result.Result<Page<Partner>, InvalidCursor> =>
  Result.gen(function* () {
    const after = cursor === undefined ? undefined : (yield* cursorIn(scope, cursor)).after.id
    const newest = all.toReversed()
    const rest =
      after === undefined ? newest.slice((page - 1) * limit) : newest.filter(({ id }) => id < after)
    const items = rest.slice(0, limit)
    const last = items.at(-1)
    const nextCursor =
      last === undefined || rest.length <= limit
        ? null
        : cursorText(scope, { after: { createdAt: last.createdAt, id: last.id }, since: last.createdAt })
    return { items, total: cursor === undefined ? all.length : null, nextCursor }
  })
