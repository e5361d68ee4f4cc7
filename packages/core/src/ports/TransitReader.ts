import { Context, type Effect, type Option } from "effect"
import type { PartnerId } from "../partner/Partner.ts"
import type { RecordedDeposit, TransitDepositId } from "../transit/TransitDeposit.ts"
import type { TransitWalletId, WalletStanding } from "../transit/TransitWallet.ts"
import type { Page, PageRequest } from "./Page.ts"
import type { StoreUnavailable } from "./Store.ts"
import type { Versioned } from "./Versioned.ts"

/** Port. Transit wallets and their deposits, as last committed. */
export class TransitReader extends Context.Service<
  TransitReader,
  {
    readonly wallet: (
      partnerId: PartnerId,
      id: TransitWalletId
    ) => Effect.Effect<Option.Option<WalletStanding>, StoreUnavailable>
    /** Newest first: creation instant, then id. */
    readonly wallets: (
      partnerId: PartnerId,
      page: PageRequest
    ) => Effect.Effect<Page<WalletStanding>, StoreUnavailable>
    readonly deposit: (
      partnerId: PartnerId,
      id: TransitDepositId
    ) => Effect.Effect<Option.Option<Versioned<RecordedDeposit>>, StoreUnavailable>
    /** Every deposit of a wallet, oldest first. */
    readonly deposits: (
      partnerId: PartnerId,
      walletId: TransitWalletId
    ) => Effect.Effect<ReadonlyArray<Versioned<RecordedDeposit>>, StoreUnavailable>
    /** Every wallet address given out on a network, in the order of creation; `after` is exclusive, empty at first. */
    readonly addresses: (
      network: string,
      after: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<string>, StoreUnavailable>
  }
>()("@quittance/core/ports/TransitReader") {}
