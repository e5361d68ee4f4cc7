import { Clock, Context, Effect, Layer, Option } from "effect"
import { ClaimReader } from "../../kernel/idempotency/ClaimReader.ts"
import { type InvalidState, type NotFound, orNotFound } from "../../kernel/input/Refusals.ts"
import { ownClaim } from "../../kernel/ports/Claim.ts"
import { Ids } from "../../kernel/ports/Ids.ts"
import { allById, StateReader, statesOf } from "../../kernel/ports/StateReader.ts"
import type { AggregateWrite, StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Draft, NewEvent } from "../../kernel/transact/Draft.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import { Partners } from "../partner/Partners.ts"
import type { Role } from "../roster/Role.ts"
import type { RosterRejection } from "../roster/RosterDecider.ts"
import { roster } from "../roster/Roster.ts"
import { rosterIdOf } from "../roster/rosterNames.ts"
import { roleOf } from "../roster/rosterPeople.ts"
import { makeAcceptance, userEvent } from "./acceptance.ts"
import { accepted, InvitationRefused, invitation, invitationStatus, revoked } from "./Invitation.ts"
import { Invitations, invitationEvent, type MadeInvitation, newInvitation } from "./Invitations.ts"
import { knows, leaving } from "./leaving.ts"
import { emailDigest } from "./PersonName.ts"
import { operatorsId, personClaims, personJobs, userPrefix } from "./personNames.ts"
import { begun, disabled, forgotten, type Joining, newUser, recovered, type User, user } from "./User.ts"

/** What is written in the commit of a user, and is of the user too, such as a first credential. */
export type WithUser = Pick<Draft, "aggregates" | "events" | "claims">

/** Who uses a link: somebody new, under an id of `newId`, or somebody who is signed in. */
export type Accepting =
  | { readonly _tag: "New"; readonly id: string; readonly also?: WithUser }
  | { readonly _tag: "Known"; readonly id: string }

/** Where a user is a member. */
export interface Membership {
  readonly partnerId: string
  readonly role: Role
}

type Accepted = Effect.Effect<User, InvitationRefused | InvalidState | NotFound | StoreUnavailable>

/** People: who they are, where they belong, and that they do so no more. */
export class Users extends Context.Service<
  Users,
  {
    readonly newId: Effect.Effect<string>
    /**
     * Uses the link of an invitation to a partner or to the operators. Of those who use one link, one joins, once. A
     * refusal changes nothing, except that somebody new may stay without a membership if the inviting side changed its
     * mind at the same instant.
     */
    readonly accept: (token: string, who: Accepting) => Accepted
    /** Makes what is left of an acceptance whose process ended. Whoever signs somebody in calls it first. */
    readonly finish: (id: string) => Effect.Effect<void, StoreUnavailable>
    readonly get: (id: string) => Effect.Effect<User, NotFound | StoreUnavailable>
    /** The user who has this e-mail address and is not disabled. */
    readonly byEmail: (email: string) => Effect.Effect<Option.Option<User>, StoreUnavailable>
    /** In the order of creation. */
    readonly all: Effect.Effect<ReadonlyArray<User>, StoreUnavailable>
    /** What the user may do for the partner now; undefined for somebody who is no member, or disabled. */
    readonly roleOf: (id: string, partnerId: string) => Effect.Effect<Role | undefined, StoreUnavailable>
    /** Where the user is a member now. */
    readonly memberships: (id: string) => Effect.Effect<ReadonlyArray<Membership>, NotFound | StoreUnavailable>
    /**
     * Takes the user out of every roster, and then for ever out of everything. With the commit that disables, no
     * roster has the user any more, so it approves nothing. Nothing is changed if a partner would have no owner left.
     */
    readonly disable: (id: string) => Effect.Effect<User, NotFound | RosterRejection | StoreUnavailable>
    /** Erases name and e-mail address of a disabled user. */
    readonly forget: (id: string) => Effect.Effect<User, InvalidState | NotFound | StoreUnavailable>
    /** A link with which the user enrols new credentials. Earlier such links open nothing any more. */
    readonly recover: (
      id: string
    ) => Effect.Effect<MadeInvitation, InvalidState | NotFound | StoreUnavailable>
    /** Uses such a link: with the same commit, no credential and session of before counts any more. */
    readonly recoverBy: (token: string, also?: WithUser) => Accepted
  }
>()("@quittance/core/concepts/person/Users") {
  static readonly layer = Layer.effect(
    Users,
    Effect.gen(function* () {
      const parts = yield* makeParts
      return Users.of({
        newId: parts.ids.prefixed(userPrefix),
        accept: (token, who) => accept(parts, token, who),
        finish: (id) => Effect.asVoid(parts.finish(id)),
        get: (id) => Effect.map(readUser(parts, id), ({ state }) => state),
        byEmail: (email) => userByEmail(parts, email),
        all: Effect.provideService(allById(user), StateReader, parts.states),
        roleOf: (id, partnerId) => roleFor(parts, id, partnerId),
        memberships: (id) => membershipsOf(parts, id),
        disable: (id) => disable(parts, id),
        forget: (id) => forget(parts, id),
        recover: (id) => recover(parts, id),
        recoverBy: (token, also) => recoverBy(parts, token, also)
      })
    })
  )
}

const makeParts = Effect.gen(function* () {
  return {
    ...(yield* makeAcceptance),
    transact: (yield* makeTransact).transact,
    ids: yield* Ids,
    states: yield* StateReader,
    claims: yield* ClaimReader,
    partners: yield* Partners,
    invitations: yield* Invitations
  }
})
type Parts = Effect.Success<typeof makeParts>

/** The job comes after the call that makes the rest itself. */
const joinDelayMillis = 10_000

const readUser = ({ states }: Parts, id: string) =>
  Effect.flatMap(states.get(user, id, id), orNotFound("user", id))

const rosterOf = ({ states }: Parts, partnerId: string) =>
  states.get(roster, partnerId, rosterIdOf(partnerId))

const emailClaim = (id: string, email: string) =>
  ownClaim({ id, partnerId: id }, personClaims.email, emailDigest(email))

const accept = Effect.fn("Users.accept")(function* (parts: Parts, token: string, who: Accepting) {
  const { finish, invitations, partners, transact } = parts
  if (who._tag === "Known") yield* finish(who.id)
  const { state: invited } = yield* invitations.byToken(token)
  const { email, name, partnerId: to, purpose } = invited
  if (purpose === "recovery") return yield* new InvitationRefused({ reason: "unknown" })
  if (purpose === "member")
    yield* Effect.catchTag(partners.byId(to), "NotFound", () =>
      Effect.fail(new InvitationRefused({ reason: "partner_gone" }))
    )
  if (who._tag === "Known") yield* refuseMember(parts, who.id, to)
  const joining = Effect.map(
    Clock.currentTimeMillis,
    (at): Joining => ({ invitationId: invited.id, to, at })
  )
  const claim = ownClaim({ id: who.id, partnerId: who.id }, personClaims.accepted, invited.id)
  const begin = transact(
    Effect.gen(function* () {
      const now = yield* joining
      const job = {
        ...{ kind: personJobs.join, partnerId: who.id, subjectId: who.id, dueAt: now.at + joinDelayMillis }
      }
      if (who._tag === "New") {
        const { aggregates = [], claims = [], events = [] } = who.also ?? {}
        const made = newUser({ id: who.id, name, email }, now)
        const ownClaims = Option.match(email, {
          onNone: () => [claim],
          onSome: (address) => [claim, emailClaim(who.id, address)]
        })
        const writes: ReadonlyArray<AggregateWrite> = [
          { _tag: "User", state: made.user, expectedVersion: 0 },
          ...aggregates
        ]
        const own = made.events.map((event) => userEvent(made.user, 1, event))
        return {
          commit: {
            aggregates: writes,
            claims: [...ownClaims, ...claims],
            events: [...own, ...events],
            jobs: [job]
          },
          answer: undefined
        }
      }
      const found = yield* readUser(parts, who.id)
      const { event, next } = yield* Effect.fromResult(begun(found.state, now))
      const writes: ReadonlyArray<AggregateWrite> = [writeOver("User", found, next)]
      return {
        commit: {
          aggregates: writes,
          claims: [claim],
          events: [userEvent(next, found.version + 1, event)],
          jobs: [job]
        },
        answer: undefined
      }
    })
  )
  yield* Effect.catchTag(begin, "ClaimTaken", ({ taken }) => {
    const other = taken.find(({ ownerId }) => ownerId !== who.id)
    if (other === undefined) return Effect.void
    return new InvitationRefused({
      reason: taken.some(({ scope }) => scope === personClaims.accepted.name) ? "used" : "account"
    })
  })
  const refused = yield* finish(who.id)
  if (refused !== undefined) return yield* refused
  return (yield* readUser(parts, who.id)).state
})

/** Whoever is a member already keeps the link for somebody else. */
const refuseMember = Effect.fnUntraced(function* (parts: Parts, id: string, to: string) {
  const isMember =
    to === operatorsId
      ? (yield* readUser(parts, id)).state.isOperator
      : (yield* roleFor(parts, id, to)) !== undefined
  if (isMember) return yield* new InvitationRefused({ reason: "member" })
})

const userByEmail = Effect.fn("Users.byEmail")(function* (parts: Parts, email: string) {
  const { claims, states } = parts
  const claim = yield* claims.find(personClaims.email, "", emailDigest(email))
  if (Option.isNone(claim)) return Option.none<User>()
  const { ownerId } = claim.value
  return Option.map(yield* states.get(user, ownerId, ownerId), ({ state }) => state)
})

const roleFor = Effect.fnUntraced(function* (parts: Parts, id: string, partnerId: string) {
  const found = yield* parts.states.get(user, id, id)
  if (Option.isNone(found) || Option.isSome(found.value.state.disabledAt)) return undefined
  const members = yield* rosterOf(parts, partnerId)
  const at = yield* Clock.currentTimeMillis
  return Option.isNone(members) ? undefined : roleOf(members.value.state, id, at)
})

const membershipsOf = Effect.fn("Users.memberships")(function* (parts: Parts, id: string) {
  const { state } = yield* readUser(parts, id)
  const found = yield* Effect.forEach(state.partners, (partnerId) =>
    Effect.map(roleFor(parts, id, partnerId), (role) => (role === undefined ? [] : [{ partnerId, role }]))
  )
  return found.flat()
})

const disable: (
  parts: Parts,
  id: string
) => Effect.Effect<User, NotFound | RosterRejection | StoreUnavailable> = Effect.fn("Users.disable")(
  function* (parts, id) {
    const { finish, states, transact } = parts
    yield* finish(id)
    const before = yield* readUser(parts, id)
    if (Option.isSome(before.state.disabledAt)) return before.state
    const rosters = yield* Effect.provideService(
      allById(roster, (each) => knows(each, id)),
      StateReader,
      states
    )
    const now = yield* Clock.currentTimeMillis
    // Before anything is changed anywhere.
    for (const each of rosters) yield* Effect.fromResult(leaving(each, id, now))
    for (const { partnerId } of rosters) yield* leave(parts, partnerId, id)
    const done = yield* transact(
      Effect.gen(function* () {
        const found = yield* readUser(parts, id)
        const { state, version } = found
        if (Option.isSome(state.disabledAt)) return { answer: state }
        // It has begun to join, or has joined, since the rosters were read.
        if (version !== before.version) return { answer: undefined }
        const { event, next } = disabled(state, yield* Clock.currentTimeMillis)
        return {
          commit: {
            aggregates: [writeOver("User", found, next)],
            events: [userEvent(next, version + 1, event)],
            erasures: Option.match(state.email, {
              onNone: () => [],
              onSome: (email) => [{ _tag: "Claim" as const, claim: emailClaim(id, email) }]
            })
          },
          answer: next
        }
      })
    )
    return done ?? (yield* disable(parts, id))
  }
)

/** The commit of a partner whose roster has the user no more. */
const leave = Effect.fnUntraced(function* (parts: Parts, partnerId: string, id: string) {
  yield* parts.transact(
    Effect.gen(function* () {
      const found = Option.getOrUndefined(yield* rosterOf(parts, partnerId))
      const at = yield* Clock.currentTimeMillis
      if (found === undefined) return { answer: undefined }
      const { events, next } = yield* Effect.fromResult(leaving(found.state, id, at))
      if (events.length === 0) return { answer: undefined }
      const { version } = found
      return {
        commit: {
          aggregates: [writeOver("Roster", found, next)],
          events: events.map(
            (event): NewEvent => ({ partnerId, subjectId: next.id, version: version + 1, at, event })
          )
        },
        answer: undefined
      }
    })
  )
})

const forget = Effect.fn("Users.forget")((parts: Parts, id: string) =>
  parts.transact(
    Effect.gen(function* () {
      const found = yield* readUser(parts, id)
      const change = yield* Effect.fromResult(forgotten(found.state, yield* Clock.currentTimeMillis))
      if (change === undefined) return { answer: found.state }
      return {
        commit: {
          aggregates: [writeOver("User", found, change.next)],
          events: [userEvent(change.next, found.version + 1, change.event)]
        },
        answer: change.next
      }
    })
  )
)

const recover = Effect.fn("Users.recover")((parts: Parts, id: string) =>
  parts.transact(
    Effect.gen(function* () {
      const { state } = yield* readUser(parts, id)
      const at = yield* Clock.currentTimeMillis
      yield* Effect.fromResult(recovered(state, "", at))
      const earlier = yield* parts.states.indexed(invitation, "listed", { equal: [id] })
      const changes = earlier.flatMap((found) => {
        const change = revoked(found.state, at)
        return change === undefined ? [] : [{ found, ...change }]
      })
      const link = yield* newInvitation(
        parts,
        { partnerId: id, purpose: "recovery", role: Option.none(), name: "", email: Option.none() },
        at
      )
      const writes: ReadonlyArray<AggregateWrite> = [
        link.write,
        ...changes.map(({ found, next }) => writeOver("Invitation", found, next))
      ]
      return {
        commit: {
          aggregates: writes,
          events: [
            link.event,
            ...changes.map(({ event, found }) => invitationEvent(found.state, found.version + 1, event))
          ],
          jobs: [link.job]
        },
        answer: link.made
      }
    })
  )
)

const recoverBy = Effect.fn("Users.recoverBy")(function* (parts: Parts, token: string, also: WithUser = {}) {
  const given = yield* parts.invitations.byToken(token)
  if (given.state.purpose !== "recovery") return yield* new InvitationRefused({ reason: "unknown" })
  const { id: linkId, partnerId: id } = given.state
  return yield* parts.transact(
    Effect.gen(function* () {
      const link = yield* Effect.flatMap(
        parts.states.get(invitation, id, linkId),
        orNotFound("invitation", linkId)
      )
      const at = yield* Clock.currentTimeMillis
      const status = invitationStatus(link.state, at)
      if (status !== "open")
        return yield* new InvitationRefused({ reason: status === "accepted" ? "used" : status })
      const found = yield* readUser(parts, id)
      const { event, next } = yield* Effect.fromResult(recovered(found.state, linkId, at))
      const used = accepted(link.state, id, at)
      const { aggregates = [], claims = [], events = [] } = also
      const writes: ReadonlyArray<AggregateWrite> = [
        writeOver("User", found, next),
        writeOver("Invitation", link, used.next),
        ...aggregates
      ]
      return {
        commit: {
          aggregates: writes,
          claims,
          events: [
            userEvent(next, found.version + 1, event),
            invitationEvent(link.state, link.version + 1, used.event),
            ...events
          ]
        },
        answer: next
      }
    })
  )
})
