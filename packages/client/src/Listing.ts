import type { Answered } from "./Caller.ts"
import type { Operation } from "./Operation.ts"
import { UnexpectedAnswerError } from "./QuittanceError.ts"

/**
 * A list. Awaited, it gives its first page; walked with `for await`, every item, page by page. Each item that existed
 * at the first request and keeps matching comes exactly once, whatever is created or changed meanwhile.
 */
export interface Listing<Item, Page> extends Promise<Page>, AsyncIterable<Item> {
  /** Its pages, each with its items and `pagination`. */
  readonly pages: () => AsyncIterable<Page>
}

type Record = Answered["record"]

/** The cursor of what follows a page that was asked for by one; null at the end. */
const nextCursorOf = ({ answer, record }: Answered, before: string | undefined): string | null => {
  const { pagination } = record
  const next =
    typeof pagination === "object" && pagination !== null ? Reflect.get(pagination, "nextCursor") : undefined
  if (next === null || (typeof next === "string" && next !== before)) return next
  const said =
    next === undefined
      ? "no pagination.nextCursor: the server is older than this client"
      : "the page that came before: a cache is in between"
  throw new UnexpectedAnswerError(`The answer has ${said}.`, {
    code: "unexpected_answer",
    outcome: "none",
    status: answer.status
  })
}

/** The list whose pages `ask` answers by their cursor, without which it answers the first. */
export const listingOf = (
  { items = "" }: Operation,
  ask: (cursor: string | undefined) => Promise<Answered>
): Listing<unknown, Record> => {
  const first = ask(undefined)
  async function* pages(): AsyncGenerator<Record> {
    let answered = await first
    let cursor: string | null | undefined
    while (cursor !== null) {
      yield answered.record
      cursor = nextCursorOf(answered, cursor)
      if (cursor !== null) answered = await ask(cursor)
    }
  }
  async function* all(): AsyncGenerator<unknown> {
    for await (const page of pages()) yield* page[items] as ReadonlyArray<unknown>
  }
  const page = first.then(({ record }) => record)
  // Whoever only walks it hears of a failure there.
  page.catch(() => undefined)
  return Object.assign(page, { pages, [Symbol.asyncIterator]: all })
}
