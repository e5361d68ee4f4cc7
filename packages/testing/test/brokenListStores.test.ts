import { assert, describe, it } from "@effect/vitest"
import { cursorIn, cursorScope, cursorText, ListReader, lists } from "@quittance/core/adapter"
import { storeChecks } from "@quittance/testing"
import { Effect, Result, Stream } from "effect"
import { changed, noticed } from "./BrokenStore.ts"

/** The suite of lists can fail: each store here breaks one promise, and the checks of that promise must die on it. */

const invoices = storeChecks["lists of invoices"]
const deliveries = storeChecks["lists of webhookDeliveries"]
const payouts = storeChecks["lists of payouts"]
const wallets = storeChecks["lists of transitWallets"]

const order = "the newest come first: creation instant, then id"
const divided = "pages divide the list; a page past the end is empty and knows the total"
const range = "from is inclusive, to is exclusive, to the millisecond"
const status = "an item is listed under the status that it is in now, and answered as recorded"
const any = "any filter, page and instant gives what looking at every item gives"
const streamed = "a stream is the whole list of the same filter"
const thousand = "a thousand items of one commit and one instant are listed, paged and streamed whole"
const goesOn = "a stream goes on, newest first and none twice, while items are created"
const walked =
  "walked by cursor, each item that keeps matching comes once, whatever is created or changed meanwhile"
const asItWas =
  "a walk by cursor divides the list as it was, items of one millisecond too, while others are created"
const behind = "what had lapsed for the first request is listed for a process whose clock is behind"
const refused = "a cursor of another list, owner or filter is refused, and so is a damaged one"
const own = "a list has only what is its owner's"

type Page = ListReader["Service"]["page"]

/** A store whose lists are asked for something else than was wanted. */
const paging = (page: (inner: Page) => Page) => changed(ListReader, (inner) => ({ page: page(inner.page) }))

noticed({
  "lists the oldest item first": [
    paging(
      (inner) =>
        (...args) =>
          Effect.map(inner(...args), (part) => ({ ...part, items: part.items.toReversed() }))
    ),
    ...[invoices, deliveries, payouts, wallets].flatMap((list) => [list[order], list[divided], list[any]])
  ],
  "ignores the filters of a list": [
    paging(
      (inner) =>
        (list, owner, { from: _from, status: _status, to: _to, ...filter }, page, now) =>
          // Every filter may be empty.
          inner(list, owner, filter as never, page, now)
    ),
    invoices[status],
    invoices[range],
    invoices[any],
    payouts[status],
    deliveries[status],
    wallets[range]
  ],
  "ignores the kind that is asked for": [
    paging(
      (inner) =>
        (list, owner, { from, status: asked, to }, page, now) =>
          inner(
            list,
            owner,
            { ...(from && { from }), ...(to && { to }), ...(asked && { status: asked }) } as never,
            page,
            now
          )
    ),
    invoices[any],
    deliveries[any]
  ],
  "takes `to` for inclusive": [
    paging(
      (inner) => (list, owner, filter, page, now) =>
        inner(list, owner, filter.to === undefined ? filter : { ...filter, to: filter.to + 1 }, page, now)
    ),
    invoices[range],
    invoices[any],
    wallets[range]
  ],
  "shows what is due as pending until it is swept": [
    paging(
      (inner) => (list, owner, filter, page) => inner(list, owner, filter, page, Number.NEGATIVE_INFINITY)
    ),
    invoices[status],
    invoices[any]
  ],
  "lapses an item a millisecond late": [
    paging((inner) => (list, owner, filter, page, now) => inner(list, owner, filter, page, now - 1)),
    invoices[status]
  ],
  "totals what was recorded": [
    paging(
      (inner) => (list, owner, filter, page, now) =>
        Effect.zipWith(
          inner(list, owner, filter, page, now),
          inner(list, owner, filter, page, Number.NEGATIVE_INFINITY),
          (part, { total }) => ({ ...part, total })
        )
    ),
    invoices[any]
  ],
  "counts the page instead of the list": [
    paging(
      (inner) =>
        (...args) =>
          Effect.map(inner(...args), (part) => ({ ...part, total: part.items.length }))
    ),
    invoices[divided],
    deliveries[divided],
    payouts[divided],
    wallets[divided]
  ],
  "answers the first page for every page": [
    paging(
      (inner) =>
        (list, owner, filter, { limit }, now) =>
          inner(list, owner, filter, { page: 1, limit }, now)
    ),
    payouts[divided],
    payouts[any],
    payouts[thousand]
  ],
  "takes an endpoint's list for its partner's": [
    changed(ListReader, (inner) => {
      const asked: Array<unknown> = []
      return {
        page: (list, owner, filter, page, now) => {
          if (!("endpointId" in owner)) return inner.page(list, owner, filter, page, now)
          asked.push(owner.endpointId)
          return inner.page(list, { ...owner, endpointId: asked[0] }, filter, page, now)
        }
      }
    }),
    deliveries[own]
  ],
  "walks by the number of items passed": [
    paging((inner) => {
      const passed = new Map<string, number>()
      return (list, owner, filter, request, now) => {
        const { cursor, limit } = request
        const skipped = cursor === undefined ? (request.page - 1) * limit : (passed.get(cursor) ?? 0)
        return Effect.map(
          inner(list, owner, filter, { page: 1, limit: skipped + limit }, now),
          ({ items, nextCursor, ...part }) => {
            if (nextCursor !== null) passed.set(nextCursor, skipped + limit)
            return {
              ...{ ...part, nextCursor, items: items.slice(skipped) },
              total: cursor === undefined ? part.total : null
            }
          }
        )
      }
    }),
    ...[invoices, deliveries, payouts, wallets].map((list) => list[asItWas])
  ],
  "goes on behind the millisecond of a cursor": [
    paging((inner) => (list, owner, filter, request, now) => {
      const scope = cursorScope(list, owner, filter)
      const found = request.cursor === undefined ? undefined : cursorIn(scope, request.cursor)
      if (found === undefined || Result.isFailure(found)) return inner(list, owner, filter, request, now)
      const { after, since } = found.success
      const cursor = cursorText(scope, { after: { ...after, id: " " }, since })
      return inner(list, owner, filter, { cursor, limit: request.limit }, now)
    }),
    payouts[asItWas],
    wallets[asItWas]
  ],
  "forgets when a walk began": [
    paging((inner) => (list, owner, filter, request, now) => {
      const scope = cursorScope(list, owner, filter)
      const found = request.cursor === undefined ? undefined : cursorIn(scope, request.cursor)
      if (found === undefined || Result.isFailure(found)) return inner(list, owner, filter, request, now)
      const cursor = cursorText(scope, { ...found.success, since: 0 })
      return inner(list, owner, filter, { cursor, limit: request.limit }, now)
    }),
    invoices[behind]
  ],
  "takes what is no cursor of the list for none": [
    paging(
      (inner) => (list, owner, filter, request, now) =>
        Effect.catchTag(inner(list, owner, filter, request, now), "InvalidCursor", () =>
          inner(list, owner, filter, { page: 1, limit: request.limit }, now)
        )
    ),
    invoices[refused],
    wallets[refused]
  ],
  "says that more follows a full last part": [
    paging(
      (inner) => (list, owner, filter, request, now) =>
        Effect.map(inner(list, owner, filter, request, now), (part) => {
          const last = part.items.at(-1)
          if (part.nextCursor !== null || last === undefined || part.items.length < request.limit) return part
          const after = list.orderOf(last)
          return { ...part, nextCursor: cursorText(cursorScope(list, owner, filter), { after, since: now }) }
        })
    ),
    payouts[walked],
    wallets[walked]
  ],
  "streams what fits in a page": [
    changed(ListReader, (inner) => ({ stream: (...args) => Stream.take(inner.stream(...args), 200) })),
    invoices[thousand],
    invoices[streamed]
  ],
  "streams an item again at the seam of two pages": [
    changed(ListReader, (inner) => ({
      stream: (...args) =>
        Stream.concat(Stream.take(inner.stream(...args), 500), Stream.drop(inner.stream(...args), 499))
    })),
    invoices[thousand],
    invoices[goesOn]
  ]
})

describe("a declared list", () => {
  it("is known by its name, and begins with its partner", () => {
    for (const [name, list] of Object.entries(lists)) {
      assert.strictEqual(list.name, name)
      assert.strictEqual(list.owner[0], "partnerId")
    }
  })
})
