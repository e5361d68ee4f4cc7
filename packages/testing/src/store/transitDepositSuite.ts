import { assert } from "@effect/vitest"
import { type Ids, type StorePorts, TransitReader, transitDeposit } from "@quittance/core"
import { Effect } from "effect"
import * as fc from "fast-check"
import { type Checks, suiteOf } from "../Suite.ts"
import { commit, newPartnerId, start } from "./StoreSamples.ts"
import { newDeposit, newWallet, openingWallet, recordingDeposit } from "./TransitSamples.ts"
import { transitDepositOrder, transitDepositState } from "../generators/transitGenerators.ts"
import { conceptChecksOf } from "./conceptSuite.ts"

/** Transit deposits are read as they were written, wallet by wallet. */

const newOpened = Effect.fnUntraced(function* (partnerId: string) {
  const wallet = yield* newWallet(partnerId)
  yield* commit(yield* openingWallet(wallet))
  return wallet
})

const stored = conceptChecksOf({
  concept: transitDeposit,
  states: transitDepositOrder("").chain((order) =>
    fc.tuple(transitDepositState(order), transitDepositState(order))
  ),
  byId: (...name) => TransitReader.use((reader) => reader.deposit(...name)),
  ways: [
    {
      find: (partnerId, { order }) =>
        Effect.map(
          TransitReader.use((reader) => reader.deposits(partnerId, order.walletId)),
          (all) => all.map(({ state }) => state)
        )
    }
  ]
})

export const transitDepositChecks = {
  ...stored.alike,

  "a wallet's deposits come the oldest first: creation instant, then id": Effect.gen(function* () {
    const transit = yield* TransitReader
    const partnerId = yield* newPartnerId
    const [wallet, neighbour] = [yield* newOpened(partnerId), yield* newOpened(partnerId)]
    const at = (after: number) => newDeposit(wallet, { createdAt: start + after })
    const [late, sameA, early, sameB] = yield* Effect.all([at(9), at(5), at(0), at(5)])
    for (const deposit of [late, sameB, early, sameA]) yield* commit(yield* recordingDeposit(deposit))
    const other = yield* newDeposit(neighbour)
    yield* commit(yield* recordingDeposit(other))
    const of = (id: string) =>
      Effect.map(transit.deposits(partnerId, id), (all) => all.map(({ state }) => state))
    assert.deepStrictEqual(yield* of(wallet.id), [early, sameA, sameB, late])
    assert.deepStrictEqual(yield* of(neighbour.id), [other])
    assert.deepStrictEqual(yield* of("wal_none"), [])
  }),

  "transfers of one transaction, and of one hash on two networks, are deposits of their own": Effect.gen(
    function* () {
      const transit = yield* TransitReader
      const wallet = yield* newOpened(yield* newPartnerId)
      const { id, partnerId } = wallet
      const named = { txHash: `same ${id}`, logIndex: 0 }
      const made = yield* Effect.forEach(
        [named, { ...named, logIndex: 1 }, { ...named, network: "bsc" }],
        (more) => newDeposit(wallet, more)
      )
      for (const deposit of made) yield* commit(yield* recordingDeposit(deposit))
      const found = yield* transit.deposits(partnerId, id)
      assert.deepStrictEqual(
        found.map(({ state }) => state),
        made
      )
    }
  )
} satisfies Checks<StorePorts | Ids>

export const transitDepositSuite = suiteOf<StorePorts>("transit deposits", transitDepositChecks)
