import type { AggregateWrite } from "../ports/Store.ts"
import type { MemoryState } from "./MemoryState.ts"

/** Aggregates in memory: each kind has a map of its own, by id. */

export const idOf = (write: AggregateWrite): string => {
  switch (write._tag) {
    case "Payout":
    case "CryptoInvoice":
    case "Invoice":
    case "BankPayment":
    case "KycSession":
    case "TransitDeposit":
    case "WebhookEndpoint":
    case "WebhookDelivery":
      return write.state.order.id
    case "Batch":
    case "TransitWallet":
    case "Partner":
    case "ApiKey":
      return write.state.id
  }
}

/** The version of the aggregate as stored; 0 when there is none. */
export const versionOf = (state: MemoryState, write: AggregateWrite): number => {
  const id = idOf(write)
  switch (write._tag) {
    case "Payout":
      return state.payouts.get(id)?.version ?? 0
    case "CryptoInvoice":
      return state.cryptoInvoices.get(id)?.version ?? 0
    case "Invoice":
      return state.invoices.get(id)?.version ?? 0
    case "BankPayment":
      return state.bankPayments.get(id)?.version ?? 0
    case "Batch":
      return state.batches.has(id) ? 1 : 0
    case "KycSession":
      return state.kycSessions.get(id)?.version ?? 0
    case "TransitWallet":
      return state.transitWallets.has(id) ? 1 : 0
    case "TransitDeposit":
      return state.transitDeposits.get(id)?.version ?? 0
    case "WebhookEndpoint":
      return state.webhookEndpoints.get(id)?.version ?? 0
    case "WebhookDelivery":
      return state.webhookDeliveries.get(id)?.version ?? 0
    case "Partner":
      return state.partners.get(id)?.version ?? 0
    case "ApiKey":
      return state.apiKeys.get(id)?.version ?? 0
  }
}

export const writeAggregate = (state: MemoryState, write: AggregateWrite): void => {
  const version = write.expectedVersion + 1
  const id = idOf(write)
  switch (write._tag) {
    case "Payout":
      state.payouts.set(id, { state: write.state, version })
      return
    case "CryptoInvoice":
      state.cryptoInvoices.set(id, { state: write.state, version })
      return
    case "Invoice":
      state.invoices.set(id, { state: write.state, version })
      return
    case "BankPayment":
      state.bankPayments.set(id, { state: write.state, version })
      return
    case "Batch":
      state.batches.set(id, write.state)
      return
    case "KycSession":
      state.kycSessions.set(id, { state: write.state, version })
      return
    case "TransitWallet":
      state.transitWallets.set(id, write.state)
      return
    case "TransitDeposit":
      state.transitDeposits.set(id, { state: write.state, version })
      return
    case "WebhookEndpoint":
      state.webhookEndpoints.set(id, { state: write.state, version })
      return
    case "WebhookDelivery":
      state.webhookDeliveries.set(id, { state: write.state, version })
      return
    case "Partner":
      state.partners.set(id, { state: write.state, version })
      return
    case "ApiKey":
      state.apiKeys.set(id, { state: write.state, version })
      return
  }
}
