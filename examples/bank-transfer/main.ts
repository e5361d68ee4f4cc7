/**
 * Invoices that are paid by bank transfer, without a payment provider: Promises, one SQLite file, no server.
 *
 * A shop issues an invoice in euros and tells its customer what to transfer. Its bank exports a statement, the shop
 * imports it, and the invoice is paid; a second import of the same file books nothing. Another customer writes a wrong
 * digit: that money waits for a person, who says whose it is. The bank is simulated (sandbox mode, the default); in
 * live mode, with your own account, only steps 2 and 3 happen elsewhere: at your customer's bank and at yours.
 *
 *     npx node --conditions=source examples/bank-transfer/main.ts
 */
import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { TransferAccounts } from "@quittance/adapters-bank-transfer"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { createQuittance } from "@quittance/core"

const folder = await mkdtemp(join(tmpdir(), "quittance-bank-transfer-"))
const quittance = await createQuittance({
  store: SqliteStore.layer({ filename: join(folder, "quittance.db"), mode: "sandbox" }),
  masterKey: randomBytes(32).toString("base64"),
  // Your account, as `banks` of the server's configuration file has it. This number is of no bank.
  transfers: TransferAccounts.layer({
    main: { currency: "EUR", beneficiary: "Example GmbH", iban: "DE36 0000 0000 0000 0000 00" }
  })
})

const { id: shop } = await quittance.partners.ensure("shop")

/** What the customer of an invoice is told. A worker in this process writes it, after the choice. */
const instructionsOf = async (invoiceId: string) => {
  for (;;) {
    const [payment] = await quittance.bankPayments.ofInvoice(shop, invoiceId)
    if (payment?.instructions != null) return payment.instructions
    await sleep(20)
  }
}

/** What the bank says of the account until now. */
const statement = async (): Promise<Uint8Array> =>
  (await quittance.sandbox.bankStatement(shop, { account: "main", format: "camt.053" })).content

/** A reference whose last digit is another one. */
const withWrongDigit = (reference: string): string =>
  reference.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))

try {
  // 1. The invoice. The customer chooses the transfer and is told what to write. On the hosted page,
  //    `invoice.paymentUrl`, a customer sees the same, with a QR code.
  const order = { amount: 75.5, currency: "EUR", description: "Order 17" } as const
  const invoice = await quittance.invoices.create(shop, order, "order-17")
  await quittance.bankPayments.begin(shop, invoice.id, "transfer")
  const { account, amount, beneficiary, qrPayload, reference } = await instructionsOf(invoice.id)
  console.log(`transfer ${amount} EUR to ${beneficiary}, ${account}, with the reference ${reference}`)
  console.log(`the same as a QR code: ${JSON.stringify(qrPayload)}`)

  // 2. The customer transfers it. Nobody tells the shop.
  await quittance.sandbox.bankTransfer(shop, invoice.id, { payer: "Ann Payer" })
  console.log(`invoice: ${(await quittance.invoices.get(shop, invoice.id)).status}`)

  // 3. The next morning: the statement is exported at the bank, and imported here.
  const first = await quittance.statements.import({ account: "main", file: await statement() })
  console.log(`imported: ${first.new} new, ${first.matched} of them matched`)
  const paid = await quittance.invoices.get(shop, invoice.id)
  console.log(`invoice: ${paid.status} through ${paid.payerBank}`)

  // 4. The same file again books nothing: its payments are known.
  const again = await quittance.statements.import({ account: "main", file: await statement() })
  console.log(`imported again: ${again.new} new, ${again.known} known`)

  // 5. Another customer writes a wrong digit. The check digits show it, so it pays nobody's invoice by accident.
  const other = await quittance.invoices.create(shop, { ...order, description: "Order 18" }, "order-18")
  await quittance.sandbox.bankTransfer(shop, other.id, {
    payer: "Bob Payer",
    reference: "",
    text: `Order 18 ${withWrongDigit(other.reference ?? "")}`
  })
  const second = await quittance.statements.import({ account: "main", file: await statement() })
  console.log(`imported: ${second.known} known, ${second.new} new, ${second.unresolved} unresolved`)
  const { entries } = await quittance.statements.unresolved()
  const [entry] = entries
  if (entry === undefined) throw new Error("nothing waits for a person")
  const [suggestion] = entry.suggestions
  console.log(`waits for a person: ${entry.amount} ${entry.currency} of ${entry.payer}, ${entry.fault}`)
  const isOther = suggestion?.invoiceId === other.id
  console.log(`suggested by its ${suggestion?.because}: the invoice of order 18 ${isOther}`)

  // 6. A person looks at it, and decides.
  const assigned = await quittance.statements.assign(entry.id, other.id, "a wrong digit; confirmed by mail")
  const { status } = await quittance.invoices.get(shop, other.id)
  console.log(`entry: ${assigned.status}; invoice: ${status}`)
  const left = await quittance.statements.unresolved()
  console.log(`unresolved: ${left.entries.length + left.payments.length}`)

  // 7. The books of the whole store, proved from the journal up.
  const { entryCount, faults } = await quittance.verifyLedger()
  console.log(`ledger: ${entryCount} entries, ${faults.length} faults`)
} finally {
  await quittance.close()
  await rm(folder, { recursive: true })
}
