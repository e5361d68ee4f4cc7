/**
 * A store with invoices that wait for transfers, and a statement of the account: every fifth payment names one of them,
 * the others name none.
 */
import { randomBytes } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { camtText, inventedAccounts, TransferAccounts } from "@quittance/adapters-bank-transfer"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { createQuittance } from "@quittance/core"
import type { CalendarDate } from "@quittance/core/adapter"
import { lookAt } from "./sandboxStore.ts"

export const statementAccount = "sandbox-eur"
export const paymentsPerInvoice = 5

const invoicesPerFile = 1_000
const amountMinor = 1_250n

/** The product over a store, as a host has it. */
export const openStatements = (filename: string, masterKey: string) =>
  createQuittance({
    store: SqliteStore.layer({ filename, mode: "sandbox" }),
    masterKey,
    transfers: TransferAccounts.layer(inventedAccounts),
    workers: false
  })

export type StatementStore = { readonly filename: string; readonly masterKey: string }

/** Gives the references of the invoices too. */
export const makeStatementStore = async (directory: string, invoices: number) => {
  const store: StatementStore = {
    filename: join(directory, "store.db"),
    masterKey: randomBytes(32).toString("base64")
  }
  const quittance = await openStatements(store.filename, store.masterKey)
  try {
    const { id } = await quittance.partners.ensure("benchmark")
    for (let from = 0; from < invoices; from += invoicesPerFile) {
      const rows = Array.from(
        { length: Math.min(invoicesPerFile, invoices - from) },
        (_, row) => `12.50,EUR,invoice,o-${from + row}`
      )
      const file = ["amount,currency,description,externalId", ...rows].join("\n")
      const { created } = await quittance.batches.import(id, { file })
      if (created !== rows.length) throw new Error(`only ${created} rows became invoices`)
    }
  } finally {
    await quittance.close()
  }
  const references = lookAt(store.filename, (database) =>
    database.prepare("SELECT creditor_reference FROM invoices").pluck().all()
  )
  return { store, references: references.map(String) }
}

/** A camt.053 file of so many payments of today. */
export const writeStatementFile = (
  path: string,
  payments: number,
  references: ReadonlyArray<string>
): void => {
  const day = new Date().toISOString().slice(0, 10) as CalendarDate
  const entries = Array.from({ length: payments }, (_, index) => {
    const reference = index % paymentsPerInvoice === 0 ? references[index / paymentsPerInvoice] : undefined
    return {
      ...({ direction: "credit", isReversal: false, status: "booked", bookedOn: day } as const),
      payments: [
        {
          ...{ amountMinor, payer: `Payer ${index}`, payerAccount: "DE89370400440532013000" },
          ...{ payerBank: "COBADEFFXXX", text: `order ${index}`, bankReference: `BR${index}` },
          ...(reference === undefined ? {} : { reference })
        }
      ]
    }
  })
  const account = inventedAccounts[statementAccount].iban.replaceAll(" ", "")
  const statement = { account, currency: "EUR", openingMinor: 0n, day, entries }
  writeFileSync(path, camtText(statement, { message: "053", version: "08" }))
}
