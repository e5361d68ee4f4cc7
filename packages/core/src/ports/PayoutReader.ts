import { Context, type Effect, type Option } from "effect"
import type { PartnerId } from "../partner/Partner.ts"
import type { PayoutId, PayoutStatus, RecordedPayout } from "../payout/Payout.ts"
import type { Instant } from "../time/Instant.ts"
import type { Page, PageRequest } from "./Page.ts"
import type { StoreUnavailable } from "./Store.ts"
import type { Versioned } from "./Versioned.ts"

/** `from` is inclusive and `to` exclusive on the creation instant. */
export interface PayoutFilter {
  readonly status?: PayoutStatus
  readonly from?: Instant
  readonly to?: Instant
}

/** Port. Payouts of one partner, as last committed. */
export class PayoutReader extends Context.Service<
  PayoutReader,
  {
    readonly byId: (
      partnerId: PartnerId,
      id: PayoutId
    ) => Effect.Effect<Option.Option<Versioned<RecordedPayout>>, StoreUnavailable>
    /** Newest first (creation instant, then id). */
    readonly list: (
      partnerId: PartnerId,
      filter: PayoutFilter,
      page: PageRequest
    ) => Effect.Effect<Page<RecordedPayout>, StoreUnavailable>
    /** The partner of a payout, for operators who know only its id. */
    readonly partnerOf: (id: PayoutId) => Effect.Effect<Option.Option<PartnerId>, StoreUnavailable>
  }
>()("@quittance/core/ports/PayoutReader") {}
