import { addFigures, bucketStart, type CounterChange, type Grain, grainMillis } from "@quittance/core"
import type Database from "better-sqlite3"

/** Roll-ups: every change is added to the stored sum. */
export interface CounterTables {
  readonly write: (changes: ReadonlyArray<CounterChange>) => void
}

export const grains = Object.keys(grainMillis) as ReadonlyArray<Grain>

export const prepareCounters = (database: Database.Database): CounterTables => {
  const addInvoices = database.prepare(
    `INSERT INTO invoice_figures (partner_id, grain, currency, bucket, created, paid, expired, cancelled, paid_minor)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET created = created + excluded.created, paid = paid + excluded.paid,
       expired = expired + excluded.expired, cancelled = cancelled + excluded.cancelled,
       paid_minor = paid_minor + excluded.paid_minor`
  )
  const addBank = database.prepare(
    `INSERT INTO bank_figures (partner_id, grain, currency, bank, bucket, paid, paid_minor) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET paid = paid + excluded.paid, paid_minor = paid_minor + excluded.paid_minor`
  )
  const addBatch = database.prepare(
    `INSERT INTO batch_tallies (partner_id, batch_id, paid, paid_minor, mails_unsent) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET paid = paid + excluded.paid, paid_minor = paid_minor + excluded.paid_minor,
       mails_unsent = mails_unsent + excluded.mails_unsent`
  )
  const addWallet = database.prepare(
    `INSERT INTO transit_balances (partner_id, wallet_id, balance_minor) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET balance_minor = balance_minor + excluded.balance_minor`
  )

  return {
    write: (changes) => {
      for (const change of merged(changes)) {
        switch (change._tag) {
          case "Invoices": {
            const { cancelled, created, expired, paid, paidMinor } = change.change
            for (const grain of grains) {
              const bucket = bucketStart(grain, change.createdAt)
              const key = [change.partnerId, grain, change.currency, bucket]
              addInvoices.run(...key, created, paid, expired, cancelled, paidMinor)
            }
            break
          }
          case "Bank": {
            const { bank, createdAt, currency, paid, paidMinor, partnerId } = change
            for (const grain of grains) {
              addBank.run(partnerId, grain, currency, bank, bucketStart(grain, createdAt), paid, paidMinor)
            }
            break
          }
          case "Batch": {
            const { batchId, mailsUnsent, paid, paidMinor, partnerId } = change
            addBatch.run(partnerId, batchId, paid, paidMinor, mailsUnsent)
            break
          }
          case "Wallet":
            addWallet.run(change.partnerId, change.walletId, change.changeMinor)
            break
        }
      }
    }
  }
}

/**
 * Merges changes of invoices in the same finest bucket: a batch changes the same few buckets a thousand
 * times.
 */
const merged = (changes: ReadonlyArray<CounterChange>): ReadonlyArray<CounterChange> => {
  if (changes.length < 2) return changes
  const sums = new Map<string, Extract<CounterChange, { readonly _tag: "Invoices" }>>()
  const others: Array<CounterChange> = []
  for (const change of changes) {
    if (change._tag !== "Invoices") {
      others.push(change)
      continue
    }
    const { createdAt, currency, partnerId } = change
    const name = `${currency} ${bucketStart("quarter", createdAt)} ${partnerId}`
    const sum = sums.get(name)
    sums.set(name, sum === undefined ? change : { ...sum, change: addFigures(sum.change, change.change) })
  }
  return [...sums.values(), ...others]
}
