import { Option } from "effect"
import { assert, describe, it } from "vitest"
import type { PayoutCommand } from "../../../src/concepts/payout/Payout.ts"
import { unanswered } from "../../../src/concepts/payout/PayoutCalls.ts"
import type { PayoutOrder } from "../../../src/concepts/payout/PayoutRecord.ts"
import { payoutActor } from "../../../src/concepts/payout/payoutActor.ts"

const at = 0
const reason = "why"
const processingId = Option.none()
const lost = { answer: unanswered(reason) }
const heard = { answer: "not found" }
const stopped = { ...lost, abandon: { at, answer: "abandoned" } }
const tooLate = { ...lost, abandon: { at, answer: "too late" } }

const payouts = "provider:payouts"
const network = "provider:bsc"

/** Who causes it where a processing side sends, and where the server acts by itself; nobody: whoever acts. */
const rows: ReadonlyArray<readonly [PayoutCommand, elsewhere: string | undefined, own: string | undefined]> =
  [
    [{ _tag: "Reserve", order: {} as PayoutOrder }, undefined, undefined],
    [{ _tag: "Submit", heard, at }, undefined, undefined],
    [{ _tag: "LookUp", at }, undefined, undefined],
    [{ _tag: "Accept", processingId, at }, payouts, undefined],
    [{ _tag: "Accept", processingId, heard: { answer: "accepted" }, at }, payouts, undefined],
    [{ _tag: "Accept", processingId, heard: lost, at }, undefined, undefined],
    [{ _tag: "Confirm", processingId, at }, payouts, network],
    [{ _tag: "Reject", reason, at }, payouts, network],
    [{ _tag: "LoseAnswer", reason, heard: lost, at }, undefined, undefined],
    [{ _tag: "GiveUp", reason, at }, undefined, undefined],
    [{ _tag: "GiveUp", reason, heard, at }, payouts, undefined],
    [{ _tag: "GiveUp", reason, heard: stopped, at }, payouts, undefined],
    [{ _tag: "GiveUp", reason, heard: tooLate, at }, undefined, undefined]
  ]

describe("who causes what a command of a payout does", () => {
  for (const [command, elsewhere, own] of rows)
    it(`${command._tag}, heard: ${JSON.stringify("heard" in command ? command.heard : null)}`, () => {
      assert.deepStrictEqual(
        [false, true].map((isOwn) => payoutActor(command, { network: "bsc", isOwn })),
        [elsewhere, own]
      )
    })
})
