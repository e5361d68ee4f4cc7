import type { SignInFailure } from "@quittance/adapters-signin"
import { Enrolments, type Session, Sessions, type SignedInVisitor } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { DoneBefore } from "../screen/DoneBefore.ts"

/** What changes of credentials are proven for. */
export const credentialsAct = "credentials.change"

/** A session of one's own. */
export interface OwnSession extends Pick<Session, "id" | "way" | "agent" | "createdAt"> {
  readonly lastSeenAt: number
  readonly isThis: boolean
}

export type OwnAccount =
  Effect.Success<ReturnType<typeof makeOwnAccounts>> extends (...given: infer _) => infer Made ? Made : never

/** What somebody signs in with, and where they are signed in. `prove` uses up the proof of the form that was sent. */
export const makeOwnAccounts = Effect.fnUntraced(function* () {
  const enrolments = yield* Enrolments
  const sessions = yield* Sessions

  return (
    visitor: SignedInVisitor,
    prove: (act: string) => Effect.Effect<void, SignInFailure | DoneBefore>
  ) => {
    const { session, user } = visitor
    const enrolling = { user, holder: session.id }
    const proven = <A, E>(change: Effect.Effect<A, E>) => Effect.andThen(prove(credentialsAct), change)
    const viewOf = ({ agent, createdAt, id, lastSeenAt, way }: Session): OwnSession => ({
      ...{ id, way, agent, createdAt, isThis: id === session.id },
      lastSeenAt: Option.getOrElse(lastSeenAt, () => createdAt)
    })
    return {
      credentials: enrolments.view(user),
      /** Whether nothing can be proven yet, and a first credential needs no proof. */
      isFirst: enrolments.isFirst(visitor),
      removePasskey: (id: string) => proven(enrolments.removePasskey(user, id)),
      beginPassword: Effect.flatMap(enrolments.isFirst(visitor), (isFirst) =>
        isFirst ? enrolments.beginPassword(enrolling) : proven(enrolments.beginPassword(enrolling))
      ),
      finishPassword: (given: Parameters<typeof enrolments.finishPassword>[1]) =>
        enrolments.finishPassword(enrolling, given),
      removePassword: proven(enrolments.removePassword(user)),
      makeRecoveryCodes: proven(enrolments.makeRecoveryCodes(user)),
      sessions: Effect.map(sessions.list(user), (all) => all.map(viewOf)),
      endSession: (id: string) => sessions.end(user.id, id, "revoked"),
      endOthers: sessions.endOthers(visitor)
    }
  }
})
