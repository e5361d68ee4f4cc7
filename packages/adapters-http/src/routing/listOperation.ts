import type { Page, PageRequest } from "@quittance/core"
import {
  component,
  componentOf,
  type HostedList,
  type List,
  type ListFilter,
  type ListOwner
} from "@quittance/core/adapter"
import { Effect, Schema } from "effect"
import type { ApiFailure } from "../refusal/refusalOf.ts"
import type { Call, Parameter, PartnerOperation } from "./ApiOperation.ts"
import { instantParameter } from "./instantParameter.ts"
import { Pagination, pageParameters, paginationOf, readPage } from "./Pagination.ts"
import { readQuery } from "./QueryParameters.ts"

const dateAlone = "A date without a time is its midnight in UTC."

/** What an item of a list is described by. */
type ItemSchema = Schema.Constraint & { readonly fields: { readonly [name: string]: Schema.Constraint } }

/** Values of a field, under the name that the field's own values have if they are the same. */
const valuesOf = (field: Schema.Constraint | undefined, values: ReadonlyArray<string>): Schema.Constraint => {
  const named = field === undefined ? undefined : componentOf(field)
  const own: ReadonlyArray<string> =
    field !== undefined && "literals" in field && Array.isArray(field.literals) ? field.literals : []
  const isSame = own.length === values.length && values.every((each) => own.includes(each))
  return isSame && named !== undefined
    ? Schema.Literals(own).annotate(component(named.name, named.meaning))
    : Schema.Literals(values)
}

/** The kinds of a list as a query names them. */
interface NamedKinds {
  readonly description: string
  /** What the names are described as, if not as the values of the field of an item. */
  readonly as?: ReturnType<typeof component<string>>
  /** By default the kinds themselves. */
  readonly names?: ReadonlyArray<string>
  /** The kind of a name. */
  readonly meant?: (name: string) => string
}

/** A list as the API offers it. Its filters are those of its declaration. */
interface ListRow<Item, Owner extends ListOwner, Filter extends ListFilter>
  extends Pick<PartnerOperation, "id" | "group" | "path" | "summary" | "caller" | "proof" | "scope"> {
  readonly recordStatus?: 200
  readonly list: List<Item, Owner, Filter> &
    Partial<Pick<HostedList<Item, Filter, unknown, unknown>, "instead">>
  /** The field of the answer that has the items: their noun in the plural. */
  readonly named: string
  readonly item: ItemSchema
  readonly kinds?: NamedKinds
  /** What is in the path. */
  readonly parameters?: ReadonlyArray<Parameter>
  /** The id in the path, which is refused before the query. */
  readonly idIn?: (call: Call) => Effect.Effect<string, ApiFailure>
  readonly errors?: PartnerOperation["errors"]
  readonly read: (
    call: Call,
    filter: Filter,
    page: PageRequest,
    id: string
  ) => Effect.Effect<Page<object>, ApiFailure>
}

/** A page of a list of items; it is named after them. */
const pageOf = (named: string, item: ItemSchema) => {
  const page = Schema.Struct({ [named]: Schema.Array(item), pagination: Pagination })
  const name = componentOf(item)?.name
  return name === undefined
    ? page
    : page.annotate(component(`${name}List`, `A page of ${named}, newest first.`))
}

/** The operation that answers pages of a list, newest first. */
export const listOperation = <Item, Owner extends ListOwner, Filter extends ListFilter>({
  errors = [],
  idIn = () => Effect.succeed(""),
  item,
  kinds,
  list,
  named,
  parameters = [],
  read,
  ...facts
}: ListRow<Item, Owner, Filter>): PartnerOperation => {
  const { instead, kind, status } = list
  const insteadNames = instead?.list.status?.values ?? []
  const kindNames = kinds?.names ?? kind?.values ?? []
  const choice = (
    name: string,
    description: string,
    values: ReadonlyArray<string>,
    as?: NamedKinds["as"]
  ): Parameter => ({
    in: "query",
    name,
    required: false,
    description,
    schema: as === undefined ? valuesOf(item.fields[name], values) : Schema.Literals(values).annotate(as)
  })
  return {
    ...facts,
    method: "GET",
    parameters: [
      ...parameters,
      ...pageParameters,
      ...(status === undefined ? [] : [choice("status", `Only ${named} of this status.`, status.values)]),
      ...(kind === undefined
        ? []
        : [
            choice(
              kind.filter,
              kinds?.description ?? `Only ${named} of this ${kind.filter}.`,
              kindNames,
              kinds?.as
            )
          ]),
      ...(instead === undefined
        ? []
        : [
            choice(
              instead.filter,
              `Only ${named} with this ${instead.filter}; combined with from and to only.`,
              insteadNames
            )
          ]),
      instantParameter("from", `Created at this instant or later. ${dateAlone}`),
      instantParameter("to", `Created before this instant. ${dateAlone}`)
    ],
    request: undefined,
    success: pageOf(named, item),
    errors: [...errors, "invalid_cursor"],
    handle: Effect.fnUntraced(function* (call) {
      const id = yield* idIn(call)
      const { filter, page } = yield* readQuery(call.request.query, (query) => {
        const ofStatus = status && query.oneOf("status", status.values)
        const name = kind && query.oneOf(kind.filter, kindNames)
        const other = instead && query.oneOf(instead.filter, insteadNames)
        const from = query.instant("from")
        const to = query.instant("to")
        const given = {
          ...(ofStatus === undefined ? {} : { status: ofStatus }),
          ...(kind === undefined || name === undefined
            ? {}
            : { [kind.filter]: kinds?.meant?.(name) ?? name }),
          ...(instead === undefined || other === undefined ? {} : { [instead.filter]: other }),
          ...(from === undefined ? {} : { from }),
          ...(to === undefined ? {} : { to })
        }
        // The fields and their values are the declaration's.
        return { filter: given as ListFilter as Filter, page: readPage(query) }
      })
      const found = yield* read(call, filter, page, id)
      return { fields: { [named]: found.items, pagination: paginationOf(page, found) } }
    })
  }
}
