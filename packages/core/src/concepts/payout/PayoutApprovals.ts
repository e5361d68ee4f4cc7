import { Clock, Context, Effect, Layer, Option } from "effect"
import { Actor } from "../../kernel/actor/Actor.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { existing } from "../../kernel/input/existing.ts"
import { InvalidState, type NotFound, StoreOnHold } from "../../kernel/input/Refusals.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { StoreHold } from "../../kernel/ports/StoreHold.ts"
import { Rosters } from "../roster/Rosters.ts"
import { mayApprove, userOf } from "../roster/rosterPeople.ts"
import { Settings } from "../settings/Settings.ts"
import { makeAnnouncingTransact } from "../webhook/Announcer.ts"
import { Payout, type PayoutCommand } from "./Payout.ts"
import { ApprovalRefused } from "./PayoutApproval.ts"
import { approvalsOf, type PayoutId, payout, type RecordedPayout } from "./PayoutRecord.ts"
import { dispatchOf, payoutDraft, recorded } from "./payoutDraft.ts"
import { rosterGuardOf } from "./payoutNeeds.ts"

/** Who has no say, as `ApprovalRefused` tells it, or a payout that does not wait, as `InvalidState`. */
export type ApprovalFailure = ApprovalRefused | InvalidState | StoreOnHold | NotFound | StoreUnavailable

type Said = (partnerId: PartnerId, id: PayoutId) => Effect.Effect<RecordedPayout, ApprovalFailure>

/**
 * What people decide about payouts that wait for approvals. The person is the `Actor`; nobody else has a say, no key
 * and no operator. Whose approvals count is read from the roster, and guarded: a person who is removed at the same
 * instant does not count, nor one who approved before and was removed since.
 *
 * While the store is on hold nobody decides anything, because the payout may have been approved and sent in what the
 * store has lost.
 */
export class PayoutApprovals extends Context.Service<
  PayoutApprovals,
  {
    /** The last approval that is needed makes the payout due at once. A second approval by one person adds nothing. */
    readonly approve: Said
    /** By a person who may approve; the debit is returned. */
    readonly decline: Said
    /** By the person who asked for it, or who made the key that did; the debit is returned. */
    readonly withdraw: Said
  }
>()("@quittance/core/concepts/payout/PayoutApprovals") {
  static readonly layer = Layer.effect(
    PayoutApprovals,
    Effect.gen(function* () {
      const parts = yield* makeParts
      return PayoutApprovals.of({
        approve: (partnerId, id) => decidePayout(parts, partnerId, id, "Approve"),
        decline: (partnerId, id) => decidePayout(parts, partnerId, id, "declined"),
        withdraw: (partnerId, id) => decidePayout(parts, partnerId, id, "withdrawn")
      })
    })
  )
}

const makeParts = Effect.gen(function* () {
  return {
    settings: yield* Settings,
    states: yield* StateReader,
    hold: yield* StoreHold,
    rosters: yield* Rosters,
    runCommand: (yield* makeAnnouncingTransact).runCommand
  }
})
type Parts = Effect.Success<typeof makeParts>

const words = { Approve: "approve", declined: "decline", withdrawn: "withdraw" } as const

const decidePayout = Effect.fn("PayoutApprovals.decide")(function* (
  parts: Parts,
  partnerId: PartnerId,
  id: PayoutId,
  said: keyof typeof words
) {
  const { hold, rosters, runCommand, settings, states } = parts
  const by = userOf(yield* Actor)
  if (by === undefined) return yield* new ApprovalRefused({ reason: "no_say" })
  const held = yield* hold.current
  if (Option.isSome(held)) return yield* new StoreOnHold({ reason: held.value.reason })
  const read = existing(states, payout, partnerId, id)
  /** The payout, and who of those that matter may approve now. */
  const load = Effect.gen(function* () {
    const found = yield* read
    const { state: roster, version } = yield* rosters.fresh(partnerId)
    const at = yield* Clock.currentTimeMillis
    const asked = [by, ...approvalsOf(found.state).map((given) => given.by)]
    const entitled = asked.filter((user) => mayApprove(roster, user, at))
    return { ...found, at, entitled, guard: rosterGuardOf(partnerId, version) }
  })
  const { state } = yield* runCommand({
    machine: Payout,
    commandTag: said === "Approve" ? "Approve" : "Decline",
    command: ({ at, entitled }): PayoutCommand =>
      said === "Approve"
        ? { _tag: "Approve", by, entitled, at }
        : { _tag: "Decline", how: said, by, entitled, at },
    partnerId,
    subjectId: id,
    at: yield* Clock.currentTimeMillis,
    load,
    commit: (decided) => {
      const { at, guard } = decided.loaded
      return {
        ...payoutDraft(settings, decided),
        guards: [guard],
        // The job that would have ended the wait: it sends what is approved, and has nothing to do with the rest.
        jobs:
          decided.next._tag === "awaiting" ? [] : [{ ...dispatchOf(recorded(decided.next).order), dueAt: at }]
      }
    }
  }).pipe(
    Effect.catchTags({
      LimitExceeded: Effect.die,
      PayoutCommandRefused: () =>
        Effect.flatMap(read, ({ state }) =>
          Effect.fail(
            new InvalidState({
              what: "payout",
              status: state._tag,
              command: words[said],
              possible: ["awaiting"]
            })
          )
        )
    })
  )
  return recorded(state)
})
