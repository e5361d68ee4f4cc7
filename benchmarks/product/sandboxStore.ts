/**
 * The store that every subject starts from. The product itself makes it, with one partner who owns plenty and one key.
 * So all subjects write into the same tables and indexes, and none starts with a warmer file.
 */
import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { createQuittance, type StorePorts } from "@quittance/core"
import Database from "better-sqlite3"
import type { Layer } from "effect"

/** The partner that asks for payouts. */
export type SandboxPartner = {
  readonly masterKey: string
  readonly partnerId: string
  readonly keyId: string
  readonly apiKey: string
  readonly secret: string
}

/** Whether the payouts of a store still wait, and their jobs with them. */
export type Work = "waiting" | "done"

/** A store that a server is started on. */
export type ServedStore = SandboxPartner & {
  /** What `QUITTANCE_DB` names. */
  readonly location: string
  /** How many payouts it holds that signed requests asked for. Fails unless every row of each is there. */
  readonly countServed: (work: Work) => number | Promise<number>
  /** How many of them have no outcome yet. */
  readonly countPending: () => number | Promise<number>
}

export type SandboxStore = ServedStore & { readonly filename: string }

export const fundedUsdt = 900_000_000

export const makeSandboxStore = async (directory: string, usdt = fundedUsdt): Promise<SandboxStore> => {
  const filename = join(directory, "store.db")
  const partner = await fundPartner(SqliteStore.layer({ filename, mode: "sandbox" }), usdt)
  return storeAt(filename, partner)
}

/** The store of a partner in this file. */
export const storeAt = (filename: string, partner: SandboxPartner): SandboxStore => ({
  ...partner,
  filename,
  location: filename,
  countServed: (work) => countServedPayouts(filename, work),
  countPending: () => countPending(filename)
})

/** Makes a partner who owns this, with one key. */
export const fundPartner = async (
  store: Layer.Layer<StorePorts, unknown>,
  usdt: number
): Promise<SandboxPartner> => {
  const masterKey = randomBytes(32).toString("base64")
  const quittance = await createQuittance({ store, masterKey, workers: false })
  try {
    const { id, partnerId, publicKey, secret } = await quittance.keys.create({ partner: "benchmark" })
    await quittance.balances.adjust(partnerId, { amount: usdt, reason: "benchmark" })
    return { masterKey, partnerId, keyId: id, apiKey: publicKey, secret }
  } finally {
    await quittance.close()
  }
}

/** Opens a store only to look, beside whoever else has it open. */
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
 * How many payouts a store holds. Fails unless it holds as many of every row that belongs to one, so that a subject
 * which writes less than another cannot pass.
 */
export const countPayouts = (filename: string, work: Work): number =>
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

/** The same for a store whose payouts were all asked for by signed requests: each signature must be kept. */
const countServedPayouts = (filename: string, work: Work): number => {
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
