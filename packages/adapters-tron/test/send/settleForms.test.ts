import { assert, describe, it } from "@effect/vitest"
import type { OpenTransaction } from "@quittance/core/adapter"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import type { TronApi } from "../../src/node/TronApi.ts"
import { type Ended, lastEnd, makeSettleForms } from "../../src/send/settleForms.ts"
import { againMillis, askedAtOnceMax } from "../../src/send/TronSenderOptions.ts"
import { recipientOf } from "./Paying.ts"
import { blockOf, endOf, formOf, infoOf, movedLog, openSlot, tokenAddress, toldNode } from "./toldNodes.ts"

const head = 1_000
const form = formOf(head)
const slot = openSlot(1, [form])
/** The first solid block by which two nodes can prove that it expired. */
const late = endOf(head) + 20

const settling = (nodes: ReadonlyArray<TronApi["nodes"][number]>, agreeing = 1) => {
  const alerts: Array<string> = []
  const settle = makeSettleForms(
    { nodes } as unknown as TronApi,
    { agreeing, network: "tron", token: tokenAddress },
    (kind, message) =>
      Effect.sync(() => {
        alerts.push(`${kind}: ${message}`)
      })
  )
  return { alerts, settle }
}

const blocks = (solid: number, final = solid) => ({
  head: blockOf(solid + 19),
  solid: blockOf(solid),
  final: blockOf(final)
})

/** What became of slots, and what was alerted. */
const settled = Effect.fnUntraced(function* (
  nodes: ReadonlyArray<TronApi["nodes"][number]>,
  at: ReturnType<typeof blocks>,
  open: ReadonlyArray<OpenTransaction> = [slot],
  agreeing = 1
) {
  const { alerts, settle } = settling(nodes, agreeing)
  return { ended: (yield* settle(open, at)).map(({ ended }) => ended), alerts }
})

const completed = (hash: string, blockNumber: number): Ended => ({
  _tag: "settled",
  outcome: { _tag: "completed", hash, blockNumber, costWei: 7n * 10n ** 12n, reason: "" }
})

const nothing = { ended: [], alerts: [] }

describe("an open slot of TRON", () => {
  it.effect("is settled by the final block, and not by the block after it", () =>
    Effect.gen(function* () {
      const node = toldNode("one", { solid: 1_050, infos: [infoOf(form, 1, 1_002)] })
      assert.deepStrictEqual(yield* settled([node], blocks(1_001)), nothing)
      assert.deepStrictEqual(yield* settled([node], blocks(1_002)), {
        ended: [completed(form.hash, 1_002)],
        alerts: []
      })
    })
  )

  it.effect("is settled by what is solid at the node that says so", () =>
    Effect.gen(function* () {
      const infos = [infoOf(form, 1, 1_002)]
      const behind = toldNode("one", { solid: 1_001, infos })
      assert.deepStrictEqual(yield* settled([behind], blocks(1_010)), nothing)
      const there = toldNode("one", { solid: 1_002, infos })
      assert.deepStrictEqual((yield* settled([there], blocks(1_010))).ended, [completed(form.hash, 1_002)])
      // Where so many blocks below the newest are final, no node needs to call them solid.
      assert.deepStrictEqual((yield* settled([behind], blocks(1_001, 1_002))).ended, [
        completed(form.hash, 1_002)
      ])
      assert.deepStrictEqual(yield* settled([behind], blocks(1_002, 1_002)), nothing)
    })
  )

  it.effect("is not settled while a node with final blocks as high denies it", () =>
    Effect.gen(function* () {
      const says = toldNode("one", { solid: 1_010, infos: [infoOf(form, 1, 1_002)] })
      for (const nodes of [
        [says, toldNode("two", { solid: 1_002 })],
        [toldNode("two", { solid: 1_002 }), says],
        [says, toldNode("two", { solid: 1_002 }), toldNode("three", { solid: 5 })],
        [says, toldNode("three", { solid: 5 }), toldNode("two", { solid: 1_002 })]
      ])
        assert.deepStrictEqual(yield* settled(nodes, blocks(1_010)), nothing)
      for (const other of [
        toldNode("two", { solid: 1_001 }),
        toldNode("two", { solid: 1_002, silent: ["info"] })
      ])
        for (const nodes of [
          [says, other],
          [other, says]
        ])
          assert.deepStrictEqual((yield* settled(nodes, blocks(1_010))).ended, [completed(form.hash, 1_002)])
    })
  )

  it.effect("is settled by the node that has it in a final block, whatever others have it in", () =>
    Effect.gen(function* () {
      const final = toldNode("one", { solid: 1_010, infos: [infoOf(form, 1, 1_002)] })
      const other = toldNode("two", { solid: 1_010, infos: [infoOf(form, 1, 1_011)] })
      for (const nodes of [
        [final, other],
        [other, final]
      ])
        assert.deepStrictEqual((yield* settled(nodes, blocks(1_010))).ended, [completed(form.hash, 1_002)])
    })
  )

  it.effect("is settled when so many nodes show the same in a final block, under as many names", () =>
    Effect.gen(function* () {
      const has = (host: string, blockNumber = 1_002, solid = 1_010) =>
        toldNode(host, { solid, infos: [infoOf(form, 1, blockNumber)] })
      const by = (nodes: ReadonlyArray<TronApi["nodes"][number]>) =>
        Effect.map(settled(nodes, blocks(1_010), [slot], 2), ({ ended }) => ended)
      for (const nodes of [
        [has("one")],
        [has("one"), has("one")],
        [has("one"), has("two", 1_003)],
        [has("one"), has("two", 1_002, 1_001)],
        [has("one"), toldNode("two", { solid: 1 })]
      ])
        assert.deepStrictEqual(yield* by(nodes), [])
      for (const nodes of [
        [has("one"), has("two")],
        [has("one"), has("two", 1_003), has("three")],
        [has("one", 1_003), has("two"), has("three")],
        [has("one"), has("two"), has("three", 1_011)]
      ])
        assert.deepStrictEqual(yield* by(nodes), [completed(form.hash, 1_002)])
    })
  )

  it.effect("cannot be told without a node that answers", () =>
    Effect.gen(function* () {
      const silent = toldNode("one", { solid: 1_010, silent: ["info"] })
      const answer = yield* Effect.result(settled([silent], blocks(1_010)))
      assert.strictEqual(answer._tag === "Failure" && answer.failure._tag, "RpcUnavailable")
      const denies = toldNode("two", { solid: 1_010 })
      for (const nodes of [
        [silent, denies],
        [denies, silent]
      ])
        assert.deepStrictEqual(yield* settled(nodes, blocks(1_010)), nothing)
      const away = toldNode("one", { solid: 1_010, silent: ["solidHead"] })
      assert.deepStrictEqual(yield* settled([away], blocks(1_010)), nothing)
    })
  )

  it.effect("waits for the last of its forms in a block to be final, and alerts when there are two", () =>
    Effect.gen(function* () {
      const second = formOf(head + 1)
      const both = openSlot(1, [form, second])
      const infos = (blockNumber: number) => [infoOf(form, 1, 1_002), infoOf(second, 1, blockNumber)]
      const node = (blockNumber: number) => toldNode("one", { solid: 1_010, infos: infos(blockNumber) })
      assert.deepStrictEqual(yield* settled([node(1_011)], blocks(1_010), [both]), nothing)
      assert.deepStrictEqual(yield* settled([node(1_003)], blocks(1_010), [both]), {
        ended: [],
        alerts: [
          `chain.slot: 2 of 2 transactions that wallet ${slot.wallet} signed for reference-1, one after the other, were carried out`
        ]
      })
      for (const one of [form, second]) {
        const alone = toldNode("one", { solid: 1_010, infos: [infoOf(one, 1, 1_004)] })
        assert.deepStrictEqual((yield* settled([alone], blocks(1_010), [both])).ended, [
          completed(one.hash, 1_004)
        ])
      }
    })
  )

  it.effect("stays open, with an alert, when its payout moved something else", () =>
    Effect.gen(function* () {
      const infos = [infoOf(form, 1, 1_002, { logs: [movedLog(recipientOf(1), 5n)] })]
      assert.deepStrictEqual(yield* settled([toldNode("one", { solid: 1_010, infos })], blocks(1_010)), {
        ended: [],
        alerts: [
          `chain.slot: transaction ${form.hash} of wallet ${slot.wallet} did not move what reference-1 should have moved`
        ]
      })
    })
  )
})

describe("an open slot of TRON that no block has", () => {
  const two = (solid: number) => [toldNode("one", { solid }), toldNode("two", { solid })]

  it.effect("ends when two nodes prove that it expired, and is not asked about before", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* settled(two(late), blocks(late))).ended, [
        { _tag: "expired", blockNumber: late }
      ])
      const early = two(late)
      assert.deepStrictEqual(yield* settled(early, blocks(late - 1)), nothing)
      assert.notInclude(early[0]?.asked.join(), "isInBlock")
    })
  )

  it.effect("stays open without an alert when a node has it without an outcome", () =>
    Effect.gen(function* () {
      const nodes = [toldNode("one", { solid: late }), toldNode("two", { solid: late, inBlock: [form] })]
      assert.deepStrictEqual(yield* settled(nodes, blocks(late + 9_999)), nothing)
    })
  )

  it.effect("alerts at once when there is no second node to prove it", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* settled([toldNode("one", { solid: late })], blocks(late)), {
        ended: [],
        alerts: [
          `chain.slot: reference-1 of wallet ${slot.wallet} on tron expired and waits: only one node can say that it was never carried out. Add a second one to rpcUrls`
        ]
      })
    })
  )

  it.effect("alerts ten minutes after its end when two nodes do not agree", () =>
    Effect.gen(function* () {
      const tenMinutes = endOf(head) + 200
      const nodes = () => [
        toldNode("one", { solid: tenMinutes }),
        toldNode("two", { solid: tenMinutes, silent: ["block"] })
      ]
      assert.deepStrictEqual(yield* settled(nodes(), blocks(tenMinutes - 1)), nothing)
      assert.deepStrictEqual(yield* settled(nodes(), blocks(tenMinutes)), {
        ended: [],
        alerts: [
          `chain.slot: reference-1 of wallet ${slot.wallet} on tron expired 10 minutes ago and waits: fewer than two nodes say that it was never carried out`
        ]
      })
    })
  )

  it.effect("expires with its last form", () =>
    Effect.sync(() => {
      const forms = [formOf(110), formOf(130), formOf(120)]
      assert.strictEqual(lastEnd(forms), forms[1]?.expiresAt)
    })
  )
})

describe("a slot of TRON is asked about", () => {
  const infosAsked = ({ asked }: { readonly asked: ReadonlyArray<string> }): number =>
    asked.filter((each) => each.startsWith("info ")).length

  it.effect("from the first final block after the one that was the newest", () =>
    Effect.gen(function* () {
      const node = toldNode("one", { solid: 1_050 })
      // What is signed again counts from the first time.
      const open = [openSlot(1, [form, formOf(head + 40)])]
      yield* settled([node], blocks(head), open)
      assert.deepStrictEqual(node.asked, [])
      yield* settled([node], blocks(head + 1), open)
      assert.strictEqual(infosAsked(node), 2)
    })
  )

  it.effect("now and then, and at once when it is open again", () =>
    Effect.gen(function* () {
      const node = toldNode("one", { solid: 1_050 })
      const { settle } = settling([node])
      const at = blocks(1_050)
      const asks = Effect.fnUntraced(function* (open: ReadonlyArray<OpenTransaction>) {
        node.asked.length = 0
        yield* settle(open, at)
        return infosAsked(node)
      })
      assert.strictEqual(yield* asks([slot]), 1)
      yield* TestClock.adjust(againMillis - 1)
      assert.strictEqual(yield* asks([slot]), 0)
      assert.deepStrictEqual(node.asked, [])
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* asks([slot]), 1)
      assert.strictEqual(yield* asks([slot, openSlot(2, [formOf(head - 1)])]), 1)
      assert.strictEqual(yield* asks([]), 0)
      assert.strictEqual(yield* asks([slot]), 1)
    })
  )

  it.effect("with so many others in a turn, and then come the rest", () =>
    Effect.gen(function* () {
      const node = toldNode("one", { solid: 1_050 })
      const { settle } = settling([node])
      const open = Array.from({ length: askedAtOnceMax + 3 }, (_, number) => openSlot(number, [form]))
      yield* settle(open, blocks(1_050))
      assert.strictEqual(infosAsked(node), askedAtOnceMax)
      yield* settle(open, blocks(1_050))
      assert.strictEqual(infosAsked(node), askedAtOnceMax + 3)
    })
  )
})
