import { assert, describe, it } from "@effect/vitest"
import { CryptoInvoices, Payouts } from "@quittance/core"
import { ChainUpkeeps, chainJobs, payoutStatus } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { ChainOperators, type ReconcileReport } from "../../src/ChainOperators.ts"
import { accountOf } from "../anvil/Anvil.ts"
import type { Deployed } from "../anvil/TestChain.ts"
import { SilentToken } from "../contracts/SilentToken.ts"
import { takeTurn } from "../networks/anyNetwork.ts"
import { deployFactory, payer, startNetwork } from "../networks/ownNetwork.ts"
import { Errors, issue, live, Memory, pay, payOut, running, setClock, startsAnew, work } from "./Running.ts"

const { chain, network, token: deployed } = await startNetwork(SilentToken, 6)
await deployFactory(chain, network)
const token = deployed as Deployed<typeof SilentToken.abi>
startsAnew(chain)

const { name, treasury } = network
const elsewhere = accountOf(6).address
const usdt = 1_000_000n

const comparing = (what: string, body: Parameters<typeof running<void, unknown>>[1], on = network) =>
  it.effect(what, () => running(on, Effect.andThen(setClock(chain), Effect.andThen(work, body))))

type Options = Parameters<ChainOperators["Service"]["reconcile"]>[1]

const reconciled = (options?: Options) =>
  Effect.flatMap(ChainOperators, (operators) => operators.reconcile(name, options))

const agrees = ({ differences }: ReconcileReport): void => assert.deepStrictEqual(differences, [])

/** Anybody with an allowance takes it: no transaction of the wallet. */
const take = (from: string, amount: bigint, to = elsewhere) =>
  Effect.promise(() => chain.write(token, "transferFrom", [from as `0x${string}`, to, amount]))

/** The issuer of the token makes a balance nothing. */
const destroy = (owner: string) =>
  Effect.promise(() => chain.write(token, "destroyBlackFunds", [owner as `0x${string}`]))

const inTreasury = Effect.promise(() => chain.balanceOf(token, treasury as `0x${string}`))

const mine = (blocks: number) => Effect.promise(() => chain.mine(blocks))

/** An invoice whose money is on its address and credited. */
const paid = Effect.fnUntraced(function* (amount: number) {
  const { address } = yield* issue(network, amount)
  yield* pay(chain, token, [address], BigInt(amount) * usdt)
  yield* live(chain, 6)
  return address
})

const day = Effect.andThen(TestClock.adjust("1 day"), work)

/** What wallets and the treasury hold is noted by the first comparison after there is something final. */
const noted = Effect.gen(function* () {
  yield* live(chain, 3)
  yield* day
  const { holdings } = yield* (yield* ChainUpkeeps).of(name)
  assert.sameMembers(
    Option.getOrElse(holdings, () => []).map(({ address }) => address),
    [payer.address, treasury]
  )
})

const alerts = Effect.map(Errors, (errors) => errors.filter((each) => each.includes("the books differ")))

describe("a comparison by an operator", () => {
  comparing(
    "finds a theft in the newest block at once, and tells up to which block it looked",
    Effect.gen(function* () {
      const payout = yield* payOut(network, 10, elsewhere)
      yield* live(chain, 6)
      const made = yield* (yield* Payouts).get(payout.partnerId, payout.id)
      assert.strictEqual(payoutStatus(made), "COMPLETED")
      const before = yield* reconciled()
      agrees(before)
      yield* take(payer.address, 7n)
      yield* mine(1)
      // Nothing was read since, and the block is not final.
      const { differences, finalBlock, head, readTo } = yield* reconciled()
      assert.strictEqual(readTo, before.readTo)
      assert.isAbove(head, finalBlock)
      assert.strictEqual(head, yield* Effect.promise(() => chain.head()))
      assert.lengthOf(differences, 1)
      assert.match(differences[0] ?? "", /^transaction 0x\w+ moved 7 of the token from wallet 0x\w+ to 0x\w+/)
    })
  )

  comparing(
    "tells of a payout in blocks that are not final nothing",
    Effect.gen(function* () {
      yield* payOut(network, 10, elsewhere)
      yield* work
      yield* mine(1)
      agrees(yield* reconciled())
    })
  )

  comparing(
    "says which deposits it could not see, because the journal is behind",
    Effect.gen(function* () {
      yield* paid(100)
      yield* mine(10)
      const { finalBlock, notCompared, readTo } = yield* reconciled()
      assert.isAbove(finalBlock, readTo)
      assert.include(
        notCompared,
        `deposits on ethereum in blocks ${readTo + 1} to ${finalBlock}, which the journal was not read to yet`
      )
      yield* live(chain, 1)
    })
  )
})

describe("what addresses hold", () => {
  comparing(
    "agrees after deposits, payouts, sweeps by anybody, and money from outside",
    Effect.gen(function* () {
      const errors = yield* Errors
      yield* paid(100)
      yield* noted
      const later = yield* paid(50)
      yield* payOut(network, 10, elsewhere)
      yield* live(chain, 5)
      yield* TestClock.adjust("10 minutes")
      yield* work
      yield* live(chain, 4)
      assert.strictEqual(yield* inTreasury, 150n * usdt)
      agrees(yield* reconciled())
      // The treasury pays for something else, and a wallet is filled up.
      yield* take(treasury, 30n * usdt)
      yield* take(treasury, 20n * usdt, payer.address)
      yield* Effect.promise(() => chain.mint(token, treasury as `0x${string}`, 5n))
      const third = yield* paid(70)
      yield* live(chain, 5)
      // Nobody of this store swept this one.
      yield* take(third, 70n * usdt, treasury as `0x${string}`)
      yield* live(chain, 5)
      const report = yield* reconciled()
      agrees(report)
      assert.isAtLeast(report.addressesChecked, 1)
      yield* day
      yield* day
      assert.deepStrictEqual(errors, [])
      assert.strictEqual(yield* Effect.promise(() => chain.balanceOf(token, later as `0x${string}`)), 0n)
    }),
    { ...network, sweep: { minimumMinor: usdt, maxFeeWei: 20n * 10n ** 9n } }
  )

  comparing(
    "differs when the issuer destroys it on a deposit address, until an operator acknowledges it",
    Effect.gen(function* () {
      const upkeeps = yield* ChainUpkeeps
      const address = yield* paid(100)
      yield* noted
      yield* destroy(address)
      yield* mine(1)
      const lack = `deposit address ${address} on ethereum has 100 USDT less than its transfers explain`
      assert.deepStrictEqual((yield* reconciled()).differences, [lack])
      yield* live(chain, 3)
      yield* day
      yield* day
      assert.lengthOf(yield* alerts, 2)
      assert.include((yield* alerts)[0] ?? "", lack)
      const { comparedBlock } = yield* upkeeps.of(name)

      const understood = { reason: "frozen by court order 7", by: "ann" }
      const unknown = yield* Effect.flip(reconciled({ acknowledge: { subject: elsewhere, ...understood } }))
      assert.strictEqual(
        unknown.reason,
        `no difference of ethereum names ${elsewhere}: quittance chain reconcile --network ethereum lists them`
      )
      const after = yield* reconciled({ acknowledge: { subject: address, ...understood } })
      agrees(after)
      assert.lengthOf(after.acknowledged, 1)
      assert.deepInclude(after.acknowledged[0], {
        ...{ subject: address, difference: lack, isThere: true },
        ...understood
      })
      yield* live(chain, 3)
      yield* day
      yield* day
      assert.lengthOf(yield* alerts, 2)
      assert.isAbove((yield* upkeeps.of(name)).comparedBlock, comparedBlock)
      assert.lengthOf((yield* reconciled()).acknowledged, 1)

      // More is destroyed: that is another difference.
      yield* pay(chain, token, [address], 30n * usdt)
      yield* live(chain, 6)
      agrees(yield* reconciled())
      yield* destroy(address)
      yield* live(chain, 6)
      const { acknowledged, differences } = yield* reconciled()
      assert.deepStrictEqual(differences, [lack.replace("100", "130")])
      assert.deepStrictEqual(
        acknowledged.map(({ isThere }) => isThere),
        [false]
      )
    })
  )

  for (const [who, owner] of [
    ["wallet", payer.address],
    ["the treasury", treasury]
  ] as const)
    comparing(
      `differs when it is destroyed in ${who}`,
      Effect.gen(function* () {
        yield* Effect.promise(() => chain.mint(token, treasury as `0x${string}`, 9n * usdt))
        yield* noted
        const held = yield* Effect.promise(() => chain.balanceOf(token, owner as `0x${string}`))
        yield* destroy(owner)
        yield* mine(1)
        const [lack, ...others] = (yield* reconciled()).differences
        assert.deepStrictEqual(others, [])
        assert.match(
          lack ?? "",
          new RegExp(
            `^${who} ${owner} on ethereum has ${held / usdt} USDT less than its transfers since block`
          )
        )
        yield* live(chain, 3)
        yield* day
        yield* day
        assert.lengthOf(yield* alerts, 2)
        const acknowledge = { subject: owner.toLowerCase(), reason: "known", by: "ann" }
        agrees(yield* reconciled({ acknowledge }))
        yield* day
        // From now on this is what it has.
        const after = yield* reconciled()
        agrees(after)
        assert.deepStrictEqual(
          after.acknowledged.map(({ isThere }) => isThere),
          [false]
        )
        assert.lengthOf(yield* alerts, 2)
      })
    )

  comparing(
    "is not compared before it was noted once, and the report says so",
    Effect.gen(function* () {
      yield* paid(1)
      const fresh = accountOf(8).address
      const { notCompared } = yield* reconciled()
      assert.isTrue(
        notCompared.every((each) =>
          /^the balance of .*, because the daily comparison has not noted it before$/.test(each)
        ),
        notCompared.join("\n") + fresh
      )
    })
  )
})

describe("a theft that an operator has understood", () => {
  comparing(
    "is acknowledged by the hash of its transaction, and told no more",
    Effect.gen(function* () {
      yield* noted
      yield* take(payer.address, 7n)
      yield* take(payer.address, 8n)
      yield* live(chain, 3)
      const { differences } = yield* reconciled()
      assert.lengthOf(differences, 2)
      const subject = /0x[0-9a-f]{64}/.exec(differences[0] ?? "")?.[0] ?? ""
      yield* day
      assert.lengthOf(yield* alerts, 1)
      const after = yield* reconciled({ acknowledge: { subject, reason: "reported", by: "ann" } })
      assert.deepStrictEqual(after.differences, differences.slice(1))
      yield* day
      assert.match((yield* alerts)[1] ?? "", /differ \(1\): transaction 0x\w+ moved 8 /)
    })
  )
})

describe("a deposit that too few nodes have shown", () => {
  comparing(
    "is accepted by the hash of its transaction, and credited",
    Effect.gen(function* () {
      const memory = yield* Memory
      const { address, id, partnerId } = yield* issue(network, 100)
      yield* pay(chain, token, [address], 100n * usdt)
      yield* Effect.promise(() => chain.mine(2))
      yield* TestClock.adjust("1 minute")
      yield* takeTurn(chainJobs.read)
      for (const [key, { state, version }] of memory.aggregates.ChainTransfer)
        memory.aggregates.ChainTransfer.set(key, {
          version,
          state: { ...state, askedFor: Option.some(2), waitsSince: Option.some(1), updatedAt: 1 }
        })
      yield* live(chain, 6)
      const statusOf = Effect.map((yield* CryptoInvoices).get(partnerId, id), ({ _tag }) => _tag)
      assert.notStrictEqual(yield* statusOf, "paid")
      const { differences } = yield* reconciled()
      assert.lengthOf(differences, 1)
      assert.match(differences[0] ?? "", /^transfer 0x\w+ of 100 USDT to 0x\w+ waits: /)
      const subject = /0x[0-9a-f]{64}/.exec(differences[0] ?? "")?.[0] ?? ""
      const after = yield* reconciled({ acknowledge: { subject, reason: "seen on an explorer", by: "ann" } })
      agrees(after)
      assert.strictEqual(after.acceptedCount, 1)
      yield* live(chain, 3)
      assert.strictEqual(yield* statusOf, "paid")
      agrees(yield* reconciled())
    })
  )
})
