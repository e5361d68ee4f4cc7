import { assert, describe, it } from "@effect/vitest"
import { Chance, walkPoints } from "@quittance/testing"
import { Story } from "./Story.ts"
import { confirmations, finality, StoryChain } from "./StoryChain.ts"

const { first, stride } = walkPoints(90)
/** More than one process passes. */
const pointMax = 400

/** A deposit, a payout and a sweep, one after the other. Returns whether the process was killed. */
const tell = async (point: number): Promise<boolean> => {
  const chance = new Chance(`killed at ${point}`)
  const world = await StoryChain.start(chance)
  const points = [point]
  let isKillable = false
  const story = new Story(chance, world, () => (isKillable ? points.shift() : undefined) ?? Infinity)
  story.node.faultyPercent = 0
  await story.begin()
  const [invoice] = story.invoices
  assert.isDefined(invoice)
  // The next process is the one that is killed.
  await story.deployment.stop()
  isKillable = true
  await world.pay(invoice?.address ?? "", 10n ** 20n)
  await world.mine(confirmations)
  await story.look()
  await story.payOut()
  for (let round = 0; round < 3; round++) {
    await story.look()
    await world.mine(finality)
  }
  await story.look()
  await story.sweep()
  const { kills } = story.deployment
  await story.settle()
  await story.check()
  await story.reckon()
  await story.deployment.stop()
  await world.chain.anvil.stop()
  return kills > 0
}

describe("a process that is killed at any point of a deposit, a payout and a sweep", () => {
  it("leaves nothing undone, nothing done twice", { timeout: pointMax * 20_000 }, async () => {
    let point = first
    while (await tell(point)) {
      point += stride
      assert.isBelow(point, pointMax, "a process passes so many points at most")
    }
    assert.isAbove(point, first)
  })
})
