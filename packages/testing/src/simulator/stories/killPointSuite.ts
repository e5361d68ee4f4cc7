import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { atEveryKillPoint } from "../../faults/KillSwitch.ts"
import { walkPoints } from "../../sampled.ts"
import { depositStories } from "./depositStories.ts"
import { fiatStories, fiatStoriesInShort } from "./fiatStories.ts"
import { kycStories, kycStoriesInShort } from "./kycStories.ts"
import { payoutStories, payoutStoriesInShort } from "./payoutStories.ts"
import { type SharedStore, tellStory } from "./Story.ts"
import { tellSettlement } from "./settlementStory.ts"
import { subscriberStories } from "./subscriberStories.ts"
import { webhookStories } from "./webhookStories.ts"

// Only against hanging: how long it takes is the machine's.
const timeoutMillis = 300_000

/**
 * Kills the process at every kill point of a life: before and after each commit and each call to a provider. Whatever
 * the point, its successor brings the same end about: no transfer twice, no debit lost, nobody checked twice, nothing
 * forgotten that was answered. Which calls come in which order is the same on every store, and the memory store hears
 * every story: a slow store may hear those in short that have commits of every kind in them, and of each as many kill
 * points as `walkPoints` chooses.
 */
export const killPointSuite = (
  name: string,
  sharedStore: SharedStore,
  chosen: "every story" | "in short" = "every story",
  strideUsual = 1
): void => {
  const ends =
    chosen === "in short"
      ? [...payoutStoriesInShort, ...fiatStoriesInShort, ...kycStoriesInShort]
      : [...payoutStories, ...fiatStories, ...kycStories]
  const stories = [...depositStories, ...webhookStories, ...subscriberStories, ...ends]
  describe(`a process killed anywhere (${name})`, () => {
    it.effect(
      "leaves payouts that learn at once what their network settled",
      () => atEveryKillPoint(tellSettlement(sharedStore), walkPoints(strideUsual)),
      timeoutMillis
    )
    for (const [index, { begin, callCount, leaves }] of stories.entries()) {
      it.effect(
        `leaves ${leaves}`,
        () =>
          Effect.gen(function* () {
            const count = yield* atEveryKillPoint(
              Effect.suspend(() => tellStory(sharedStore, begin())),
              walkPoints(strideUsual, index)
            )
            assert.strictEqual(count, 2 * callCount)
          }),
        timeoutMillis
      )
    }
  })
}
