import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Expiry, provenExpired } from "../../src/send/provenExpired.ts"
import { blockOf, endOf, formOf, infoOf, toldNode } from "./toldNodes.ts"

const form = formOf(1_000)
/** The first solid block that proves something: a minute after the expiration. */
const late = endOf(1_000) + 20

const expiredBy = (nodes: Parameters<typeof provenExpired>[0], forms = [form]) => provenExpired(nodes, forms)

const unproven = { _tag: "unproven", isAlone: false } as const
const proven = (blockNumber: number): Expiry => ({ _tag: "proven", blockNumber })

describe("that forms of a slot are never carried out", () => {
  it.effect("is proven by two nodes with a solid block a minute later, and not before", () =>
    Effect.gen(function* () {
      const first = toldNode("one", { solid: late })
      assert.deepStrictEqual(yield* expiredBy([first, toldNode("two", { solid: late + 5 })]), proven(late))
      assert.deepStrictEqual(yield* expiredBy([first, toldNode("two", { solid: late - 1 })]), unproven)
    })
  )

  it.effect("is proven by the block of the node that is behind, wherever it is named", () =>
    Effect.gen(function* () {
      const nodes = [2, 9, 4].map((more, index) => toldNode(`host ${index}`, { solid: late + more }))
      assert.deepStrictEqual(yield* expiredBy(nodes), proven(late + 2))
      assert.deepStrictEqual(yield* expiredBy(nodes.toReversed()), proven(late + 2))
    })
  )

  it.effect("is not proven by one node, nor by one that is named twice", () =>
    Effect.gen(function* () {
      const node = toldNode("one", { solid: late })
      const alone = { _tag: "unproven", isAlone: true } as const
      assert.deepStrictEqual(yield* expiredBy([node]), alone)
      assert.deepStrictEqual(yield* expiredBy([node, toldNode("one", { solid: late })]), alone)
      assert.deepStrictEqual(
        yield* expiredBy([node, toldNode("two", { solid: late, silent: ["solidHead"] })]),
        unproven
      )
    })
  )

  it.effect("is wrong when any node has one of them in a block, with its outcome or without", () =>
    Effect.gen(function* () {
      const other = formOf(990)
      const witness = toldNode("one", { solid: late })
      for (const shown of [form, other])
        for (const has of [{ infos: [infoOf(shown, 1, 1_001)] }, { inBlock: [shown] }]) {
          const node = toldNode("two", { solid: late, ...has })
          assert.deepStrictEqual(
            yield* expiredBy([witness, toldNode("three", { solid: late }), node], [other, form]),
            {
              _tag: "shown"
            }
          )
        }
    })
  )

  it.effect("is counted from the end of the last one", () =>
    Effect.gen(function* () {
      const forms = [formOf(1_000), formOf(900), formOf(950)]
      const nodes = (solid: number) => [toldNode("one", { solid }), toldNode("two", { solid })]
      assert.deepStrictEqual(yield* expiredBy(nodes(late), forms), proven(late))
      assert.deepStrictEqual(yield* expiredBy(nodes(late - 1), forms), unproven)
    })
  )

  it.effect("is asked of each node after its solid block, and of the block that the form refers to", () =>
    Effect.gen(function* () {
      const nodes = [toldNode("one", { solid: late }), toldNode("two", { solid: late })]
      yield* expiredBy(nodes)
      for (const { asked } of nodes)
        assert.deepStrictEqual(asked, [
          ...["solidHead", "block 981", "infosOfBlock 981"],
          ...[`info 0x${form.hash}`, `isInBlock 0x${form.hash}`]
        ])
    })
  )

  it.effect("is not proven by a node that does not answer one of the questions", () =>
    Effect.gen(function* () {
      for (const silent of ["solidHead", "block", "infosOfBlock", "info", "isInBlock"] as const) {
        const nodes = [toldNode("one", { solid: late }), toldNode("two", { solid: late, silent: [silent] })]
        assert.deepStrictEqual(yield* expiredBy(nodes), unproven, silent)
      }
    })
  )

  it.effect("is not proven by a node that lacks the block that a form refers to, or has another there", () =>
    Effect.gen(function* () {
      for (const block of [() => undefined, (number: number) => blockOf(number, "ef")]) {
        const nodes = [toldNode("one", { solid: late }), toldNode("two", { solid: late, block })]
        assert.deepStrictEqual(yield* expiredBy(nodes), unproven)
      }
      // Of two forms it lacks only what the second refers to.
      const [old, recent] = [formOf(900), formOf(1_000)]
      const block = (number: number) => (number === 981 ? undefined : blockOf(number))
      const nodes = [toldNode("one", { solid: late }), toldNode("two", { solid: late, block })]
      assert.deepStrictEqual(yield* expiredBy(nodes, [old, recent]), unproven)
    })
  )

  it.effect("is not proven by bytes that are no transaction", () =>
    Effect.gen(function* () {
      const nodes = [toldNode("one", { solid: late }), toldNode("two", { solid: late })]
      assert.deepStrictEqual(yield* expiredBy(nodes, [{ ...form, bytes: "0x00" }]), unproven)
    })
  )

  it.effect("finds the block that a form refers to by the last two bytes of its number", () =>
    Effect.gen(function* () {
      const turn = 0x10000
      for (const refers of [turn - 1, turn, turn + 1, 3 * turn - 2]) {
        const head = refers + 19
        const solid = endOf(head) + 20
        const nodes = [toldNode("one", { solid }), toldNode("two", { solid })]
        assert.deepStrictEqual(yield* expiredBy(nodes, [formOf(head)]), proven(solid))
        assert.include(nodes[0]?.asked ?? [], `block ${refers}`)
      }
      // After a stop of more than a day.
      const stopped = [toldNode("one", { solid: 40_100 }), toldNode("two", { solid: 40_100 })]
      assert.deepStrictEqual(yield* expiredBy(stopped, [formOf(119)]), proven(40_100))
      assert.include(stopped[0]?.asked ?? [], "block 100")
      // The newest of the blocks with these bytes, which is the solid one itself.
      const wrapped = formOf(119, 100)
      const nodes = [toldNode("one", { solid: turn + 100 }), toldNode("two", { solid: turn + 100 })]
      assert.deepStrictEqual(yield* expiredBy(nodes, [wrapped]), unproven)
      assert.include(nodes[0]?.asked ?? [], `block ${turn + 100}`)
    })
  )
})
