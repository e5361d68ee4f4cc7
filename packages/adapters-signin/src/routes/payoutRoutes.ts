import { NotFound } from "@quittance/core"
import {
  makeInPerson,
  payout,
  Sessions,
  type SignedInVisitor,
  StateReader,
  Users
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { Answer } from "../message/answers.ts"
import { type ConsoleRoute, signedIn, type Visit, wantedAct } from "./ConsoleRoute.ts"
import { decidePayout, type PayoutDecision, payoutDecisions } from "./payoutDecision.ts"

/** What people decide about payouts that wait for them, in the role that they have in the partner then. */
export const makePayoutRoutes = Effect.gen(function* () {
  const inPerson = yield* makeInPerson
  const sessions = yield* Sessions
  const states = yield* StateReader
  const users = yield* Users

  /** The partner whose the payout is, among those that the person belongs to. */
  const partnerOf = Effect.fnUntraced(function* (userId: string, id: string) {
    for (const { partnerId } of yield* users.memberships(userId))
      if (Option.isSome(yield* states.get(payout, partnerId, id))) return partnerId
    return yield* new NotFound({ what: "payout", id })
  })

  const decide = Effect.fnUntraced(function* (
    decision: PayoutDecision,
    visit: Visit,
    visitor: SignedInVisitor
  ) {
    const { id = "" } = visit.parameters
    const partnerId = yield* partnerOf(visitor.user.id, id)
    let time: "first" | "again" = "first"
    const prove = (operation: string) =>
      Effect.flatMap(wantedAct(visit, operation, id), (wanted) =>
        Effect.map(sessions.beginAct(visitor, wanted), (begun) => {
          time = begun
        })
      )
    const { payouts } = inPerson({ userId: visitor.user.id, prove })
    const decided = decidePayout(payouts, decision, partnerId, id, () => time === "again")
    return yield* Effect.map(decided, (payout): Answer => ({ facts: { payout } }))
  })

  return payoutDecisions.map(
    (decision): ConsoleRoute => ({
      method: "POST",
      path: `/payouts/{id}/${decision}`,
      handle: signedIn((visit, visitor) => decide(decision, visit, visitor))
    })
  )
})
