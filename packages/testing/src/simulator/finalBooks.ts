import {
  type AccountBalances,
  Auditor,
  AuditReader,
  balanceOf,
  defaultNetworks,
  divideHalfEven,
  feeOn,
  type IssuedCryptoInvoice,
  payoutStatus,
  type RecordedDeposit,
  type RecordedPayout,
  totalMinor,
  type WalletStanding
} from "@quittance/core"
import { Effect, Stream } from "effect"
import { correctedMinor, type Run } from "./Run.ts"
import type { ChainTransfer } from "./SimulatedChain.ts"

/**
 * The books drawn up a second time, from what happened outside: transfers on the networks, transfers that the processing
 * side made, and corrections that somebody asked for. Much simpler than the ledger, and of the same result.
 */

export interface Books {
  readonly payouts: ReadonlyArray<RecordedPayout>
  readonly invoices: ReadonlyArray<IssuedCryptoInvoice>
  readonly wallets: ReadonlyArray<WalletStanding>
  readonly deposits: ReadonlyArray<RecordedDeposit>
  readonly accounts: ReadonlyMap<string, AccountBalances>
}

export const checkFinalBooks = async (run: Run): Promise<void> => {
  const { world } = run.surroundings
  const say = (fault: string) => void world.faults.push(fault)
  const audit = await run.look(
    Effect.provide(
      Effect.flatMap(Auditor, (auditor) => auditor.verify),
      Auditor.layer
    )
  )
  for (const fault of audit.faults) say(fault)
  const books = await readBooks(run)
  for (const payout of books.payouts) checkPayout(run, payout, say)
  for (const invoice of books.invoices) checkInvoice(run, invoice, say)
  checkUnique("payout", run, books.payouts, ({ order }) => `${order.partnerId} ${order.idempotencyKey}`)
  checkUnique("invoice", run, books.invoices, ({ order }) => `${order.partnerId} ${order.externalId}`)
  const places = [...books.invoices.map(({ order }) => order), ...books.wallets.map(({ wallet }) => wallet)]
  checkUnique("address", run, places, ({ address, network }) => `${network} ${address}`)
  for (const partnerId of run.partnerIds) checkPartner(run, partnerId, books, say)
}

/** The store's own books, as of now. */
export const readBooks = (run: Run): Promise<Books> =>
  run.look(
    Effect.scoped(
      Effect.gen(function* () {
        const snapshot = yield* (yield* AuditReader).snapshot
        const balances = yield* Stream.runCollect(snapshot.balances)
        return {
          accounts: new Map(
            balances
              .filter(({ currency }) => currency === "USDT")
              .map(({ accounts, partnerId }) => [partnerId, accounts])
          ),
          payouts: yield* Stream.runCollect(snapshot.payouts),
          invoices: yield* Stream.runCollect(snapshot.cryptoInvoices),
          wallets: yield* Stream.runCollect(snapshot.transitWallets),
          deposits: yield* Stream.runCollect(snapshot.transitDeposits)
        }
      })
    )
  )

const checkUnique = <A>(what: string, run: Run, all: ReadonlyArray<A>, keyOf: (each: A) => string): void => {
  const count = new Set(all.map(keyOf)).size
  if (count < all.length) run.surroundings.world.faults.push(`there is a second ${what} of the same key`)
}

/** Completed exactly when one transfer was made, as ordered; failed when none was, or one that came to light later. */
const checkPayout = (run: Run, payout: RecordedPayout, say: (fault: string) => void): void => {
  const { order } = payout
  const { id } = order
  const transfers = run.surroundings.processor.transfersOf(order.reference)
  const [transfer] = transfers
  if (transfers.length > 1) say(`payout ${id} was transferred ${transfers.length} times`)
  if (
    transfer !== undefined &&
    (transfer.amountMinor !== order.amountMinor || transfer.address !== order.address)
  ) {
    say(`payout ${id} was not transferred as ordered`)
  }
  const status = payoutStatus(payout)
  const isLate = "settledLateAt" in payout && payout.settledLateAt._tag === "Some"
  const isRight =
    status === "COMPLETED" ? transfers.length === 1 : status === "FAILED" && isLate === transfers.length > 0
  if (!isRight)
    say(`payout ${id} is ${status}/${payout._tag} with ${transfers.length} transfers, late: ${isLate}`)
}

/** The money at an address that counts when all is settled. */
export const standing = (
  run: Run,
  { address, network }: Pick<ChainTransfer, "address" | "network">
): ReadonlyArray<ChainTransfer> =>
  run.surroundings.chain
    .at(network, address)
    .filter(({ amountMinor, dropped }) => amountMinor > 0n && !dropped)

const sumOf = (transfers: ReadonlyArray<{ readonly amountMinor: bigint }>): bigint =>
  transfers.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)

/** Every transfer that stands is credited exactly once, and no other. */
const checkInvoice = (run: Run, invoice: IssuedCryptoInvoice, say: (fault: string) => void): void => {
  const { order, transfers } = invoice
  const nameOf = ({ logIndex, txHash }: { readonly txHash: string; readonly logIndex: number }) =>
    `${txHash}/${logIndex}`
  const credited = transfers.filter(({ status }) => status === "credited").map(nameOf)
  const due = standing(run, order).map(nameOf)
  if (credited.toSorted().join() !== due.toSorted().join()) {
    say(`invoice ${order.id} credited [${credited}], and [${due}] stand on the network`)
  }
  if (invoice._tag === "pending" || invoice._tag === "confirming") {
    say(`invoice ${order.id} is still ${invoice._tag} when all is settled`)
  }
  const shown = run.surroundings.chain.at(order.network, order.address)
  if (shown.some(({ reorganised }) => reorganised)) return
  // Without reorganisations the fee and the status follow from the sum alone.
  const received = sumOf(standing(run, order))
  const charged = transfers.reduce((sum, { feeMinor }) => sum + feeMinor, 0n)
  const owed =
    order.feePayer === "merchant"
      ? feeOn(received, order.feeTerms)
      : divideHalfEven(
          order.feeMinor * (received < order.expectedMinor ? received : order.expectedMinor),
          order.expectedMinor
        )
  if (charged !== owed) say(`invoice ${order.id} was charged ${charged} on ${received}, not ${owed}`)
  const counting = sumOf(standing(run, order).filter(({ seenAt }) => seenAt <= order.watchUntil))
  const isPaid = invoice._tag === "paid"
  if (invoice._tag !== "cancelled" && isPaid !== counting >= order.expectedMinor) {
    say(`invoice ${order.id} is ${invoice._tag} with ${counting} of ${order.expectedMinor}`)
  }
}

const checkPartner = (run: Run, partnerId: string, books: Books, say: (fault: string) => void): void => {
  const accounts = books.accounts.get(partnerId)
  const addresses = [
    ...books.invoices.map(({ order }) => order),
    ...books.wallets.map(({ wallet }) => wallet)
  ]
  const received = sumOf(
    addresses.filter((each) => each.partnerId === partnerId).flatMap((each) => standing(run, each))
  )
  const ofPartner = books.payouts.filter(({ order }) => order.partnerId === partnerId)
  const left = ofPartner
    .filter(({ order }) => run.surroundings.processor.transfersOf(order.reference).length > 0)
    .reduce((sum, { order }) => sum + order.amountMinor + feeOfNetwork(order.network), 0n)
  const expected = received - left + correctedMinor(run.clients.corrections, partnerId)
  const { available = 0n, invoiceFees = 0n, payoutPending = 0n } = accounts ?? {}
  if (available + invoiceFees !== expected) {
    say(
      `partner ${partnerId} has ${available} and paid ${invoiceFees} in fees; outside there are ${expected}`
    )
  }
  if (payoutPending !== 0n) say(`partner ${partnerId} has ${payoutPending} reserved when all is settled`)
  const completed = ofPartner.filter((payout) => payoutStatus(payout) === "COMPLETED")
  const paidOut = completed.reduce((sum, { order }) => sum + totalMinor(order), 0n)
  if (accounts !== undefined && balanceOf(accounts).paidOutMinor !== paidOut) {
    say(`partner ${partnerId} shows paidOut ${balanceOf(accounts).paidOutMinor}, not ${paidOut}`)
  }
  run.surroundings.world.note(partnerId, `ends with ${available}`)
}

const feeOfNetwork = (name: string): bigint =>
  defaultNetworks.find((network) => network.name === name)?.payoutFee.fixedMinor ?? 0n
