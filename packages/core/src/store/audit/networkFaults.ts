import { chainTransaction } from "../chain/ChainTransaction.ts"
import { cryptoInvoice } from "../cryptoInvoice/CryptoInvoiceRecord.ts"
import { coin } from "../money/Coin.ts"
import { Effect, Stream } from "effect"
import { payout } from "../payout/Payout.ts"
import type { StoreUnavailable } from "../ports/Store.ts"
import type { AuditReader } from "../store/AuditReader.ts"
import { transitDeposit } from "../transit/TransitDeposit.ts"
import { Books } from "./Books.ts"

/**
 * Faults of the ledger in the payouts, deposits and costs of one network: each must have the entries that its state
 * requires. It reads one snapshot.
 */
export const networkFaults = (reader: AuditReader["Service"], network: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const snapshot = yield* reader.snapshot
      const { balances, entries, noting, states } = snapshot
      const books = new Books(snapshot)
      const each = <A>(
        stream: Stream.Stream<A, StoreUnavailable>,
        isWanted: (item: A) => boolean,
        look: (item: A) => void
      ) => Stream.runForEachArray(stream, (items) => noting(() => items.filter(isWanted).forEach(look)))
      const isHere = ({ order }: { readonly order: { readonly network: string } }) =>
        order.network === network
      yield* each(
        entries,
        () => true,
        (entry) => books.post(entry)
      )
      yield* each(
        balances,
        ({ currency, partnerId }) => currency === coin && partnerId === network,
        (kept) => books.compareBalances(kept)
      )
      yield* each(states(payout), isHere, (found) => books.comparePayout(found))
      yield* each(states(cryptoInvoice), isHere, (found) => books.compareCryptoInvoice(found))
      yield* each(states(transitDeposit), isHere, (found) => books.compareTransitDeposit(found))
      yield* each(
        states(chainTransaction),
        ({ order }) => order.partnerId === network,
        (found) => books.compareChainTransaction(found)
      )
      return books.faults
    })
  )
