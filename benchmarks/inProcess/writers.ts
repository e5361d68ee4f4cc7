/**
 * The writers of part `create`: bare better-sqlite3, the store's write path alone, and the whole service as a host
 * calls it.
 */
import { SqliteStore } from "@quittance/adapters-sqlite"
import { createQuittance } from "@quittance/core"
import { Store } from "@quittance/core/adapter"
import { Effect } from "effect"
import { openPayoutStore, type Synchronous } from "../peers/payoutTables.ts"
import { preparePayoutWriter } from "../peers/payoutWriter.ts"
import { inputOf, reservationOf, rowsOf } from "./PayoutSample.ts"
import { measureWriter, type WriteLoad, type WriteRound } from "./writeRound.ts"

/**
 * The ceiling of an embedded store: prepared statements that write `callers` payouts per transaction. It checks only
 * the balance, makes no ids and reads nothing back.
 */
export const measureRawWriter = (load: WriteLoad, synchronous: Synchronous): Promise<WriteRound> =>
  measureWriter(load, async ({ filename }, orders, timed) => {
    const all = orders.map(rowsOf)
    const database = openPayoutStore(filename, synchronous)
    const writer = preparePayoutWriter(database)
    const writeGroup = database.transaction((start: number) => {
      for (const rows of all.slice(start, start + load.callers)) writer.write(rows)
    }).immediate
    await timed(Math.ceil(all.length / load.callers), (millis) => {
      for (let group = 0; group < millis.length; group++) {
        const startedAt = performance.now()
        writeGroup(group * load.callers)
        millis[group] = performance.now() - startedAt
      }
    })
    database.close()
  })

/** `Store.commit` with commits made before: the cost without deciding. */
export const measureStoreWriter = (load: WriteLoad): Promise<WriteRound> =>
  measureWriter(load, ({ filename }, orders, timed) =>
    Effect.runPromise(
      Effect.gen(function* () {
        const store = yield* Store
        const commits = orders.map(reservationOf)
        const write = (millis: Float64Array) => {
          let next = 0
          const caller = Effect.gen(function* () {
            while (true) {
              const index = next++
              const commit = commits[index]
              if (commit === undefined) return
              const askedAt = performance.now()
              yield* store.commit(commit)
              millis[index] = performance.now() - askedAt
            }
          })
          const callers = Array.from({ length: load.callers }, () => caller)
          return Effect.runPromise(Effect.all(callers, { concurrency: "unbounded", discard: true }))
        }
        yield* Effect.promise(() => timed(commits.length, write))
      }).pipe(Effect.provide(SqliteStore.layer({ filename, mode: "sandbox" })))
    )
  )

/**
 * `payouts.create` of `createQuittance`, by Promises, without background work: validation, fee, decision, commit,
 * answer.
 */
export const measureServiceWriter = (load: WriteLoad): Promise<WriteRound> =>
  measureWriter(load, async ({ filename, masterKey, partnerId }, orders, timed) => {
    const quittance = await createQuittance({
      store: SqliteStore.layer({ filename, mode: "sandbox" }),
      masterKey,
      workers: false
    })
    const requests = orders.map((order) => ({ key: order.idempotencyKey, input: inputOf(order) }))
    await timed(requests.length, async (millis) => {
      let next = 0
      const caller = async (): Promise<void> => {
        for (;;) {
          const index = next++
          const request = requests[index]
          if (request === undefined) return
          const askedAt = performance.now()
          await quittance.payouts.create(partnerId, request.key, request.input)
          millis[index] = performance.now() - askedAt
        }
      }
      await Promise.all(Array.from({ length: load.callers }, caller))
    })
    await quittance.close()
  })
