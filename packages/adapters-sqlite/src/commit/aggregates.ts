import { type AggregateWrite, VersionConflict } from "@quittance/core"
import type Database from "better-sqlite3"
import { apiKeyRows } from "../rows/ApiKeyRow.ts"
import { bankPaymentRows } from "../rows/BankPaymentRow.ts"
import { batchRows } from "../rows/BatchRow.ts"
import { partnerRows } from "../rows/PartnerRow.ts"
import { transitDepositRows } from "../rows/TransitDepositRow.ts"
import { transitWalletRows } from "../rows/TransitWalletRow.ts"
import { webhookEndpointRows } from "../rows/WebhookEndpointRow.ts"
import { prepareAggregateTable } from "./aggregateTable.ts"
import { prepareCryptoInvoices } from "./cryptoInvoices.ts"
import { prepareDeliveries } from "./deliveries.ts"
import { prepareInvoices } from "./invoices.ts"
import { prepareKycSessions } from "./kycSessions.ts"
import { preparePayouts } from "./payouts.ts"

/** Beyond so many writes, looking for all of them at once is worth the arrangement. */
const manyWrites = 8

type AggregateTag = AggregateWrite["_tag"]

/** Aggregates by compare-and-set: `stale` looks, `write` writes what was found current. */
export interface AggregateTables {
  readonly stale: (writes: ReadonlyArray<AggregateWrite>) => VersionConflict | undefined
  readonly write: (writes: ReadonlyArray<AggregateWrite>) => void
}

export const prepareAggregates = (database: Database.Database): AggregateTables => {
  const tables = {
    Payout: preparePayouts(database),
    CryptoInvoice: prepareCryptoInvoices(database),
    Invoice: prepareInvoices(database),
    BankPayment: prepareAggregateTable(database, bankPaymentRows),
    Batch: prepareAggregateTable(database, batchRows),
    KycSession: prepareKycSessions(database),
    TransitWallet: prepareAggregateTable(database, transitWalletRows),
    TransitDeposit: prepareAggregateTable(database, transitDepositRows),
    WebhookEndpoint: prepareAggregateTable(database, webhookEndpointRows),
    WebhookDelivery: prepareDeliveries(database),
    Partner: prepareAggregateTable(database, partnerRows),
    ApiKey: prepareAggregateTable(database, apiKeyRows)
  }

  /** The kinds of which all writes were found current at once; the others are looked at one by one. */
  const foundCurrent = (writes: ReadonlyArray<AggregateWrite>): ReadonlySet<AggregateTag> => {
    const found = new Set<AggregateTag>()
    if (writes.length <= manyWrites) return found
    if (tables.Invoice.areNew(writes)) found.add("Invoice")
    if (tables.WebhookDelivery.areCurrent(deliveriesIn(writes))) found.add("WebhookDelivery")
    return found
  }

  const writeOne = (write: Exclude<AggregateWrite, { readonly _tag: "WebhookDelivery" }>): void => {
    switch (write._tag) {
      case "Payout":
        tables.Payout.write(write.state, write.expectedVersion)
        break
      case "CryptoInvoice":
        tables.CryptoInvoice.write(write.state, write.expectedVersion)
        break
      case "Invoice":
        tables.Invoice.write(write.state, write.expectedVersion)
        break
      case "BankPayment":
        tables.BankPayment.write(write.state, write.expectedVersion)
        break
      case "Batch":
        tables.Batch.write(write.state, write.expectedVersion)
        break
      case "KycSession":
        tables.KycSession.write(write.state, write.expectedVersion)
        break
      case "TransitWallet":
        tables.TransitWallet.write(write.state, write.expectedVersion)
        break
      case "TransitDeposit":
        tables.TransitDeposit.write(write.state, write.expectedVersion)
        break
      case "WebhookEndpoint":
        tables.WebhookEndpoint.write(write.state, write.expectedVersion)
        break
      case "Partner":
        tables.Partner.write(write.state, write.expectedVersion)
        break
      case "ApiKey":
        tables.ApiKey.write(write.state, write.expectedVersion)
        break
    }
  }

  return {
    stale: (writes) => {
      const current = foundCurrent(writes)
      for (const write of writes) {
        if (current.has(write._tag)) continue
        const { id, partnerId } = nameOf(write)
        if (tables[write._tag].versionOf(partnerId, id) !== write.expectedVersion) {
          return new VersionConflict({ subjectId: id, expected: write.expectedVersion })
        }
      }
      return undefined
    },

    write: (writes) => {
      tables.WebhookDelivery.writeAll(deliveriesIn(writes))
      for (const write of writes) if (write._tag !== "WebhookDelivery") writeOne(write)
    }
  }
}

const deliveriesIn = (writes: ReadonlyArray<AggregateWrite>) =>
  writes.filter((write) => write._tag === "WebhookDelivery")

const nameOf = (write: AggregateWrite): { readonly partnerId: string; readonly id: string } => {
  switch (write._tag) {
    case "Payout":
    case "CryptoInvoice":
    case "Invoice":
    case "BankPayment":
    case "KycSession":
    case "TransitDeposit":
    case "WebhookEndpoint":
    case "WebhookDelivery":
      return write.state.order
    case "Partner":
      return { partnerId: write.state.id, id: write.state.id }
    case "ApiKey":
    case "Batch":
    case "TransitWallet":
      return write.state
  }
}
