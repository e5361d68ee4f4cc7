import { Context, type Effect } from "effect"
import type { PartnerId } from "../concept/PartnerId.ts"
import type { StoreUnavailable } from "../ports/Store.ts"
import type { Searched } from "./Searched.ts"

/** How many records of one kind a search gives at most. */
export const searchedMax = 20

/** The items that were found of one kind. */
export interface FoundItems<Value> {
  readonly kind: Searched<unknown, Value>
  readonly items: ReadonlyArray<unknown>
}

/** Port. Records by an exact value. */
export class SearchReader extends Context.Service<
  SearchReader,
  {
    /**
     * The partner's records of these kinds to which the value leads: of each kind at most `searchedMax`, the newest
     * first, by creation and then by id. Redacted ones are left out, before they are counted. All is as of one commit.
     * Ids are made in the order of creation; where a clock went back they are not, and of more than `searchedMax`
     * records a store may take the newest by their ids.
     */
    readonly find: <Value>(
      partnerId: PartnerId,
      kinds: ReadonlyArray<Searched<unknown, Value>>,
      value: Value
    ) => Effect.Effect<ReadonlyArray<FoundItems<Value>>, StoreUnavailable>
  }
>()("@quittance/core/kernel/search/SearchReader") {}
