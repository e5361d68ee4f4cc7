import { Option } from "effect"
import { assert } from "vitest"
import {
  Payout,
  type PayoutCommand,
  PayoutCommandRefused,
  type PayoutEvent,
  type PayoutRejection,
  type PayoutState,
  payoutTransitions
} from "../../../src/concepts/payout/Payout.ts"
import { ApprovalRefused } from "../../../src/concepts/payout/PayoutApproval.ts"
import { explore, show } from "../../kernel/machine/explore.ts"
import { lawsOf } from "../../kernel/machine/lawsOf.ts"
import { approvable, approvalCommands, commandsAt, expiresAt, order, start } from "./payoutSamples.ts"

/** Calls are counted without end and time goes on; neither decides anything. */
const keyOf = (state: PayoutState): string => show({ ...state, attempts: 0, calls: [], updatedAt: 0 })

const reserved: PayoutEvent = { _tag: "PayoutReserved", order }

/** Whether the command comes when nothing may be sent any more. */
const isLate = (command: PayoutCommand): boolean => "at" in command && command.at >= expiresAt

/** How people's commands are refused, said a second time and by what happened rather than by the state. */
const refusalOf = (from: PayoutState, command: PayoutCommand): PayoutRejection | undefined => {
  const byState = new PayoutCommandRefused({ from: from._tag, command: command._tag })
  if (!(command._tag in payoutTransitions[from._tag]) || from._tag === "absent")
    return command._tag === "Reserve" && from._tag === "absent" ? undefined : byState
  const needsApproval = Option.isSome(from.order.approval)
  if (command._tag === "Submit") return needsApproval && isLate(command) ? byState : undefined
  const said = (reason: ApprovalRefused["reason"]) => new ApprovalRefused({ reason })
  if (command._tag === "Approve") {
    const hasApproved = show(from).includes(`"by":"${command.by}"`)
    if (from._tag !== "awaiting") return hasApproved ? undefined : byState
    if (isLate(command)) return said("expired")
    if (command.by === "ivo") return said("maker")
    return command.by === "zoe" ? said("no_say") : undefined
  }
  if (command._tag === "Decline") {
    if (command.how === "declined" && !["anna", "ben"].includes(command.by ?? "")) return said("no_say")
    const isMaker = needsApproval && command.by === "ivo"
    if (command.how === "withdrawn" && !isMaker) return said("not_maker")
    if (from._tag === "declined") return undefined
    if (command.how === "expired") return needsApproval && isLate(command) ? undefined : byState
    return from._tag === "awaiting" ? undefined : byState
  }
  return undefined
}

lawsOf<PayoutState, PayoutCommand, PayoutEvent, PayoutRejection>({
  machine: Payout,
  transitions: payoutTransitions,
  explored: explore(
    Payout,
    [
      ...Object.values(commandsAt(start + 1)),
      { _tag: "Reserve", order: approvable },
      { _tag: "Submit", at: expiresAt },
      ...approvalCommands
    ],
    keyOf,
    12
  ),
  refused: (named) => new PayoutCommandRefused(named),
  refusalOf,
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
    GiveUp: "adds nothing",
    Approve: "adds nothing",
    Decline: "adds nothing"
  },
  still: { confirmed: [], rejected: ["Confirm"], not_confirmed: ["Confirm"], declined: ["Confirm"] },
  defects: [
    [[], { _tag: "PayoutSubmissionStarted", at: 1 }, "needs a payout"],
    [[reserved], reserved, "reserved once"],
    [[reserved], { _tag: "PayoutLookupStarted", at: 1 }, "follows a submission"],
    [
      [reserved],
      { _tag: "PayoutSettledLate", processingId: Option.none(), at: 1 },
      "only a failed payout settles late"
    ],
    [
      [reserved, { _tag: "PayoutSubmissionStarted", at: 1 }],
      { _tag: "PayoutApprovalRequired", at: 1 },
      "waits for approvals from its beginning"
    ],
    [
      [reserved],
      { _tag: "PayoutApproved", by: "anna", given: [{ by: "anna", at: 1 }], at: 1 },
      "only a waiting payout is approved"
    ]
  ]
})
