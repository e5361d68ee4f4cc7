/**
 * The rounds of part `webhooks`: bare undici, the product, the path of a single event, and a partner with many
 * endpoints.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { secretOfHex, signatureHeaders, signingKey } from "@quittance/core/adapter"
import { Pool } from "undici"
import { percentile } from "../load/percentile.ts"
import { readMachineCpuMillis } from "../load/processUsage.ts"
import { startServer } from "../load/spawn.ts"
import { makeSandboxStore, type SandboxStore } from "../product/sandboxStore.ts"
import {
  commitEvents,
  countDeliveries,
  messageBodies,
  type Opened,
  openWithWebhooks,
  startWork,
  untilDelivered
} from "../product/webhookStore.ts"

export type DeliveryRound = {
  readonly ratePerSecond: number
  readonly cpuMicrosPerEvent: number
  /** Cores that everything but this process and the receiver used meanwhile. */
  readonly otherCpuShare: number
}

const receiver = () =>
  startServer(({ port }) => ({
    entry: fileURLToPath(new URL("../peers/receiverServer.ts", import.meta.url)),
    environment: { PORT: String(port) },
    readyPath: "/"
  }))

type Receiver = Awaited<ReturnType<typeof receiver>>

const ask = async <A>({ port }: Receiver, path: string): Promise<A> =>
  (await (await fetch(`http://127.0.0.1:${port}${path}`)).json()) as A

/** A new store, the product open on it, and a receiver of its own. */
const withProduct = async <A>(
  use: (place: {
    readonly store: SandboxStore
    readonly opened: Opened
    readonly target: Receiver
    readonly url: string
  }) => Promise<A>
): Promise<A> => {
  const folder = mkdtempSync(join(tmpdir(), "quittance-bench-"))
  await using target = await receiver()
  try {
    const store = await makeSandboxStore(folder)
    const opened = await openWithWebhooks(store)
    try {
      return await use({ store, opened, target, url: `http://127.0.0.1:${target.port}/` })
    } finally {
      await opened.close()
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const timed = async (target: Receiver, events: number, run: () => Promise<void>): Promise<DeliveryRound> => {
  const before = await ask<number>(target, "/")
  const targetBefore = target.usage().cpuMillis
  const machineBefore = readMachineCpuMillis()
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  await run()
  const elapsedMillis = performance.now() - startedAt
  const { system, user } = process.cpuUsage(cpuBefore)
  const targetMillis = target.usage().cpuMillis - targetBefore
  const otherMillis = readMachineCpuMillis() - machineBefore - (user + system) / 1_000 - targetMillis
  const received = (await ask<number>(target, "/")) - before
  if (received !== events) throw new Error(`${events} events were sent, and ${received} arrived`)
  return {
    ratePerSecond: events / (elapsedMillis / 1_000),
    cpuMicrosPerEvent: (user + system) / events,
    otherCpuShare: Math.max(0, otherMillis) / elapsedMillis
  }
}

/** From the commit of all events to the record of the last delivery. */
export const measureDelivery = (events: number): Promise<DeliveryRound> =>
  withProduct(async ({ opened, store, target, url }) => {
    await opened.webhooks.create(store.partnerId, { url, events: ["invoice.created"] })
    await commitEvents(opened, store.partnerId, events)
    const round = await timed(target, events, async () => {
      startWork(opened)
      await untilDelivered(store.filename)
    })
    const { delivered } = countDeliveries(store.filename)
    if (delivered !== events) throw new Error(`${events} events, and ${delivered} deliveries in the log`)
    return round
  })

/** The ceiling: undici posts the same bodies, with headers signed before, this many at once. */
export const measureBareUndici = (events: number, connections: number): Promise<DeliveryRound> =>
  withProduct(async ({ opened, store, target, url }) => {
    await opened.webhooks.create(store.partnerId, { url, events: ["invoice.created"] })
    await commitEvents(opened, store.partnerId, events)
    const key = signingKey(secretOfHex("07".repeat(32))) ?? new Uint8Array()
    const timestampSeconds = Math.floor(Date.now() / 1_000)
    const requests = messageBodies(store.filename).map(({ body, id }) => ({
      body,
      headers: {
        "content-type": "application/json",
        "user-agent": "Quittance-Webhooks/1",
        ...signatureHeaders([key], { id, timestampSeconds, body })
      }
    }))
    const pool = new Pool(`http://127.0.0.1:${target.port}`, { connections })
    const round = await timed(target, events, async () => {
      let next = 0
      const sender = async (): Promise<void> => {
        for (;;) {
          const request = requests[next++]
          if (request === undefined) return
          const { body, statusCode } = await pool.request({ path: "/", method: "POST", ...request })
          await body.dump()
          if (statusCode !== 200) throw new Error(`the receiver answered ${statusCode}`)
        }
      }
      await Promise.all(Array.from({ length: connections }, sender))
    })
    await pool.close()
    return round
  })

export type DelayRound = {
  /** From before the call that commits the event until its first byte at the receiver. */
  readonly medianMillis: number
  readonly p99Millis: number
  readonly otherCpuShare: number
}

/** One event at a time on an idle system. */
export const measureDelay = (events: number): Promise<DelayRound> =>
  withProduct(async ({ opened, store, target, url }) => {
    await opened.webhooks.create(store.partnerId, { url, events: ["invoice.created"] })
    startWork(opened)
    const now = (): number => performance.timeOrigin + performance.now()
    const delays: Array<number> = []
    const warmUp = 20
    for (let index = 0; index < events + warmUp; index++) {
      await sleep(15)
      const askedAt = now()
      await opened.invoices.create(store.partnerId, { amount: 12.34, currency: "USD" })
      for (;;) {
        await sleep(2)
        const [arrivedAt] = await ask<ReadonlyArray<number>>(target, "/arrivals")
        if (arrivedAt === undefined) continue
        if (index >= warmUp) delays.push(arrivedAt - askedAt)
        break
      }
    }
    const ascending = Float64Array.from(delays).sort()
    return {
      medianMillis: percentile(ascending, 0.5),
      p99Millis: percentile(ascending, 0.99),
      otherCpuShare: 0
    }
  })

export type ManyRound = {
  /** The slowest of the small requests that were repeated meanwhile. */
  readonly othersMaxMillis: number
  /** The longest time that the event loop stood still. */
  readonly stallMaxMillis: number
  readonly secondsToAll: number
  readonly otherCpuShare: number
}

/** One event for a partner with this many endpoints, while another partner asks for its own invoice. */
export const measureManyEndpoints = (endpoints: number): Promise<ManyRound> =>
  withProduct(async ({ opened, store, target, url }) => {
    const { partnerId } = store
    for (let index = 0; index < endpoints; index++) {
      await opened.webhooks.create(partnerId, { url: `${url}${index}`, events: ["invoice.paid"] })
    }
    startWork(opened)
    const other = await opened.partners.ensure("other")
    const { id: otherInvoice } = await opened.invoices.create(other.id, { amount: 1, currency: "USD" })
    const { id } = await opened.invoices.create(partnerId, { amount: 1, currency: "USD" })
    let stallMaxMillis = 0
    let beatAt = performance.now()
    const heart = setInterval(() => {
      stallMaxMillis = Math.max(stallMaxMillis, performance.now() - beatAt)
      beatAt = performance.now()
    }, 1)
    await sleep(50)
    stallMaxMillis = 0
    const startedAt = performance.now()
    let othersMaxMillis = 0
    await opened.sandbox.pay(partnerId, id)
    await untilDelivered(store.filename, async () => {
      const askedAt = performance.now()
      await opened.invoices.get(other.id, otherInvoice)
      await opened.invoices.create(other.id, { amount: 1, currency: "USD" })
      othersMaxMillis = Math.max(othersMaxMillis, performance.now() - askedAt)
    })
    clearInterval(heart)
    const secondsToAll = (performance.now() - startedAt) / 1_000
    const { delivered } = countDeliveries(store.filename)
    if (delivered !== endpoints) throw new Error(`${delivered} of ${endpoints} endpoints were told`)
    const received = await ask<number>(target, "/")
    if (received < endpoints) throw new Error(`${received} deliveries arrived`)
    return { othersMaxMillis, stallMaxMillis, secondsToAll, otherCpuShare: 0 }
  })
