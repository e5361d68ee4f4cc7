import { Effect, Option } from "effect"
import { sha256Hex } from "../../kernel/digest/sha256.ts"
import { Guard } from "../../kernel/ports/Guard.ts"
import { Ids } from "../../kernel/ports/Ids.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import { Vault } from "../../kernel/ports/Vault.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { WallClock } from "../../kernel/time/WallClock.ts"
import type { Draft, NewEvent } from "../../kernel/transact/Draft.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import { ConsolePlace } from "./ConsolePlace.ts"
import {
  afterRecoveries,
  type CredentialChange,
  type Credentials,
  credentials,
  noCredentials
} from "./Credential.ts"
import { PasskeyVerifier } from "./PasskeyVerifier.ts"
import { PasswordHasher } from "./PasswordHasher.ts"
import {
  endedSession,
  isOn,
  type Session,
  type SessionChange,
  type SignInWay,
  session,
  startedSession
} from "./Session.ts"
import { type SignInUser, SignInUsers } from "./SignInUsers.ts"
import { credentialsIdOf, sessionPrefix } from "./signinNames.ts"
import { makeTickets } from "./Tickets.ts"

/** The services that sign-in uses, looked up once and not for each call. */
export const makeSignInParts = Effect.gen(function* () {
  return {
    transact: (yield* makeTransact).transact,
    states: yield* StateReader,
    ids: yield* Ids,
    vault: yield* Vault,
    guard: yield* Guard,
    wallClock: yield* WallClock,
    place: yield* ConsolePlace,
    users: yield* SignInUsers,
    verifier: yield* PasskeyVerifier,
    hasher: yield* PasswordHasher,
    tickets: yield* makeTickets
  }
})
export type SignInParts = Effect.Success<typeof makeSignInParts>

/** A client as it showed itself. */
export interface SignInClient {
  /** Of its socket, or as a trusted proxy tells it. */
  readonly address: string
  /** Its `User-Agent`. */
  readonly agent: string
}

/** A session, with what its cookie holds. */
export interface SignedIn {
  readonly user: SignInUser
  readonly session: Session
  readonly cookie: string
}

/** Version 0 and none if there are none. */
export const loadCredentials = (
  { states }: Pick<SignInParts, "states">,
  { id, recoveries }: Pick<SignInUser, "id" | "recoveries">,
  at: Instant
) =>
  Effect.map(
    states.get(credentials, id, credentialsIdOf(id)),
    Option.match({
      onNone: () => ({
        found: { state: { _tag: "absent" as const }, version: 0 },
        current: noCredentials(id, recoveries, at)
      }),
      onSome: (found: Versioned<Credentials>) => ({
        found,
        current: afterRecoveries(found.state, recoveries, at)
      })
    })
  )
export type LoadedCredentials = Effect.Success<ReturnType<typeof loadCredentials>>

/** One write of all changes, each with its event. The last change has the state that is written. */
export const credentialWrites = (
  { found }: LoadedCredentials,
  changes: readonly [CredentialChange, ...Array<CredentialChange>]
) => {
  const last = changes.at(-1) ?? changes[0]
  const { id: subjectId, partnerId } = last.next
  return {
    aggregates: [writeOver("Credentials", found, last.next)],
    events: changes.map(
      ({ event }): NewEvent => ({ partnerId, subjectId, version: found.version + 1, at: event.at, event })
    )
  }
}

export const sessionWrites = (
  before: Versioned<Session> | { readonly state: { readonly _tag: "absent" }; readonly version: 0 },
  { event, next }: SessionChange
) => ({
  aggregates: [writeOver("Session", before, next)],
  events: [
    {
      partnerId: next.partnerId,
      subjectId: next.id,
      version: before.version + 1,
      at: event.at,
      event
    } satisfies NewEvent
  ]
})

/** A person has at most so many sessions; the oldest ends. */
const sessionsMax = 20
const agentMax = 200

/** What the cookie of a session holds. */
const cookieOf = ({ id, partnerId }: Session, secret: string): string => `${partnerId}.${id}.${secret}`

/** What a new secret is, and how it is stored. */
export const newSecret = ({ ids }: Pick<SignInParts, "ids">) =>
  Effect.map(ids.token(32), (secret) => ({
    secret,
    secretHash: sha256Hex(secret),
    cookieFor: (state: Session) => cookieOf(state, secret)
  }))

/** The id of a session with its secret, as a cookie holds them. */
export const partsOfCookie = (cookie: string) => {
  const [userId, id, secret, ...rest] = cookie.split(".")
  const isWhole = rest.length === 0 && secret !== undefined && /^[0-9a-f]{64}$/.test(secret)
  return isWhole && userId !== undefined && id !== undefined ? { userId, id, secret } : undefined
}

/** A new session, and the end of those that are over or too many, as parts of one commit. */
export const beginSession = Effect.fnUntraced(function* (
  parts: Pick<SignInParts, "ids" | "states">,
  { id: partnerId, recoveries }: SignInUser,
  way: SignInWay,
  client: SignInClient,
  at: Instant
) {
  const { cookieFor, secretHash } = yield* newSecret(parts)
  const id = yield* parts.ids.prefixed(sessionPrefix)
  const agent = client.agent.replaceAll(/[^\x20-\x7e]/g, "").slice(0, agentMax)
  const started = startedSession({ id, partnerId, way, agent, recoveries, secretHash }, at)
  const open = yield* parts.states.indexed(session, "open", { equal: [partnerId] })
  const on = open.filter(({ state }) => isOn(state, at) && state.recoveries === recoveries)
  const kept = new Set(on.slice(-(sessionsMax - 1)).map(({ state }) => state.id))
  const over = open.filter(({ state }) => !kept.has(state.id))
  const writes = [
    sessionWrites({ state: { _tag: "absent" }, version: 0 }, started),
    ...over.flatMap((found) => {
      const ended = endedSession(found.state, isOn(found.state, at) ? "replaced" : "expired", at)
      return ended === undefined ? [] : [sessionWrites(found, ended)]
    })
  ]
  return { session: started.next, cookie: cookieFor(started.next), ...joinedWrites(writes) }
})

/** Several writes as one commit. */
export const joinedWrites = (writes: ReadonlyArray<Pick<Draft, "aggregates" | "events">>) => ({
  aggregates: writes.flatMap(({ aggregates = [] }) => aggregates),
  events: writes.flatMap(({ events = [] }) => events)
})
