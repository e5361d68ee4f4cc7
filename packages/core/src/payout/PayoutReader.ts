import { Context, type Effect, type Option } from "effect"
import type { PartnerId } from "../concept/PartnerId.ts"
import type { PayoutId, RecordedPayout } from "./Payout.ts"
import type { StoreUnavailable } from "../ports/Store.ts"
import type { Versioned } from "../ports/Versioned.ts"

/** Port. Payouts of one partner, as last committed. */
export class PayoutReader extends Context.Service<
  PayoutReader,
  {
    readonly byId: (
      partnerId: PartnerId,
      id: PayoutId
    ) => Effect.Effect<Option.Option<Versioned<RecordedPayout>>, StoreUnavailable>
    /** The partner of a payout, for operators who know only its id. */
    readonly partnerOf: (id: PayoutId) => Effect.Effect<Option.Option<PartnerId>, StoreUnavailable>
  }
>()("@quittance/core/payout/PayoutReader") {}
