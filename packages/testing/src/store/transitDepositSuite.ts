import { assert } from "@effect/vitest"
import { Ids, type StorePorts, TransitReader } from "@quittance/core"
import { Effect, Option } from "effect"
import * as fc from "fast-check"
import { type Checks, forAll, suiteOf } from "../Suite.ts"
import { commit, newPartnerId, start } from "./StoreSamples.ts"
import { changingDeposit, newDeposit, newWallet, openingWallet, recordingDeposit } from "./TransitSamples.ts"
import { transitDepositOrder, transitDepositState } from "../generators/transitGenerators.ts"

/** Transit deposits are read as they were written, wallet by wallet. */

/** Two states of one order, so that an update has every field to change. */
const twoStates = transitDepositOrder("").chain((order) =>
  fc.tuple(transitDepositState(order), transitDepositState(order))
)

const newOpened = Effect.fnUntraced(function* (partnerId: string) {
  const wallet = yield* newWallet(partnerId)
  yield* commit(yield* openingWallet(wallet))
  return wallet
})

export const transitDepositChecks = {
  "every state is read as it was inserted, and as it was updated": Effect.gen(function* () {
    const transit = yield* TransitReader
    const ids = yield* Ids
    const { id: walletId, partnerId } = yield* newOpened(yield* newPartnerId)
    yield* forAll(twoStates, ([inserted, updated]) =>
      Effect.gen(function* () {
        const order = { ...inserted.order, id: yield* ids.prefixed("dep_"), partnerId, walletId }
        const [first, second] = [
          { ...inserted, order },
          { ...updated, order }
        ]
        yield* commit(yield* recordingDeposit(first))
        const found = yield* transit.deposit(partnerId, order.id)
        assert.deepStrictEqual(found, Option.some({ state: first, version: 1 }))
        yield* commit(yield* changingDeposit(first, second, 1))
        const changed = { state: second, version: 2 }
        assert.deepStrictEqual(yield* transit.deposit(partnerId, order.id), Option.some(changed))
        const all = yield* transit.deposits(partnerId, walletId)
        assert.deepStrictEqual(
          all.find(({ state }) => state.order.id === order.id),
          changed
        )
      })
    )
  }),

  "a deposit changes only on the version that it was decided on": Effect.gen(function* () {
    const transit = yield* TransitReader
    const deposit = yield* newDeposit(yield* newOpened(yield* newPartnerId))
    const { id, partnerId } = deposit.order
    yield* commit(yield* recordingDeposit(deposit))
    for (const expectedVersion of [0, 2]) {
      const dropped = { ...deposit, _tag: "dropped" } as const
      const refusal = yield* Effect.flip(commit(yield* changingDeposit(deposit, dropped, expectedVersion)))
      assert.deepInclude(refusal, { _tag: "VersionConflict", subjectId: id, expected: expectedVersion })
    }
    const found = yield* transit.deposit(partnerId, id)
    assert.deepStrictEqual(found, Option.some({ state: deposit, version: 1 }))
  }),

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
  ),

  "a partner sees only deposits of its own": Effect.gen(function* () {
    const transit = yield* TransitReader
    const [owner, other] = [yield* newPartnerId, yield* newPartnerId]
    const deposit = yield* newDeposit(yield* newOpened(owner))
    yield* commit(yield* recordingDeposit(deposit))
    const { id, walletId } = deposit.order
    assert.isTrue(Option.isSome(yield* transit.deposit(owner, id)))
    assert.isTrue(Option.isNone(yield* transit.deposit(other, id)))
    assert.lengthOf(yield* transit.deposits(owner, walletId), 1)
    assert.isEmpty(yield* transit.deposits(other, walletId))
  })
} satisfies Checks<StorePorts | Ids>

export const transitDepositSuite = suiteOf<StorePorts>("transit deposits", transitDepositChecks)
