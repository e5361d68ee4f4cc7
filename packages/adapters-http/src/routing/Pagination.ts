import type { Page, PageRequest } from "@quittance/core"
import { Schema } from "effect"
import type { Parameter } from "./ApiOperation.ts"
import type { QueryReader } from "./QueryParameters.ts"

/** Far beyond any list; keeps page × limit an exact number. */
const pageMax = 1_000_000_000
const limitMax = 100
const limitDefault = 20

export const readPage = (query: QueryReader): PageRequest => ({
  page: query.integer("page", [1, pageMax], 1),
  limit: query.integer("limit", [1, limitMax], limitDefault)
})

/** Where a page lies in its list; `totalPages` is 0 for an empty list. */
export const paginationOf = ({ limit, page }: PageRequest, { total }: Page<unknown>) => ({
  page,
  limit,
  total,
  totalPages: Math.ceil(total / limit)
})

export const Pagination = Schema.Struct({
  page: Schema.Int.annotate({ examples: [1] }),
  limit: Schema.Int.annotate({ examples: [limitDefault] }),
  total: Schema.Int.annotate({ description: "Items on all pages.", examples: [1] }),
  totalPages: Schema.Int.annotate({ examples: [1] })
})

const integer = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

export const pageParameters: ReadonlyArray<Parameter> = [
  {
    in: "query",
    name: "page",
    required: false,
    description: "From 1, the default.",
    schema: integer(1, pageMax)
  },
  {
    in: "query",
    name: "limit",
    required: false,
    description: `Items per page, by default ${limitDefault}.`,
    schema: integer(1, limitMax)
  }
]
