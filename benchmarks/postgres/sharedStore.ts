/** A store on PostgreSQL that every subject starts from, as `product/sandboxStore.ts` makes one in a file. */
import { PostgresStore } from "@quittance/adapters-postgres"
import { asked, type PostgresServer, startServer } from "@quittance/testing/postgres"
import { Client } from "pg"
import { fundedUsdt, fundPartner, type ServedStore, type Work } from "../product/sandboxStore.ts"

export type SharedStore = ServedStore & {
  /** Who owns the money: each as much. */
  readonly partnerIds: ReadonlyArray<string>
  /** How many payouts it holds; fails unless every row of each is there. */
  readonly count: (work: Work) => Promise<number>
}

/** A server of its own that flushes every commit, with memory as a small production server has. */
export const startSharedServer = (): Promise<PostgresServer> =>
  startServer(["shared_buffers = '512MB'", "max_wal_size = '4GB'", "checkpoint_timeout = '15min'"])

export const makeSharedStore = async (
  { newDatabase }: Pick<PostgresServer, "newDatabase">,
  usdt = fundedUsdt,
  partnerCount = 1
): Promise<SharedStore> => {
  const url = await newDatabase()
  const partner = await fundPartner(PostgresStore.layer({ url, mode: "sandbox" }), usdt)
  const partnerIds = Array.from({ length: partnerCount }, (_, nth) =>
    nth === 0 ? partner.partnerId : `${partner.partnerId.slice(0, -3)}${String(nth).padStart(3, "0")}`
  )
  for (const partnerId of partnerIds.slice(1))
    await asked(
      url,
      `INSERT INTO accounts SELECT '${partnerId}', currency, name, balance_minor FROM accounts WHERE partner_id = '${partner.partnerId}'`
    )
  const count = (work: Work) => countRows(url, { ...counted, ...(work === "waiting" ? waiting : {}) })
  return {
    ...partner,
    partnerIds,
    location: url,
    count,
    countServed: (work) => countRows(url, { ...counted, ...(work === "waiting" ? waiting : {}), ...served }),
    countPending: () => countRows(url, { pending })
  }
}

/** The server's processes for the connections of stores that are open on this database. */
export const sessionsOn = async (url: string): Promise<ReadonlyArray<number>> => {
  const found = await asked(
    url,
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'quittance'"
  )
  return found.map(({ pid }) => Number(pid))
}

const counted = {
  payouts: "SELECT count(*) FROM payouts",
  claims: "SELECT count(*) FROM claims WHERE scope = 'payout.create'",
  "journal entries": "SELECT count(*) FROM journal_entries WHERE kind = 'payout.reserved'",
  postings: "SELECT count(*) FROM postings WHERE kind = 'payout.reserved'",
  events: "SELECT count(*) FROM events WHERE type = 'PayoutReserved'",
  counts:
    "SELECT coalesce(sum(count), 0) FROM list_counts WHERE list = 'payouts' AND grain = 'day' AND status = ''"
} as const

const waiting = {
  jobs: "SELECT count(*) FROM jobs WHERE kind = 'payout.dispatch'",
  "balance in payout, in reserved payouts": `SELECT count(*) FROM payouts
    WHERE (SELECT sum(balance_minor) FROM accounts WHERE name = 'payoutPending')
      = (SELECT sum(amount_minor + fee_minor) FROM payouts)`
} as const

const pending =
  "SELECT coalesce(sum(count), 0) FROM list_counts WHERE list = 'payouts' AND grain = 'day' AND status = 'PENDING'"

const served = { signatures: "SELECT count(*) FROM seen_signatures" } as const

const countRows = async (url: string, tables: { readonly [what: string]: string }): Promise<number> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const counts: Array<readonly [string, number]> = []
    for (const [what, sql] of Object.entries(tables)) {
      const { rows } = await client.query({ text: sql, rowMode: "array" })
      counts.push([what, Number(rows[0]?.[0])])
    }
    const expected = counts[0]?.[1] ?? 0
    const wrong = counts.filter(([, count]) => count !== expected)
    if (wrong.length === 0) return expected
    throw new Error(`${expected} payouts, but ${wrong.map(([what, count]) => `${count} ${what}`).join(", ")}`)
  } finally {
    await client.end()
  }
}
