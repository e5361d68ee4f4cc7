import { Context, type Effect } from "effect"
import type { PartnerId } from "../concept/PartnerId.ts"
import type { AccountBalances } from "../ledger/Ledger.ts"
import type { BookCurrency } from "../money/Coin.ts"
import type { StoreUnavailable } from "./Store.ts"

/** Port. The balance of every account of a partner; zero where nothing was posted yet. */
export class LedgerReader extends Context.Service<
  LedgerReader,
  {
    readonly balances: (
      partnerId: PartnerId,
      currency: BookCurrency
    ) => Effect.Effect<AccountBalances, StoreUnavailable>
  }
>()("@quittance/core/kernel/ports/LedgerReader") {}
