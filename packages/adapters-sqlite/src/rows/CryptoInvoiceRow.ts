import type { CryptoInvoiceOrder, IssuedCryptoInvoice, Transfer } from "@quittance/core"
import { Option } from "effect"
import type { ErasableTexts } from "../ErasableTexts.ts"
import { integer, money, nullable, optionalInteger, optionalText, type Row, text } from "./columns.ts"
import { personalIn, type PersonalRows, personalTextOf } from "./PersonalRows.ts"

/** A crypto invoice as a row of `crypto_invoices` and rows of `crypto_transfers`, in their order. */
export const cryptoInvoiceOf = (
  row: Row,
  transferRows: ReadonlyArray<Row>,
  texts: Pick<ErasableTexts, "open">
): IssuedCryptoInvoice => {
  const redactedAt = Option.getOrUndefined(optionalInteger(row, "redacted_at"))
  const issued = {
    order: orderOf(row, personalIn(row, texts)),
    transfers: transferRows.map(transferOf),
    updatedAt: integer(row, "updated_at"),
    ...(redactedAt === undefined ? {} : { redactedAt })
  }
  const _tag = text(row, "state") as IssuedCryptoInvoice["_tag"]
  return _tag === "paid" ? { _tag, ...issued, paidAt: integer(row, "paid_at") } : { _tag, ...issued }
}

const orderOf = (row: Row, personal: ReturnType<typeof personalIn>): CryptoInvoiceOrder => ({
  id: text(row, "id"),
  partnerId: text(row, "partner_id"),
  externalId: text(row, "external_id"),
  token: text(row, "token"),
  network: text(row, "network"),
  currency: text(row, "currency") as CryptoInvoiceOrder["currency"],
  address: text(row, "address"),
  addressSalt: optionalText(row, "address_salt"),
  amountMinor: money(row, "amount_minor"),
  expectedMinor: money(row, "expected_minor"),
  feeMinor: money(row, "fee_minor"),
  netMinor: money(row, "net_minor"),
  feePayer: text(row, "fee_payer") as CryptoInvoiceOrder["feePayer"],
  feeTerms: {
    basisPoints: integer(row, "fee_basis_points"),
    fixedMinor: money(row, "fee_fixed_minor"),
    minMinor: money(row, "fee_min_minor"),
    maxMinor: row.fee_max_minor === null ? Option.none() : Option.some(money(row, "fee_max_minor"))
  },
  requiredConfirmations: integer(row, "required_confirmations"),
  description: personal("description"),
  customerName: personal("customer_name"),
  customerEmail: personal("customer_email"),
  successUrl: personal("success_url"),
  createdAt: integer(row, "created_at"),
  expiresAt: integer(row, "expires_at"),
  watchUntil: integer(row, "watch_until")
})

const transferOf = (row: Row): Transfer => ({
  txHash: text(row, "tx_hash"),
  logIndex: integer(row, "log_index"),
  status: text(row, "status") as Transfer["status"],
  amountMinor: money(row, "amount_minor"),
  feeMinor: money(row, "fee_minor"),
  confirmations: integer(row, "confirmations"),
  seenAt: integer(row, "seen_at")
})

const insertCryptoInvoiceSql = `INSERT INTO crypto_invoices (partner_id, id, version, state, external_id, token,
  network, currency, address, address_salt, amount_minor, expected_minor, fee_minor, net_minor, fee_payer, fee_basis_points,
  fee_fixed_minor, fee_min_minor, fee_max_minor, required_confirmations, personal, created_at, expires_at,
  watch_until, updated_at, paid_at, redacted_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

const cryptoInvoiceColumns = (
  invoice: IssuedCryptoInvoice,
  version: number,
  personal: string | null = null
): ReadonlyArray<unknown> => {
  const { order } = invoice
  return [
    order.partnerId,
    order.id,
    version,
    invoice._tag,
    order.externalId,
    order.token,
    order.network,
    order.currency,
    order.address,
    nullable(order.addressSalt),
    order.amountMinor,
    order.expectedMinor,
    order.feeMinor,
    order.netMinor,
    order.feePayer,
    order.feeTerms.basisPoints,
    order.feeTerms.fixedMinor,
    order.feeTerms.minMinor,
    nullable(order.feeTerms.maxMinor),
    order.requiredConfirmations,
    personal,
    order.createdAt,
    order.expiresAt,
    order.watchUntil,
    ...changedColumns(invoice)
  ]
}

const changed = "version = version + 1, state = ?, updated_at = ?, paid_at = ?, redacted_at = ?"
const named = "WHERE partner_id = ? AND id = ? AND version = ?"

const changeCryptoInvoiceSql = `UPDATE crypto_invoices SET ${changed} ${named}`
const emptyCryptoInvoiceSql = `UPDATE crypto_invoices SET personal = ?, description = NULL, customer_name = NULL,
  customer_email = NULL, success_url = NULL, ${changed} ${named}`

const changeCryptoInvoiceColumns = (
  invoice: IssuedCryptoInvoice,
  version: number
): ReadonlyArray<unknown> => [
  invoice._tag,
  ...changedColumns(invoice),
  invoice.order.partnerId,
  invoice.order.id,
  version
]

const changedColumns = (invoice: IssuedCryptoInvoice): ReadonlyArray<number | null> => [
  invoice.updatedAt,
  invoice._tag === "paid" ? invoice.paidAt : null,
  invoice.redactedAt ?? null
]

export const cryptoInvoiceRows: PersonalRows<IssuedCryptoInvoice> = {
  table: "crypto_invoices",
  insertSql: insertCryptoInvoiceSql,
  columns: cryptoInvoiceColumns,
  undigested: ["personal"],
  unwritten: ["description", "customer_name", "customer_email", "success_url"],
  personalText: ({ order }) =>
    personalTextOf({
      description: order.description,
      customer_name: order.customerName,
      customer_email: order.customerEmail,
      success_url: order.successUrl
    }),
  change: { sql: changeCryptoInvoiceSql, columns: changeCryptoInvoiceColumns },
  emptySql: emptyCryptoInvoiceSql,
  inClear:
    "(description IS NOT NULL OR customer_name IS NOT NULL OR customer_email IS NOT NULL OR success_url IS NOT NULL)"
}

export const putTransferSql = `INSERT OR REPLACE INTO crypto_transfers (partner_id, invoice_id, position, tx_hash,
  log_index, status, amount_minor, fee_minor, confirmations, seen_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

export const transferColumns = (
  order: CryptoInvoiceOrder,
  transfer: Transfer,
  position: number
): ReadonlyArray<unknown> => [
  order.partnerId,
  order.id,
  position,
  transfer.txHash,
  transfer.logIndex,
  transfer.status,
  transfer.amountMinor,
  transfer.feeMinor,
  transfer.confirmations,
  transfer.seenAt
]
