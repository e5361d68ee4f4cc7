import type Database from "better-sqlite3"
import { claimDigest, type RowDigest } from "./RowDigest.ts"
import { rowDigests } from "./rowDigests.ts"

/** What a row is called in a sentence. */
const nouns: { readonly [Tag in keyof typeof rowDigests]: string } = {
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

/**
 * The digests that the events keep of rows and of idempotency records, held against what stands in the tables now. What was
 * last written before the store had a chain is not judged.
 */
export class LoggedDigests {
  /** By subject: its row as the events know it. */
  readonly #rows = new Map<string, string>()
  /** By the digest of an idempotency record: whose it is. */
  readonly #claims = new Map<string, string>()

  add(subjectId: string, digest: string | null, claimed: string | null): void {
    if (claimed !== null) for (const each of claimed.split(" ")) this.#claims.set(each, subjectId)
    if (digest === null || digest === "") return
    const end = digest.indexOf(" ")
    if (end === -1) this.#rows.set(subjectId, digest)
    else {
      if (end > 0) this.#rows.set(subjectId, digest.slice(0, end))
      for (const other of digest.slice(end + 1).split(" ")) {
        const equals = other.indexOf("=")
        this.#rows.set(other.slice(0, equals), other.slice(equals + 1))
      }
    }
  }

  /** To be asked once, when all events were added. */
  faults(database: Database.Database): ReadonlyArray<string> {
    const faults = [...this.#faultsOfClaims(database)]
    for (const [tag, digest] of Object.entries(rowDigests)) {
      const children = tag === "CryptoInvoice" ? transfersOf(database) : undefined
      faults.push(...this.#faultsOfRows(database, nouns[tag as keyof typeof nouns], digest, children))
    }
    for (const id of this.#rows.keys()) faults.push(`${id} is gone: it has events and no row`)
    return faults
  }

  *#faultsOfRows(
    database: Database.Database,
    noun: string,
    { columns, ofCells, table }: Pick<RowDigest<never>, "columns" | "ofCells" | "table">,
    children: ((partnerId: unknown, id: unknown) => ReadonlyArray<ReadonlyArray<unknown>>) | undefined
  ): Iterable<string> {
    const idAt = columns.indexOf("id")
    const partnerAt = columns.indexOf("partner_id")
    const rows = database
      .prepare(`SELECT ${columns.join(", ")} FROM ${table}`)
      .raw()
      .safeIntegers()
      .iterate()
    for (const cells of rows as IterableIterator<ReadonlyArray<unknown>>) {
      const id = String(cells[idAt])
      const logged = this.#rows.get(id)
      if (logged === undefined) continue
      this.#rows.delete(id)
      if (ofCells(cells, children?.(cells[partnerAt], id)) !== logged) {
        yield `${noun} ${id} is not what was committed: its row in ${table} was changed past its events`
      }
    }
  }

  *#faultsOfClaims(database: Database.Database): Iterable<string> {
    const claims = database
      .prepare("SELECT domain, scope, key, owner_id, fingerprint FROM claims WHERE fingerprint IS NOT NULL")
      .raw()
      .iterate() as IterableIterator<readonly [string, string, string, string, string]>
    for (const claim of claims) this.#claims.delete(claimDigest(...claim))
    for (const owner of this.#claims.values()) {
      yield `the idempotency record of ${owner} is not what was committed: its key, owner or fingerprint was changed`
    }
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
  return (partnerId: unknown, id: unknown) => find.all(partnerId, id) as ReadonlyArray<ReadonlyArray<unknown>>
}
