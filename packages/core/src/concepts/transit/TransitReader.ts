import { Context, type Effect, type Option } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { TransitWalletId, WalletStanding } from "./TransitWallet.ts"

/** Port. Transit wallets with what their deposits come to, as last committed. */
export class TransitReader extends Context.Service<
  TransitReader,
  {
    readonly wallet: (
      partnerId: PartnerId,
      id: TransitWalletId
    ) => Effect.Effect<Option.Option<WalletStanding>, StoreUnavailable>
  }
>()("@quittance/core/concepts/transit/TransitReader") {}
