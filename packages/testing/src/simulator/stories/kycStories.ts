import { assert } from "@effect/vitest"
import { isEnded, type KycStep, nextStep } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { fileFor, keptOf } from "../outside/personFiles.ts"
import {
  alone,
  create,
  decide,
  decideByHand,
  isStill,
  listen,
  receiver,
  redact,
  session,
  show,
  showBoth
} from "./kycSteps.ts"
import type { NamedStory, Step, Story } from "./Story.ts"
import { type StoryCheck, StoryKyc } from "./StoryKyc.ts"
import { StoryReceivers } from "./StoryReceivers.ts"
import { after, arrived, begin, booksAreRight, deliveriesOf, drain } from "./storySteps.ts"

/** The lives of KYC sessions. */

const passed = { _tag: "Passed" } as const
const refused = (course: "retry" | "final") =>
  ({ _tag: "Refused", reasons: ["selfie_unclear"], course }) as const

/** How a session goes and ends. */
interface KycStory {
  readonly name: string
  readonly checks: ReadonlyArray<StoryCheck>
  readonly steps: ReadonlyArray<Step>
  readonly ends: "completed" | "failed" | "expired"
  /** Checks that refused. */
  readonly attempts: number
  /** The names of the files that are kept of what was shown; nothing of a redacted session. */
  readonly kept: ReadonlyArray<readonly [KycStep, string]> | "redacted"
  readonly announced: "kyc.completed" | "kyc.failed"
  /** Commits and calls, so that a story that lost its way is noticed. */
  readonly callCount: number
}

const both = [
  ["document", "document"],
  ["selfie", "selfie"]
] as const

/** A commit. */
const created = 1
/** A blob begun and finished, and the commit. */
const shown = 3
/** The intent, the call, and what it said. */
const asked = 3
/** To its own URL: a call, its outcome, the end of the job. */
const called = 3
/** The end of the job that lists what lies there. */
const swept = 1
/** In two steps. */
const destroyed = 2
/** The folder is destroyed, the messages are erased, and the job ends. */
const erased = destroyed + 2
/** The job of the expiry, if the session no longer waits for its person. */
const unexpired = 1

const secondAttempt: KycStory = {
  name: "whose checker's answer is lost, was a refusal, and whose second attempt passes",
  checks: [
    { verdict: refused("retry"), answered: "lost" },
    { verdict: passed, answered: "at once" }
  ],
  steps: [alone, ...showBoth, drain, ...after("1 minute"), show("selfie", "another"), drain],
  ends: "completed",
  attempts: 1,
  kept: [
    ["document", "document"],
    ["selfie", "another"]
  ],
  announced: "kyc.completed",
  // A lookup, and the blob that was refused is swept as well.
  callCount: created + 2 * shown + (asked + 2) + shown + asked + called + (1 + swept)
}

const endOfRetention: KycStory = {
  name: "whose retention ends",
  checks: [{ verdict: passed, answered: "at once" }],
  steps: [alone, ...showBoth, drain, ...after("2 hours"), ...after("100 hours")],
  ends: "completed",
  attempts: 0,
  kept: "redacted",
  announced: "kyc.completed",
  callCount: created + 2 * shown + asked + called + swept + unexpired + (1 + destroyed + 1) + erased + erased
}

const stories: ReadonlyArray<KycStory> = [
  {
    name: "that passes",
    checks: [{ verdict: passed, answered: "at once" }],
    steps: [listen, create({}), ...showBoth, drain],
    ends: "completed",
    attempts: 0,
    kept: both,
    announced: "kyc.completed",
    // Told to whoever subscribed: fanned out first.
    callCount: created + 2 * shown + asked + (1 + called) + swept
  },
  {
    name: "that nobody finishes",
    checks: [],
    steps: [alone, show("document"), ...after("25 hours")],
    ends: "expired",
    attempts: 0,
    kept: [["document", "document"]],
    announced: "kyc.failed",
    // Its expiry, and once a day the look at what is kept.
    callCount: created + shown + 1 + 1 + called + swept
  },
  {
    name: "whose check takes longer than the session lives, until a person decides",
    checks: [{ verdict: refused("final"), answered: "later" }],
    steps: [
      alone,
      ...showBoth,
      drain,
      ...after("25 hours"),
      isStill("checking"),
      decideByHand,
      ...after("1 hour")
    ],
    ends: "completed",
    attempts: 0,
    kept: both,
    announced: "kyc.completed",
    // A lookup, the look at what is kept, the decision, and the job that has nothing to follow any more.
    callCount: created + 2 * shown + asked + 2 + unexpired + 1 + 1 + 1 + called + swept
  },
  {
    name: "that is refused when it is too late to try again",
    checks: [{ verdict: refused("retry"), answered: "later" }],
    steps: [alone, ...showBoth, drain, ...after("25 hours"), isStill("checking"), decide, ...after("1 hour")],
    ends: "expired",
    attempts: 1,
    kept: [["document", "document"]],
    announced: "kyc.failed",
    callCount: created + 2 * shown + asked + 2 + unexpired + 1 + 2 + called + (1 + swept)
  },
  {
    name: "that is redacted after it was refused for good",
    checks: [{ verdict: refused("final"), answered: "at once" }],
    steps: [alone, ...showBoth, drain, redact, drain],
    ends: "failed",
    attempts: 1,
    kept: "redacted",
    announced: "kyc.failed",
    callCount: created + 2 * shown + asked + called + (1 + destroyed) + erased + erased
  },
  {
    name: "that is redacted while it is checked",
    checks: [{ verdict: passed, answered: "later" }],
    steps: [alone, ...showBoth, drain, redact, drain, decide, ...after("1 hour")],
    ends: "expired",
    attempts: 0,
    kept: "redacted",
    announced: "kyc.failed",
    // The job that has nothing to follow any more.
    callCount: created + 2 * shown + asked + (1 + destroyed) + called + erased + 1 + erased
  },
  secondAttempt,
  endOfRetention
]

/** A person, a checker and an operator, while the process may die at any moment; then everything is swept. */
const tell = ({ attempts, checks, ends, kept, steps, announced: type }: KycStory): Story => {
  const check = Effect.gen(function* () {
    const found = yield* session
    const { documents, order } = found
    assert(isEnded(found) && nextStep(found) === undefined)
    assert.strictEqual(found._tag, ends)
    assert.strictEqual(found.attempts, attempts)
    const { begun, shelf } = yield* StoryKyc
    assert.deepStrictEqual(
      begun.map(({ checkId }) => checkId.slice(0, checkId.lastIndexOf("-"))),
      checks.map((_, index) => `${order.id}-${index + 1}`),
      "each check was begun once"
    )
    const folder = { partnerId: order.partnerId, ownerId: order.id }
    const ids = documents.map(({ id }) => id)
    assert.deepStrictEqual(shelf.ids(folder), ids.toSorted(), "there lies what the session mentions")
    assert.strictEqual(shelf.hasKey(folder), kept !== "redacted")
    assert.strictEqual(Option.isSome(found.redactedAt), kept === "redacted")
    const files = kept === "redacted" ? [] : kept
    assert.deepStrictEqual(
      documents.map(({ step }) => step),
      files.map(([step]) => step)
    )
    const contents = ids.map((id) => shelf.read(folder, id))
    const expected = files.map(([step, name]) => keptOf(fileFor(step, name)))
    assert.deepStrictEqual(contents, expected)
    const arrivals = yield* arrived(receiver, [type])
    const { calls } = yield* StoryReceivers
    assert.isTrue(calls.every(({ url }) => url === receiver))
    // The log has it once, or nothing any more.
    const log = (yield* deliveriesOf("fiat", "kyc")).map(({ _tag, order }) => `${order.eventId} ${_tag}`)
    assert.deepStrictEqual(log, kept === "redacted" ? [] : arrivals.map((id) => `${id} delivered`))
    yield* booksAreRight
  })
  const settled = [begin, ...steps, ...after("1 minute"), ...after("2 hours")]
  return { steps: settled, check, kycChecks: checks }
}

const named = (story: KycStory): NamedStory => ({
  leaves: `a KYC session ${story.name} to end as ${story.ends}`,
  begin: () => tell(story),
  callCount: story.callCount
})

export const kycStories = stories.map(named)

/** With commits of every kind in it. */
export const kycStoriesInShort = [named(endOfRetention)]
