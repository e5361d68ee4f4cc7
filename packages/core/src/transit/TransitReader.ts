import { Context, type Effect, type Option } from "effect"
import type { PartnerId } from "../concept/PartnerId.ts"
import type { RecordedDeposit, TransitDepositId } from "./TransitDeposit.ts"
import type { TransitWalletId, WalletStanding } from "./TransitWallet.ts"
import type { StoreUnavailable } from "../ports/Store.ts"
import type { Versioned } from "../ports/Versioned.ts"

/** Port. Transit wallets and their deposits, as last committed. */
export class TransitReader extends Context.Service<
  TransitReader,
  {
    readonly wallet: (
      partnerId: PartnerId,
      id: TransitWalletId
    ) => Effect.Effect<Option.Option<WalletStanding>, StoreUnavailable>
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
>()("@quittance/core/transit/TransitReader") {}
