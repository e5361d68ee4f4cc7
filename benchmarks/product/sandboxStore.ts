/**
 * The store that every subject starts from: made by the product itself, with one partner who owns plenty and one key. So
 * all subjects write into the same tables and indexes, and nobody starts with a warmer file.
 */
import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { createQuittance } from "@quittance/core"
import Database from "better-sqlite3"

export type SandboxStore = {
  readonly filename: string
  readonly masterKey: string
  readonly partnerId: string
  readonly keyId: string
  readonly apiKey: string
  readonly secret: string
}

export const fundedUsdt = 900_000_000

export const makeSandboxStore = async (directory: string, usdt = fundedUsdt): Promise<SandboxStore> => {
  const filename = join(directory, "store.db")
  const masterKey = randomBytes(32).toString("base64")
  const quittance = await createQuittance({
    store: SqliteStore.layer({ filename, mode: "sandbox" }),
    masterKey,
    workers: false
  })
  try {
    const { id, partnerId, publicKey, secret } = await quittance.keys.create({ partner: "benchmark" })
    await quittance.balances.adjust(partnerId, { amount: usdt, reason: "benchmark" })
    return { filename, masterKey, partnerId, keyId: id, apiKey: publicKey, secret }
  } finally {
    await quittance.close()
  }
}

/** Uses a store for looking only, beside whoever else has it open. */
export const lookAt = <A>(filename: string, look: (database: Database.Database) => A): A => {
  const database = new Database(filename, { readonly: true, timeout: 5_000 })
  try {
    return look(database)
  } finally {
    database.close()
  }
}

const counted = {
  payouts: "SELECT count(*) FROM payouts",
  claims: "SELECT count(*) FROM claims WHERE scope = 'payout.create'",
  "journal entries": "SELECT count(*) FROM journal_entries WHERE kind = 'payout.reserved'",
  postings:
    "SELECT count(*) FROM postings WHERE entry_seq IN (SELECT seq FROM journal_entries WHERE kind = 'payout.reserved')",
  events: "SELECT count(*) FROM events WHERE type = 'PayoutReserved'",
  counts:
    "SELECT coalesce(sum(count), 0) FROM list_counts WHERE list = 'payouts' AND grain = 'day' AND status = ''"
} as const

const waiting = {
  jobs: "SELECT count(*) FROM jobs WHERE kind = 'payout.dispatch'",
  "balance in payout, in reserved payouts":
    "SELECT count(*) FROM payouts WHERE (SELECT sum(balance_minor) FROM accounts WHERE name = 'payoutPending') = (SELECT sum(amount_minor + fee_minor) FROM payouts)"
} as const

/**
 * How many payouts a store holds. Fails unless every row that belongs to one is there as often, so that a subject which
 * writes less than another cannot pass; `work` says whether the payouts still wait, and their jobs with them.
 */
export const countPayouts = (filename: string, work: "waiting" | "done"): number =>
  lookAt(filename, (database) => {
    const tables: { readonly [what: string]: string } =
      work === "waiting" ? { ...counted, ...waiting } : counted
    const counts = Object.entries(tables).map(
      ([what, sql]) => [what, Number(database.prepare(sql).pluck().get())] as const
    )
    const expected = counts[0]?.[1] ?? 0
    const wrong = counts.filter(([, count]) => count !== expected)
    if (wrong.length > 0) {
      throw new Error(
        `${expected} payouts, but ${wrong.map(([what, count]) => `${count} ${what}`).join(", ")}`
      )
    }
    return expected
  })

/** The same for a store whose payouts were all asked for by signed requests: each signature is kept. */
export const countServedPayouts = (filename: string, work: "waiting" | "done"): number => {
  const payouts = countPayouts(filename, work)
  const signatures = lookAt(filename, (database) =>
    Number(database.prepare("SELECT count(*) FROM seen_signatures").pluck().get())
  )
  if (signatures !== payouts) throw new Error(`${payouts} payouts, but ${signatures} signatures`)
  return payouts
}

/** How many payouts have no outcome yet. */
export const countPending = (filename: string): number =>
  lookAt(filename, (database) =>
    Number(
      database
        .prepare(
          "SELECT coalesce(sum(count), 0) FROM list_counts WHERE list = 'payouts' AND grain = 'day' AND status = 'PENDING'"
        )
        .pluck()
        .get()
    )
  )
