/**
 * A payout processor of one's own.
 *
 * `Bank.ts` is the outside, a bank that loses an answer now and then. `bankPayoutProcessor.ts` speaks to it
 * and is all that one has to write; `conformance.test.ts` proves that it keeps the laws of the port. Here it
 * is brought to Quittance, and the bank loses the answer to the first order, so that nobody knows whether the
 * money left.
 *
 *     npx node --conditions=source examples/processor/main.ts
 */
import { randomBytes } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { createQuittance, MemoryStore, type PayoutView } from "@quittance/core"
import { Bank } from "./Bank.ts"
import { bankPayoutProcessor } from "./bankPayoutProcessor.ts"

const bank = new Bank()

// In live mode the settings say so, and a source of deposit addresses comes with it. In the sandbox one's own
// takes the place of the simulated one, and time can be moved. The store in memory is for trying things out.
const quittance = await createQuittance({
  store: MemoryStore.layer,
  masterKey: randomBytes(32).toString("base64"),
  payoutProcessor: bankPayoutProcessor(bank)
})

const shop = await quittance.partners.ensure("shop")
await quittance.sandbox.credit(shop.id, { amount: 5000 })

const payOut = (key: string, amount: number) =>
  quittance.payouts.create(shop.id, key, {
    amount,
    address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
    network: "tron"
  })

const waitFor = async (id: string, arrived: (payout: PayoutView) => boolean) => {
  for (;;) {
    const payout = await quittance.payouts.get(shop.id, id)
    if (arrived(payout)) return payout
    await sleep(20)
  }
}

try {
  bank.loseNextAnswer()
  const first = await payOut("rent", 100)
  const unclear = await waitFor(first.id, ({ processingStatus }) => processingStatus === "unknown")
  console.log(`rent: ${unclear.status}, ${unclear.processingStatus}: ${unclear.error}`)
  console.log(`  transfers made: ${bank.sentCount(first.id)}, asked of the bank: ${bank.log.join(", ")}`)

  // The lookup is due after about 15 seconds, and finds what was sent.
  await quittance.sandbox.advanceClock({ seconds: 20 })
  const sent = await waitFor(first.id, ({ status }) => status !== "PENDING")
  console.log(`rent: ${sent.status} as ${sent.processingId}`)
  console.log(`  transfers made: ${bank.sentCount(first.id)}, asked of the bank: ${bank.log.join(", ")}`)

  // A clear no is the end of a payout, and the money is back in the same commit.
  const before = await quittance.balances.get(shop.id)
  const second = await payOut("machine", 2000)
  const refused = await waitFor(second.id, ({ status }) => status !== "PENDING")
  const after = await quittance.balances.get(shop.id)
  console.log(`machine: ${refused.status}, ${refused.error}`)
  console.log(
    `  transfers made: ${bank.sentCount(second.id)}, available ${before.available} and ${after.available}`
  )
} finally {
  await quittance.close()
}
