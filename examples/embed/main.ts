/**
 * Quittance inside a plain Node program: Promises, one SQLite file, no server.
 *
 * A shop issues an invoice, its customer pays in two halves, and the shop pays out from what it received.
 * Then the program stops and starts again on the same file. The networks and the processing side are
 * simulated (sandbox mode, the default).
 *
 *     npx node --conditions=source examples/embed/main.ts
 */
import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { createQuittance, InsufficientFunds, type QuittanceHost } from "@quittance/core"

const folder = await mkdtemp(join(tmpdir(), "quittance-embed-"))

// Of a real deployment the file is on a local disk, and the key comes from the environment: secrets in the
// file are sealed with it, so it is kept somewhere else.
const filename = join(folder, "quittance.db")
const masterKey = randomBytes(32).toString("base64")

const open = () => createQuittance({ store: SqliteStore.layer({ filename, mode: "sandbox" }), masterKey })

/** Payouts are sent by workers in this process, after the answer. A host looks when it wants to know. */
const settled = async (quittance: QuittanceHost, partnerId: string, payoutId: string) => {
  for (;;) {
    const payout = await quittance.payouts.get(partnerId, payoutId)
    if (payout.status !== "PENDING") return payout
    await sleep(20)
  }
}

try {
  const quittance = await open()
  const shop = await quittance.partners.ensure("shop")

  // 1. The invoice. Amounts are decimal numbers in USDT; inside they are integers.
  const invoice = await quittance.cryptoInvoices.create(shop.id, {
    amount: 25,
    network: "tron",
    externalId: "order-1"
  })
  console.log(`invoice: ${invoice.status}, ${invoice.expectedAmount} ${invoice.currency} expected`)

  // 2. The customer sends two halves to the invoice's address. Only a sandbox can make this happen.
  for (const amount of [12.5, 12.5]) {
    await quittance.sandbox.deposit(shop.id, { address: invoice.address, amount })
    const { paidAmount, status } = await quittance.cryptoInvoices.get(shop.id, invoice.id)
    console.log(`invoice: ${status}, ${paidAmount} paid`)
  }
  const received = await quittance.balances.get(shop.id)
  console.log(`balance: ${received.available} available, after a fee of ${invoice.feeAmount}`)

  // 3. The payout. The key says which wish this is: whoever asks again, as after a lost answer, is answered
  // again, and nothing is sent twice.
  const wish = { amount: 10, address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", network: "tron" }
  const payout = await quittance.payouts.create(shop.id, "payout-of-order-1", wish)
  console.log(`payout: ${payout.status}, ${payout.amount} plus a fee of ${payout.fee}`)
  const again = await quittance.payouts.create(shop.id, "payout-of-order-1", wish)
  console.log(`asked again: the same payout ${again.id === payout.id}, a replay ${again.replayed}`)

  // 4. A refusal is a value with a type. Nothing was written for it, so its key can be used again.
  try {
    await quittance.payouts.create(shop.id, "payout-too-large", { ...wish, amount: 20 })
  } catch (error) {
    if (!(error instanceof InsufficientFunds)) throw error
    console.log(`refused: ${error._tag}, ${error.message}`)
  }

  const sent = await settled(quittance, shop.id, payout.id)
  console.log(`payout: ${sent.status} after ${sent.attempts} attempt`)

  // 5. The books of the whole store, proved from the journal up.
  const { entryCount, faults } = await quittance.verifyLedger()
  console.log(`ledger: ${entryCount} entries, ${faults.length} faults`)

  // 6. Stop and start. Whatever was answered is in the file.
  await quittance.close()
  const reopened = await open()
  const remembered = await reopened.payouts.get(shop.id, payout.id)
  const { available } = await reopened.balances.get(shop.id)
  console.log(`reopened: the payout is ${remembered.status}, ${available} available`)
  await reopened.close()
} finally {
  await rm(folder, { recursive: true })
}
