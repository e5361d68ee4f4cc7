import { Clock, Effect } from "effect"
import { Settings, type SettingsShape } from "../../concepts/settings/Settings.ts"
import type { HostedList, ListFilter } from "../../kernel/list/List.ts"
import type { InvalidCursor } from "../../kernel/list/ListCursor.ts"
import { ListReader } from "../../kernel/list/ListReader.ts"
import type { Page, PageRequest } from "../../kernel/ports/Page.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { allLists, type lists } from "../../store/lists.ts"
import { firstPage } from "./shown.ts"

type Lists = typeof lists

/** A list of a partner that says what hosts see of its items. */
type Hosted<Name extends keyof Lists> =
  Lists[Name] extends HostedList<infer _Item, infer Filter, SettingsShape, infer Shown>
    ? {
        /** A part, newest first; by default the first 20. */
        readonly list: (
          partnerId: string,
          filter?: Filter,
          page?: PageRequest
        ) => Effect.Effect<Page<Shown>, InvalidCursor | StoreUnavailable>
      }
    : never

/** By the names of lists: each is beside the other operations of its name. */
export type ListOperations = {
  readonly [Name in keyof Lists as Hosted<Name> extends never ? never : Name]: Hosted<Name>
}

export const makeListOperations = Effect.gen(function* () {
  const settings = yield* Settings
  const reader = yield* ListReader
  const listing = (list: HostedList<unknown, ListFilter, SettingsShape, unknown>) =>
    Effect.fnUntraced(function* (partnerId: string, filter: ListFilter = {}, page: PageRequest = firstPage) {
      const now = yield* Clock.currentTimeMillis
      const { asOf, ...part } = yield* reader.page(list, { partnerId }, filter, page, now)
      return { ...part, items: part.items.map((item) => list.shown(item, settings, asOf)) }
    })
  const made = allLists.flatMap((list) =>
    "shown" in list ? [[list.name, { list: listing(list as Parameters<typeof listing>[0]) }] as const] : []
  )
  // Each is of the types that its list declares.
  return Object.fromEntries(made) as unknown as ListOperations
})
