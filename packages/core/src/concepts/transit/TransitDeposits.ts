import { Clock, Context, Effect, Layer, Option, Result } from "effect"
import { existing } from "../../kernel/input/existing.ts"
import { type NotFound, orNotFound } from "../../kernel/input/Refusals.ts"
import { ownClaim } from "../../kernel/ports/Claim.ts"
import { Ids } from "../../kernel/ports/Ids.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import type { ClaimTaken, StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import { raiseAlert } from "../../kernel/work/Alert.ts"
import { chainClaims, transferClaimKey } from "../chain/chainNames.ts"
import type { ShownTransfer } from "../chain/DepositAddresses.ts"
import { findNetwork, Settings } from "../settings/Settings.ts"
import { makeAnnouncingTransact } from "../webhook/Announcer.ts"
import {
  type RecordedDeposit,
  recordedDeposit,
  TransitDeposit,
  type TransitDepositCommand,
  type TransitDepositOrder,
  type TransitDepositState,
  transitDeposit
} from "./TransitDeposit.ts"
import { transitDepositEntries, walletChangeMinor } from "./TransitDepositPostings.ts"
import { TransitReader } from "./TransitReader.ts"
import type { TransitWallet, WalletStanding } from "./TransitWallet.ts"
import { transitDepositAnnouncements } from "./transitAnnouncements.ts"
import { transitDepositPrefix } from "./transitNames.ts"

type Failure = ClaimTaken | NotFound | StoreUnavailable

/** Deposits to transit wallets: each transfer once, in whatever order the network reports them. */
export class TransitDeposits extends Context.Service<
  TransitDeposits,
  {
    /** Records the transfers at the wallet's address; returns the wallet after that. */
    readonly record: (
      wallet: TransitWallet,
      shown: ReadonlyArray<ShownTransfer>
    ) => Effect.Effect<WalletStanding, Failure>
  }
>()("@quittance/core/concepts/transit/TransitDeposits") {
  static readonly layer = Layer.effect(
    TransitDeposits,
    Effect.gen(function* () {
      const parts = yield* makeParts
      return TransitDeposits.of({
        record: (wallet, shown) => recordTransfers(parts, wallet, shown)
      })
    })
  )
}

/** The services that deposits to transit wallets use, looked up once and not for each call. */
const makeParts = Effect.gen(function* () {
  return {
    settings: yield* Settings,
    ids: yield* Ids,
    reader: yield* TransitReader,
    states: yield* StateReader,
    runCommand: (yield* makeAnnouncingTransact).runCommand
  }
})
type Parts = Effect.Success<typeof makeParts>

const newOrder = Effect.fnUntraced(function* (
  { ids, settings }: Parts,
  wallet: TransitWallet,
  shown: ShownTransfer,
  at: Instant
) {
  const { currency, id: walletId, network, partnerId } = wallet
  const order: TransitDepositOrder = {
    id: yield* ids.prefixed(transitDepositPrefix),
    partnerId,
    walletId,
    network,
    currency,
    address: wallet.address,
    txHash: shown.txHash,
    logIndex: shown.logIndex,
    // A network that is no longer offered confirms nothing more by itself.
    requiredConfirmations: findNetwork(settings, network)?.confirmations ?? Number.MAX_SAFE_INTEGER,
    createdAt: at
  }
  return order
})

const applyCommand = Effect.fnUntraced(function* (
  { runCommand, states }: Parts,
  order: TransitDepositOrder,
  command: TransitDepositCommand,
  isNew: "new" | "known"
) {
  const { id, logIndex, network, partnerId, txHash, walletId } = order
  const { events } = yield* runCommand({
    machine: TransitDeposit,
    command,
    partnerId,
    subjectId: id,
    at: command.at,
    load:
      isNew === "new"
        ? Effect.succeed<Versioned<TransitDepositState>>({ state: TransitDeposit.initial, version: 0 })
        : existing(states, transitDeposit, partnerId, id),
    commit: ({ events, loaded, next }) => {
      const deposit = recordedDeposit(next)
      const changeMinor = events.reduce((sum, event) => sum + walletChangeMinor(event), 0n)
      return {
        aggregates: [writeOver("TransitDeposit", loaded, deposit)],
        entries: events.flatMap((event) => transitDepositEntries(order, event)),
        claims:
          loaded.version === 0
            ? [ownClaim(order, chainClaims.transfer, transferClaimKey(network, txHash, logIndex))]
            : [],
        counters: changeMinor === 0n ? [] : [{ _tag: "Wallet", partnerId, walletId, changeMinor }],
        announcements: transitDepositAnnouncements(events, deposit)
      }
    }
  }).pipe(
    Effect.catchTags({
      LimitExceeded: Effect.die,
      TransitDepositCommandRefused: Effect.die
    })
  )
  if (events.some(({ _tag }) => _tag === "DepositReversed")) {
    const message = `a credited transfer to wallet ${walletId}, deposit ${id}, was reorganised away`
    yield* raiseAlert("deposit.reversed", message)
  }
})

const recordKnown = Effect.fnUntraced(function* (
  parts: Parts,
  { state }: Versioned<RecordedDeposit>,
  { dropped, ...shown }: ShownTransfer
) {
  const at = yield* Clock.currentTimeMillis
  const { order } = state
  const command: TransitDepositCommand = dropped
    ? { _tag: "Drop", at }
    : { _tag: "Observe", order, shown: shownOf(shown), at }
  // Most transfers at an address are known: this check is free, while a command loads the deposit again.
  const decided = Result.getOrElse(TransitDeposit.decide(state, command), () => [])
  if (decided.length > 0) yield* applyCommand(parts, order, command, "known")
})

const recordNew = Effect.fnUntraced(function* (parts: Parts, wallet: TransitWallet, transfer: ShownTransfer) {
  const at = yield* Clock.currentTimeMillis
  const order = yield* newOrder(parts, wallet, transfer, at)
  const shown = shownOf(transfer)
  yield* applyCommand(parts, order, { _tag: "Observe", order, shown, at }, "new").pipe(
    // Recorded concurrently by another caller: apply the observation to the existing deposit.
    Effect.catchTag(
      "ClaimTaken",
      Effect.fnUntraced(function* (taken) {
        const found = yield* parts.states.get(transitDeposit, wallet.partnerId, taken.taken[0]?.ownerId ?? "")
        if (Option.isNone(found)) return yield* taken
        yield* recordKnown(parts, found.value, transfer)
      })
    )
  )
})

const recordTransfers = Effect.fnUntraced(function* (
  parts: Parts,
  wallet: TransitWallet,
  shown: ReadonlyArray<ShownTransfer>
) {
  const { id, partnerId } = wallet
  const deposits = yield* parts.states.indexed(transitDeposit, "by_wallet", { equal: [partnerId, id] })
  const known = new Map(deposits.map((each) => [nameOf(each.state.order), each]))
  for (const transfer of shown) {
    const deposit = known.get(nameOf(transfer))
    // Transfers of amount zero are spam, except for known ones that vanished.
    if (deposit === undefined && !transfer.dropped && transfer.amountMinor > 0n)
      yield* recordNew(parts, wallet, transfer)
    else if (deposit !== undefined && (transfer.dropped || transfer.amountMinor > 0n))
      yield* recordKnown(parts, deposit, transfer)
  }
  return yield* Effect.flatMap(parts.reader.wallet(partnerId, id), orNotFound("wallet", id))
})

const nameOf = ({ logIndex, txHash }: { readonly txHash: string; readonly logIndex: number }): string =>
  JSON.stringify([txHash, logIndex])

const shownOf = ({ amountMinor, confirmations, seenAt }: Omit<ShownTransfer, "dropped">) => ({
  amountMinor,
  confirmations,
  seenAt
})
