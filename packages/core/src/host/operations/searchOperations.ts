import { Clock, Effect } from "effect"
import { type SearchResultView, searchResultOf } from "../../concepts/search/SearchView.ts"
import { soughtValue } from "../../concepts/search/SoughtValue.ts"
import { Settings } from "../../concepts/settings/Settings.ts"
import type { InvalidInput } from "../../kernel/input/Input.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { SearchFamily } from "../../kernel/search/Searched.ts"
import { SearchReader, searchedMax } from "../../kernel/search/SearchReader.ts"
import { allSearches } from "../../store/searches.ts"

/** What is searched for: 1 to 255 characters. */
export interface SearchRequest {
  readonly q: string
  /** Fiat payments or the crypto side; both when left out. */
  readonly family?: SearchFamily
}

/** Records of a partner by exact value. */
export const makeSearchOperations = Effect.gen(function* () {
  const { networks } = yield* Settings
  const reader = yield* SearchReader
  return {
    search: Effect.fnUntraced(function* (
      partnerId: string,
      { family, q }: SearchRequest
    ): Effect.fn.Return<
      { readonly results: ReadonlyArray<SearchResultView> },
      InvalidInput | StoreUnavailable
    > {
      const value = yield* Effect.fromResult(soughtValue("q", q, networks))
      const kinds = allSearches.filter((each) => family === undefined || each.family === family)
      const found = yield* reader.find(partnerId, kinds, value)
      const now = yield* Clock.currentTimeMillis
      const hits = found
        .flatMap(({ items, kind }) => items.map((item) => ({ type: kind.type, ...kind.shown(item, now) })))
        .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
      return { results: hits.slice(0, searchedMax).map(searchResultOf) }
    })
  }
})
