import { PostgresStore } from "@quittance/adapters-postgres"
import { createQuittance, Worker } from "@quittance/core"
import { Effect } from "effect"
import { Pool } from "pg"
import { type Goal, goalTable } from "../goals.ts"
import { inputOf, orderOf, rowsOf } from "../inProcess/PayoutSample.ts"
import { timeRequests } from "../load/requestsInTurn.ts"
import { buildSignedPayouts } from "../load/signedPayouts.ts"
import { startServer } from "../load/spawn.ts"
import { markdownTable } from "../markdownTable.ts"
import { callPayoutFunction, createPayoutFunction } from "../peers/payoutFunction.ts"
import { payoutsPath } from "../peers/payoutRoute.ts"
import { makeSharedStore, type SharedStore, startSharedServer } from "../postgres/sharedStore.ts"
import { type SlowProxy, startSlowProxy } from "../postgres/slowProxy.ts"
import { quittanceServer } from "../product/quittanceServer.ts"
import type { Part } from "./Part.ts"

/** Long beside what a busy machine adds by itself. */
const delayMillis = 25
const warmups = 10
const payoutsEach = 15
const tripsMax = 3

type Trips = { readonly trips: number; readonly statements: number }

/** What one payout needs, one after the other; returns how many milliseconds each took. */
type PayOut = (count: number) => Promise<ReadonlyArray<number>>

/**
 * How much later an answer comes over a long way, in lengths of the way there and back. Others only make it slower, so
 * the quickest counts.
 */
const countTrips = async (proxy: SlowProxy, payOut: PayOut): Promise<Trips> => {
  await payOut(warmups)
  const direct = await payOut(payoutsEach)
  proxy.delayEachWay(delayMillis)
  const before = proxy.statements()
  const delayed = await payOut(payoutsEach)
  const statements = (proxy.statements() - before) / payoutsEach
  proxy.delayEachWay(0)
  return { trips: (Math.min(...delayed) - Math.min(...direct)) / (2 * delayMillis), statements }
}

const eachTimed =
  (payOut: () => Promise<unknown>): PayOut =>
  async (count) => {
    const millis: Array<number> = []
    for (let done = 0; done < count; done++) {
      const askedAt = performance.now()
      await payOut()
      millis.push(performance.now() - askedAt)
    }
    return millis
  }

type Subject = (store: SharedStore, proxy: SlowProxy) => Promise<Trips>

const ofPeer: Subject = async ({ partnerId }, proxy) => {
  const pool = new Pool({ connectionString: proxy.url, max: 1 })
  await createPayoutFunction(pool)
  let index = 0
  const trips = await countTrips(
    proxy,
    eachTimed(() => {
      const rows = rowsOf(orderOf(partnerId, index++))
      const { fingerprint, idempotencyKey } = rows
      return callPayoutFunction(pool, { partnerId, idempotencyKey, fingerprint, rows })
    })
  )
  await pool.end()
  return trips
}

const openProduct = async ({ masterKey, partnerId }: SharedStore, { url }: SlowProxy) => {
  const quittance = await createQuittance({
    store: PostgresStore.layer({ url, mode: "sandbox" }),
    masterKey,
    workers: false
  })
  let index = 0
  const create = () => {
    const order = orderOf(partnerId, index++)
    return quittance.payouts.create(partnerId, order.idempotencyKey, inputOf(order))
  }
  return { quittance, create }
}

const ofCreate: Subject = async (store, proxy) => {
  const { create, quittance } = await openProduct(store, proxy)
  const trips = await countTrips(proxy, eachTimed(create))
  await quittance.close()
  return trips
}

/** From the call to the outcome, which is looked for on the short way. */
const ofOutcome: Subject = async (store, proxy) => {
  const { create, quittance } = await openProduct(store, proxy)
  quittance.runtime.runFork(Effect.flatMap(Worker, (worker) => worker.run))
  const pool = new Pool({ connectionString: store.location, max: 1 })
  const isPending = async (id: string): Promise<boolean> => {
    const sql = "SELECT 1 FROM payouts WHERE partner_id = $1 AND id = $2 AND status = 'PENDING'"
    const { rowCount } = await pool.query(sql, [store.partnerId, id])
    return rowCount === 1
  }
  const trips = await countTrips(
    proxy,
    eachTimed(async () => {
      const { id } = await create()
      while (await isPending(id)) await new Promise(setImmediate)
    })
  )
  await pool.end()
  await quittance.close()
  return trips
}

const ofRequest: Subject = async (store, proxy) => {
  await using server = await startServer(
    quittanceServer({ role: "http", store: () => Promise.resolve({ ...store, location: proxy.url }) })
  )
  const { apiKey, secret } = store
  const target = {
    host: "127.0.0.1",
    port: server.port,
    path: payoutsPath,
    apiKey,
    secret,
    bind: "none"
  } as const
  return await countTrips(proxy, async (count) => [
    ...(await timeRequests(server.port, buildSignedPayouts(target, count), { connections: 1, status: 200 }))
  ])
}

const service = "payouts.create, in process"
const request = "signed request to quittance serve"
const subjects: { readonly [name: string]: Subject } = {
  "one function per payout, in process": ofPeer,
  [service]: ofCreate,
  [request]: ofRequest,
  "payouts.create until its outcome, in process": ofOutcome
}

/** How often one payout waits for the database, on a store that does nothing else. */
export const trips: Part = {
  name: "trips",
  title: "Round trips of one payout to PostgreSQL",
  measure: async () => {
    const server = await startSharedServer()
    try {
      const counted: Array<readonly [string, Trips]> = []
      for (const [name, subject] of Object.entries(subjects)) {
        const store = await makeSharedStore(server)
        const proxy = await startSlowProxy(store.location)
        counted.push([name, await subject(store, proxy)])
        await proxy.close()
      }
      const table = markdownTable(
        ["one payout after the other", "round trips", "statements"],
        counted.map(([name, { statements, trips }]) => [name, trips.toFixed(1), statements.toFixed(1)])
      )
      const goals = counted
        .filter(([name]) => name === service || name === request)
        .map(([claim, { trips }]): Goal => {
          const whole = Math.round(trips)
          return { claim, goal: `≤ ${tripsMax}`, found: String(whole), isMet: whole <= tripsMax }
        })
      return `${table}\n\n${goalTable(goals)}`
    } finally {
      await server.own?.stop()
    }
  }
}
