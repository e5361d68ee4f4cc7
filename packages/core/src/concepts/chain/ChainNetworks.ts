import { Context, type Effect, type Option, Schema } from "effect"
import type { LeasedJob } from "../../kernel/ports/Job.ts"
import type { LeaseLost, StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { ChainWait } from "./ChainCursor.ts"
import type { ChainStatus } from "./ChainStatus.ts"
import type { RecordedTransaction } from "./ChainTransaction.ts"
import type { ComparedPoint } from "./ChainUpkeep.ts"

/** The network is not available, or something that the server needs on it. */
export class ChainUnavailable extends Schema.TaggedError<ChainUnavailable>()("ChainUnavailable", {
  reason: Schema.String
}) {
  get code() {
    return "chain_unavailable" as const
  }
}

/** The result of one reading of a network. */
export interface ChainReading {
  /** Deposit addresses with a transfer that is new, vanished or not final yet. */
  readonly touched: ReadonlyArray<string>
  /** Deposit addresses with a transfer that waited for nodes to agree, and does not wait any more. */
  readonly resolved?: ReadonlyArray<string>
  /** When to look again. */
  readonly againMillis: number
}

export interface ChainSending {
  /** Transactions that were signed or got their outcome. */
  readonly changed: ReadonlyArray<RecordedTransaction>
  readonly againMillis: number
}

/** The state of a network, as far as this process knows. Ages are negative if a block is from the future. */
export interface ChainHealth {
  /** Why deposits or payouts are late, each in a sentence; empty if nothing is known to be wrong. */
  readonly faults: ReadonlyArray<string>
  /** The newest block that its nodes show; none if another process reads the network. */
  readonly head: Option.Option<{ readonly number: number; readonly ageMillis: number }>
  /** The last block that was read. */
  readonly cursor: Option.Option<{ readonly number: number; readonly ageMillis: number }>
  readonly nodes: ReadonlyArray<ChainNode>
  /** What payouts or deposits wait for, whichever process knows it; omitted if nothing does. */
  readonly waits?: ReadonlyArray<WaitingChain>
}

/** Payouts or deposits of a network that wait. */
export interface WaitingChain {
  /** `hold`: an operator has paused the network. */
  readonly code: ChainWait["code"] | "hold"
  readonly ageMillis: number
  /** One sentence for operators, which may name nodes, wallets and limits. */
  readonly message: string
}

/** A node of a network, under the name that may be shown. */
export interface ChainNode {
  readonly host: string
  /** Whether it answered the last request of this process; none before the first one. */
  readonly answers: Option.Option<boolean>
  /** Without any secret. */
  readonly lastError: Option.Option<{ readonly reason: string; readonly ageMillis: number }>
}

/** The result of a comparison of a network. */
export interface ChainComparison {
  readonly differenceCount: number
  /** The first of them, each in a sentence. */
  readonly differences: ReadonlyArray<string>
}

/** The token of an EVM network, as a payment request names it (EIP-681). */
export interface RequestableToken {
  readonly address: string
  readonly chainId: number
}

/**
 * Port. The networks on which the server acts by itself. Each call does a limited piece of work, and one process
 * makes it at a time, which proves its turn with the job's lease. A network that does not answer is not a failure: it
 * is read again later.
 */
export class ChainNetworks extends Context.Service<
  ChainNetworks,
  {
    readonly networks: ReadonlyArray<string>
    /** Addresses on a network that no payout may go to, because the money would be lost or would come back. */
    readonly forbidden: (network: string) => ReadonlyArray<string>
    /**
     * More of them, which are known only while it is deployed; omitted if there are none. Fails never: what is not
     * known now is left out.
     */
    readonly contracts?: (network: string) => Effect.Effect<ReadonlyArray<string>>
    /** The deposit address of a salt. The same salt has the same address, always. */
    readonly addressOf: (network: string, salt: string) => Effect.Effect<string, ChainUnavailable>
    /** How many decimals the token of a network has. */
    readonly decimals: (network: string) => number
    /** What wallets are told of the token of a network in a payment request; omitted or undefined if they read none. */
    readonly requestable?: (network: string) => RequestableToken | undefined
    /** The height of the network as last seen; none before it was seen. */
    readonly height: (network: string) => Effect.Effect<Option.Option<number>, StoreUnavailable>
    /**
     * Fails if its wallets made transactions that the journal does not know, or if this cannot be decided: then the
     * journal does not contain all payments.
     */
    readonly isComplete: (network: string) => Effect.Effect<void, ChainUnavailable | StoreUnavailable>
    /** Asks no node. */
    readonly health: (network: string) => Effect.Effect<ChainHealth, StoreUnavailable>
    /** Asks every node, and the network for what its wallets hold. */
    readonly status: (network: string) => Effect.Effect<ChainStatus, ChainUnavailable>
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
    /**
     * Queues sweeps of deposit addresses into the treasury, if they are worth their cost. Returns when to look again.
     */
    readonly sweep: (
      network: string,
      job: LeasedJob
    ) => Effect.Effect<{ readonly againMillis: number }, LeaseLost | StoreUnavailable>
    /**
     * Compares the network with the journal and the books, from where an earlier comparison ended. It may take
     * minutes: as long as it finds nothing, it reports its progress.
     */
    readonly compare: (
      network: string,
      since: ComparedPoint,
      onAgreed: (point: ComparedPoint) => Effect.Effect<void, LeaseLost | StoreUnavailable>
    ) => Effect.Effect<ChainComparison, ChainUnavailable | StoreUnavailable>
  }
>()("@quittance/core/concepts/chain/ChainNetworks") {}
