import { Context, type Effect, type Option, Schema } from "effect"
import type { LeasedJob } from "../ports/Job.ts"
import type { LeaseLost, StoreUnavailable } from "../ports/Store.ts"
import type { RecordedTransaction } from "./ChainTransaction.ts"

/** The network, or what a deployment needs on it, is not there. */
export class ChainUnavailable extends Schema.TaggedError<ChainUnavailable>()("ChainUnavailable", {
  reason: Schema.String
}) {}

/** What one look at a network brought. */
export interface ChainReading {
  /** Deposit addresses with a transfer that is new, vanished or not final yet. */
  readonly touched: ReadonlyArray<string>
  /** When to look again. */
  readonly againMillis: number
}

export interface ChainSending {
  /** Transactions that were signed or got their outcome. */
  readonly changed: ReadonlyArray<RecordedTransaction>
  readonly againMillis: number
}

/**
 * Port. The networks on which this deployment acts by itself. Each call does a bounded piece of work and is made by one process at
 * a time, which proves its turn with the job's lease. A network that does not answer is not a failure: it is looked at again.
 */
export class ChainNetworks extends Context.Service<
  ChainNetworks,
  {
    readonly networks: ReadonlyArray<string>
    /** Addresses on a network that no payout may go to, because its money would be lost or turn in a circle. */
    readonly forbidden: (network: string) => ReadonlyArray<string>
    /** The deposit address of a salt. The same salt has the same address, always. */
    readonly addressOf: (network: string, salt: string) => Effect.Effect<string, ChainUnavailable>
    /** The height of the network as last seen; none before it was seen. */
    readonly height: (network: string) => Effect.Effect<Option.Option<number>, StoreUnavailable>
    /**
     * Fails if its wallets made transactions that the journal does not know, or if that cannot be told. Then the journal says too
     * little of what was paid.
     */
    readonly isComplete: (network: string) => Effect.Effect<void, ChainUnavailable | StoreUnavailable>
    /** Reads new blocks into the journal. */
    readonly read: (
      network: string,
      job: LeasedJob
    ) => Effect.Effect<ChainReading, LeaseLost | StoreUnavailable>
    /** Signs, broadcasts and settles the transactions of its wallets. */
    readonly send: (
      network: string,
      job: LeasedJob
    ) => Effect.Effect<ChainSending, LeaseLost | StoreUnavailable>
  }
>()("@quittance/core/chain/ChainNetworks") {}
