import { Effect, Stream } from "effect"
import { chainTransaction } from "../../concepts/chain/ChainTransaction.ts"
import { cryptoInvoice } from "../../concepts/cryptoInvoice/CryptoInvoiceRecord.ts"
import { payout } from "../../concepts/payout/PayoutRecord.ts"
import { transitDeposit } from "../../concepts/transit/TransitDeposit.ts"
import { coin } from "../../kernel/money/Coin.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { AuditReader } from "../AuditReader.ts"
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
