import { assert, describe, it } from "@effect/vitest"
import { Auditor, Balances, Holds, Payouts } from "@quittance/core"
import {
  ChainWallets,
  emptyMemoryState,
  isReadBack,
  type MemoryState,
  StoreHold
} from "@quittance/core/adapter"
import { Chance } from "@quittance/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { ChainOperators } from "../../src/ChainOperators.ts"
import { addressTopic, transferTopic } from "../../src/tokenCalls.ts"
import { accountOf, genesisSeconds } from "../anvil/Anvil.ts"
import { BlockingToken } from "../contracts/BlockingToken.ts"
import { payer, startNetwork } from "../networks/ownNetwork.ts"
import {
  begin,
  copyOf,
  funds,
  life,
  now,
  partnerId,
  type Request,
  reconcile,
  request,
  settle,
  statusOf,
  work
} from "./Life.ts"

/**
 * A store that is put back to a copy of before, while its wallet went on: payouts that waited then and were made since,
 * payouts that it has forgotten, raised fees, transactions of other kinds, processes that end in the middle of the
 * import.
 */

const storyCount = Number(process.env.QUITTANCE_STORIES ?? 3)
const firstSeed = Number(process.env.QUITTANCE_SEED ?? 1)

const recipients = [accountOf(5).address, accountOf(6).address] as const
const amounts = [10, 20] as const
const lookOf = ({ amount, recipient }: Pick<Request, "amount" | "recipient">) =>
  `${amount} ${recipient.toLowerCase()}`

const setUp = Effect.gen(function* () {
  const started = yield* Effect.promise(() => startNetwork(BlockingToken, 6))
  yield* TestClock.setTime(genesisSeconds * 1_000)
  const { chain, network, token } = started
  const mine = (blocks = 1) => Effect.promise(() => chain.mine(blocks))
  const made = Effect.map(
    Effect.promise(() => chain.anvil.rpc("eth_getTransactionCount", [payer.address, "pending"])),
    Number
  )
  /** How often what looks like this was paid, as the chain tells. */
  const paid = Effect.gen(function* () {
    const filter = {
      address: token.address,
      fromBlock: "0x0",
      topics: [transferTopic, addressTopic(payer.address)]
    }
    const logs = (yield* Effect.promise(() => chain.anvil.rpc("eth_getLogs", [filter]))) as ReadonlyArray<{
      readonly topics: ReadonlyArray<string>
      readonly data: string
    }>
    const looks = logs.map(({ data, topics }) =>
      lookOf({ amount: Number(BigInt(data)) / 1e6, recipient: `0x${topics[2]?.slice(-40)}` })
    )
    return Object.fromEntries(
      [...Map.groupBy(looks, (look) => look)].map(([look, all]) => [look, all.length])
    )
  })
  /** The wallet's key is used by another program. */
  const elsewhere = (sending: Parameters<typeof chain.send>[0]) =>
    Effect.promise(() => chain.send({ ...sending, from: payer.address, gas: 200_000n }))
  return { ...started, mine, made, paid, elsewhere, on: (state: MemoryState) => life(state, network) }
})

const story = (seed: number) =>
  Effect.gen(function* () {
    const chance = new Chance(`restored wallets ${seed}`)
    const setting = yield* setUp
    const { chain, elsewhere, made, mine, network, on, paid, token } = setting
    const { name } = network
    let keys = 0
    const newRequest = (): Request => ({
      key: `key-${keys++}`,
      recipient: chance.oneOf(recipients),
      amount: chance.oneOf(amounts)
    })
    const asked: Array<Request> = []
    const state = emptyMemoryState()
    let backup = state

    yield* Effect.gen(function* () {
      const payouts = yield* Payouts
      yield* begin(network)
      const live = Effect.fnUntraced(function* (steps: number) {
        for (let step = 0; step < steps; step++) {
          const what = chance.below(7)
          if (what <= 2) {
            const each = newRequest()
            asked.push(each)
            yield* request(network, each)
          } else if (what <= 4) yield* work
          else if (what === 5) yield* mine(1 + chance.below(2))
          // What waits for a block this long gets a higher fee.
          else yield* TestClock.adjust("100 seconds")
        }
      })
      yield* live(8)
      backup = copyOf(state)
      yield* live(10)
      const given = asked.at(-1)
      if (given !== undefined && chance.happens(0.3)) {
        const { id } = yield* request(network, given)
        yield* Effect.ignore(payouts.resolve(id, "failed", "given up"))
      }
      if (chance.happens(0.7)) yield* settle(chain, network)
    }).pipe(Effect.provide(on(state)))
    yield* Effect.promise(() => chain.mint(token, payer.address, 1n))
    const foreign = accountOf(8).address
    const others = [
      { to: foreign, value: 1n },
      { data: "0x00" as const },
      { to: token.address, data: `0xa9059cbb${"0".repeat(24)}${"f".repeat(40)}${"f".repeat(64)}` as const }
    ]
    for (const each of others) if (chance.happens(0.4)) yield* elsewhere(each)
    const isForeign = chance.happens(0.5)
    if (isForeign)
      yield* Effect.promise(() =>
        chain.write(token, "transfer", [foreign, 77_000_000n], { from: payer.address })
      )
    yield* mine()
    if (chance.happens(0.8)) yield* mine(network.finality as number)

    // Put back.
    const restored = copyOf(backup)
    const madeBefore = yield* made
    const onRestored = on(restored)
    yield* Effect.gen(function* () {
      const hold = yield* StoreHold
      yield* hold.place({ reason: "restored", since: yield* now })
      yield* work
      assert.strictEqual(yield* made, madeBefore, "a store on hold signs nothing")
    }).pipe(Effect.provide(onRestored))
    const paidBefore = yield* paid

    // Read back, with processes that end in between.
    while (true) {
      const before = copyOf(restored)
      const { differences, readBack } = yield* Effect.provide(reconcile(name, "compare"), onRestored)
      assert.deepStrictEqual(restored.aggregates, before.aggregates, "comparing writes nothing")
      assert.isTrue(readBack.length === 0 || differences.length >= readBack.length)
      if (readBack.length === 0) {
        if (!differences.some((each) => each.includes("not final yet"))) break
        yield* mine()
      }
      const recordedMax = chance.below(3)
      yield* Effect.exit(Effect.provide(reconcile(name, "import"), life(restored, network, recordedMax)))
      if (recordedMax === 0) yield* Effect.provide(reconcile(name, "import"), onRestored)
      yield* Effect.provide(work, onRestored)
    }

    const wallets = yield* Effect.provide(ChainWallets, onRestored)
    yield* Effect.gen(function* () {
      const holds = yield* Holds
      const doubtful = yield* wallets.doubtful(name)
      const survey = yield* holds.survey()
      assert.strictEqual(survey.listed._tag, "Count")
      assert.deepStrictEqual(
        survey.unknown.filter(({ reference }) => isReadBack(reference)).length,
        doubtful.filter(({ _tag }) => _tag === "unclaimed").length
      )
      yield* holds.release
      // Clients repeat everything that they ever asked for, and ask for more.
      for (const each of asked) yield* request(network, each)
      const fresh = { key: "fresh", recipient: accountOf(7).address, amount: 10 }
      asked.push(fresh)
      const { id } = yield* request(network, fresh)
      yield* settle(chain, network)
      assert.strictEqual((yield* statusOf(id)).status, "COMPLETED", "new payouts work")
      const paidNow = yield* paid
      for (const { order } of doubtful) {
        const look = lookOf({ amount: Number(order.amountMinor) / 1e6, recipient: order.recipient })
        assert.strictEqual(paidNow[look], paidBefore[look], "what may have been paid is not paid again")
      }

      // An operator decides.
      const operators = yield* ChainOperators
      yield* operators.claimAll(name)
      yield* settle(chain, network)
      for (const { hash } of yield* wallets.doubtful(name)) yield* operators.clear(name, hash)
      yield* settle(chain, network)
      yield* settle(chain, network)

      const completed: Array<Request> = isForeign ? [{ key: "", recipient: foreign, amount: 77 }] : []
      let spentMinor = 0n
      const hashes: Array<string> = []
      for (const each of asked) {
        const order = yield* request(network, each)
        const { hash, status } = yield* statusOf(order.id)
        assert.notStrictEqual(status, "PENDING", each.key)
        if (status !== "COMPLETED") continue
        completed.push(each)
        hashes.push(hash ?? "")
        spentMinor += order.amountMinor + order.feeMinor
      }
      assert.strictEqual(new Set(hashes).size, hashes.length, "each payout has a transaction of its own")
      assert.deepStrictEqual(
        yield* paid,
        Object.fromEntries(
          [...Map.groupBy(completed.map(lookOf), (look) => look)].map(([look, all]) => [look, all.length])
        ),
        "the chain made what the books say"
      )
      const balances = yield* Balances
      const { availableMinor } = yield* balances.get(yield* partnerId)
      assert.strictEqual(availableMinor, BigInt(funds) * 1_000_000n - spentMinor)
      const [wallet] = yield* wallets.wallets(name)
      assert.strictEqual(wallet?.nextNonce, yield* made)
      const { differences } = yield* reconcile(name, "compare")
      assert.deepStrictEqual(differences, [])
      const auditor = yield* Auditor
      assert.deepStrictEqual((yield* auditor.verify).faults, [])
    }).pipe(Effect.provide(onRestored))
    yield* Effect.promise(() => chain.anvil.stop())
  })

describe("a wallet that went on while its store was put back", () => {
  for (let seed = firstSeed; seed < firstSeed + storyCount; seed++)
    it.effect(`story of seed ${seed}`, () => story(seed))
})
