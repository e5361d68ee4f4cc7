/**
 * Fiat invoices inside a plain Node program: Promises, one SQLite file, no server.
 *
 * A shop issues an invoice that its customer pays through a bank, imports a file of invoices whose payment links are
 * mailed, sees money that came too late to be taken, and looks at its figures. Bank and mailbox are simulated (sandbox
 * mode, the default).
 *
 *     npx node --conditions=source examples/invoices/main.ts
 */
import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { createQuittance, InvalidState, type InvoiceRequest } from "@quittance/core"

const folder = await mkdtemp(join(tmpdir(), "quittance-invoices-"))
const quittance = await createQuittance({
  store: SqliteStore.layer({ filename: join(folder, "quittance.db"), mode: "sandbox" }),
  masterKey: randomBytes(32).toString("base64")
})

/**
 * Banks are called, and e-mails sent, by workers in this process, after the answer. A host looks when it wants to know.
 */
const until = async <A>(look: () => Promise<A>, isSo: (found: A) => boolean): Promise<A> => {
  for (;;) {
    const found = await look()
    if (isSo(found)) return found
    await sleep(20)
  }
}

try {
  const { id: shop } = await quittance.partners.ensure("shop")

  // 1. The invoice. Whoever sends the same request under the same key again is answered again.
  const order: InvoiceRequest = {
    amount: 1250.5,
    currency: "KZT",
    description: "Order 17",
    metadata: { cart: 17 }
  }
  const invoice = await quittance.invoices.create(shop, order, "order-17")
  console.log(`invoice: ${invoice.status}, ${invoice.amount} ${invoice.currency}`)
  const again = await quittance.invoices.create(shop, order, "order-17")
  console.log(`asked again: the same invoice ${again.id === invoice.id}, a replay ${again.replayed}`)

  // 2. The customer chooses a bank, which takes the money. On the hosted page, `invoice.paymentUrl`, a customer does
  //    the same.
  const [bank] = await quittance.bankPayments.banks("KZT")
  const begun = await quittance.bankPayments.begin(shop, invoice.id, bank?.id ?? "")
  const [waiting] = await until(
    () => quittance.bankPayments.ofInvoice(shop, invoice.id),
    ([payment]) => payment?.status === "awaiting"
  )
  console.log(`bank payment: ${begun.status}, then ${waiting?.status} at ${bank?.name}`)
  const paid = await quittance.sandbox.pay(shop, invoice.id, { operationId: "operation-1" })
  console.log(`invoice: ${paid.status} through ${paid.payerBank}`)

  // 3. Money for a cancelled invoice is not lost and pays nothing: somebody has to return it. That is said in the log,
  //    which
  // an embedded Quittance writes to the standard error.
  const mistake = await quittance.invoices.create(shop, { amount: 10, currency: "USD" })
  await quittance.invoices.cancel(shop, mistake.id)
  const cancelled = await quittance.sandbox.pay(shop, mistake.id)
  const [unresolved] = await quittance.bankPayments.unresolved()
  console.log(`invoice: ${cancelled.status}, its money ${unresolved?.status}: ${unresolved?.fault}`)
  await quittance.bankPayments.markReturned(unresolved?.id ?? "", "sent back to the payer")
  console.log(`unresolved payments: ${(await quittance.bankPayments.unresolved()).length}`)

  // 4. A refusal is a value with a type.
  try {
    await quittance.invoices.cancel(shop, invoice.id)
  } catch (error) {
    if (!(error instanceof InvalidState)) throw error
    console.log(`refused: ${error._tag}, ${error.message}`)
  }

  // 5. A file of invoices: every row that is right is issued, all in one commit, and what is wrong with the others is
  //    told.
  const file = [
    "amount,currency,email,externalId",
    "19.99,EUR,ann@example.com,A-1",
    "5,EUR,bob@example.com,A-2",
    "0.10,EUR,eve@example.com,A-3",
    "7.50,EUR,dan@example.com,A-1"
  ].join("\n")
  const batch = await quittance.batches.import(shop, { file, sendEmails: "send" })
  console.log(`batch: ${batch.created} of ${batch.total} rows`)
  for (const { error, externalId, row } of batch.errors) console.log(`  row ${row} (${externalId}): ${error}`)
  const { status } = await until(
    () => quittance.batches.get(shop, batch.batchId),
    (found) => found.status === "completed"
  )
  const mails = await quittance.sandbox.mail(shop)
  console.log(
    `batch: ${status}, mailed to ${mails
      .map(({ to }) => to)
      .sort()
      .join(" and ")}`
  )

  // 6. Figures, exact for any range and time zone.
  const { byBank, byCurrency, summary } = await quittance.analytics(shop, { timezone: "Asia/Almaty" })
  console.log(`created ${summary.totalCount}, paid ${summary.paidCount}, that is ${summary.conversionRate} %`)
  console.log(`by currency: ${JSON.stringify(byCurrency)}`)
  console.log(`by bank: ${JSON.stringify(byBank)}`)

  // 7. The books of the whole store, proved from the journal up.
  const { entryCount, faults } = await quittance.verifyLedger()
  console.log(`ledger: ${entryCount} entries, ${faults.length} faults`)
} finally {
  await quittance.close()
  await rm(folder, { recursive: true })
}
