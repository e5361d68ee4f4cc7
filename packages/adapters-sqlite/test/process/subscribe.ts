/**
 * A process that subscribes to crypto invoices and prints of each event its id, its invoice and its version, as soon as
 * its handler has it. It ends when nothing waits any more.
 *
 *     node --conditions=source subscribe.ts FILE
 */
import { setInterval } from "node:timers/promises"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { createQuittance } from "@quittance/core"
import { WorkQueue } from "@quittance/core/adapter"
import { Effect } from "effect"
import { invoiceEvents, subscription, subscriptionKey } from "../subscriptionSamples.ts"

const [, , filename = ""] = process.argv
const quittance = await createQuittance({
  store: SqliteStore.layer({ filename, mode: "sandbox" }),
  masterKey: subscriptionKey,
  workers: false
})
// The process before this one is dead, so nobody waits for its leases.
await quittance.runtime.runPromise(Effect.flatMap(WorkQueue, (queue) => queue.releaseLeases(() => true)))
await quittance.on(invoiceEvents, subscription, ({ data, id, version }) => {
  process.stdout.write(`${id} ${data.object.id} ${version}\n`)
})
for await (const _ of setInterval(50))
  if (
    (await quittance.subscribers.list()).every(
      ({ name, waiting }) => name !== subscription.name || waiting === 0
    )
  )
    break
await quittance.close()
