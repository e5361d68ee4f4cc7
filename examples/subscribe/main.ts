/**
 * Events of Quittance in the host's own process: what a shop does when a payout has arrived.
 *
 * The shop subscribes by a name. Then the program stops, something happens without the shop, and the next start goes on
 * where the last one ended. At the end the shop says that it wants no more.
 *
 *     npx node --conditions=source examples/subscribe/main.ts
 */
import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { createQuittance, type QuittanceHost } from "@quittance/core"
import type { SubscribedEvent } from "@quittance/core/adapter"

const folder = await mkdtemp(join(tmpdir(), "quittance-subscribe-"))
const filename = join(folder, "quittance.db")
const masterKey = randomBytes(32).toString("base64")
const open = () => createQuittance({ store: SqliteStore.layer({ filename, mode: "sandbox" }), masterKey })

/** What the shop has done, by the id of the event: a real shop keeps it in its own database. */
const done = new Set<string>()
let whenDone = () => {}

/**
 * An event may come again after a crash, with the same id; whoever notes the id in the same transaction does it once.
 */
const arrived = (event: SubscribedEvent<"payout.completed">) => {
  if (done.has(event.id)) return
  const { amount, currency, idempotencyKey } = event.data.object
  console.log(`${idempotencyKey}: ${amount} ${currency} arrived`)
  done.add(event.id)
  whenDone()
}

const subscribe = (quittance: QuittanceHost) =>
  quittance.on("payout.completed", { name: "shop", from: "now" }, arrived)

const pay = (quittance: QuittanceHost, shop: string, key: string) =>
  quittance.payouts.create(shop, key, {
    amount: 10,
    address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
    network: "tron"
  })

const nextDone = () => new Promise<void>((resolve) => (whenDone = resolve))

try {
  const quittance = await open()
  const shop = await quittance.partners.ensure("shop")
  await quittance.sandbox.credit(shop.id, { amount: 100 })

  // 1. From now on, every payout that arrives is queued for the shop by the commit that settles it.
  await subscribe(quittance)
  const first = nextDone()
  await pay(quittance, shop.id, "payout-1")
  await first
  await quittance.close()

  // 2. Nobody subscribes in this process. The store remembers the name.
  const without = await open()
  await pay(without, shop.id, "payout-2")
  while ((await without.subscribers.list())[0]?.waiting === 0) await new Promise(setImmediate)
  const [standing] = await without.subscribers.list()
  console.log(`${standing?.name}: ${standing?.waiting} event waits`)
  await without.close()

  // 3. The next process has it at once.
  const again = await open()
  const second = nextDone()
  const subscription = await subscribe(again)
  await second

  // 4. A shop that needs no events any more says so: otherwise they wait for it.
  await subscription.stop()
  await again.subscribers.remove("shop")
  console.log(`subscribers: ${(await again.subscribers.list()).length}`)
  await again.close()
} finally {
  await rm(folder, { recursive: true })
}
