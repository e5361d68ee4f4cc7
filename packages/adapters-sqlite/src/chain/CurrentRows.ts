import type Database from "better-sqlite3"
import type { RowTexts } from "./RowDigest.ts"
import { rowDigests } from "./rowDigests.ts"

type Kind = keyof typeof rowDigests

/** What a row is called in a sentence. */
const nouns: { readonly [Tag in Kind]: string } = {
  Payout: "payout",
  CryptoInvoice: "crypto invoice",
  Invoice: "invoice",
  BankPayment: "bank payment",
  Batch: "batch",
  KycSession: "KYC session",
  TransitWallet: "wallet",
  TransitDeposit: "deposit",
  WebhookEndpoint: "webhook",
  Partner: "partner",
  ApiKey: "API key"
}

/** A row as it stands now, and what it is called. */
export interface CurrentRow extends RowTexts {
  readonly noun: string
  readonly table: string
}

type Find = (partnerId: string, id: string) => CurrentRow | undefined

/** Reads rows for comparing them with what the events know of them. */
export class CurrentRows {
  readonly #finders: ReadonlyMap<string, Find>

  constructor(database: Database.Database) {
    const kinds = Object.keys(rowDigests) as ReadonlyArray<Kind>
    this.#finders = new Map(kinds.map((kind) => [rowDigests[kind].table, finderOf(database, kind)]))
  }

  in(table: string, partnerId: string, id: string): CurrentRow | undefined {
    return this.#finders.get(table)?.(partnerId, id)
  }

  /** Where nothing tells the table. */
  anywhere(partnerId: string, id: string): CurrentRow | undefined {
    for (const find of this.#finders.values()) {
      const found = find(partnerId, id)
      if (found !== undefined) return found
    }
    return undefined
  }
}

const finderOf = (database: Database.Database, kind: Kind): Find => {
  const { columns, ofCells, table } = rowDigests[kind]
  // A partner is named by its own id.
  const partner = columns.includes("partner_id") ? "partner_id" : "id"
  const row = database
    .prepare(`SELECT ${columns.join(", ")} FROM ${table} WHERE ${partner} = ? AND id = ?`)
    .raw()
    .safeIntegers()
  const children = kind === "CryptoInvoice" ? transfersOf(database) : undefined
  const noun = nouns[kind]
  return (partnerId, id) => {
    const cells = row.get(partnerId, id) as ReadonlyArray<unknown> | undefined
    if (cells === undefined) return undefined
    return { ...ofCells(cells, children?.(partnerId, id)), noun, table }
  }
}

const transfersOf = (database: Database.Database) => {
  const find = database
    .prepare(
      `SELECT partner_id, invoice_id, position, tx_hash, log_index, status, amount_minor, fee_minor, confirmations, seen_at
         FROM crypto_transfers WHERE partner_id = ? AND invoice_id = ? ORDER BY position`
    )
    .raw()
    .safeIntegers()
  return (partnerId: string, id: string) => find.all(partnerId, id) as ReadonlyArray<ReadonlyArray<unknown>>
}
