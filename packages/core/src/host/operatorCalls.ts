import type { ChainStatusView } from "../concepts/chain/ChainStatus.ts"
import type { BooksStanding } from "../store/audit/BooksVerifier.ts"
import type { WaitingOne } from "./operations/attentionOperations.ts"
import type { NetworkView } from "./operations/networkOperations.ts"

/** The networks of the deployment. Those on which the server acts by itself can be looked into, and paused. */
export interface HostNetworks {
  /** What they are used for, and how those are on which the server acts. No node is asked. */
  readonly list: () => Promise<ReadonlyArray<NetworkView>>
  /** What nodes, wallets and the journal of a network say now; `NotFound` if the server does not act on it. */
  readonly status: (name: string) => Promise<ChainStatusView>
  /** Nothing more is signed until it is resumed. */
  readonly pause: (name: string) => Promise<void>
  /** Signing goes on. */
  readonly resume: (name: string) => Promise<void>
}

/** The verification of the books, apart from this process. Without a `BooksVerifier` each rejects. */
export interface HostBooks {
  /** The verification that goes on, and the last that ended. */
  readonly get: () => Promise<BooksStanding>
  /** Begins one; it does not wait for the end, and one that goes on stays as it is. */
  readonly verify: () => Promise<BooksStanding>
}

/** What waits for people, and since when; at most 1000 of a kind. */
export interface HostAttention {
  readonly ofPartner: {
    /** Payouts of which nobody knows whether they were made. */
    readonly unknownPayouts: (partnerId: string) => Promise<ReadonlyArray<WaitingOne>>
    /** Bank payments that no invoice could take. */
    readonly unresolvedMoney: (partnerId: string) => Promise<ReadonlyArray<WaitingOne>>
  }
  readonly ofAll: {
    /** Payouts of which nobody knows whether they were made, of every partner. */
    readonly unknownPayouts: () => Promise<ReadonlyArray<WaitingOne>>
    /** Payouts that wait for approvals, of every partner. */
    readonly awaitingPayouts: () => Promise<ReadonlyArray<WaitingOne>>
    /** Bank payments that no invoice could take, of every partner. */
    readonly unresolvedMoney: () => Promise<ReadonlyArray<WaitingOne>>
    /** Webhooks that their receivers or days of failures have disabled. */
    readonly disabledWebhooks: () => Promise<ReadonlyArray<WaitingOne>>
  }
}
