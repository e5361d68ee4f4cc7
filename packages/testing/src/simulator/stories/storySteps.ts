import { assert } from "@effect/vitest"
import { Auditor, Balances, Partners, Worker } from "@quittance/core"
import {
  deliveryList,
  type RecordedDelivery,
  SandboxChain,
  StateReader,
  type WebhookFamily,
  webhookEndpoint as webhookEndpoints
} from "@quittance/core/adapter"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { listed } from "../../store/listed.ts"
import { start } from "../settings.ts"
import type { Services, Step } from "./Story.ts"
import { StoryReceivers } from "./StoryReceivers.ts"

/** What happens in every story, and what is checked afterwards. */

export const usdt = 1_000_000n

export const partnerId = Effect.flatMap(Partners, (partners) =>
  Effect.map(partners.ensure("shop"), ({ id }) => id)
)

export const outside = (run: Step["run"]): Step => ({ by: "outside", run })
export const byProcess = (run: Step["run"]): Step => ({ by: "process", run })
export const drain = byProcess(Effect.flatMap(Worker, (worker) => worker.drain))
/** As many turns as the loops of a worker need to find nothing due, on any store. */
const turnsToSettle = 200

/**
 * Does this in a process whose worker runs, and waits for what it starts: commits of the process hand new jobs over to
 * it.
 */
export const whileWorking = (run: Step["run"]): Step =>
  byProcess(
    Effect.scoped(
      Effect.gen(function* () {
        const worker = yield* Worker
        yield* Effect.forkScoped(worker.run)
        for (let turn = 0; turn < turnsToSettle; turn++) yield* Effect.yieldNow
        yield* run
        yield* worker.awaitStarted
        yield* worker.awaitIdle
      })
    )
  )

export const pass = (time: Parameters<typeof TestClock.adjust>[0]): Step => outside(TestClock.adjust(time))
export const after = (time: Parameters<typeof TestClock.adjust>[0]): ReadonlyArray<Step> => [
  pass(time),
  drain
]

export const begin = outside(Effect.andThen(TestClock.setTime(start), partnerId))

/** Gives the partner 100 USDT. */
export const fund = outside(
  Effect.gen(function* () {
    const balances = yield* Balances
    yield* balances.adjust(yield* partnerId, { amount: 100 })
  })
)

type At = Effect.Effect<{ readonly address: string }, unknown, Services>

/** Somebody sends money on the Tron network. */
export const send = (at: At, txHash: string, units: bigint, confirmations: number): Step =>
  outside(
    Effect.gen(function* () {
      const chain = yield* SandboxChain
      const { address } = yield* at
      const place = { network: "tron", address, txHash, logIndex: 0 }
      yield* chain.deposit({ ...place, amountMinor: units * usdt, confirmations })
    })
  )

export const drop = (txHash: string): Step =>
  outside(Effect.flatMap(SandboxChain, (chain) => Effect.asVoid(chain.drop(txHash))))

/** The only one of them so far. */
export const only = <A, E, R>(all: Effect.Effect<ReadonlyArray<A>, E, R>): Effect.Effect<A, E, R> =>
  Effect.map(all, ([found, ...others]) => {
    assert(found !== undefined && others.length === 0, "there is one")
    return found
  })

export const booksAreRight = Effect.gen(function* () {
  const auditor = yield* Auditor
  assert.deepStrictEqual((yield* auditor.verify).faults, [])
})

/** The log of all endpoints of these families. */
export const deliveriesOf = Effect.fnUntraced(function* (...families: ReadonlyArray<WebhookFamily>) {
  const states = yield* StateReader
  const owner = yield* partnerId
  const deliveries: Array<RecordedDelivery> = []
  for (const family of families)
    for (const { state } of yield* states.indexed(webhookEndpoints, "registered", { equal: [owner, family] }))
      deliveries.push(
        ...(yield* listed(deliveryList, { partnerId: owner, endpointId: state.order.id })).items
      )
  return deliveries
})

/**
 * Asserts that these events arrived at a receiver, each under one id and with the same bytes every time. Returns the
 * ids.
 */
export const arrived = Effect.fnUntraced(function* (url: string, types: ReadonlyArray<string>) {
  const calls = (yield* StoryReceivers).calls.filter((call) => call.url === url)
  const bodies = new Map(calls.map(({ body, id }) => [id, body]))
  for (const { body, id } of calls) assert.strictEqual(body, bodies.get(id))
  const events = [...bodies.values()].map((body): { readonly id: string; readonly type: string } =>
    JSON.parse(body)
  )
  assert.deepStrictEqual(
    events.map(({ id }) => id),
    [...bodies.keys()]
  )
  assert.deepStrictEqual(events.map(({ type }) => type).toSorted(), types.toSorted())
  return [...bodies.keys()].toSorted()
})
