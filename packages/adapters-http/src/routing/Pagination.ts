import type { Page, PageRequest } from "@quittance/core"
import { component } from "@quittance/core/adapter"
import { Schema } from "effect"
import type { Parameter } from "./ApiOperation.ts"
import type { QueryReader } from "./QueryParameters.ts"

/** Far beyond any list; keeps page × limit an exact number. */
const pageMax = 1_000_000_000
const limitMax = 100
const limitDefault = 20

/** Neither a page nor a cursor is page 1. */
export const readPage = (query: QueryReader): PageRequest => {
  const none = 0
  const page = query.integer("page", [1, pageMax], none)
  const cursor = query.text("cursor")
  const limit = query.integer("limit", [1, limitMax], limitDefault)
  if (cursor === undefined) return { page: page === none ? 1 : page, limit }
  if (page !== none) query.refuse("cursor", "invalid_value", "must not be sent with page: send one of them")
  return { cursor, limit }
}

/** The part that is asked for of a list that is read by cursor only. */
export const readCursor = (
  query: QueryReader
): { readonly cursor: string | undefined; readonly limit: number } => {
  const { cursor, limit, page } = readPage(query)
  if (page !== undefined && page > 1)
    query.refuse("page", "invalid_value", "must be left out: this list is read by cursor")
  return { cursor, limit }
}

/** Where a part lies in its list; `totalPages` is 0 for an empty list. By cursor nothing is counted. */
export const paginationOf = (
  { limit, page }: PageRequest,
  { nextCursor, total }: Page<unknown>
): typeof Pagination.Type => ({
  page: page ?? null,
  limit,
  total,
  totalPages: total === null ? null : Math.ceil(total / limit),
  nextCursor
})

const integer = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

const counted = (description: string) =>
  Schema.NullOr(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))).annotate({
    description: `${description} Null in the answer to a cursor.`,
    examples: [1]
  })

export const Pagination = Schema.Struct({
  page: counted("The number of the page."),
  limit: integer(1, limitMax).annotate({
    description: "How many items a page has at most.",
    examples: [limitDefault]
  }),
  total: counted("The number of items in the whole list."),
  totalPages: counted("The number of pages of so many items."),
  nextCursor: Schema.NullOr(Schema.String).annotate({
    description: "Sent as `cursor`, it gives what follows. Null at the end of the list."
  })
}).annotate(component("Pagination", "Where a page lies in its list."))

const nextOf = "The `pagination.nextCursor` of the last answer, under the same filters."

const cursorParameter = (description: string): Parameter => ({
  in: "query",
  name: "cursor",
  required: false,
  description: `${description} So each item comes exactly once, whatever is created or changed meanwhile.`,
  schema: Schema.NonEmptyString
})

const limitParameter: Parameter = {
  in: "query",
  name: "limit",
  required: false,
  description: `Items per page, by default ${limitDefault}. It may change from request to request.`,
  schema: integer(1, limitMax)
}

/** Of a list that is read by cursor only. */
export const cursorParameters: ReadonlyArray<Parameter> = [cursorParameter(nextOf), limitParameter]

export const pageParameters: ReadonlyArray<Parameter> = [
  {
    in: "query",
    name: "page",
    required: false,
    description: "From 1, the default. Pages shift while items are created.",
    schema: integer(1, pageMax)
  },
  cursorParameter(`In place of \`page\`: the${nextOf.slice(3)}`),
  limitParameter
]
