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
import type { SignInFailure } from "../message/SignInFault.ts"
import { type ConsoleRoute, signedIn, type Visit, wantedAct } from "./ConsoleRoute.ts"

const words = ["approve", "decline", "withdraw"] as const

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
    word: (typeof words)[number],
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
    const answered = <E>(decided: Effect.Effect<object, E>): Effect.Effect<Answer, E> =>
      Effect.map(decided, (shown) => ({ facts: { payout: shown } }))
    const decision: Effect.Effect<Answer, SignInFailure> = answered(payouts[word](partnerId, id))
    return yield* Effect.catchTag(
      decision,
      "InvalidState",
      (refused): Effect.Effect<Answer, SignInFailure> =>
        // The form was sent before, and what it asked for is done.
        time === "again" ? answered(payouts.get(partnerId, id)) : Effect.fail(refused)
    )
  })

  return words.map(
    (word): ConsoleRoute => ({
      method: "POST",
      path: `/payouts/{id}/${word}`,
      handle: signedIn((visit, visitor) => decide(word, visit, visitor))
    })
  )
})
