import { Context, Effect, Layer, Option } from "effect"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { codeUsed, hasPassword } from "./Credential.ts"
import { type RequestOptions, requestOptions } from "./ceremonyOptions.ts"
import { credentialIn, passkeyNamed, provenCounter, provenStep, usedPasskey } from "./proofs.ts"
import { isOn, session, steppedUp } from "./Session.ts"
import type { Visitor } from "./Sessions.ts"
import { SignInRefused } from "./SignInRefused.ts"
import { mayTryCode } from "./signInLimits.ts"
import {
  credentialWrites,
  joinedWrites,
  loadCredentials,
  makeSignInParts,
  newSecret,
  type SignedIn,
  type SignInParts,
  sessionWrites
} from "./signInParts.ts"
import { challengeOf } from "./Tickets.ts"

/** What the person is about to do, and to what. */
export interface ActNamed {
  readonly act: string
  readonly subject: string
}

/** How the person can prove it: with one of these passkeys, if there are any, or with a code. */
export interface StepUpBegun {
  readonly ticket: string
  readonly options: RequestOptions | null
  readonly takesCode: boolean
}

/** What a browser answered, or a code. */
export type StepUpAnswer =
  | { readonly ticket: string; readonly answer: unknown }
  | { readonly ticket: string; readonly code: string }

/**
 * A person who is signed in proves anew who they are, for one act on one subject. It can be used once, by this session,
 * within five minutes; and the session has a new secret from then on.
 */
export class StepUps extends Context.Service<
  StepUps,
  {
    readonly begin: (visitor: Visitor, named: ActNamed) => Effect.Effect<StepUpBegun, StoreUnavailable>
    readonly finish: (
      visitor: Visitor,
      answer: StepUpAnswer
    ) => Effect.Effect<SignedIn & ActNamed, SignInRefused | StoreUnavailable>
  }
>()("@quittance/core/concepts/signin/StepUps") {
  static readonly layer = Layer.effect(
    StepUps,
    Effect.gen(function* () {
      const parts = yield* makeSignInParts
      return StepUps.of({
        begin: (visitor, named) => beginStepUp(parts, visitor, named),
        finish: (visitor, answer) => finishStepUp(parts, visitor, answer)
      })
    })
  )
}

const refuse = (reason: SignInRefused["reason"]) => Effect.fail(new SignInRefused({ reason }))

const beginStepUp = Effect.fn("StepUps.begin")(function* (
  parts: SignInParts,
  { session: { id: holder }, user }: Visitor,
  { act, subject }: ActNamed
) {
  const { current } = yield* loadCredentials(parts, user, yield* parts.wallClock.now)
  const { sealed, ticket } = yield* parts.tickets.issue({
    purpose: "step_up",
    holder,
    userId: user.id,
    act,
    subject
  })
  const here = current.passkeys.filter(({ rpId }) => rpId === parts.place.rpId)
  return {
    ticket: sealed,
    options: here.length === 0 ? null : requestOptions(parts.place, challengeOf(ticket), here),
    takesCode: hasPassword(current)
  }
})

const finishStepUp = Effect.fn("StepUps.finish")(function* (
  parts: SignInParts,
  { session: { id }, user }: Visitor,
  given: StepUpAnswer
) {
  const { guard, place, states, tickets, transact, wallClock } = parts
  const at = yield* wallClock.now
  const ticket = yield* tickets.open(given.ticket, "step_up", id)
  const { act, subject } = ticket
  const { current } = yield* loadCredentials(parts, user, at)
  let prove: (
    state: typeof current,
    now: number
  ) => Effect.Effect<ReturnType<typeof codeUsed>, SignInRefused | StoreUnavailable>
  if ("code" in given) {
    if (!(yield* mayTryCode(guard, user.id, at))) return yield* refuse("code")
    prove = (state, now) =>
      Effect.map(provenStep(parts, state, given.code, now), (step) =>
        step === undefined ? undefined : codeUsed(state, step, now)
      )
    if ((yield* prove(current, at)) === undefined) return yield* refuse("code")
  } else {
    const passkey = passkeyNamed(current, credentialIn(given.answer), place)
    if (passkey === undefined) return yield* refuse("passkey")
    const { counter } = yield* provenCounter(parts, ticket, given.answer, passkey)
    prove = (state, now) => usedPasskey(state, passkey.id, counter, now)
  }
  yield* tickets.take(ticket)
  return yield* transact(
    Effect.gen(function* () {
      const now = yield* wallClock.now
      const found = yield* states.get(session, user.id, id)
      if (Option.isNone(found) || !isOn(found.value.state, now)) return yield* refuse("ticket")
      const loaded = yield* loadCredentials(parts, user, now)
      const change = yield* prove(loaded.current, now)
      if (change === undefined) return yield* refuse("code")
      const { cookieFor, secretHash } = yield* newSecret(parts)
      const stepped = steppedUp(found.value.state, ticket, secretHash, now)
      const answer: SignedIn & ActNamed = {
        ...{ user, act, subject, session: stepped.next },
        cookie: cookieFor(stepped.next)
      }
      return {
        commit: joinedWrites([sessionWrites(found.value, stepped), credentialWrites(loaded, [change])]),
        answer
      }
    })
  )
})
