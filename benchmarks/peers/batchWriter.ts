/**
 * Files of invoices as bare tools write them: Papa Parse reads the file, one prepared statement inserts the rows in one
 * transaction. The table is the product's, with as many indexes; that no token and no external id comes twice is left
 * to two unique ones. It checks nothing else, keeps no events and no sums, and answers nobody.
 */
import { randomBytes } from "node:crypto"
import type Database from "better-sqlite3"
import Papa from "papaparse"
import { uuidV7 } from "./uuidV7.ts"

/** Payment tokens as one writes them by hand, or with their time in front as the product does. */
export type TokenForm = "random" | "time first"

const newToken = (form: TokenForm, now: number): string =>
  (form === "random" ? "" : now.toString(16).padStart(12, "0")) + randomBytes(16).toString("hex")

type CsvRow = { readonly [column: string]: string }

export const prepareBatchWriter = (
  database: Database.Database,
  partnerId: string,
  tokens: TokenForm
): ((text: string) => void) => {
  database.exec(`DROP INDEX invoices_by_token;
    CREATE UNIQUE INDEX invoices_by_token ON invoices (token);
    CREATE UNIQUE INDEX invoices_by_external_id ON invoices (partner_id, external_id)`)
  const insert = database.prepare(
    `INSERT INTO invoices (partner_id, id, version, state, token, amount_minor, currency, personal, external_id, batch_id,
        created_at, expires_at, updated_at)
      VALUES (?, ?, 1, 'pending', ?, ?, ?, ?, ?, ?, ?, ?, ?)`
  )
  const insertAll = database.transaction((rows: ReadonlyArray<CsvRow>) => {
    const batchId = `bat_${uuidV7().replaceAll("-", "")}`
    const createdAt = Date.now()
    const expiresAt = createdAt + 86_400_000
    for (const { amount, currency, description, externalId } of rows) {
      insert.run(
        partnerId,
        `inv_${uuidV7().replaceAll("-", "")}`,
        newToken(tokens, createdAt),
        Math.round(Number(amount) * 100),
        currency,
        description === "" ? null : description,
        externalId,
        batchId,
        createdAt,
        expiresAt,
        createdAt
      )
    }
  }).immediate
  return (text) => {
    insertAll(Papa.parse<CsvRow>(text, { header: true, skipEmptyLines: true }).data)
  }
}
