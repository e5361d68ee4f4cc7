import { Ids } from "@quittance/core"
import { Effect } from "effect"
import { assert, it } from "vitest"
import { RequestShare } from "../../src/observe/RequestRecords.ts"

const newIds = (count: number) =>
  Effect.runSync(
    Effect.provide(
      Effect.flatMap(Ids, (ids) => Effect.replicateEffect(ids.uuid, count)),
      Ids.layer
    )
  )

const takenOf = (share: RequestShare, ids: ReadonlyArray<string>) =>
  ids.filter((id) => share.takesAnswered(id)).length

it("up to the limit every answered request is written, and nothing is left out", () => {
  const share = new RequestShare({ answeredPerSecond: 100, refusedPerSecond: 10 })
  assert.strictEqual(takenOf(share, newIds(100)), 100)
  assert.isUndefined(share.turn())
})

it("the first busy second writes as many as the limit, and counts the others", () => {
  const share = new RequestShare({ answeredPerSecond: 100, refusedPerSecond: 10 })
  assert.strictEqual(takenOf(share, newIds(5_000)), 100)
  assert.deepStrictEqual(share.turn(), { answered: 4_900, refused: {} })
})

it("after a busy second a sample is spread over the whole next one", () => {
  const share = new RequestShare({ answeredPerSecond: 100, refusedPerSecond: 10 })
  takenOf(share, newIds(5_000))
  share.turn()
  const [first, rest] = [takenOf(share, newIds(2_500)), takenOf(share, newIds(2_500))]
  // 50 are expected, with a deviation of 7.
  assert.isAtLeast(first, 15)
  assert.isAtMost(first, 85)
  assert.isAtLeast(rest, 15)
  assert.strictEqual(share.turn()?.answered, 5_000 - first - rest)
})

it("a quiet second after a busy one is written whole from the next one on", () => {
  const share = new RequestShare({ answeredPerSecond: 100, refusedPerSecond: 10 })
  takenOf(share, newIds(5_000))
  share.turn()
  takenOf(share, newIds(10))
  share.turn()
  assert.strictEqual(takenOf(share, newIds(50)), 50)
})

it("refused requests of one network are written up to its limit, and those of others beside it", () => {
  const share = new RequestShare({ answeredPerSecond: 100, refusedPerSecond: 10 })
  const taken = (address: string, count: number, code = "unauthorized") =>
    Array.from({ length: count }).filter(() => share.takesRefused(address, code)).length
  assert.strictEqual(taken("203.0.113.7", 30), 10)
  assert.strictEqual(taken("203.0.113.7", 5, "rate_limited"), 0)
  assert.strictEqual(taken("203.0.113.8", 3), 3)
  // One network: addresses of one /64.
  assert.strictEqual(taken("2001:db8::1", 6) + taken("2001:db8::2", 6), 10)
  // No address is known of a mounted application: all count as one.
  assert.strictEqual(taken("", 12), 10)
  assert.deepStrictEqual(share.turn(), {
    answered: 0,
    refused: { unauthorized: 20 + 2 + 2, rate_limited: 5 }
  })
  assert.strictEqual(taken("203.0.113.7", 30), 10)
})

it("networks of one IPv6 site, and all networks together, are limited too", () => {
  const share = new RequestShare({ answeredPerSecond: 100, refusedPerSecond: 10 })
  const site = Array.from({ length: 100 }, (_, at) => `2001:db8:0:${at.toString(16)}::1`)
  const taken = (addresses: ReadonlyArray<string>) =>
    addresses.flatMap((address) =>
      Array.from({ length: 10 }).filter(() => share.takesRefused(address, "not_found"))
    ).length
  assert.strictEqual(taken(site), 160)
  const many = Array.from({ length: 500 }, (_, at) => `198.51.${at >> 8}.${at & 255}`)
  assert.strictEqual(taken(many), 1_000 - 160)
  assert.deepStrictEqual(share.turn()?.refused, { not_found: 6_000 - 1_000 })
})
