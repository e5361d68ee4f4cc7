import { timingSafeEqual } from "node:crypto"
import { Option, Schema } from "effect"
import { record } from "../../kernel/concept/Concept.ts"
import type { RecordOf } from "../../kernel/concept/Definition.ts"
import { count, instant, noted, oneOf, optional, packed, text } from "../../kernel/concept/Field.ts"
import { sha256 } from "../../kernel/digest/sha256.ts"
import { type Instant, millisPerHour, millisPerMinute } from "../../kernel/time/Instant.ts"

/** A person's stay in the console: begun by a sign-in, known by a secret of 256 random bits in a cookie. */

/** Without a request for so long, it is over. */
export const idleMillisMax = 30 * millisPerMinute

/** It is over at the latest after so long. */
export const stayMillisMax = 12 * millisPerHour

/** How long a step-up can be used. */
export const stepUpMillisMax = 5 * millisPerMinute

/** When it was used last is written at most so often. */
const seenMillis = millisPerMinute

/** How many acts a session remembers, to do none of them twice. */
const actsMax = 50

export const signInWays = ["passkey", "password", "recovery_code", "link"] as const
export type SignInWay = (typeof signInWays)[number]

export const sessionEnds = ["signed_out", "revoked", "expired", "replaced"] as const
export type SessionEnd = (typeof sessionEnds)[number]

/** An act on a subject that the person proved anew to be meant. */
const StepUp = Schema.Struct({
  act: Schema.String,
  subject: Schema.String,
  /** Instant. */
  until: Schema.Int
})

/** An act that was begun, by the nonce of its form. */
const BegunAct = Schema.Struct({
  nonce: Schema.String,
  /** Of the act, its subject and its content. */
  fingerprint: Schema.String,
  /** Instant. */
  at: Schema.Int
})

/** The stored fields of a session. */
export const session = record({
  name: "Session",
  noun: "session",
  table: "sessions",
  fixed: {
    /** `ses_` and a UUIDv7 without dashes. */
    id: text,
    /** The user's id. */
    partnerId: text,
    createdAt: instant,
    way: oneOf(signInWays),
    /** The program of the person, as it named itself. */
    agent: text,
    /** How often the user's access had been recovered; sessions of before a recovery are over. */
    recoveries: count
  },
  changing: {
    /** Lower-case hex SHA-256 of the secret in the cookie. */
    secretHash: text,
    /** To the minute; none before the second minute. */
    lastSeenAt: noted(optional(instant)),
    stepUp: optional(packed(StepUp)),
    acts: packed(Schema.Array(BegunAct)),
    endedAt: optional(instant),
    /** Why it ended, once it did. */
    ending: optional(oneOf(sessionEnds))
  },
  indexes: { open: { on: ["partnerId", "createdAt"], where: { unset: ["endedAt"] } } }
})

export interface Session extends RecordOf<typeof session> {}

export type SessionEvent =
  | { readonly _tag: "SessionStarted"; readonly way: SignInWay; readonly at: Instant }
  | {
      readonly _tag: "SessionSteppedUp"
      readonly act: string
      readonly subject: string
      readonly at: Instant
    }
  | { readonly _tag: "SessionActBegun"; readonly act: string; readonly subject: string; readonly at: Instant }
  | { readonly _tag: "SessionEnded"; readonly ending: SessionEnd; readonly at: Instant }

/** What follows from a decision. */
export interface SessionChange {
  readonly next: Session
  readonly event: SessionEvent
}

/** A new session; `secretHash` is that of its secret. */
export const startedSession = (
  given: Pick<Session, "id" | "partnerId" | "way" | "agent" | "recoveries" | "secretHash">,
  at: Instant
): SessionChange => ({
  next: {
    ...given,
    createdAt: at,
    lastSeenAt: Option.none(),
    stepUp: Option.none(),
    acts: [],
    endedAt: Option.none(),
    ending: Option.none()
  },
  event: { _tag: "SessionStarted", way: given.way, at }
})

const lastSeen = ({ createdAt, lastSeenAt }: Session): Instant =>
  Math.max(
    createdAt,
    Option.getOrElse(lastSeenAt, () => createdAt)
  )

/** Until when it lasts if nothing is asked of it any more. */
export const sessionUntil = (state: Session): Instant =>
  Math.min(state.createdAt + stayMillisMax, lastSeen(state) + idleMillisMax)

/** Whether it is still on. A clock that was set back does not end it, and does not make it longer. */
export const isOn = (state: Session, at: Instant): boolean =>
  Option.isNone(state.endedAt) && at < sessionUntil(state)

export const isSeenLate = (state: Session, at: Instant): boolean => at >= lastSeen(state) + seenMillis

/** Whether this is its secret; takes as long whatever is wrong. */
export const hasSecret = ({ secretHash }: Session, secret: string): boolean =>
  timingSafeEqual(Buffer.from(secretHash, "hex"), sha256(secret))

/** The person proved anew who they are, for one act on one subject. The secret changes. */
export const steppedUp = (
  state: Session,
  { act, subject }: { readonly act: string; readonly subject: string },
  secretHash: string,
  at: Instant
): SessionChange => ({
  next: { ...state, secretHash, stepUp: Option.some({ act, subject, until: at + stepUpMillisMax }) },
  event: { _tag: "SessionSteppedUp", act, subject, at }
})

/** An act with its subject, the nonce of its form, and a fingerprint of all that it is to do. */
export interface WantedAct {
  readonly act: string
  readonly subject: string
  readonly nonce: string
  readonly fingerprint: string
}

/** The same form that was sent before, of the same act. */
export const wasBegun = ({ acts }: Session, { fingerprint, nonce }: WantedAct, at: Instant): boolean =>
  acts.some(
    (each) => each.nonce === nonce && each.fingerprint === fingerprint && at < each.at + stepUpMillisMax
  )

/** Whether the nonce was used for something else. */
export const isNonceUsed = ({ acts }: Session, { nonce }: WantedAct): boolean =>
  acts.some((each) => each.nonce === nonce)

/** The act may begin, and uses up the step-up. Undefined without one that is fresh, for this act and this subject. */
export const actBegun = (state: Session, wanted: WantedAct, at: Instant): SessionChange | undefined => {
  const { act, fingerprint, nonce, subject } = wanted
  const isProven = Option.exists(
    state.stepUp,
    (stepUp) => stepUp.act === act && stepUp.subject === subject && at < stepUp.until
  )
  if (!isProven) return undefined
  return {
    next: {
      ...state,
      stepUp: Option.none(),
      acts: [...state.acts, { nonce, fingerprint, at }].slice(-actsMax)
    },
    event: { _tag: "SessionActBegun", act, subject, at }
  }
}

/** Undefined if it has ended. */
export const endedSession = (state: Session, ending: SessionEnd, at: Instant): SessionChange | undefined =>
  Option.isSome(state.endedAt)
    ? undefined
    : {
        next: { ...state, stepUp: Option.none(), endedAt: Option.some(at), ending: Option.some(ending) },
        event: { _tag: "SessionEnded", ending, at }
      }

declare module "../../kernel/ports/Store.ts" {
  interface StatesByConcept {
    readonly Session: Session
  }
  interface EventsByConcept {
    readonly Session: SessionEvent
  }
}
