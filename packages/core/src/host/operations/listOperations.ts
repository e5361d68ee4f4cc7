import { Clock, Effect } from "effect"
import { Settings, type SettingsShape } from "../../concepts/settings/Settings.ts"
import { InvalidInput } from "../../kernel/input/Input.ts"
import type { HostedList, List, ListFilter, ListOwner } from "../../kernel/list/List.ts"
import type { InvalidCursor } from "../../kernel/list/ListCursor.ts"
import { ListReader } from "../../kernel/list/ListReader.ts"
import type { Page, PageRequest } from "../../kernel/ports/Page.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { lists } from "../../store/lists.ts"
import { firstPage, partAsked } from "./shown.ts"

type Lists = typeof lists

type AnyHosted = HostedList<unknown, ListFilter, SettingsShape, unknown>

interface MeantList {
  readonly list: List<unknown, ListOwner, ListFilter>
  readonly filter: ListFilter
}

/** Which of the lists of these items a filter asks for. */
const meantBy = (list: AnyHosted, filter: ListFilter): Effect.Effect<MeantList, InvalidInput> => {
  const { instead } = list
  const asked: unknown = instead && Reflect.get(filter, instead.filter)
  if (instead === undefined || asked === undefined) return Effect.succeed({ list, filter })
  const others = ["status", ...(list.kind === undefined ? [] : [list.kind.filter])]
  if (others.some((field) => Reflect.get(filter, field) !== undefined))
    return Effect.fail(
      InvalidInput.of(
        instead.filter,
        "invalid_value",
        `must be sent without ${others.join(" and ")}: it is combined with from and to only`
      )
    )
  const { from, to } = filter
  return Effect.succeed({
    list: instead.list,
    filter: {
      status: String(asked),
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to })
    }
  })
}

/** A list of a partner that says what hosts see of its items. */
type Hosted<Name extends keyof Lists> =
  Lists[Name] extends HostedList<infer _Item, infer Filter, SettingsShape, infer Shown>
    ? {
        /** A part, newest first; by default the first 20. */
        readonly list: (
          partnerId: string,
          filter?: Filter,
          page?: PageRequest
        ) => Effect.Effect<Page<Shown>, InvalidInput | InvalidCursor | StoreUnavailable>
      }
    : never

/** By the names of lists: each is beside the other operations of its name. */
export type ListOperations = {
  readonly [Name in keyof Lists as Hosted<Name> extends never ? never : Name]: Hosted<Name>
}

export const makeListOperations = Effect.gen(function* () {
  const settings = yield* Settings
  const reader = yield* ListReader
  const listing = (list: AnyHosted) =>
    Effect.fnUntraced(function* (partnerId: string, filter: ListFilter = {}, page: PageRequest = firstPage) {
      const now = yield* Clock.currentTimeMillis
      const meant = yield* meantBy(list, filter)
      const asked = yield* partAsked(page)
      const { asOf, ...part } = yield* reader.page(meant.list, { partnerId }, meant.filter, asked, now)
      return { ...part, items: part.items.map((item) => list.shown(item, settings, asOf)) }
    })
  const made = Object.entries(lists).flatMap(([name, list]) =>
    "shown" in list ? [[name, { list: listing(list as unknown as AnyHosted) }] as const] : []
  )
  // Each is of the types that its list declares.
  return Object.fromEntries(made) as unknown as ListOperations
})
