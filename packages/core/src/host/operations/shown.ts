import { Effect } from "effect"
import { InvalidInput } from "../../kernel/input/Input.ts"
import type { Page, PageRequest } from "../../kernel/ports/Page.ts"

/** The answer to a request that may be repeated; `replayed` if an earlier one was answered again. */
export type Answered<View> = View & { readonly replayed: boolean }

export const answered = <View extends object>(view: View, replayed: boolean): Answered<View> => ({
  ...view,
  replayed
})

export const firstPage: PageRequest = { page: 1, limit: 20 }

/** The part of a list that a program asks for, which may have no types. */
export const partAsked = (asked: PageRequest): Effect.Effect<PageRequest, InvalidInput> => {
  const refused = (field: string, message: string) =>
    Effect.fail(InvalidInput.of(field, "invalid_value", message))
  const given: { readonly [Name in keyof PageRequest]?: unknown } = asked
  if (!isCount(given.limit)) return refused("limit", "must be a whole number from 1")
  if (given.cursor === undefined)
    return isCount(given.page)
      ? Effect.succeed(asked)
      : refused("page", "must be a whole number from 1; it is left out only beside a cursor")
  if (given.page !== undefined) return refused("cursor", "must not be given with page: give one of them")
  return typeof given.cursor === "string"
    ? Effect.succeed(asked)
    : refused("cursor", "must be a text: the nextCursor of an earlier part")
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0

/** A part of a list in the views of its items. */
export const pageShownAs = <A, Shown, E, R>(
  asked: PageRequest,
  read: (part: PageRequest) => Effect.Effect<Page<A>, E, R>,
  view: (item: A) => Shown
): Effect.Effect<Page<Shown>, E | InvalidInput, R> =>
  Effect.map(Effect.flatMap(partAsked(asked), read), ({ items, nextCursor, total }) => ({
    ...{ nextCursor, total },
    items: items.map(view)
  }))
