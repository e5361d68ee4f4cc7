import { Option } from "effect"
import { assert } from "vitest"
import {
  Payout,
  PayoutCommandRefused,
  type PayoutState,
  payoutTransitions
} from "../../../src/concepts/payout/Payout.ts"
import { explore, show } from "../../kernel/machine/explore.ts"
import { lawsOf } from "../../kernel/machine/lawsOf.ts"
import { commandsAt, order, start } from "./payoutSamples.ts"

/** Calls are counted without end and time goes on; neither decides anything. */
const keyOf = (state: PayoutState): string => show({ ...state, attempts: 0, calls: [], updatedAt: 0 })

const reserved = { _tag: "PayoutReserved", order } as const

lawsOf({
  machine: Payout,
  transitions: payoutTransitions,
  explored: explore(Payout, Object.values(commandsAt(start + 1)), keyOf, 12),
  refused: (named) => new PayoutCommandRefused(named),
  repeats: {
    Reserve: "is refused",
    Submit: "is refused",
    // It counts a call.
    LookUp: (first, second, command) => {
      assert(first._tag !== "absent" && command._tag === "LookUp")
      const call = { kind: "lookup" as const, at: command.at, answer: Option.none() }
      assert.deepStrictEqual(second, {
        ...first,
        attempts: first.attempts + 1,
        calls: [...first.calls, call]
      })
    },
    Accept: "keeps the facts",
    Confirm: "adds nothing",
    Reject: "adds nothing",
    LoseAnswer: "keeps the facts",
    GiveUp: "adds nothing"
  },
  still: { confirmed: [], rejected: ["Confirm"], not_confirmed: ["Confirm"] },
  defects: [
    [[], { _tag: "PayoutSubmissionStarted", at: 1 }, "needs a payout"],
    [[reserved], reserved, "reserved once"],
    [[reserved], { _tag: "PayoutLookupStarted", at: 1 }, "follows a submission"],
    [
      [reserved],
      { _tag: "PayoutSettledLate", processingId: Option.none(), at: 1 },
      "only a failed payout settles late"
    ]
  ]
})
