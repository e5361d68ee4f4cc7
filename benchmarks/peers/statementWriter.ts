/**
 * A camt.053 file as bare tools take it in: saxes reads it, one prepared statement inserts a row for each payment, 200
 * in a transaction. The table is the product's with its indexes. It looks nothing up, pays no invoice, checks no
 * balance, and keeps no books, no events and no sealed texts.
 */
import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import type Database from "better-sqlite3"
import { SaxesParser } from "saxes"

const rowsPerTransaction = 200

type Payment = Readonly<Partial<Record<string, string>>>

export const writeStatement = async (
  database: Database.Database,
  path: string,
  partnerId: string
): Promise<number> => {
  const insert = database.prepare(
    `INSERT INTO statement_entries (partner_id, id, version, account, amount_minor, currency, booked_on, key_kind, twin,
        payer_bank_id, reference, is_batch, line, created_at, state, status, updated_at, fault, personal)
      VALUES (?, ?, 1, ?, ?, 'EUR', ?, 'bankReference', ?, ?, ?, 0, ?, ?, 'unresolved', 'unresolved', ?, 'unknown_reference', ?)`
  )
  const hashOf = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 32)
  const insertAll = database.transaction((payments: ReadonlyArray<Payment>) => {
    const now = Date.now()
    for (const {
      AcctSvcrRef = "",
      Amt = "",
      BICFI = "",
      Dt = "",
      IBAN = "",
      Nm,
      Ref,
      Ustrd,
      line
    } of payments)
      insert.run(
        partnerId,
        `ste_${hashOf(`${Dt} ${Amt} ${AcctSvcrRef}`)}`,
        ...["DE36000000000000000000", Math.round(Number(Amt) * 100), Dt],
        ...[hashOf(`${Amt} ${Ref ?? IBAN}`), BICFI, Ref ?? null, Number(line), now, now],
        JSON.stringify([Nm, IBAN, Ustrd])
      )
  }).immediate
  const parser = new SaxesParser({ xmlns: true, position: true })
  let payment: Record<string, string> = {}
  let payments: Array<Payment> = []
  let text = ""
  let written = 0
  const flush = () => {
    insertAll(payments)
    written += payments.length
    payments = []
  }
  parser.on("opentag", ({ local }) => {
    text = ""
    if (local === "Ntry") payment = { line: String(parser.line) }
  })
  parser.on("text", (part) => {
    text += part
  })
  parser.on("closetag", ({ local }) => {
    if (local !== "Ntry") {
      payment[local] = text
      return
    }
    payments.push(payment)
    if (payments.length === rowsPerTransaction) flush()
  })
  for await (const part of createReadStream(path, "utf8")) parser.write(String(part))
  parser.close()
  flush()
  return written
}
