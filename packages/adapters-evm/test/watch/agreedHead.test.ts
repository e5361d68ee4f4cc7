import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { agreedHead, agreeingOf } from "../../src/watch/agreedHead.ts"
import type { WatchedNode } from "../../src/watch/WatchedNetwork.ts"
import { hashOfText } from "./FakeChain.ts"
import { networkOf, type Says, silence, toldNode } from "./toldWatched.ts"

/** A node on a branch, the same for all by default. */
const at = (host: string, head: number | undefined, changes: Says = {}) =>
  toldNode(host, { branch: "main", head, ...changes })

const hashOf = (number: number, branch = "main") => hashOfText(`${branch} ${number}`)

/** Where the network is read: block, host, and whether there is a node to compare with. */
const read = (nodes: ReadonlyArray<WatchedNode>, agreeing = 2, lastHash?: string) =>
  Effect.map(agreedHead({ ...networkOf(nodes), agreeing }, lastHash), (agreed) =>
    agreed._tag === "Differ"
      ? ["differ", agreed.blockNumber]
      : [
          agreed.source.head.number,
          agreed.source.host,
          nodes.find(({ compared }) => compared === agreed.source.other)?.host
        ]
  )

describe("the newest block that counts", () => {
  it.effect("is the highest that so many nodes have reached", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* read([at("one", 9), at("two", 9)]), [9, "one", "two"])
      assert.deepStrictEqual(yield* read([at("one", 12), at("two", 9)]), [9, "one", "two"])
      assert.deepStrictEqual(yield* read([at("one", 9), at("two", 12)]), [9, "one", "two"])
      // Two are enough: the third is not asked.
      const third = at("three", 20)
      assert.deepStrictEqual(yield* read([at("one", 9), at("two", 10), third]), [9, "one", "two"])
      assert.deepStrictEqual(third.asked, [])
      assert.deepStrictEqual(yield* read([at("one", 9), at("two", 12), at("three", 10)], 3), [
        9,
        "one",
        "two"
      ])
    })
  )

  it.effect("is one that they have alike, with the same parent", () =>
    Effect.gen(function* () {
      const other = { branch: "other" }
      assert.deepStrictEqual(yield* read([at("one", 9), at("two", 9, other)]), ["differ", 9])
      assert.deepStrictEqual(yield* read([at("one", 11), at("two", 9, other)]), ["differ", 9])
      assert.deepStrictEqual(yield* read([at("one", 9), at("two", 9, { parents: "others" })]), ["differ", 9])
      const three = [at("one", 9), at("two", 9, other), at("three", 9, other)]
      assert.deepStrictEqual(yield* read(three), [9, "two", "three"])
      const late = [at("one", 9), at("two", 9, other), at("three", 8)]
      assert.deepStrictEqual(yield* read(late), ["differ", 9])
      const ahead = [at("one", 9), at("two", 9, other), at("three", 11)]
      assert.deepStrictEqual(yield* read(ahead), [9, "one", "three"])
    })
  )

  it.effect("is that of the first node alone when it has nothing new, and no other is asked", () =>
    Effect.gen(function* () {
      const second = at("two", 12)
      assert.deepStrictEqual(yield* read([at("one", 9), second], 2, hashOf(9)), [9, "one", undefined])
      assert.deepStrictEqual(second.asked, [])
      // The second is the same as before: it agrees on nothing alone.
      assert.deepStrictEqual(yield* read([at("one", 12), at("two", 9)], 2, hashOf(9)), [9, "one", "two"])
      const away = [at("one", undefined), at("two", 9), at("three", 9)]
      assert.deepStrictEqual(yield* read(away, 2, hashOf(9)), [9, "two", undefined])
    })
  )

  it.effect("is found without a node that does not answer, and not with too few", () =>
    Effect.gen(function* () {
      const away = at("one", undefined)
      assert.deepStrictEqual(yield* read([away, at("two", 9), at("three", 10)]), [9, "two", "three"])
      const failed = yield* Effect.flip(read([away, at("two", 9)]))
      assert.strictEqual(
        "reason" in failed ? failed.reason : "",
        `${silence.reason} (1 of the 2 nodes that must agree answers, and deposits wait)`
      )
      const alone = yield* Effect.flip(read([at("two", 9)]))
      assert.strictEqual(
        "reason" in alone ? alone.reason : "",
        "1 of the 2 nodes that must agree answers, and deposits wait"
      )
    })
  )

  it.effect("is found without a node that does not answer about an older block", () =>
    Effect.gen(function* () {
      const forgetful = at("one", 12, { hash: undefined })
      assert.deepStrictEqual(yield* read([forgetful, at("two", 9), at("three", 9)]), [9, "two", "three"])
    })
  )

  it.effect("is what the first node says where one is enough", () =>
    Effect.gen(function* () {
      const second = at("two", 12)
      assert.deepStrictEqual(yield* read([at("one", 9), second], 1), [9, undefined, undefined])
      assert.deepStrictEqual(second.asked, [])
    })
  )

  it("is that of two hosts unless it is set, and of one where there is no second", () => {
    const hosts = (...names: ReadonlyArray<string>) => names.map((host) => ({ host }))
    assert.strictEqual(agreeingOf(hosts("one"), undefined), 1)
    assert.strictEqual(agreeingOf(hosts("one", "one"), undefined), 1)
    assert.strictEqual(agreeingOf(hosts("one", "two"), undefined), 2)
    assert.strictEqual(agreeingOf(hosts("one", "two", "three"), undefined), 2)
    assert.strictEqual(agreeingOf(hosts("one", "two", "three"), 3), 3)
  })
})
