import { type AggregateWrite, VersionConflict } from "@quittance/core"
import type Database from "better-sqlite3"
import { apiKeyRows } from "../rows/ApiKeyRow.ts"
import { bankPaymentRows } from "../rows/BankPaymentRow.ts"
import { batchRows } from "../rows/BatchRow.ts"
import { partnerRows } from "../rows/PartnerRow.ts"
import { transitDepositRows } from "../rows/TransitDepositRow.ts"
import { transitWalletRows } from "../rows/TransitWalletRow.ts"
import { webhookEndpointRows } from "../rows/WebhookEndpointRow.ts"
import { type AggregateTable, prepareAggregateTable } from "./aggregateTable.ts"
import { prepareCryptoInvoices } from "./cryptoInvoices.ts"
import { prepareDeliveries } from "./deliveries.ts"
import { prepareInvoices } from "./invoices.ts"
import { preparePayouts } from "./payouts.ts"

/** Beyond so many writes, looking for all of them at once is worth the arrangement. */
const manyWrites = 8

type AggregateTag = AggregateWrite["_tag"]
type WriteOf<Tag extends AggregateTag> = Extract<AggregateWrite, { readonly _tag: Tag }>

/** Aggregates by compare-and-set: `stale` looks, `write` writes what was found current. */
export interface AggregateTables {
  readonly stale: (writes: ReadonlyArray<AggregateWrite>) => VersionConflict | undefined
  readonly write: (write: AggregateWrite) => void
}

export const prepareAggregates = (database: Database.Database): AggregateTables => {
  const invoices = prepareInvoices(database)
  const deliveries = prepareDeliveries(database)
  const tables: { readonly [Tag in AggregateTag]: AggregateTable<WriteOf<Tag>["state"]> } = {
    Payout: preparePayouts(database),
    CryptoInvoice: prepareCryptoInvoices(database),
    Invoice: invoices,
    BankPayment: prepareAggregateTable(database, bankPaymentRows),
    Batch: prepareAggregateTable(database, batchRows),
    TransitWallet: prepareAggregateTable(database, transitWalletRows),
    TransitDeposit: prepareAggregateTable(database, transitDepositRows),
    WebhookEndpoint: prepareAggregateTable(database, webhookEndpointRows),
    WebhookDelivery: deliveries,
    Partner: prepareAggregateTable(database, partnerRows),
    ApiKey: prepareAggregateTable(database, apiKeyRows)
  }

  /** The kinds of which all writes were found current at once; the others are looked at one by one. */
  const foundCurrent = (writes: ReadonlyArray<AggregateWrite>): ReadonlySet<AggregateTag> => {
    const found = new Set<AggregateTag>()
    if (writes.length <= manyWrites) return found
    if (invoices.areNew(writes)) found.add("Invoice")
    if (deliveries.areCurrent(writes)) found.add("WebhookDelivery")
    return found
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

    write: (write) => {
      switch (write._tag) {
        case "Payout":
          return tables.Payout.write(write.state, write.expectedVersion)
        case "CryptoInvoice":
          return tables.CryptoInvoice.write(write.state, write.expectedVersion)
        case "Invoice":
          return tables.Invoice.write(write.state, write.expectedVersion)
        case "BankPayment":
          return tables.BankPayment.write(write.state, write.expectedVersion)
        case "Batch":
          return tables.Batch.write(write.state, write.expectedVersion)
        case "TransitWallet":
          return tables.TransitWallet.write(write.state, write.expectedVersion)
        case "TransitDeposit":
          return tables.TransitDeposit.write(write.state, write.expectedVersion)
        case "WebhookEndpoint":
          return tables.WebhookEndpoint.write(write.state, write.expectedVersion)
        case "WebhookDelivery":
          return tables.WebhookDelivery.write(write.state, write.expectedVersion)
        case "Partner":
          return tables.Partner.write(write.state, write.expectedVersion)
        case "ApiKey":
          return tables.ApiKey.write(write.state, write.expectedVersion)
      }
    }
  }
}

const nameOf = (write: AggregateWrite): { readonly partnerId: string; readonly id: string } => {
  switch (write._tag) {
    case "Payout":
    case "CryptoInvoice":
    case "Invoice":
    case "BankPayment":
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
