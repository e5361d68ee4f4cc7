import { Ids } from "@quittance/core"
import {
  type Commit,
  emptyCommit,
  type PartnerId,
  type RecordedDeposit,
  type TransitDepositOrder,
  type TransitWallet,
  transitDepositPrefix,
  transitWalletPrefix,
  writeOver
} from "@quittance/core/adapter"
import { Effect } from "effect"
import { newEvent, start } from "./StoreSamples.ts"

/** Transit wallets and deposits for store checks. Nothing here is written. */

export const newWallet = Effect.fnUntraced(function* (
  partnerId: PartnerId,
  more: Partial<TransitWallet> = {}
): Effect.fn.Return<TransitWallet, never, Ids> {
  const ids = yield* Ids
  return {
    id: yield* ids.prefixed(transitWalletPrefix),
    partnerId,
    label: "sample",
    network: "polygon",
    currency: "USDT",
    address: `0x${yield* ids.token(20)}`,
    addressSalt: yield* ids.token(16),
    createdAt: start,
    ...more
  }
})

/** The commit that opens a wallet. */
export const openingWallet = Effect.fnUntraced(function* (
  wallet: TransitWallet
): Effect.fn.Return<Commit, never, Ids> {
  const { createdAt, id, partnerId } = wallet
  const event = { _tag: "TransitWalletOpened", order: wallet } as const
  return {
    ...emptyCommit,
    aggregates: [{ _tag: "TransitWallet", state: wallet, expectedVersion: 0 }],
    events: [yield* newEvent(partnerId, id, { at: createdAt, event })]
  }
})

/** A transfer of 10 USDT to the wallet that was just seen. */
export const newDeposit = Effect.fnUntraced(function* (
  { address, currency, id: walletId, network, partnerId }: TransitWallet,
  more: Partial<TransitDepositOrder> & Partial<Pick<RecordedDeposit, "amountMinor">> = {}
): Effect.fn.Return<RecordedDeposit, never, Ids> {
  const ids = yield* Ids
  const { amountMinor = 10_000_000n, ...orderMore } = more
  const order: TransitDepositOrder = {
    id: yield* ids.prefixed(transitDepositPrefix),
    partnerId,
    walletId,
    network,
    currency,
    address,
    txHash: yield* ids.token(32),
    logIndex: 0,
    requiredConfirmations: 12,
    createdAt: start,
    ...orderMore
  }
  const { createdAt } = order
  return { _tag: "seen", order, amountMinor, confirmations: 1, seenAt: createdAt, updatedAt: createdAt }
})

const creditedMinor = (deposit: RecordedDeposit | undefined): bigint =>
  deposit?._tag === "credited" ? deposit.amountMinor : 0n

/** The commit by which a deposit goes from one state to another, with what its wallet gains or loses. */
export const changingDeposit = Effect.fnUntraced(function* (
  previous: RecordedDeposit | undefined,
  next: RecordedDeposit,
  expectedVersion: number
): Effect.fn.Return<Commit, never, Ids> {
  const { createdAt, id, partnerId, walletId } = next.order
  const changeMinor = creditedMinor(next) - creditedMinor(previous)
  return {
    ...emptyCommit,
    aggregates: [writeOver("TransitDeposit", { state: previous ?? next, version: expectedVersion }, next)],
    counters: changeMinor === 0n ? [] : [{ _tag: "Wallet", partnerId, walletId, changeMinor }],
    events: [yield* newEvent(partnerId, id, { version: expectedVersion + 1, at: createdAt })]
  }
})

/** The commit that records a deposit, in whatever state it is given. */
export const recordingDeposit = (deposit: RecordedDeposit): Effect.Effect<Commit, never, Ids> =>
  changingDeposit(undefined, deposit, 0)
