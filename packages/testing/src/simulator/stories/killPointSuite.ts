import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { atEveryKillPoint } from "../../faults/KillSwitch.ts"
import { depositStories } from "./depositStories.ts"
import { fiatStories } from "./fiatStories.ts"
import { kycStories, kycStoriesInShort } from "./kycStories.ts"
import { payoutStories } from "./payoutStories.ts"
import { type SharedStore, tellStory } from "./Story.ts"
import { webhookStories } from "./webhookStories.ts"

const timeoutMillis = 120_000

/**
 * Kills the process at every kill point of a life: before and after each commit and each call to a provider. Whatever the
 * point, its successor brings the same end about: no transfer twice, no debit lost, nobody checked twice, nothing forgotten that
 * was answered. Of KYC sessions, of which most calls go elsewhere, a slow store may tell in short.
 */
export const killPointSuite = (
  name: string,
  sharedStore: SharedStore,
  kyc: "every story" | "in short" = "every story"
): void => {
  const stories = [
    ...payoutStories,
    ...depositStories,
    ...fiatStories,
    ...webhookStories,
    ...(kyc === "in short" ? kycStoriesInShort : kycStories)
  ]
  describe(`a process killed anywhere (${name})`, () => {
    for (const { begin, callCount, leaves } of stories) {
      it.effect(
        `leaves ${leaves}`,
        () =>
          Effect.gen(function* () {
            const count = yield* atEveryKillPoint(Effect.suspend(() => tellStory(sharedStore, begin())))
            assert.strictEqual(count, 2 * callCount)
          }),
        timeoutMillis
      )
    }
  })
}
