import { type AggregateWrite, payoutStatus, type RecordedPayout, VersionConflict } from "@quittance/core"
import type Database from "better-sqlite3"
import { apiKeyColumns, changeApiKeyColumns, changeApiKeySql, insertApiKeySql } from "../rows/ApiKeyRow.ts"
import {
  bankPaymentColumns,
  changeBankPaymentColumns,
  changeBankPaymentSql,
  insertBankPaymentSql
} from "../rows/BankPaymentRow.ts"
import { batchColumns, insertBatchSql } from "../rows/BatchRow.ts"
import {
  changeCryptoInvoiceColumns,
  changeCryptoInvoiceSql,
  cryptoInvoiceColumns,
  insertCryptoInvoiceSql,
  putTransferSql,
  transferColumns
} from "../rows/CryptoInvoiceRow.ts"
import {
  changeInvoiceColumns,
  changeInvoiceSql,
  insertInvoiceSql,
  invoiceColumns
} from "../rows/InvoiceRow.ts"
import {
  changePartnerColumns,
  changePartnerSql,
  insertPartnerSql,
  partnerColumns
} from "../rows/PartnerRow.ts"
import {
  changePayoutColumns,
  changePayoutSql,
  insertPayoutSql,
  payoutColumns,
  stepPayoutColumns,
  stepPayoutSql
} from "../rows/PayoutRow.ts"
import { preparePayoutCounts } from "./payoutCounts.ts"

/** Beyond so many writes, looking for all of them at once is worth the arrangement. */
const manyWrites = 8

type AggregateTag = AggregateWrite["_tag"]

/** Aggregates by compare-and-set: `stale` looks, `write` writes what was found current. */
export interface AggregateTables {
  readonly stale: (writes: ReadonlyArray<AggregateWrite>) => VersionConflict | undefined
  readonly write: (write: AggregateWrite) => void
}

export const prepareAggregates = (database: Database.Database): AggregateTables => {
  const versions: { readonly [Tag in AggregateTag]: Database.Statement } = {
    Payout: database.prepare("SELECT version FROM payouts WHERE partner_id = ? AND id = ?").pluck(),
    CryptoInvoice: database
      .prepare("SELECT version FROM crypto_invoices WHERE partner_id = ? AND id = ?")
      .pluck(),
    Invoice: database.prepare("SELECT version FROM invoices WHERE partner_id = ? AND id = ?").pluck(),
    BankPayment: database
      .prepare("SELECT version FROM bank_payments WHERE partner_id = ? AND id = ?")
      .pluck(),
    Batch: database.prepare("SELECT version FROM batches WHERE partner_id = ? AND id = ?").pluck(),
    Partner: database.prepare("SELECT version FROM partners WHERE ? = id AND id = ?").pluck(),
    ApiKey: database.prepare("SELECT version FROM api_keys WHERE partner_id = ? AND id = ?").pluck()
  }
  const counts = preparePayoutCounts(database)
  const insertPayout = database.prepare(insertPayoutSql)
  const stepPayout = database.prepare(stepPayoutSql)
  const changePayout = database.prepare(changePayoutSql)
  const insertCryptoInvoice = database.prepare(insertCryptoInvoiceSql)
  const changeCryptoInvoice = database.prepare(changeCryptoInvoiceSql)
  const putTransfer = database.prepare(putTransferSql)
  const forgetTransfers = database.prepare(
    "DELETE FROM crypto_transfers WHERE partner_id = ? AND invoice_id = ? AND position >= ?"
  )
  const insertInvoice = database.prepare(insertInvoiceSql)
  const anyInvoiceBetween = database
    .prepare("SELECT 1 FROM invoices WHERE partner_id = ? AND id BETWEEN ? AND ? LIMIT 1")
    .pluck()
  const changeInvoice = database.prepare(changeInvoiceSql)
  const insertBankPayment = database.prepare(insertBankPaymentSql)
  const changeBankPayment = database.prepare(changeBankPaymentSql)
  const insertBatch = database.prepare(insertBatchSql)
  const insertPartner = database.prepare(insertPartnerSql)
  const changePartner = database.prepare(changePartnerSql)
  const insertApiKey = database.prepare(insertApiKeySql)
  const changeApiKey = database.prepare(changeApiKeySql)

  const writePayout = (payout: RecordedPayout, expectedVersion: number): void => {
    const status = payoutStatus(payout)
    if (expectedVersion === 0) {
      once(insertPayout, payoutColumns(payout, 1))
      counts.created(payout.order, status)
      return
    }
    const isStep = status === "PENDING"
    if (isStep && stepPayout.run(...stepPayoutColumns(payout, expectedVersion)).changes === 1) return
    counts.changing(payout.order, status)
    once(changePayout, changePayoutColumns(payout, expectedVersion))
  }

  /** Ids ascend with time: where nothing lies between the least and the greatest of a file, none of its ids is taken. */
  const areNewInvoices = (writes: ReadonlyArray<AggregateWrite>): boolean => {
    const orders = writes.flatMap((write) => (write._tag === "Invoice" ? [write.state.order] : []))
    const ids = orders.map(({ id }) => id).sort()
    const partnerId = orders[0]?.partnerId
    return (
      orders.every((order) => order.partnerId === partnerId) &&
      writes.every((write) => write._tag !== "Invoice" || write.expectedVersion === 0) &&
      anyInvoiceBetween.get(partnerId, ids[0], ids.at(-1)) === undefined
    )
  }

  return {
    stale: (writes) => {
      const areAllNew = writes.length > manyWrites && areNewInvoices(writes)
      for (const write of writes) {
        if (areAllNew && write._tag === "Invoice") continue
        const { id, partnerId } = nameOf(write)
        const version = versions[write._tag].get(partnerId, id) ?? 0
        if (version !== write.expectedVersion) {
          return new VersionConflict({ subjectId: id, expected: write.expectedVersion })
        }
      }
      return undefined
    },

    write: (write) => {
      const { expectedVersion } = write
      const isNew = expectedVersion === 0
      switch (write._tag) {
        case "Payout":
          writePayout(write.state, expectedVersion)
          return
        case "CryptoInvoice": {
          const { order, transfers } = write.state
          if (isNew) once(insertCryptoInvoice, cryptoInvoiceColumns(write.state, 1))
          else once(changeCryptoInvoice, changeCryptoInvoiceColumns(write.state, expectedVersion))
          transfers.forEach((transfer, position) => {
            putTransfer.run(...transferColumns(order, transfer, position))
          })
          if (!isNew) forgetTransfers.run(order.partnerId, order.id, transfers.length)
          return
        }
        case "Invoice":
          return isNew
            ? once(insertInvoice, invoiceColumns(write.state, 1))
            : once(changeInvoice, changeInvoiceColumns(write.state, expectedVersion))
        case "BankPayment":
          return isNew
            ? once(insertBankPayment, bankPaymentColumns(write.state, 1))
            : once(changeBankPayment, changeBankPaymentColumns(write.state, expectedVersion))
        case "Batch":
          return once(insertBatch, batchColumns(write.state, 1))
        case "Partner":
          return isNew
            ? once(insertPartner, partnerColumns(write.state, 1))
            : once(changePartner, changePartnerColumns(write.state, expectedVersion))
        case "ApiKey":
          return isNew
            ? once(insertApiKey, apiKeyColumns(write.state, 1))
            : once(changeApiKey, changeApiKeyColumns(write.state, expectedVersion))
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
      return write.state.order
    case "Partner":
      return { partnerId: write.state.id, id: write.state.id }
    case "ApiKey":
    case "Batch":
      return write.state
  }
}

/** One row, or a defect: the versions were checked in this transaction, so only one commit that names a subject twice can differ. */
const once = (statement: Database.Statement, columns: ReadonlyArray<unknown>): void => {
  if (statement.run(...columns).changes !== 1) throw new Error("a commit may write each aggregate once")
}
