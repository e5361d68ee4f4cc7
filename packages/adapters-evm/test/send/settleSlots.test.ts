import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { finalBlockNumber, settledSlots } from "../../src/send/settleSlots.ts"
import { fakeToken, genesisMillis, hashOfText, hex } from "../watch/FakeChain.ts"
import {
  gasPrice,
  gasUsed,
  type Made,
  movedLog,
  openSlot,
  other,
  paid,
  SlotChain,
  stranger,
  token,
  wallet
} from "./SlotChain.ts"

const cost = gasUsed * gasPrice

/** What becomes of open slots when blocks up to this one are final, and what is alerted. */
const settled = Effect.fnUntraced(function* (
  chain: SlotChain,
  open: Parameters<typeof settledSlots>[2],
  finalBlock = chain.head
) {
  const alerts: Array<string> = []
  const rpc = yield* chain.rpc
  const found = yield* settledSlots(rpc, wallet, open, finalBlock, token, (kind, message) =>
    Effect.sync(() => void alerts.push(`${kind}: ${message}`))
  )
  return { alerts, found: found.map(({ transaction, what }) => ({ nonce: transaction.nonce, ...what })) }
})

/** A chain in which the payout of slot 0 is in block 1, and so many blocks follow. */
const chainWith = (made: ReadonlyArray<Made>, behind = 3) => {
  const chain = new SlotChain()
  chain.mine(...made)
  chain.mineMany(behind)
  return chain
}

const completed = (name: string, blockNumber: number) =>
  ({ _tag: "completed", hash: hashOfText(name), blockNumber, costWei: cost, reason: "" }) as const

const unclear = `chain.slot: slot 0 of wallet ${wallet} is used, and no node says by what`

describe("an open slot", () => {
  it.effect("is settled by a receipt in the final block, and not by one of the block after it", () =>
    Effect.gen(function* () {
      const chain = chainWith([paid(1, 0)])
      const slot = openSlot(1, 0, ["payout 1"])
      // The node's count runs ahead of the block it was asked for.
      chain.says = ({ method }) => (method === "eth_getTransactionCount" ? "0x1" : undefined)
      assert.deepStrictEqual(yield* settled(chain, [slot], 0), { found: [], alerts: [unclear] })
      chain.says = () => undefined
      const outcome = completed("payout 1", 1)
      assert.deepStrictEqual(yield* settled(chain, [slot], 1), {
        found: [{ nonce: 0, outcome, isForeign: false }],
        alerts: []
      })
    })
  )

  it.effect("stays open without a question about its forms while the wallet has not used it", () =>
    Effect.gen(function* () {
      const chain = chainWith([paid(1, 0)])
      const { alerts, found } = yield* settled(chain, [
        openSlot(1, 0, ["payout 1"]),
        openSlot(2, 1, ["payout 2"])
      ])
      assert.deepStrictEqual([found.map(({ nonce }) => nonce), alerts], [[0], []])
      const hashes = chain.asked
        .filter(({ method }) => method === "eth_getTransactionReceipt")
        .map(({ params }) => params[0])
      assert.deepStrictEqual(hashes, [hashOfText("payout 1")])
    })
  )

  it.effect("is not settled by a receipt of a block that the network has left", () =>
    Effect.gen(function* () {
      const chain = chainWith([paid(1, 0)])
      const left = { hash: hashOfText("left"), number: 1 }
      chain.says = ({ method, params }) =>
        method === "eth_getBlockByNumber" && params[0] === "0x1" && params[1] === false
          ? {
              ...{ number: hex(left.number), hash: left.hash, parentHash: hashOfText("parent") },
              ...{ timestamp: hex(genesisMillis / 1000), logsBloom: `0x${"0".repeat(512)}`, transactions: [] }
            }
          : undefined
      const slot = openSlot(1, 0, ["payout 1"])
      assert.deepStrictEqual(yield* settled(chain, [slot]), { found: [], alerts: [unclear] })
    })
  )

  it.effect("is settled by whichever of its forms has a block", () =>
    Effect.gen(function* () {
      for (const first of ["lost", "payout 1"]) {
        const chain = chainWith([paid(1, 0)])
        const forms = first === "lost" ? ["lost", "payout 1"] : ["payout 1", "lost"]
        const { alerts, found } = yield* settled(chain, [openSlot(1, 0, forms)])
        assert.deepStrictEqual(
          [found.map(({ outcome }) => outcome), alerts],
          [[completed("payout 1", 1)], []]
        )
      }
    })
  )

  it.effect("of a transaction that failed is failed, with its cost", () =>
    Effect.gen(function* () {
      const chain = chainWith([paid(1, 0, { status: 0, logs: [] })])
      const { found } = yield* settled(chain, [openSlot(1, 0, ["payout 1"])])
      const reason = "the network carried it out and it failed"
      assert.deepStrictEqual(
        found.map(({ outcome }) => outcome),
        [{ ...completed("payout 1", 1), _tag: "failed", reason }]
      )
    })
  )

  it.effect("stays open and alerts when its payout moved something else", () =>
    Effect.gen(function* () {
      const right = paid(1, 0).logs
      const { recipient } = openSlot(1, 0, []).order
      const wrong = {
        amount: [movedLog(wallet, recipient, 1n)],
        recipient: [movedLog(wallet, stranger, 1_000_001n)],
        twice: [...right, ...right],
        more: [...right, movedLog(wallet, stranger, 1n)]
      }
      for (const [what, logs] of Object.entries(wrong)) {
        const chain = chainWith([paid(1, 0, { logs })])
        const { alerts, found } = yield* settled(chain, [openSlot(1, 0, ["payout 1"])])
        assert.deepStrictEqual(found, [], what)
        assert.deepStrictEqual(alerts, [
          `chain.slot: transaction ${hashOfText("payout 1")} of wallet ${wallet} did not move what reference-1 should have moved`
        ])
      }
    })
  )

  it.effect("is not settled by what other tokens, other wallets or other events say", () =>
    Effect.gen(function* () {
      const { recipient } = openSlot(1, 0, []).order
      const right = movedLog(wallet, recipient, 1_000_001n)
      const foreign = [
        movedLog(wallet, recipient, 1_000_001n, stranger),
        movedLog(stranger, recipient, 1_000_001n),
        { ...right, topics: [hashOfText("Approval"), ...right.topics.slice(1)] }
      ]
      for (const log of foreign) {
        const beside = chainWith([paid(1, 0, { logs: [log, right, log] })])
        const outcomes = (yield* settled(beside, [openSlot(1, 0, ["payout 1"])])).found
        assert.deepStrictEqual(
          outcomes.map(({ outcome }) => outcome),
          [completed("payout 1", 1)]
        )
        const alone = chainWith([paid(1, 0, { logs: [log] })])
        const { alerts, found } = yield* settled(alone, [openSlot(1, 0, ["payout 1"])])
        const reason = "the token accepted the transfer and moved nothing"
        assert.deepStrictEqual(
          found.map(({ outcome }) => outcome),
          [{ ...completed("payout 1", 1), _tag: "failed", reason }]
        )
        assert.deepStrictEqual(alerts, [])
      }
    })
  )

  it.effect("is cancelled by its cancellation, and done by a sweep that moved something else", () =>
    Effect.gen(function* () {
      const cancel = other(0, { name: "cancel", to: wallet, input: "0x" })
      const cancelled = yield* settled(chainWith([cancel]), [openSlot(1, 0, ["cancel"], { isCancel: true })])
      assert.deepStrictEqual(
        cancelled.found.map(({ outcome }) => outcome._tag),
        ["cancelled"]
      )
      const slot = openSlot(1, 0, ["sweep"])
      const sweep = { ...slot, order: { ...slot.order, purpose: "sweep" as const } }
      const swept = yield* settled(chainWith([other(0, { name: "sweep" })]), [sweep])
      assert.deepStrictEqual(
        swept.found.map(({ outcome }) => outcome._tag),
        ["completed"]
      )
    })
  )
})

describe("an open slot that has another transaction", () => {
  const holdsAs = Effect.fnUntraced(function* (
    holder: Made,
    changes: Partial<ReturnType<typeof openSlot>> = {}
  ) {
    const chain = chainWith([holder])
    const { alerts, found } = yield* settled(chain, [
      { ...openSlot(1, 0, ["forgotten"]), ...changes } as ReturnType<typeof openSlot>
    ])
    assert.deepStrictEqual(alerts, [])
    return found.map(({ isForeign, outcome }) => [outcome._tag, isForeign])
  })

  it.effect(
    "is done when that pays the same, and cancelled when it does nothing: an old copy of the store signed it",
    () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* holdsAs(paid(1, 0, { name: "same" })), [["completed", false]])
        const nothing = other(0, { to: wallet, input: "0x" })
        assert.deepStrictEqual(yield* holdsAs(nothing), [["cancelled", false]])
      })
  )

  it.effect("has failed, and somebody has the key, when that does anything else", () =>
    Effect.gen(function* () {
      const others = {
        "to somebody": other(0),
        "the amount of another payout": paid(2, 0),
        "the right call to another contract": paid(1, 0, { name: "elsewhere", to: stranger }),
        "the right call with coins": paid(1, 0, { name: "with coins", value: 1n }),
        "coins to itself": other(0, { to: wallet, input: "0x", value: 1n }),
        "data to itself": other(0, { to: wallet, input: "0x00" }),
        "nothing to somebody": other(0, { to: stranger, input: "0x" })
      }
      for (const [what, holder] of Object.entries(others))
        assert.deepStrictEqual(yield* holdsAs(holder), [["failed", true]], what)
      const [one] = (yield* settled(chainWith([other(0)]), [openSlot(1, 0, ["forgotten"])])).found
      assert.deepStrictEqual(one?.outcome, {
        ...{ _tag: "failed", hash: hashOfText("other 0"), blockNumber: 1, costWei: 0n },
        reason: `transaction ${hashOfText("other 0")}, which was not signed here, took its place`
      })
    })
  )

  it.effect("is the same contract created, or another one", () =>
    Effect.gen(function* () {
      const deployment = { purpose: "deployment", contract: "", data: "0xAA" } as const
      const slot = openSlot(1, 0, ["forgotten"])
      const order = { ...slot.order, ...deployment }
      const creating = (input: `0x${string}`) => ({ ...other(0, { input }), to: null as never })
      assert.deepStrictEqual(yield* holdsAs(creating("0xaa"), { order }), [["completed", false]])
      assert.deepStrictEqual(yield* holdsAs(creating("0xab"), { order }), [["failed", true]])
      assert.deepStrictEqual(yield* holdsAs(other(0, { input: "0xaa", to: fakeToken }), { order }), [
        ["failed", true]
      ])
      const call = { ...order, contract: fakeToken.toUpperCase().replace("0X", "0x") }
      assert.deepStrictEqual(yield* holdsAs(other(0, { input: "0xaa", to: fakeToken }), { order: call }), [
        ["completed", false]
      ])
    })
  )

  it.effect("stays open, with an alert, when that pays the same call but moved something else", () =>
    Effect.gen(function* () {
      const chain = chainWith([paid(1, 0, { name: "same", logs: [movedLog(wallet, stranger, 5n)] })])
      assert.deepStrictEqual(yield* settled(chain, [openSlot(1, 0, ["forgotten"])]), {
        found: [],
        alerts: [unclear]
      })
    })
  )
})

describe("the last final block", () => {
  it.effect("is so many below the head, or what the node calls final, and never below the first", () =>
    Effect.gen(function* () {
      const chain = new SlotChain()
      chain.mineMany(6)
      const rpc = yield* chain.rpc
      assert.strictEqual(yield* finalBlockNumber(rpc, 2), 4)
      assert.strictEqual(yield* finalBlockNumber(rpc, 0), 6)
      assert.strictEqual(yield* finalBlockNumber(rpc, 9), 0)
      assert.strictEqual(yield* finalBlockNumber(rpc, "finalized"), 2)
    })
  )
})
