import {
  type Session,
  Sessions,
  type SignedIn,
  SignIns,
  StepUps,
  sessionUntil
} from "@quittance/core/adapter"
import { Effect, Option, Schema } from "effect"
import type { Answer } from "../message/answers.ts"
import { type ConsoleRoute, ShortText, said, signedIn, Ticket } from "./ConsoleRoute.ts"

const instantOf = (at: number): string => new Date(at).toISOString()

/** A session as its person sees it. */
const sessionView = (state: Session, current: string) => ({
  id: state.id,
  createdAt: instantOf(state.createdAt),
  lastSeenAt: instantOf(Option.getOrElse(state.lastSeenAt, () => state.createdAt)),
  expiresAt: instantOf(sessionUntil(state)),
  way: state.way,
  agent: state.agent,
  current: state.id === current
})

/** Whoever signed in, or proved it anew, gets the cookie. */
export const signedInAnswer = ({ cookie, session, user }: SignedIn): Answer => ({
  facts: { user: { id: user.id, name: user.name }, session: sessionView(session, session.id) },
  cookie: { value: cookie }
})

const Finish = said(Schema.Struct({ ticket: Ticket, answer: Schema.Unknown }))
const Password = said(Schema.Struct({ email: ShortText, password: ShortText, code: ShortText }))
const actName = Schema.String.check(Schema.isPattern(/^[a-z][\w.-]{0,59}$/))
const Act = said(Schema.Struct({ act: actName, subject: Schema.String.check(Schema.isMaxLength(100)) }))
const Proof = said(
  Schema.Struct({
    ticket: Ticket,
    answer: Schema.optional(Schema.Unknown),
    code: Schema.optional(ShortText)
  })
)
const Named = said(Schema.Struct({ id: Schema.String.check(Schema.isMaxLength(100)) }))

/** Signing in and out, proving it anew, and the sessions of a person. */
export const makeSessionRoutes = Effect.gen(function* () {
  const signIns = yield* SignIns
  const sessions = yield* Sessions
  const stepUps = yield* StepUps

  const routes: ReadonlyArray<ConsoleRoute> = [
    {
      method: "POST",
      path: "/session/passkey/begin",
      handle: ({ client }) => Effect.map(signIns.begin(client), (facts) => ({ facts }))
    },
    {
      method: "POST",
      path: "/session/passkey/finish",
      handle: (visit) =>
        Effect.flatMap(Finish(visit), ({ answer, ticket }) =>
          Effect.map(signIns.finish({ ticket, answer }, visit.client), signedInAnswer)
        )
    },
    {
      method: "POST",
      path: "/session/password",
      handle: (visit) =>
        Effect.flatMap(Password(visit), (given) =>
          Effect.map(signIns.withPassword(given, visit.client), signedInAnswer)
        )
    },
    {
      method: "POST",
      path: "/session/step-up/begin",
      handle: signedIn((visit, visitor) =>
        Effect.flatMap(Act(visit), (act) => Effect.map(stepUps.begin(visitor, act), (facts) => ({ facts })))
      )
    },
    {
      method: "POST",
      path: "/session/step-up/finish",
      handle: signedIn((visit, visitor) =>
        Effect.flatMap(Proof(visit), ({ answer, code, ticket }) => {
          const proof = code === undefined ? { ticket, answer } : { ticket, code }
          return Effect.map(stepUps.finish(visitor, proof), ({ act, subject, ...stepped }) => {
            const { facts, ...rest } = signedInAnswer(stepped)
            return { ...rest, facts: { ...facts, act, subject } }
          })
        })
      )
    },
    {
      // Also of a session that has ended: the cookie goes.
      method: "POST",
      path: "/session/sign-out",
      handle: ({ visitor }) =>
        Effect.as(
          Option.match(visitor, {
            onNone: () => Effect.void,
            onSome: ({ session, user }) => sessions.end(user.id, session.id, "signed_out")
          }),
          { cookie: "clear" } as const
        )
    },
    {
      method: "GET",
      path: "/session/list",
      handle: signedIn((_, { session, user }) =>
        Effect.map(sessions.list(user), (all) => ({
          facts: { sessions: all.map((each) => sessionView(each, session.id)) }
        }))
      )
    },
    {
      method: "POST",
      path: "/session/revoke",
      handle: signedIn((visit, { session, user }) =>
        Effect.flatMap(Named(visit), ({ id }) =>
          Effect.as(
            sessions.end(user.id, id, "revoked"),
            id === session.id ? ({ cookie: "clear" } as const) : {}
          )
        )
      )
    },
    {
      method: "POST",
      path: "/session/revoke-others",
      handle: signedIn((_, visitor) => Effect.as(sessions.endOthers(visitor), {}))
    }
  ]
  return routes
})
