import { describe, it } from "@effect/vitest"
import { Chance } from "@quittance/testing"
import { Story } from "./Story.ts"
import { reorganisedMax, StoryChain } from "./StoryChain.ts"

const storyCount = Number(process.env.QUITTANCE_STORIES ?? 3)
const firstSeed = Number(process.env.QUITTANCE_SEED ?? 1)
const stepCount = 50
const killPointMax = 120

/** What may happen, and how often. */
const moves: ReadonlyArray<readonly [weight: number, move: (story: Story) => Promise<void>]> = [
  [1, (story) => story.invoice()],
  [5, (story) => story.pay()],
  [4, (story) => story.payOut()],
  [8, (story) => story.look()],
  [5, ({ chance, world }) => world.mine(1 + chance.below(2))],
  [2, ({ chance, world }) => world.reorganise(1 + chance.below(reorganisedMax))],
  [2, (story) => story.sweep()],
  [2, (story) => story.check()],
  [1, ({ deployment }) => deployment.stop()]
]

const tell = async (seed: number): Promise<void> => {
  const chance = new Chance(`mixed ${seed}`)
  const world = await StoryChain.start(chance)
  const story = new Story(chance, world, ({ isWell }) => (isWell ? Infinity : 1 + chance.below(killPointMax)))
  await story.begin()
  for (let step = 0; step < stepCount; step++) await chance.weighted(moves, ([weight]) => weight)?.[1](story)
  await story.settle()
  await story.check()
  await story.reckon()
  await story.deployment.stop()
  await world.chain.anvil.stop()
}

describe("deposits, payouts and sweeps together, whatever happens", () => {
  for (let seed = firstSeed; seed < firstSeed + storyCount; seed++)
    it(`story of seed ${seed}`, () => tell(seed), 120_000)
})
