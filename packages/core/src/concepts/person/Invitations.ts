import { Clock, Context, Effect, Layer, Option, Result, Schema } from "effect"
import { Actor } from "../../kernel/actor/Actor.ts"
import { sha256Hex } from "../../kernel/digest/sha256.ts"
import { existing } from "../../kernel/input/existing.ts"
import { decoderOf, InvalidInput, oneLine, optionalField } from "../../kernel/input/Input.ts"
import { LimitReached, type NotFound } from "../../kernel/input/Refusals.ts"
import { Ids } from "../../kernel/ports/Ids.ts"
import { firstOf, StateReader } from "../../kernel/ports/StateReader.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import { Partners } from "../partner/Partners.ts"
import { Role } from "../roster/Role.ts"
import {
  type Invitation,
  type InvitationEvent,
  type InvitationPurpose,
  InvitationRefused,
  invitation,
  invitationStatus,
  linkLifeMillis,
  opened,
  revoked
} from "./Invitation.ts"
import { inviterHasLeft } from "./inviters.ts"
import { PersonEmail, PersonName } from "./PersonName.ts"
import { invitationPrefix, operatorsId, personJobs } from "./personNames.ts"

/** Whom an invitation is for: to a partner (name or id) with a role, or to the operators. */
export const InvitationRequest = Schema.Struct({
  partner: optionalField(oneLine(100)),
  role: optionalField(Role),
  operator: optionalField(Schema.Boolean),
  name: PersonName,
  email: optionalField(PersonEmail)
})
export interface InvitationRequest extends Schema.Codec.Encoded<typeof InvitationRequest> {}

const decode = decoderOf(InvitationRequest)

/** Decodes an untrusted request for an invitation. */
export const invitationRequestOf = (input: unknown) =>
  Result.gen(function* () {
    const { operator, partner, role, ...person } = yield* decode(input)
    const wrong = (field: string, message: string) =>
      Result.fail(InvalidInput.of(field, "invalid_value", message))
    if (operator === true)
      return partner == null && role == null
        ? { ...person, to: undefined }
        : yield* wrong("operator", "must be sent without partner and role: an operator is of no partner")
    if (partner == null) return yield* wrong("partner", "is required, unless the person becomes an operator")
    if (role == null) return yield* wrong("role", "is required with a partner")
    return { ...person, to: { partner, role } }
  })

/** An invitation with the end of its link, which nothing shows again. */
export interface MadeInvitation {
  readonly invitation: Invitation
  /** 256 random bits, in lower-case hex. */
  readonly token: string
}

/** So many links of one owner may be open at once. */
const openMax = 100

/** So many invitations of one owner are listed, the newest. */
const listedMax = 500

/** One-time links for people: made, listed, looked at, revoked. `Users` is who uses them. */
export class Invitations extends Context.Service<
  Invitations,
  {
    /**
     * `input` is untrusted; see `InvitationRequest`. Whoever acts invites. Fails with `LimitReached` if too many links
     * of this partner are open.
     */
    readonly create: (
      input: unknown
    ) => Effect.Effect<MadeInvitation, InvalidInput | NotFound | LimitReached | StoreUnavailable>
    /** Of a partner, or of the operators (`operators`): the newest 500, the newest first. */
    readonly list: (ownerId: string) => Effect.Effect<ReadonlyArray<Invitation>, StoreUnavailable>
    readonly get: (ownerId: string, id: string) => Effect.Effect<Invitation, NotFound | StoreUnavailable>
    /** The open invitation of this link. */
    readonly byToken: (
      token: string
    ) => Effect.Effect<Versioned<Invitation>, InvitationRefused | StoreUnavailable>
    /** Revoking what is used, revoked or expired changes nothing. */
    readonly revoke: (ownerId: string, id: string) => Effect.Effect<Invitation, NotFound | StoreUnavailable>
  }
>()("@quittance/core/concepts/person/Invitations") {
  static readonly layer = Layer.effect(
    Invitations,
    Effect.gen(function* () {
      const parts = yield* makeParts
      return Invitations.of({
        create: (input) => createInvitation(parts, input),
        list: (ownerId) =>
          Effect.map(listOf(parts, ownerId, listedMax), (found) => found.map(({ state }) => state)),
        get: (ownerId, id) => Effect.map(readInvitation(parts, ownerId, id), ({ state }) => state),
        byToken: (token) => openInvitation(parts, token),
        revoke: (ownerId, id) => revokeInvitation(parts, ownerId, id)
      })
    })
  )
}

const makeParts = Effect.gen(function* () {
  return {
    ...(yield* makeTransact),
    ids: yield* Ids,
    states: yield* StateReader,
    partners: yield* Partners
  }
})
type Parts = Effect.Success<typeof makeParts>

const readInvitation = ({ states }: Parts, ownerId: string, id: string) =>
  existing(states, invitation, ownerId, id)

const listOf = ({ states }: Pick<Parts, "states">, ownerId: string, limit: number) =>
  states.indexed(invitation, "listed", { equal: [ownerId], order: "backwards", limit })

/** A new link of an owner, and what is committed with it. */
export const newInvitation = Effect.fnUntraced(function* (
  { ids }: { readonly ids: Ids["Service"] },
  given: Pick<Invitation, "partnerId" | "name" | "email" | "role"> & { readonly purpose: InvitationPurpose },
  at: Instant
) {
  const token = yield* ids.token(32)
  const made: Invitation = {
    ...given,
    id: yield* ids.prefixed(invitationPrefix),
    linkHash: linkHashOf(token),
    createdBy: yield* Actor,
    createdAt: at,
    expiresAt: at + linkLifeMillis,
    acceptedBy: Option.none(),
    acceptedAt: Option.none(),
    revokedAt: Option.none(),
    redactedAt: Option.none(),
    updatedAt: at
  }
  const { expiresAt, id, partnerId, purpose } = made
  return {
    made: { invitation: made, token } satisfies MadeInvitation,
    write: { _tag: "Invitation", state: made, expectedVersion: 0 } as const,
    event: invitationEvent(made, 1, {
      _tag: "InvitationCreated",
      purpose,
      role: Option.getOrNull(made.role),
      at
    }),
    job: { kind: personJobs.expire, partnerId, subjectId: id, dueAt: expiresAt }
  }
})

/** An event of an invitation, of the commit that makes this version of it. */
export const invitationEvent = (
  { id, partnerId }: Pick<Invitation, "id" | "partnerId">,
  version: number,
  event: InvitationEvent
) => ({ partnerId, subjectId: id, version, at: event.at, event })

const createInvitation = Effect.fn("Invitations.create")(function* (parts: Parts, input: unknown) {
  const { email, name, to } = yield* Effect.fromResult(invitationRequestOf(input))
  const partnerId = to === undefined ? operatorsId : (yield* parts.partners.find(to.partner)).id
  const at = yield* Clock.currentTimeMillis
  const recent = yield* listOf(parts, partnerId, listedMax)
  if (recent.filter(({ state }) => invitationStatus(state, at) === "open").length >= openMax)
    return yield* new LimitReached({ what: "open invitations", max: openMax })
  const { event, job, made, write } = yield* newInvitation(
    parts,
    {
      partnerId,
      purpose: to === undefined ? "operator" : "member",
      role: Option.fromNullishOr(to?.role),
      name,
      email: Option.fromNullishOr(email)
    },
    at
  )
  yield* parts.commit({ aggregates: [write], events: [event], jobs: [job] })
  return made
})

const openInvitation = Effect.fn("Invitations.byToken")(function* (parts: Parts, token: string) {
  const found = yield* firstOf(parts.states.indexed(invitation, "by_link", { equal: [linkHashOf(token)] }))
  if (Option.isNone(found)) return yield* new InvitationRefused({ reason: "unknown" })
  const at = yield* Clock.currentTimeMillis
  yield* Effect.fromResult(opened(found.value.state, at))
  if (yield* inviterHasLeft(parts.states, found.value.state))
    return yield* new InvitationRefused({ reason: "revoked" })
  return found.value
})

const revokeInvitation = Effect.fn("Invitations.revoke")((parts: Parts, ownerId: string, id: string) =>
  parts.transact(
    Effect.gen(function* () {
      const found = yield* readInvitation(parts, ownerId, id)
      const change = revoked(found.state, yield* Clock.currentTimeMillis)
      if (change === undefined) return { answer: found.state }
      return {
        commit: {
          aggregates: [writeOver("Invitation", found, change.next)],
          events: [invitationEvent(change.next, found.version + 1, change.event)]
        },
        answer: change.next
      }
    })
  )
)

/** Links are found by their lower-case hex SHA-256. They have 256 random bits, so the hash needs no salt. */
const linkHashOf = (token: string): string => sha256Hex(String(token))
