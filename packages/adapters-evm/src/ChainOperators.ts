import type { ChainAcknowledgement } from "@quittance/core/adapter"
import { Context, type Effect, Schema } from "effect"

/** An operator's command that cannot be carried out, with the reason in one sentence. */
export class ChainRefused extends Schema.TaggedError<ChainRefused>()("ChainRefused", {
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

export interface WalletName {
  readonly network: string
  readonly address: string
}

export interface SweepReport {
  readonly network: string
  /** How many deposit addresses were emptied, and what was moved, in minor units rounded down. */
  readonly addresses: number
  /** How many the token or the treasury refused. Their money may still be there. */
  readonly skipped: number
  readonly amountMinor: bigint
  /** One transaction for each group of addresses. */
  readonly txHashes: ReadonlyArray<string>
}

/** A wallet's transaction that the journal did not know. */
export interface ReadBack {
  readonly wallet: string
  readonly nonce: number
  readonly txHash: string
  readonly blockNumber: number
  /** In words, after the transaction's name. */
  readonly did: string
  /** Who got the token, and how much in minor units; empty and 0 if it was no payment. */
  readonly recipient: string
  readonly amountMinor: bigint
  /** The payout that it was matched to; empty if there is none. */
  readonly payoutId: string
}

export interface ReconcileReport {
  readonly network: string
  readonly transfersChecked: number
  readonly transactionsChecked: number
  /**
   * The part of deposits beyond the sixth decimal, as a decimal: credits are rounded down. "0" unless the token has
   * more decimals.
   */
  readonly remainder: string
  /** The newest block of the nodes: transfers out of wallets, and what addresses hold, are compared up to here. */
  readonly head: number
  /** The newest final block: the journal is compared up to here, as far as it was read. */
  readonly finalBlock: number
  /** The last block that the journal was read to; 0 before the first. */
  readonly readTo: number
  /** How many deposit addresses were asked for their balance. */
  readonly addressesChecked: number
  /** What nobody looked at, each in a sentence. */
  readonly notCompared: ReadonlyArray<string>
  /** Each in a sentence, without those that were acknowledged. */
  readonly differences: ReadonlyArray<string>
  /** What operators have ever acknowledged, oldest first, and whether it is still there. */
  readonly acknowledged: ReadonlyArray<ChainAcknowledgement & { readonly isThere: boolean }>
  /** How many deposits that too few nodes have shown were accepted now; they are credited with the next reading. */
  readonly acceptedCount: number
  /** By wallet and slot. They are differences until they are imported. */
  readonly readBack: ReadonlyArray<ReadBack>
}

/** A payout that counts as made. */
export interface Matched {
  readonly txHash: string
  readonly payoutId: string
}

export interface ReconcileOptions {
  /** Compares the network only from this block on; 0 by default. */
  readonly fromBlock?: number | undefined
  /**
   * Whether it first records the wallets' final transactions that the journal does not know, as after a restore;
   * false by default.
   */
  readonly isImport?: boolean | undefined
  /**
   * Keeps the differences that name this hash of a transaction, or this address, as understood. They are no
   * differences from then on. A deposit of the transaction that too few nodes have shown is accepted.
   */
  readonly acknowledge?:
    | { readonly subject: string; readonly reason: string; readonly by: string }
    | undefined
}

/** Takes a sentence about what a command waits for. */
export type Tell = (sentence: string) => Effect.Effect<void>

type Done<A> = Effect.Effect<A, ChainRefused>

/** What operators do with networks. They may do it while servers run on the same store. */
export class ChainOperators extends Context.Service<
  ChainOperators,
  {
    /** `privateKey` is 0x and 64 hex digits. It is sealed, and never shown again. */
    readonly importWallet: (
      network: string,
      privateKey: string
    ) => Done<WalletName & { readonly isNew: boolean }>
    /** Adds a wallet whose key is held by the network's signer. The signer must know it. */
    readonly recordWallet: (
      network: string,
      address: string
    ) => Done<WalletName & { readonly isNew: boolean }>
    readonly createWallet: (network: string) => Done<WalletName>
    readonly wallets: (network: string | undefined) => Done<ReadonlyArray<WalletName>>
    /**
     * Puts the contract for deposit addresses on the network, with the gas of a wallet, and waits for a block that has
     * it, at most three minutes. Refused at once where the token is none or has other decimals, or where nothing could
     * sign or pay it.
     */
    readonly deploy: (
      network: string,
      tell?: Tell
    ) => Done<{
      readonly network: string
      readonly factory: string
      /** Null if it was there already. */
      readonly txHash: string | null
    }>
    /** Moves the money on deposit addresses to the treasury, and waits until blocks contain the transactions. */
    readonly sweep: (network: string, tell?: Tell) => Done<SweepReport>
    /** Compares the network with the journal and the books, and reports every difference, also after an import. */
    readonly reconcile: (network: string, options?: ReconcileOptions) => Done<ReconcileReport>
    /** Says which payout a transaction that was read back belongs to. That payout counts as made. */
    readonly claim: (network: string, txHash: string, payoutId: string) => Done<Matched>
    /** The same for all payouts that are held back, the oldest first, as long as there are unmatched transactions. */
    readonly claimAll: (network: string) => Done<ReadonlyArray<Matched>>
    /**
     * Says that a transaction that was read back belongs to no waiting or future payout. Payouts that only this
     * transaction held back are signed.
     */
    readonly clear: (network: string, txHash: string) => Done<void>
  }
>()("@quittance/adapters-evm/ChainOperators") {}
