import { assert } from "@effect/vitest"
import type { Ids, StorePorts } from "@quittance/core"
import {
  ChainJournal,
  chainJobs,
  coin,
  type FoundTransfer,
  LedgerReader,
  rememberedBlocksMax,
  zeroBalances
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { Checks } from "../Suite.ts"
import { checked, formOf, found, giveOut, leased, newNetwork, orderOf, walletWith } from "./ChainSamples.ts"
import { start } from "./StoreSamples.ts"

/** What is kept of networks, over any store: each check has a network of its own. */

export const chainChecks = {
  "the work of a network is begun once": checked(
    Effect.gen(function* () {
      const journal = yield* ChainJournal
      const network = yield* newNetwork
      for (let time = 0; time < 2; time++) yield* journal.begin(network)
      yield* leased(network, chainJobs.read)
      yield* leased(network, chainJobs.send)
      const setup = Option.getOrThrow(yield* journal.setup(network))
      assert.deepStrictEqual([setup.isPaused, setup.factory], [false, Option.none()])
    })
  ),

  "a network is paused, resumed and given its factory": checked(
    Effect.gen(function* () {
      const journal = yield* ChainJournal
      const network = yield* newNetwork
      yield* journal.pause(network, true)
      yield* journal.recordFactory(network, "0xfactory")
      const paused = Option.getOrThrow(yield* journal.setup(network))
      assert.deepStrictEqual([paused.isPaused, paused.factory], [true, Option.some("0xfactory")])
      yield* journal.pause(network, false)
      assert.isFalse(Option.getOrThrow(yield* journal.setup(network)).isPaused)
    })
  ),

  "the cursor keeps the latest blocks, and moves under its lease only": checked(
    Effect.gen(function* () {
      const journal = yield* ChainJournal
      const network = yield* newNetwork
      yield* journal.begin(network)
      assert.deepStrictEqual(yield* journal.cursor(network), Option.none())
      const job = yield* leased(network, chainJobs.read)
      const blocks = Array.from({ length: rememberedBlocksMax + 5 }, (_, number) => ({
        number: number + 100,
        hash: `0x${number}`
      }))
      yield* journal.moveTo(network, blocks.slice(0, 1), job)
      yield* journal.moveTo(network, blocks, job)
      const cursor = Option.getOrThrow(yield* journal.cursor(network))
      assert.deepStrictEqual(cursor.blocks, blocks.slice(-rememberedBlocksMax))
      assert.deepStrictEqual([cursor.firstBlock, cursor.blockNumber], [100, rememberedBlocksMax + 104])
      const stale = { ...job, fence: job.fence - 1 }
      const lost = yield* Effect.flip(journal.moveTo(network, blocks.slice(0, 1), stale))
      assert.strictEqual(lost._tag, "LeaseLost")
      assert.deepStrictEqual(yield* journal.cursor(network), Option.some(cursor))
    })
  ),

  "a transfer is recorded once, follows its block, and is dropped from the block that it was in": checked(
    Effect.gen(function* () {
      const journal = yield* ChainJournal
      const network = yield* newNetwork
      yield* journal.begin(network)
      const job = yield* leased(network, chainJobs.read)
      const { address, partnerId } = yield* giveOut(network)
      assert.deepStrictEqual(yield* journal.ownerOf(network, address), Option.some(partnerId))
      assert.deepStrictEqual(yield* journal.ownerOf(network, "0xforeign"), Option.none())
      assert.isTrue(yield* journal.see(network, found(address), job))
      assert.isFalse(yield* journal.see(network, found(address), job))
      const [first] = yield* journal.transfersTo(network, address)
      const moved = found(address, { blockHash: "0xb2", blockNumber: 11 })
      assert.isTrue(yield* journal.see(network, moved, job))
      if (first === undefined) return assert.fail("it was recorded")
      // The block it is in now is another.
      assert.isFalse(yield* journal.drop(first, job))
      const [second] = yield* journal.transfersTo(network, address)
      if (second === undefined) return assert.fail("it is still recorded")
      assert.deepInclude(second, { blockHash: "0xb2", blockNumber: 11, isDropped: false })
      assert.isTrue(yield* journal.drop(second, job))
      assert.isFalse(yield* journal.drop(second, job))
      assert.isTrue(yield* journal.see(network, moved, job))
      const known = yield* journal.transfersTo(network, address)
      assert.deepStrictEqual(
        known.map(({ isDropped }) => isDropped),
        [false]
      )
      const stale = { ...job, fence: job.fence - 1 }
      const unseen = found(address, { position: 1 })
      assert.strictEqual((yield* Effect.flip(journal.see(network, unseen, stale)))._tag, "LeaseLost")
      for (const each of known)
        assert.strictEqual((yield* Effect.flip(journal.drop(each, stale)))._tag, "LeaseLost")
      assert.deepStrictEqual(yield* journal.transfersTo(network, address), known)
    })
  ),

  "a transfer is shown when as many nodes as were asked for have shown it in its block, and not before":
    checked(
      Effect.gen(function* () {
        const journal = yield* ChainJournal
        const network = yield* newNetwork
        yield* journal.begin(network)
        const job = yield* leased(network, chainJobs.read)
        const { address } = yield* giveOut(network)
        const shownBy = (hosts: ReadonlyArray<string>, changes: Partial<FoundTransfer> = {}) =>
          journal.see(network, found(address, { askedFor: 2, shownBy: hosts, ...changes }), job)
        const shown = Effect.map(journal.transfersTo(network, address), (all) =>
          all.map(({ blockHash }) => blockHash)
        )
        const waiting = Effect.map(journal.waiting(network), (all) => all.length)
        assert.isTrue(yield* shownBy([]))
        assert.isFalse(yield* shownBy([]))
        assert.isTrue(yield* shownBy(["one"]))
        assert.isFalse(yield* shownBy(["one", "one"]))
        assert.deepStrictEqual([yield* shown, yield* waiting], [[], 1])
        // What was asked for first counts, whatever is configured since.
        assert.isFalse(yield* shownBy(["one"], { askedFor: 1 }))
        assert.deepStrictEqual([yield* shown, yield* waiting], [[], 1])
        assert.isTrue(yield* shownBy(["two"]))
        assert.deepStrictEqual([yield* shown, yield* waiting], [["0xb1"], 0])
        // In another block they have to show it again.
        assert.isTrue(yield* shownBy(["two"], { blockHash: "0xb2" }))
        assert.deepStrictEqual([yield* shown, yield* waiting], [[], 1])
        assert.isTrue(yield* shownBy(["one"], { blockHash: "0xb2" }))
        assert.deepStrictEqual([yield* shown, yield* waiting], [["0xb2"], 0])
        for (const each of yield* journal.transfersTo(network, address)) yield* journal.drop(each, job)
        assert.deepStrictEqual([yield* shown, yield* waiting], [["0xb2"], 0])
      })
    ),

  "an operator accepts a transfer that waits, by its transaction, and nothing else": checked(
    Effect.gen(function* () {
      const journal = yield* ChainJournal
      const network = yield* newNetwork
      yield* journal.begin(network)
      const job = yield* leased(network, chainJobs.read)
      const { address } = yield* giveOut(network)
      const waits = { askedFor: 2, shownBy: ["one"] }
      for (const position of [0, 1]) yield* journal.see(network, found(address, { ...waits, position }), job)
      yield* journal.see(network, found(address, { ...waits, txHash: "0x02" }), job)
      assert.lengthOf(yield* journal.accept(network, "0x03", "seen elsewhere"), 0)
      assert.lengthOf(yield* journal.accept(network, "0x01", "seen elsewhere"), 2)
      assert.lengthOf(yield* journal.accept(network, "0x01", "seen elsewhere"), 0)
      const shown = yield* journal.transfersTo(network, address)
      assert.deepStrictEqual(
        shown.map(({ accepted, txHash }) => [txHash, Option.getOrUndefined(accepted)]),
        [
          ["0x01", "seen elsewhere"],
          ["0x01", "seen elsewhere"]
        ]
      )
      // It stays accepted in another block.
      yield* journal.see(network, found(address, { ...waits, blockHash: "0xb2" }), job)
      assert.lengthOf(yield* journal.waiting(network), 1)
    })
  ),

  "transfers above a block are those of all partners, and of no other network": checked(
    Effect.gen(function* () {
      const journal = yield* ChainJournal
      const [network, other] = [yield* newNetwork, yield* newNetwork]
      for (const each of [network, other]) yield* journal.begin(each)
      const jobs = [yield* leased(network, chainJobs.read), yield* leased(other, chainJobs.read)] as const
      for (const [index, each] of [network, network, network, other].entries()) {
        const { address } = yield* giveOut(each)
        const transfer = found(address, { blockNumber: 20 - index, txHash: `0x${index}` })
        yield* journal.see(each, transfer, jobs[index === 3 ? 1 : 0])
      }
      const above = yield* journal.transfersAbove(network, 18)
      assert.deepStrictEqual(
        above.map(({ blockNumber }) => blockNumber),
        [19, 20]
      )
    })
  ),

  "what waits gets the next slots in its order, in one commit with the wallet": checked(
    Effect.gen(function* () {
      const { assign, network, wallets } = yield* walletWith(["c", "a", "b"])
      const sent = yield* assign(2)
      assert.deepStrictEqual(
        sent.map(({ nonce, order, wallet }) => [order.payoutId, wallet, nonce]),
        [
          ["payout c", "0xwallet", 7],
          ["payout a", "0xwallet", 8]
        ]
      )
      const [wallet] = yield* wallets.wallets(network)
      assert.deepStrictEqual([wallet?.nextNonce, wallet?.spent], [9, [{ from: start, minor: 3n }]])
      assert.deepStrictEqual(yield* wallets.open(network), sent)
      assert.deepStrictEqual(
        (yield* wallets.queued(network, 5)).map(({ order }) => order.payoutId),
        ["payout b"]
      )
      assert.deepStrictEqual(
        (yield* wallets.transactionsAfter(network, start)).map(({ order }) => order.payoutId),
        ["payout a", "payout b"]
      )
    })
  ),

  "nobody signs without the lease": checked(
    Effect.gen(function* () {
      const { assign, job, network, wallets } = yield* walletWith(["a"])
      const lost = yield* Effect.flip(assign(1, { ...job, fence: job.fence - 1 }))
      assert.strictEqual(lost._tag, "LeaseLost")
      assert.deepStrictEqual(yield* wallets.open(network), [])
      assert.strictEqual((yield* wallets.wallets(network))[0]?.nextNonce, 7)
    })
  ),

  "a slot keeps all its forms and gets one outcome": checked(
    Effect.gen(function* () {
      const { assign, job, network, wallets } = yield* walletWith(["a"])
      const [sent] = yield* assign(1)
      if (sent === undefined) return assert.fail("it was taken")
      yield* wallets.apply(sent, { _tag: "SignAgain", form: formOf("0xraised"), at: start }, job)
      assert.strictEqual((yield* wallets.abandon(sent.order))._tag, "cancelling")
      yield* wallets.apply(sent, { _tag: "SignCancel", form: formOf("0xcancel", true), at: start }, job)
      const [open] = yield* wallets.open(network)
      assert.deepStrictEqual(open?.forms, [
        formOf("0xpayout a"),
        formOf("0xraised"),
        formOf("0xcancel", true)
      ])
      const outcome = {
        _tag: "failed",
        hash: "0xraised",
        blockNumber: 12,
        costWei: 10n ** 20n,
        reason: "it reverted"
      } as const
      const settled = yield* wallets.apply(sent, { _tag: "Settle", outcome, at: start }, job)
      assert.strictEqual(settled._tag, "failed")
      assert.deepStrictEqual(yield* wallets.transaction(network, sent.order.id), Option.some(settled))
      assert.deepStrictEqual(yield* wallets.open(network), [])
    })
  ),

  "what a transaction cost is in the network's book with its outcome, once, and rounded up": checked(
    Effect.gen(function* () {
      const { assign, job, network, wallets } = yield* walletWith(["a", "b", "c"])
      const ledger = yield* LedgerReader
      const costs = [10n ** 25n + 1n, 999_999_999n, 0n]
      for (const [index, sent] of (yield* assign(3)).entries()) {
        const costWei = costs[index] ?? 0n
        const outcome = {
          _tag: "completed",
          hash: `0x${index}`,
          blockNumber: 12,
          costWei,
          reason: ""
        } as const
        const settle = { _tag: "Settle", outcome, at: start } as const
        const stale = { ...job, fence: job.fence - 1 }
        assert.strictEqual((yield* Effect.flip(wallets.apply(sent, settle, stale)))._tag, "LeaseLost")
        for (let time = 0; time < 2; time++) yield* wallets.apply(sent, settle, job)
      }
      const spentMinor = 10n ** 16n + 2n
      assert.deepStrictEqual(yield* ledger.balances(network, coin), {
        ...zeroBalances,
        gas: -spentMinor,
        onChain: spentMinor
      })
      assert.deepStrictEqual(yield* ledger.balances(network, "USDT"), zeroBalances)
    })
  ),

  "what is queued twice is queued once, and what was given up stays so": checked(
    Effect.gen(function* () {
      const { network, wallets } = yield* walletWith(["a"])
      yield* wallets.queue({ ...orderOf(network, "a"), payoutId: "another" })
      const [queued] = yield* wallets.queued(network, 5)
      assert.strictEqual(queued?.order.payoutId, "payout a")
      for (const id of ["a", "never queued"]) {
        assert.strictEqual((yield* wallets.abandon(orderOf(network, id)))._tag, "abandoned")
        assert.strictEqual((yield* wallets.queue(orderOf(network, id)))._tag, "abandoned")
      }
      assert.deepStrictEqual(yield* wallets.queued(network, 5), [])
    })
  ),

  "sweeps go first, and payouts that nobody takes hide no later one": checked(
    Effect.gen(function* () {
      const ids = ["a", "b", "c", "d", "e", "f", "g"]
      const { job, network, wallet, wallets } = yield* walletWith(ids)
      // Some were requested at one instant.
      for (const id of ["h", "i", "j"]) yield* wallets.queue(orderOf(network, id, start + 3))
      const sweep = { ...orderOf(network, "sweep", start + 99), purpose: "sweep", payoutId: "" } as const
      yield* wallets.queue(sweep)
      yield* wallets.refuse(orderOf(network, "c"), "blocked", job)
      const given: Array<string> = []
      const sent = yield* wallets.assign(network, wallet.address, 2, job, (_, queued, next) =>
        Effect.gen(function* () {
          let page = queued
          let since = 0
          while (page.length > 0) {
            assert.isAtMost(page.length, 8)
            for (const { createdAt, id } of page) {
              given.push(id)
              if (id !== sweep.id) since = createdAt
            }
            page = yield* next(since)
          }
          const last = (yield* wallets.queued(network, 99)).find(({ order }) => order.id === given.at(-1))
          if (last === undefined) return { spent: [], taken: [] }
          return { spent: [], taken: [{ order: last.order, form: formOf("0xlast") }] }
        })
      )
      assert.strictEqual(given[0], sweep.id)
      assert.deepStrictEqual(
        given.toSorted(),
        [
          ...["a", "b", "d", "e", "f", "g", "h", "i", "j"].map((id) => orderOf(network, id).id),
          sweep.id
        ].sort()
      )
      assert.deepStrictEqual(
        sent.map(({ nonce, order }) => [order.payoutId, nonce]),
        [["payout g", 7]]
      )
    })
  ),

  "what is refused keeps the reason, and what is signed is not refused": checked(
    Effect.gen(function* () {
      const { assign, job, network, wallets } = yield* walletWith(["a", "b"])
      const [sent] = yield* assign(1)
      if (sent === undefined) return assert.fail("it was taken")
      const waiting = orderOf(network, "b", start + 1)
      const stale = { ...job, fence: job.fence - 1 }
      assert.strictEqual((yield* Effect.flip(wallets.refuse(waiting, "blocked", stale)))._tag, "LeaseLost")
      assert.isTrue(Option.isNone(yield* wallets.refuse(sent.order, "blocked", job)))
      assert.deepStrictEqual(yield* wallets.open(network), [sent])
      const refused = yield* wallets.refuse(waiting, "blocked", job)
      assert.deepStrictEqual(yield* wallets.transaction(network, waiting.id), refused)
      assert.isTrue(
        Option.exists(
          refused,
          (each) => each._tag === "abandoned" && Option.contains(each.refusal, "blocked")
        )
      )
      assert.deepStrictEqual(yield* wallets.queued(network, 5), [])
    })
  ),

  "a wallet is added once": checked(
    Effect.gen(function* () {
      const { network, wallet, wallets } = yield* walletWith([])
      assert.isFalse(yield* wallets.addWallet({ ...wallet, nextNonce: 99 }))
      assert.strictEqual((yield* wallets.wallets(network))[0]?.nextNonce, 7)
    })
  )
} satisfies Checks<StorePorts | Ids>
