import { Effect, Stream } from "effect"
import { AuditReader } from "../ports/AuditReader.ts"
import type { MemoryState } from "./MemoryState.ts"
import { standingOf } from "./MemoryTransit.ts"

/** A copy of everything as of one instant. Memory has no files that could be damaged, so there are no storage faults. */
export const memoryAuditReader = (state: MemoryState): AuditReader["Service"] =>
  AuditReader.of({
    snapshot: Effect.sync(() => ({
      balances: Stream.fromIterable([...state.balances.values()]),
      entries: Stream.fromIterable([...state.journal]),
      payouts: Stream.fromIterable([...state.payouts.values()].map((payout) => payout.state)),
      cryptoInvoices: Stream.fromIterable([...state.cryptoInvoices.values()].map((invoice) => invoice.state)),
      invoices: Stream.fromIterable([...state.invoices.values()].map((invoice) => invoice.state)),
      bankPayments: Stream.fromIterable([...state.bankPayments.values()].map((payment) => payment.state)),
      kycSessions: Stream.fromIterable([...state.kycSessions.values()].map((session) => session.state)),
      counters: Stream.fromIterable([...state.counters.values()]),
      transitWallets: Stream.fromIterable(
        [...state.transitWallets.values()].map((wallet) => standingOf(state, wallet))
      ),
      transitDeposits: Stream.fromIterable(
        [...state.transitDeposits.values()].map((deposit) => deposit.state)
      ),
      outbox: Stream.fromIterable(
        [...state.webhookMessages.values()].filter(({ id }) => state.outbox.has(id))
      ),
      pendingDeliveries: Stream.fromIterable(
        [...state.webhookDeliveries.values()]
          .map((delivery) => delivery.state)
          .filter((delivery) => delivery._tag === "pending")
      ),
      webhookEndpoints: Stream.fromIterable(
        [...state.webhookEndpoints.values()].map((endpoint) => endpoint.state)
      ),
      claims: Stream.fromIterable([...state.claims.values()]),
      jobs: Stream.fromIterable([...state.jobs.values()]),
      storageFaults: []
    }))
  })
