import type { AggregateWrite } from "@quittance/core"
import { apiKeyRows } from "../rows/ApiKeyRow.ts"
import { bankPaymentRows } from "../rows/BankPaymentRow.ts"
import { batchRows } from "../rows/BatchRow.ts"
import { cryptoInvoiceRows, transferColumns } from "../rows/CryptoInvoiceRow.ts"
import { invoiceRows } from "../rows/InvoiceRow.ts"
import { kycSessionRows } from "../rows/KycSessionRow.ts"
import { partnerRows } from "../rows/PartnerRow.ts"
import { payoutRows } from "../rows/PayoutRow.ts"
import { transitDepositRows } from "../rows/TransitDepositRow.ts"
import { transitWalletRows } from "../rows/TransitWalletRow.ts"
import { webhookEndpointRows } from "../rows/WebhookEndpointRow.ts"
import { rowDigest, type RowTexts } from "./RowDigest.ts"

/** The kinds whose rows are told from tampered ones. Deliveries change without events, and retention erases them. */
export const rowDigests = {
  Payout: rowDigest(payoutRows),
  CryptoInvoice: rowDigest(cryptoInvoiceRows, ({ order, transfers }) =>
    transfers.map((transfer, position) => transferColumns(order, transfer, position))
  ),
  Invoice: rowDigest(invoiceRows),
  BankPayment: rowDigest(bankPaymentRows),
  Batch: rowDigest(batchRows),
  KycSession: rowDigest(kycSessionRows),
  TransitWallet: rowDigest(transitWalletRows),
  TransitDeposit: rowDigest(transitDepositRows),
  WebhookEndpoint: rowDigest(webhookEndpointRows),
  Partner: rowDigest(partnerRows),
  ApiKey: rowDigest(apiKeyRows)
}

/** Of the row that a write leaves; nothing for a kind that is not judged. */
export const textsOfWrite = (write: AggregateWrite): RowTexts | undefined => {
  const version = write.expectedVersion + 1
  switch (write._tag) {
    case "Payout":
      return rowDigests.Payout.ofState(write.state, version)
    case "CryptoInvoice":
      return rowDigests.CryptoInvoice.ofState(write.state, version)
    case "Invoice":
      return rowDigests.Invoice.ofState(write.state, version)
    case "BankPayment":
      return rowDigests.BankPayment.ofState(write.state, version)
    case "Batch":
      return rowDigests.Batch.ofState(write.state, version)
    case "KycSession":
      return rowDigests.KycSession.ofState(write.state, version)
    case "TransitWallet":
      return rowDigests.TransitWallet.ofState(write.state, version)
    case "TransitDeposit":
      return rowDigests.TransitDeposit.ofState(write.state, version)
    case "WebhookEndpoint":
      return rowDigests.WebhookEndpoint.ofState(write.state, version)
    case "Partner":
      return rowDigests.Partner.ofState(write.state, version)
    case "ApiKey":
      return rowDigests.ApiKey.ofState(write.state, version)
    case "WebhookDelivery":
      return undefined
  }
}
